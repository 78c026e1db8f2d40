internal import CacheMetrics
internal import CacheMetricsFixtures
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import Results

@Suite struct ResultFileTests {
  @Test func everyRunMakesTheSameFiles() {
    let files = ReportFile.all(
      of: ResultFixture.result, charts: [Figure(file: "hits.svg", caption: "Hits")],
      others: ["hits.csv"])
    expect(
      files.map(\.name),
      is: [
        "summary.csv", "tags.csv", "metrics.csv", "latency.csv", "differences.csv", "timeline.csv",
        "report.md", "report.html", "run.json",
      ])
    expect(
      files.last.map { RunFile.files(in: Array($0.text.utf8)) },
      is: [
        "summary.csv", "tags.csv", "metrics.csv", "latency.csv", "differences.csv", "timeline.csv",
        "report.md", "report.html", "run.json",
        "hits.svg", "hits.csv",
      ])
  }

  @Test func aSummaryHasARowForEachStrategy() {
    let lines = ResultFixture.lines("summary.csv")
    expect(lines.count, is: 4)
    expect(
      lines[0].hasPrefix("strategy,varied,seeds,opens,opens_from_cache_share,object_hit_ratio,"))
    expect(lines[1].hasPrefix("swift,,2,2,1,1,1,10,20,20,1,"))
    // A half-width and two ends for each metric, in the same order: of waits of 10 and 20 ms the
    // logarithms lie ½ ln 2 from their mean, and e^(12.706 · ½ ln 2) is 81.74.
    let (columns, cells) = (lines[0].split(separator: ","), Self.cells(lines[1]))
    expect(columns.count, is: 3 + 4 * Headline.summary.count)
    expect(columns.count, is: cells.count)
    let fields = ["halfwidth", "low", "high"].map { "first_content_p95_ms_\($0)" }
    let places = fields.compactMap { name in columns.firstIndex { $0 == name } }
    expect(places.map { cells[$0] }, is: ["817.294", "0.245", "1634.834"])
    expect(Self.cells(ResultFixture.lines("summary.csv", of: ResultFixture.varied)[1]).last, is: "")
  }

  private static func cells(_ line: String) -> [Substring] {
    line.split(separator: ",", omittingEmptySubsequences: false)
  }

  @Test func metricsAreLongAndWhole() {
    let lines = ResultFixture.lines("metrics.csv")
    expect(lines.count, is: 1 + 3 * 3 * MetricCatalog.all.count)
    expect(lines[0], is: "scenario,strategy,seed,varied,metric,unit,value,halfwidth,low,high")
    expect(lines.contains("small,swift,2,,first_content_shown_p95_ms,ms,20,,,"))
    expect(
      lines.contains("small,swift,all,,first_content_shown_mean_ms,ms,15,612.971,0.184,1226.125"))
    expect(lines.contains("small,swift,all,,offline_served_ratio,ratio,,,,"))
  }

  @Test func blankOpensAreInfiniteInOnePopulationAndAbsentInTheOther() {
    let lines = ResultFixture.lines("latency.csv", of: ResultFixture.varied)
    expect(lines[0], is: "strategy,varied,quantity,population,percentile,milliseconds")
    expect(lines.contains("b,1 MB,first_content,shown,95,"))
    expect(lines.contains("b,1 MB,first_content,all,95,inf"))
    expect(lines.contains("a,1 MB,first_content,all,99.9,10"))
    expect(
      lines.count, is: 1 + 4 * Latency.allCases.count * 2 * LatencyFile.percentiles.count)
  }

  @Test func differencesArePairedBySeed() {
    let lines = ResultFixture.lines("differences.csv")
    // 100 − 10 under the first seed, 300 − 20 under the second.
    expect(
      lines.contains("thrifty,swift,,first_content_shown_mean_ms,ms,2,185,90,280,134.35,1207.07"))
    expect(lines.contains("thrifty,swift,,flash_write_bytes,bytes,2,-495,-495,-495,0,0"))
    expect(!lines.contains { $0.hasPrefix("thrifty,swift,,opens,") })
  }

