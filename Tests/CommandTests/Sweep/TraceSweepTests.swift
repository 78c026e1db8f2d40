internal import TestCases
internal import Testing

/// A sweep over a trace of requests says what replays of it say.
@Suite struct TraceSweepTests {
  private static let sweep = [
    "sweep", "trace.ids", "--no-charts", "--vary", "policy=lru,arc,random",
    "--vary", "capacity=2..8*2", "--vary", "warmup=0,10",
  ]

  private func folder() throws -> Folder {
    let folder = try Folder()
    let ids = (0..<400).map { "\($0 * $0 % 37 + $0 % 5)\n" }
    try folder.write(ids.joined(), to: "trace.ids")
    return folder
  }

  @Test(arguments: [0, 10]) func everyLineIsThatOfAReplay(warmUp: Int) async throws {
    let folder = try folder()
    let swept = try await Program(arguments: Self.sweep, folder: folder).run()
    expect(swept.status, is: 0, "\(swept.notes)")
    let replayed = try await Program.run(
      "replay", "trace.ids", "--policy", "lru,arc,random", "--capacity", "2,4,8", "--warmup",
      "\(warmUp)", "--csv", "-", in: folder)
    let expected = try CSVText.rows(of: replayed.output).dropFirst().map {
      [$0[1], $0[0]]
        + [$0[2], $0[3], $0[4], $0[5], $0[6], $0[7]].map { Double($0) ?? -1 }
        .map { "\($0)" }
    }
    let rows = try CSVText.rows(of: folder.text("Reports/trace.ids-sweep/summary.csv"))
    let columns = [
      "capacity", "strategy", "requests", "bytes", "misses", "miss_bytes", "miss_ratio",
      "byte_miss_ratio",
    ].compactMap { rows[0].firstIndex(of: $0) }
    let warmUps = try #require(rows[0].firstIndex(of: "warmup"))
    let found = rows.dropFirst().filter { $0[warmUps] == "\(warmUp)" }.map { row in
      [row[columns[0]], row[columns[1]]] + columns.dropFirst(2).map { "\(Double(row[$0]) ?? -2)" }
    }
    expect(columns.count, is: 8)
    expect(Set(found) == Set(expected) && found.count == 9)
  }

  @Test func whenCopiesAreCheckedIsAnAxis() async throws {
    let folder = try Folder()
    let lines = (0..<400).map { "\($0 * 3),\($0 * $0 % 37 + $0 % 5)\n" }
    try folder.write("time,id\n" + lines.joined(), to: "trace.csv")
    let swept = try await Program.run(
      "sweep", "trace.csv", "--no-charts", "--vary", "policy=lru", "--vary", "capacity=100",
      "--vary", "ttl=none,sliding:1m", "--vary", "ttl-check=lookup,before,after", in: folder)
    expect(swept.status, is: 0, "\(swept.notes)")
    let rows = try CSVText.rows(of: folder.text("Reports/trace.csv-sweep/summary.csv"))
    let misses = try #require(rows[0].firstIndex(of: "misses"))
    var expected: [String] = []
    for flags in [[], ["--ttl", "sliding:1m"]] {
      for check in ["lookup", "before", "after"] {
        let replayed = try await Program(
          arguments: ["replay", "trace.csv", "--policy", "lru", "--capacity", "100", "--csv", "-"]
            + flags + (flags.isEmpty ? [] : ["--ttl-check", check]), folder: folder
        ).run()
        expected.append(try CSVText.rows(of: replayed.output)[1][4])
      }
    }
    expect(rows.dropFirst().map { $0[misses] }, is: expected)
    expect(expected[3] == expected[4] && expected[4] != expected[5] && expected[3] != expected[0])
  }

  @Test func shardsAreMergedToTheSameBytesAndCellsAreKept() async throws {
    let folder = try folder()
    _ = try await Program(arguments: Self.sweep + ["--output", "whole"], folder: folder).run()
    for shard in 1...3 {
      let ended = try await Program(
        arguments: Self.sweep + ["--output", "parts", "--shard", "\(shard)/3"], folder: folder
      ).run()
      expect(ended.status, is: 0)
    }
    let merged = try await Program.run("merge", "parts", "--no-charts", in: folder)
    expect(merged.status, is: 0)
    try expect(folder.files(in: "parts/.cells"), is: folder.files(in: "whole/.cells"))
    for name in try folder.names(in: "whole") where name != ".cells" {
      try expect(folder.text("parts/\(name)"), is: folder.text("whole/\(name)"), "\(name)")
    }
    let again = try await Program(
      arguments: Self.sweep + ["--output", "whole", "--jobs", "1"], folder: folder
    ).run()
    expect(again.notes, is: ["note: 18 of 18 cells were there already"])
  }

  @Test func seedsArePooledAndSettingsOfPoliciesAreAxes() async throws {
    let folder = try folder()
    let ended = try await Program.run(
      "sweep", "trace.ids", "--no-charts", "--vary", "policy=s3-fifo,random", "--vary",
      "s3-fifo.smallShare=0.1,0.5", "--vary", "capacity=8", "--seeds", "1..4", in: folder)
    expect(ended.status, is: 0, "\(ended.notes)")
    let rows = try CSVText.rows(of: folder.text("Reports/trace.ids-sweep/summary.csv"))
    let misses = try #require(rows[0].firstIndex(of: "miss_ratio_halfwidth"))
    let lines = Dictionary(grouping: rows.dropFirst()) { $0[rows[0].firstIndex(of: "strategy")!] }
    expect(lines["s3-fifo"]?.map { Double($0[misses]) }, is: [0, 0])
    expect(lines["random"]?.allSatisfy { (Double($0[misses]) ?? 0) > 0 }, is: true)
    // The coin tosser does not know the other's setting: one cell at both points.
    expect(Set(lines["random"]?.map { $0.suffix(12) } ?? []).count, is: 1)
    let cells = try folder.names(in: "Reports/trace.ids-sweep/.cells")
    expect(cells.filter { $0 != "outline.json" }.count, is: 3)
  }
}
