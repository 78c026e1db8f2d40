internal import SimCore
internal import Testing

@testable internal import CacheReports

@Suite struct SweepFileTests {
  private func lines(_ name: String, _ result: SweepResult) -> [String] {
    let text = ReportFile.all(of: result).first { $0.name == name }?.text ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  @Test func theLongFormHasALineForEveryNumber() throws {
    let result = try #require(SweepFixture.result([SweepFixture.sizes, SweepFixture.places]))
    let lines = lines("sweep.csv", result)
    #expect(
      lines[0] == "scenario,shelf.capacity,shelf.capacity_bytes,\"place, or 'town'\",strategy,seed,"
        + "metric,unit,value")
    #expect(lines.count == 1 + 3 * 2 * 2 * 3 * SweepFixture.measures.count)
    #expect(lines[1] == "small,1 MB,1000000,\"a,b\",shelf,1,opens,count,0")
    #expect(lines.contains("small,1 MB,1000000,\"a,b\",shelf,all,first_content_p95_ms,ms,inf"))
    #expect(lines.contains("small,4 MB,4000000,\"\"\"c\"\"\",bound,2,stale_share,ratio,"))
  }

  @Test func theSummaryHasTheSpreadOfTheSeeds() throws {
    let result = try #require(SweepFixture.result([SweepFixture.sizes]))
    let lines = lines("summary.csv", result)
    #expect(
      lines[0].hasPrefix(
        "shelf.capacity,shelf.capacity_bytes,strategy,seeds,opens,opens_deviation,"))
    #expect(lines.count == 1 + 3 * 2)
    // Seeds of 10 and 11 lie √½ from each other's mean by the sample's standard deviation.
    #expect(lines[3].hasPrefix("2 MB,2000000,shelf,2,10.5,0.707,0.5,0,"))
    // An endless wait has no spread.
    #expect(lines[1].contains(",inf,,"))
    let alone = try #require(SweepFixture.result([SweepFixture.sizes], seeds: [1]))
    #expect(self.lines("summary.csv", alone)[3].hasPrefix("2 MB,2000000,shelf,1,10.5,,0.5,,"))
  }

  @Test func theDescriptionListsTheFilesAndNoPlaceOrTime() throws {
    let result = try #require(SweepFixture.result([SweepFixture.sizes]))
    let text = ReportFile.all(
      of: result, charts: [ReportChart(file: "x.svg", caption: "X")], others: ["x.csv"]
    ).first { $0.name == "sweep.json" }?.text
    let json = try JSON.parse(Array(try #require(text).utf8))
    #expect(
      json["files"]?.elements?.compactMap(\.string) == [
        "sweep.csv", "summary.csv", "report.md", "sweep.json", "x.svg", "x.csv",
      ])
    #expect(json["sweepSchemaVersion"]?.integer == 1)
    #expect(json["axes"]?.elements?.first?["name"]?.string == "shelf.capacity")
    #expect(json["lines"]?.integer == 6)
  }

  @Test func thePageSaysWhereTheBestStand() throws {
    let result = try #require(SweepFixture.result([SweepFixture.sizes]))
    let page = lines("report.md", result)
    #expect(page.first == "# A small day: a sweep")
    #expect(
      page.contains {
        $0.hasPrefix(
          "- **Fastest first content:** `shelf` at `shelf.capacity=2 MB` (111 ms until 95 of 100 "
            + "opens showed something).")
      })
    #expect(page.contains("| 2 MB | bound (bound) | 50 % | 112 ms | – | 5 MB |"))
    let table = SweepTable(result).text(width: 60).split(separator: "\n")
    #expect(table.allSatisfy { $0.count <= 60 })
    #expect(table.count == 7)
  }
}
