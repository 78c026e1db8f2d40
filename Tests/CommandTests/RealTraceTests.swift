internal import Foundation
internal import TestCases
internal import Testing
internal import TraceFixtures

/// What really happened, where the traces lie beside the checkout.
@Suite struct RealTraceTests {
  private static let log = TraceFile.path("log/apache-semicomplete-2015.log")
  private static let nasa = TraceFile.path("log/nasa_19950701.tsv")
  private static let capture = TraceFile.path("http/harviewer-chrome51-3visits.har")

  @Test(.enabled(if: log != nil, "\(TraceFile.absence)"))
  func aMalformedLineOfAnAccessLogIsReportedByItsNumber() async throws {
    let ended = try await replay(#require(Self.log))
    expect(ended.status, is: 0)
    expect(
      ended.notes.first,
      is: "warning: 1 of 10,000 items of the trace is malformed and was left out:")
    expect(ended.notes.dropFirst().first?.hasPrefix("  8899: "), is: true)
    expect(ended.notes.dropFirst(2).allSatisfy { $0.hasPrefix("note: ") })
  }

  @Test(.enabled(if: nasa != nil, "\(TraceFile.absence)"))
  func aTableOfRequestsIsReplayed() async throws {
    let ended = try await replay(#require(Self.nasa))
    expect(ended.status, is: 0)
    expect(ended.output.contains("network-only"))
  }

  @Test(.enabled(if: capture != nil, "\(TraceFile.absence)"))
  func aCaptureOfABrowserIsReplayed() async throws {
    let ended = try await replay(#require(Self.capture))
    expect(ended.status, is: 0)
    expect(ended.output.contains("network-only"))
  }

  /// What reports say of captures of repeated visits: how many requests are seen again, what the
  /// browser's cache did with them, what ours does, and on how many they agree.
  static let agreements = [
    (
      "http/harviewer-chrome51-3visits.har",
      "18 requests of the capture are for something that was requested before. Of these the "
        + "browser's cache served 13, validated 5 and loaded 0; ours, decided by the recorded "
        + "header lines, served 13, validated 5 and loaded 0. They agree on **18 of 18**."
    ),
    (
      "http/harviewer-firefox47-3visits.har",
      "15 requests of the capture are for something that was requested before. Of these the "
        + "browser's cache served 10, validated 5 and loaded 0; ours, decided by the recorded "
        + "header lines, served 10, validated 5 and loaded 0. They agree on **15 of 15**."
    ),
  ]

  @Test(
    .enabled(if: capture != nil, "\(TraceFile.absence)"),
    arguments: agreements)
  func aReportSaysHowFarTheCachesAgree(name: String, sentence: String) async throws {
    let folder = try Folder()
    let trace = try #require(TraceFile.path(name))
    let ended = try await replay(trace, in: folder)
    let report = try folder.text("Reports/replay/report.md")
    expect(report.contains("## The browser's cache and ours"))
    expect(report.contains(sentence))
    expect(ended.output.contains("of the capture are treated by our HTTP cache as the browser's"))
  }

  /// One strategy is enough for what the reader says.
  private func replay(_ trace: String) async throws -> Program.Ended {
    try await replay(trace, in: Folder())
  }

  private func replay(_ trace: String, in folder: Folder) async throws -> Program.Ended {
    try folder.write(
      #"{"question": "?", "workload": {"name": "trace"}, "#
        + #""strategies": [{"name": "network-only"}]}"#,
      to: "replay.json")
    let ended = try await Program.run(
      "run", "replay.json", "--trace", trace, "--no-charts", in: folder)
    try expect(folder.names(in: "Reports/replay"), is: SmallScenario.tables)
    return ended
  }
}
