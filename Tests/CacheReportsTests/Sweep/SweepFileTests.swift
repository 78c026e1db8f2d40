internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import Results

@Suite struct SweepFileTests {
  private func lines(_ name: String, _ result: SweepResult) -> [String] {
    let text = ReportFile.all(of: result).first { $0.name == name }?.text ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  @Test func theLongFormHasALineForEveryNumber() throws {
    let result = try #require(SweepFixture.result([SweepFixture.sizes, SweepFixture.places]))
    let lines = lines("sweep.csv", result)
    expect(
      lines[0],
      is: "scenario,shelf.capacity,shelf.capacity_bytes,\"place, or 'town'\",strategy,seed,"
        + "metric,unit,value,halfwidth,low,high")
    expect(lines.count, is: 1 + 3 * 2 * 2 * 3 * SweepFixture.measures.count)
    expect(lines[1], is: "small,1 MB,1000000,\"a,b\",shelf,1,opens,count,0,,,")
    expect(lines.contains("small,1 MB,1000000,\"a,b\",shelf,all,first_content_p95_ms,ms,inf,,,"))
    // Seeds of 0 and 1: the mean's relative error is 1, and e^12.706 is 329,720.
    expect(
      lines.contains(
        "small,1 MB,1000000,\"a,b\",shelf,all,opens,count,0.5,82430.075,0,164860.15"))
    expect(lines.contains("small,4 MB,4000000,\"\"\"c\"\"\",bound,2,stale_share,ratio,,,,"))
  }

  @Test func theSummaryHasTheIntervalsOverTheSeeds() throws {
    let result = try #require(SweepFixture.result([SweepFixture.sizes]))
    let lines = lines("summary.csv", result)
    expect(
      lines[0],
      is: "shelf.capacity,shelf.capacity_bytes,strategy,seeds,opens,opens_from_cache_share,"
        + "first_content_p95_ms,first_content_shown_p95_ms,stale_share,flash_write_bytes,"
        + ["halfwidth", "low", "high"].flatMap { field in
          [
            "opens", "opens_from_cache_share", "first_content_p95_ms",
            "first_content_shown_p95_ms", "stale_share", "flash_write_bytes",
          ].map { "\($0)_\(field)" }
        }.joined(separator: ","))
    expect(lines.count, is: 1 + 3 * 2)
    // Seeds of 10 and 11: e^(12.706 · ½ ln 1.1) is 1.832.
    expect(
      lines[3],
      is: "2 MB,2000000,shelf,2,10.5,0.5,110.5,110,,5000000,"
        + "6.753,0.258774,6.357,0,,0,5.731,0.241226,104.326,110,,5000000,"
        + "19.238,0.758774,117.039,110,,5000000")
    // An endless wait has no interval. A share of half an open counts as half a trial: Wilson's
    // interval is ½ ± 1.96 · √(½ + 1.96²) ÷ (1 + 2 · 1.96²), as the seeds have the same.
    expect(
      lines[1],
      is: "1 MB,1000000,shelf,2,0.5,0.5,inf,100,,5000000,"
        + "82430.075,0.470327,,0,,0,0,0.029673,,100,,5000000,"
        + "164860.15,0.970327,,100,,5000000")
    let alone = try #require(SweepFixture.result([SweepFixture.sizes], seeds: [1]))
    expect(
      self.lines("summary.csv", alone)[3],
      is: "2 MB,2000000,shelf,1,10.5,0.5,110.5,110,,5000000" + String(repeating: ",", count: 18))
  }

  @Test func theDescriptionListsTheFilesAndNoPlaceOrTime() throws {
    let result = try #require(SweepFixture.result([SweepFixture.sizes]))
    let text = ReportFile.all(
      of: result, charts: [Figure(file: "x.svg", caption: "X")], others: ["x.csv"]
    ).first { $0.name == "sweep.json" }?.text
    let json = try JSON.parse(Array(try #require(text).utf8))
    expect(
      json["files"]?.elements?.compactMap(\.string),
      is: [
        "sweep.csv", "summary.csv", "report.md", "report.html", "sweep.json", "x.svg", "x.csv",
      ])
    expect(json["sweepSchemaVersion"]?.integer, is: 2)
    expect(json["axes"]?.elements?.first?["name"]?.string, is: "shelf.capacity")
    expect(json["lines"]?.integer, is: 6)
  }

  /// Of 10, 30 and 50 % the second is nearest to 32 %; what is 28 % at all points is 4 points off.
  @Test func strategiesAreComparedAtEqualStaleness() throws {
    let measures = ["stale_share", "network_requests"].compactMap { name in
      ResultMeasure.metrics.first { $0.name == name }
    }
    var rows: [SweepOutline.Row] = []
    var cells: [String: SweepCell] = [:]
    func add(_ label: String, _ key: String, _ point: Int, _ values: [Double?]) {
      rows.append(
        SweepOutline.Row(point: point, label: label, name: "x", isBound: false, cell: key))
      cells[key] = SweepCell(key: key, values: [values], pooled: values, isExact: true)
    }
    for (point, stale) in [0.1, 0.3, 0.5].enumerated() {
      add("varied", "v\(point)", point, [stale, 900 - 100 * Double(point)])
      add("fixed", "f", point, [0.28, 50])
      add("never", "n", point, [nil, 1])
    }
    let outline = SweepOutline(
      scenario: "small", title: "A small day", question: "How big?", hash: "abc",
      programVersion: "0.0.0", command: "", seeds: [1], axes: [SweepFixture.sizes],
      measures: measures, rows: rows)
    let result = try #require(SweepResult(outline, cells: cells))
    let table = try #require(SweepTable(result, atStaleShare: 0.32))
    expect(table.table.columns.map(\.title), is: ["strategy", "at", "off by", "stale", "requests"])
    expect(
      table.table.texts,
      is: [
        ["varied", "shelf.capacity=2 MB", "2 points", "30 %", "800"],
        ["fixed", "all points", "4 points", "28 %", "50"],
      ])
  }

  @Test func thePageSaysWhereTheBestStand() throws {
    let result = try #require(SweepFixture.result([SweepFixture.sizes]))
    let page = lines("report.md", result)
    expect(page.first, is: "# A small day: a sweep")
    expect(page.contains { $0.hasPrefix("- `shelf (capacity=2 MB)` (111 ±6 ms)") })
    expect(page.contains("| 2 MB | bound (bound) | 50 ±25 % | 112 ±6 ms | – | 5 MB |"))
    expect(page.contains(Display.intervalLegend + "."))
    let alone = try #require(SweepFixture.result([SweepFixture.sizes], seeds: [1]))
    expect(!lines("report.md", alone).contains { $0.contains("±") })
    let table = SweepTable(result).text(width: 60).split(separator: "\n")
    expect(table.dropLast().allSatisfy { $0.count <= 60 })
    expect(table.count, is: 8)
    let left = table.last?.split(separator: ": ").last?.split(separator: ", ").map(String.init)
    let shown = table[0].split(separator: "  ").count
    expect(left, is: Array(SweepTable(result).table.columns.map(\.title).dropFirst(shown)))
    expect(table.last?.hasPrefix("\(left?.count ?? 0) more in summary.csv"), is: true)
    expect(!SweepTable(result).text().contains("too narrow"))
  }
}
