internal import Foundation
internal import Testing

/// What really happened, where the traces lie beside the checkout.
@Suite struct RealTraceTests {
  private static let log = Checkout.trace("log/apache-semicomplete-2015.log")
  private static let nasa = Checkout.trace("log/nasa_19950701.tsv")
  private static let capture = Checkout.trace("http/harviewer-chrome51-3visits.har")

  @Test(.enabled(if: log != nil, "the access log is not beside the checkout"))
  func aMalformedLineOfAnAccessLogIsToldByItsNumber() async throws {
    let ended = try await replay(#require(Self.log))
    #expect(ended.status == 0)
    #expect(
      ended.notes.first
        == "warning: 1 of 10000 items of the trace are malformed and were left out:")
    #expect(ended.notes.dropFirst().first?.hasPrefix("  8899: ") == true)
    #expect(ended.notes.dropFirst(2).allSatisfy { $0.hasPrefix("note: ") })
  }

  @Test(.enabled(if: nasa != nil, "the table of NASA's requests is not beside the checkout"))
  func aTableOfRequestsIsReplayed() async throws {
    let ended = try await replay(#require(Self.nasa))
    #expect(ended.status == 0)
    #expect(ended.output.contains("network-only"))
  }

  @Test(.enabled(if: capture != nil, "the HAR capture is not beside the checkout"))
  func aCaptureOfABrowserIsReplayed() async throws {
    let ended = try await replay(#require(Self.capture))
    #expect(ended.status == 0)
    #expect(ended.output.contains("network-only"))
  }

  /// One strategy is enough for what the reader says.
  private func replay(_ trace: String) async throws -> Program.Ended {
    let folder = try Folder()
    try folder.write(
      #"{"question": "?", "workload": {"name": "trace"}, "#
        + #""strategies": [{"name": "network-only"}]}"#,
      to: "replay.json")
    let ended = try await Program.run(
      "run", "replay.json", "--trace", trace, "--no-charts", in: folder)
    #expect(try folder.names(in: "Reports/replay") == SmallScenario.tables)
    return ended
  }
}
