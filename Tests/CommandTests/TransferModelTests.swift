internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// `cachesim model transfer`, asked through the program.
@Suite struct TransferModelTests {
  private static func answer(_ arguments: [String], in folder: Folder) async throws -> JSON {
    let ended = try await Program(
      arguments: ["model", "transfer"] + arguments + ["--format", "json"], folder: folder
    ).run()
    expect(ended.status == 0 && ended.notes == [], "\(arguments): \(ended.notes)")
    return try JSON.parse(Array(ended.output.utf8))
  }

  @Test func packetsPassAtTheirMilliseconds() async throws {
    let folder = try Folder()
    try folder.write("0\n3\n3\n9\n", to: "way.down")
    try folder.write("4\n8\n", to: "way.up")
    let numbers: [(arguments: [String], done: Int64)] = [
      (["--bytes", "1500"], 3), (["--bytes", "3001"], 9),
      (["--bytes", "3001", "--start", "3ms"], 12),
      (["--bytes", "1", "--start", "9s"], 9_003), (["--bytes", "1", "--direction", "up"], 4),
    ]
    for (arguments, done) in numbers {
      let json = try await Self.answer(["--recorded", "way.down"] + arguments, in: folder)
      expect(json["done_ms"]?.integer, is: done, "\(arguments): \(json.compact)")
    }
    let up = try await Self.answer(["--recorded", "way.up", "--bytes", "1501"], in: folder)
    expect(up["done_ms"]?.integer == 8 && up["packets"]?.integer == 2)
    expect(up["direction"]?.string == "up" && up["recording"]?.string == "way")
  }

  @Test func ratesPassTheirIntegral() async throws {
    let folder = try Folder()
    try folder.write("time,down\n0,8\n1,0\n3,16\n4,0\n", to: "way.csv")
    let arguments = ["--recorded", "way.csv", "--start", "500ms", "--bytes", "1 MB"]
    let json = try await Self.answer(arguments, in: folder)
    // 500 kB until 1 s, then 500 kB from 3 s on at 2 kB a millisecond.
    expect(json["done_ms"]?.real == 3_250 && json["took_ms"]?.real == 2_750)
    expect(json["mean_mbit_per_s"]?.real, is: 6)
  }

  /// From 5 s on 0.406229284904 Mbit/s hold until 6.54999995232 s, 0.444893478261 until 8.3 s.
  @Test func aBundledRecordingIsKnownByItsName() async throws {
    let arguments = ["--recorded", "norway_train_1", "--start", "5s", "--bytes", "100000"]
    let json = try await Self.answer(arguments, in: try Folder())
    let first = 0.406229284904e6 * 1.54999995232
    let done = 6_549.99995232 + (800_000 - first) / 0.444893478261e6 * 1e3
    expect(abs((json["done_ms"]?.real ?? 0) - done) < 0.001, "\(json.compact), \(done)")
  }

  private static let shared = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "shared/networks")

  /// A few rows of the golden file through the program; all of them are met in
  /// `GivenNetworkTests`.
  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: shared.path), "needs ../shared/networks"))
  func goldenRowsAreMet() async throws {
    let text = try String(
      contentsOf: Self.shared.appending(path: "golden-mahimahi.csv"), encoding: .utf8)
    let rows = text.split(whereSeparator: \.isNewline).dropFirst().map { $0.split(separator: ",") }
    expect(rows.count, is: 28)
    for row in rows.enumerated().filter({ $0.offset % 9 == 0 }).map(\.element) {
      let json = try await Self.answer(
        [
          "--recorded", Self.shared.appending(path: String(row[0])).path, "--start", "\(row[1])ms",
          "--bytes", String(row[2]),
        ], in: try Folder())
      expect(json["done_ms"]?.integer, is: Int64(row[4]), "\(row)")
    }
  }
}

/// Scenarios over recorded networks, through the program.
@Suite struct RecordedNetworkRunTests {
  private static func scenario(_ network: String) -> String {
    SmallScenario.text().replacing(
      #""networkSchedule": {"name": "commuter"}"#,
      with: #""networkSchedule": {"name": "always", "settings": {"profile": \#(network)}}"#)
  }

  /// A recording whose rate differs from second to second.
  private static func recording(_ step: Int) -> String {
    (0..<100).map { "\($0) \(1 + $0 * step % 11)\n" }.joined()
  }

  /// The table of a run of a scenario in a folder of its own, beside a recording.
  private static func table(
    _ network: String, recording: String = recording(1), variance: String = "measured"
  ) async throws -> String {
    let folder = try Folder()
    try folder.write(recording, to: "sub/way.tsv")
    let text = scenario(network).replacing(
      #""networkSchedule":"#, with: #""variance": "\#(variance)", "networkSchedule":"#)
    try folder.write(text, to: "sub/it.json")
    let ended = try await Program.run("run", "sub/it.json", "--no-charts", in: folder)
    expect(ended.status == 0 && ended.notes == [], "\(ended.notes)")
    return try folder.text("Reports/it/summary.csv")
  }

  @Test func theRatesOfARecordingAreMet() async throws {
    let recorded = #"{"recorded": "way.tsv", "profile": "slow-4g"}"#
    let first = try await Self.table(recorded)
    try await expect(Self.table(recorded), is: first)
    try await expect(Self.table(recorded, recording: Self.recording(3)) != first)
    let random = #"{"recorded": "way.tsv", "profile": "slow-4g", "start": "random"}"#
    try await expect(Self.table(random) != first)
    // The constant rate of the profile as a recording is the profile where nothing varies.
    let constant = try await Self.table(
      recorded, recording: "0 1.6\n60 1.6\n99 9\n", variance: "none")
    try await expect(Self.table(#""slow-4g""#, variance: "none"), is: constant)
    try await expect(Self.table(#""slow-4g""#) != constant)
  }

  @Test func aMistakeInARecordingIsToldBeforeTheRun() async throws {
    let folder = try Folder()
    try folder.write("0 1\n5 many\n", to: "way.tsv")
    try folder.write(Self.scenario(#"{"recorded": "way.tsv"}"#), to: "it.json")
    let ended = try await Program.run("run", "it.json", in: folder)
    expect(ended.status == 65 && ended.output == "")
    expect(ended.notes, is: ["error: way.tsv:2: expected a rate from 0 to 1 Tbit/s, found 'many'"])
  }
}
