internal import Foundation
internal import SimCore
internal import TestCases
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
    expect(ended.status, is: 0, "\(ended.notes)")
    let json = try JSON.parse(Array(ended.output.utf8))
    let found = try #require(json["agreement"]?.elements?.first)
    let judged = try #require(found["judged"]?.integer)
    let agreed = try #require(found["agreed"]?.integer)
    let sent = try folder.text("report/metrics.csv").split(separator: "\n")
      .filter { $0.contains(",all,,network_requests,") }
      .compactMap { Double($0.split(separator: ",", omittingEmptySubsequences: false)[6]) }
    expect(sent.count, is: 2)
    let row = "| `\(client.profile)` | \(judged) | \(agreed) | "
    let counts = "| \(Int(sent[0])) | \(Int(sent[1])) |"
    let page = try Page("Docs/Accuracy.md").text.split(separator: "\n")
    expect(page.contains { $0.contains(row) && $0.hasSuffix(counts) }, "\(row) … \(counts)")
    guard client.isItsOwn else { return }
    expect(Double(agreed) >= 0.97 * Double(judged))
    expect(abs(sent[0] - sent[1]) <= 0.05 * sent[1])
  }
}