  @Test func whatIsInfiniteUnderASeedHasNoDifference() {
    let lines = ResultFixture.lines("differences.csv", of: ResultFixture.varied)
    expect(!lines.contains { $0.hasPrefix("b,a,1 MB,first_content_") && $0.contains("_ms,") })
    expect(lines.contains("b,a,2 MB,first_content_shown_mean_ms,ms,1,-30,-30,-30,,"))
  }

  @Test func theTimelineHasALineForEachInterval() {
    let lines = ResultFixture.lines("timeline.csv")
    expect(lines.count, is: 1 + 3 * 2)
    expect(lines[1], is: "swift,,0,3600,2,2,0,0,2,0,0,0,15,0,0,0,0,0,24,0,0,0,0,0,0,0,0,0,0,0")
    expect(lines[2], is: "swift,,3600,3600,0,0,0,0,0,0,0,0,,2,1000,2,220,0,,0,0,0,0,0,0,0,0,0,0,0")
  }

  @Test func theRunFileIsJSONWithEverything() throws {
    let json = try JSON.parse(Array(ResultFixture.file("run.json").utf8))
    expect(json["resultSchemaVersion"]?.integer, is: Int64(ResultSchema.version))
    expect(json["metricCatalogVersion"]?.integer, is: Int64(MetricCatalog.version))
    expect(json["scenario"]?["hash"]?.string, is: "abc123")
    expect(json["seeds"]?.elements?.compactMap(\.integer), is: [1, 2])
    expect(json["varied"], is: JSON(.null))
    let row = try #require(json["rows"]?.elements?.first)
    expect(row["strategy"]?.string, is: "swift")
    expect(row["settings"]?["limit"]?.string, is: "50 MB")
    expect(row["percentilesAreExact"], is: true)
    expect(row["metrics"]?["first_content_shown_mean_ms"]?.integer, is: 15)
    expect(row["metrics"]?["offline_served_ratio"], is: JSON(.null))
    expect(row["metrics"]?.members?.map(\.name), is: MetricCatalog.all.map(\.name))
    expect(json["metrics"]?.elements?.map(\.string), is: MetricCatalog.all.map(\.name))
    expect(json["definitions"] == nil)
    expect(row["halfWidths95"]?.elements?.count, is: MetricCatalog.all.count)
    let opens = row["seeds"]?.elements?.map { $0["values"]?.elements?.first?.integer ?? 0 }
    expect(opens?.count, is: 2)
    expect(opens?.reduce(0, +), is: row["metrics"]?["opens"]?.integer)
  }

  @Test func infinityIsATextInJSON() throws {
    let text = ResultFixture.file("run.json", of: ResultFixture.varied)
    let json = try JSON.parse(Array(text.utf8))
    let blank = try #require(json["rows"]?.elements?[1])
    expect(blank["metrics"]?["first_content_p95_ms"]?.string, is: "inf")
    expect(json["varied"]?["values"]?.elements?.compactMap(\.string), is: ["1 MB", "2 MB"])
  }

  @Test func aSeedBeyondSignedNumbersIsAText() throws {
    var result = ResultFixture.result
    result.seeds = [.max]
    let json = try JSON.parse(Array(ResultFixture.file("run.json", of: result).utf8))
    expect(json["seeds"]?.elements?.first?.string, is: "18446744073709551615")
  }

  @Test func equalResultsGiveEqualBytes() {
    expect(ReportFile.all(of: ResultFixture.result), is: ReportFile.all(of: ResultFixture.result))
  }

  @Test func sampledPercentilesAreSaid() {
    let observations = (1...5).map { AggregateFixture.view(first: $0) }
    let row = StrategyResult(
      label: "many", name: "on-demand", settings: .object([]),
      runs: [
        SeedResult(seed: 1, aggregates: AggregateFixture.aggregates(observations, exactLimit: 3))
      ])
    var result = ResultFixture.result
    result.rows = [row]
    expect(ResultFixture.file("run.json", of: result).contains("\"percentilesAreExact\": false"))
    expect(
      ResultCaveats.sentences(on: result), is: ["Percentiles of `many` are up to 0.1 % too high."])
  }
}
