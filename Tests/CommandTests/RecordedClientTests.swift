internal import Foundation
internal import SimCore
internal import Testing

/// Real clients in the scenario Examples/Live/morning.json, as Examples/Live/check recorded them:
/// their decisions beside the rules of their profiles, without their programs.
@Suite struct RecordedClientTests {
  /// A recorded client, and whose rules it is held to.
  struct Client: Sendable, CustomTestStringConvertible {
    let name: String
    let profile: String
    /// Whether the profile has its rules.
    var isItsOwn = true
    var testDescription: String { name }
  }

  static let all = [
    Client(name: "chromium", profile: "chromium"), Client(name: "okhttp", profile: "okhttp"),
    Client(name: "libsoup", profile: "rfc9111", isItsOwn: false),
    Client(name: "hishel", profile: "hishel"),
    Client(name: "requests-cache", profile: "requests-cache"),
    Client(name: "cachecontrol", profile: "cachecontrol"),
    Client(name: "urlsession", profile: "urlsession"),
  ]

  /// The rows of Docs/Accuracy.md are what the program says.
  @Test(arguments: all)
  func agreementIsAsThePageSays(client: Client) async throws {
    let folder = try Folder()
    let ended = try await Program(
      arguments: [
        "live", Checkout.root.appending(path: "Examples/Live/morning.json").path,
        "--recorded", Checkout.root.appending(path: "Tests/Sessions/\(client.name)").path,
        "--beside", "url-cache:\(client.profile)", "--format", "json", "--no-charts",
        "--output", "report",
      ], folder: folder
    ).run()
    #expect(ended.status == 0, "\(ended.notes)")
    let json = try JSON.parse(Array(ended.output.utf8))
    let found = try #require(json["agreement"]?.elements?.first)
    let judged = try #require(found["judged"]?.integer)
    let agreed = try #require(found["agreed"]?.integer)
    let sent = try folder.text("report/metrics.csv").split(separator: "\n")
      .filter { $0.contains(",all,,network_requests,") }
      .compactMap { Double($0.split(separator: ",", omittingEmptySubsequences: false)[6]) }
    #expect(sent.count == 2)
    let row = "| `\(client.profile)` | \(judged) | \(agreed) | "
    let counts = "| \(Int(sent[0])) | \(Int(sent[1])) |"
    let page = try Page("Docs/Accuracy.md").text.split(separator: "\n")
    #expect(page.contains { $0.contains(row) && $0.hasSuffix(counts) }, "\(row) … \(counts)")
    guard client.isItsOwn else { return }
    #expect(Double(agreed) >= 0.97 * Double(judged))
    #expect(abs(sent[0] - sent[1]) <= 0.05 * sent[1])
  }

  /// A file that is no recording, a folder without one and a folder that is not there are told.
  @Test func whatIsNoRecordingIsTold() async throws {
    let folder = try Folder()
    try folder.write("{\"log\": {\"entries\": []}}", to: "own/seed-1-device-0.har")
    try folder.write("", to: "empty/readme.txt")
    func run(_ name: String) async throws -> Program.Ended {
      try await Program(
        arguments: ["live", "news", "--recorded", name, "--no-charts"], folder: folder
      ).run()
    }
    let wrong = try await run("own")
    #expect(wrong.status == 65 && wrong.notes.joined().contains("there is no _secondsAtStart"))
    let empty = try await run("empty")
    #expect(empty.status == 65 && empty.notes.joined().contains("seed-1-device-0.har in empty"))
    let missing = try await run("nowhere")
    #expect(missing.status == 66 && missing.notes.joined().contains("'nowhere'"))
  }
}
