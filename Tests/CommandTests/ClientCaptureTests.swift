internal import Foundation
internal import SimCore
internal import Testing

/// Captures of real HTTP clients, by the clients' own profiles.
struct ClientCaptureTests {
  /// The rows of Docs/Accuracy.md are what the program says, and little is not judged.
  @Test(arguments: ClientCapture.all)
  func agreementIsAsThePageSays(capture: ClientCapture) async throws {
    let json = try await check(capture, "--profile", capture.profile)
    let judged = try #require(json["judged"]?.integer)
    let agreed = try #require(json["agreed"]?.integer)
    let page = try Page("Docs/Accuracy.md").text
    #expect(
      page.contains("| `\(capture.profile)` | \(judged) | \(agreed) | "),
      "\(capture.profile): \(agreed) of \(judged)")
    #expect(Double(agreed) >= 0.97 * Double(judged))
    let entries = try #require(json["entries"]?.integer)
    #expect(json["notJudged"]?.integer == entries - judged)
    #expect(Double(entries - judged) <= 0.15 * Double(entries))
    #expect(json["profile"]?.string == capture.profile && json["confidence"] == "measured")
  }

  /// What an entry tells of the truth changes no decision of ours.
  @Test func decisionsDoNotReadTheTruth() async throws {
    let capture = ClientCapture.all[2]
    let told = try await check(capture, "--profile", "okhttp")
    let text = try await Program.run(
      "http-check", "capture", capture.path, "--sessions", "one", "--profile", "okhttp",
      in: try Folder())
    #expect(text.output.contains("statuses 200, 203"))
    #expect(told["answered"] == 212)
    let table = try await check(capture, "--all-profiles")
    let rows = try #require(table["profiles"]?.elements)
    let best = rows.max { ($0["agreed"]?.integer ?? 0) < ($1["agreed"]?.integer ?? 0) }
    #expect(best?["profile"] == "okhttp" && best?["agreed"] == told["agreed"])
  }

  /// Simulated with the client's profile, a capture sends what the client sent, within 5 %. What
  /// its user did the capture has: simulated ones do nothing beside it.
  @Test(arguments: ClientCapture.all)
  func aSimulationSendsAsManyRequests(capture: ClientCapture) async throws {
    let folder = try Folder()
    try folder.write(
      """
      {"schemaVersion": 1, "question": "How many requests?", "seeds": [1],
       "workload": {"name": "trace", "settings": {
         "path": "\(capture.path)", "reading": {"sessions": "one"}}},
       "networkSchedule": {"name": "always", "settings": {"profile": "lte"}},
       "strategies": [{"name": "url-cache", "settings": {"profile": "\(capture.profile)"}}]}
      """, to: "own.json")
    let ended = try await Program(
      arguments: ["run", "own.json", "--format", "json", "--no-charts"], folder: folder
    ).run()
    #expect(ended.status == 0, "\(ended.notes)")
    let number = try #require(ended.output.firstMatch(of: /"network_requests"[^0-9]*([0-9.]+)/)?.1)
    let sent = try #require(Double(number))
    #expect(abs(sent - Double(capture.sent)) <= 0.05 * Double(capture.sent), "\(sent)")
    // URLSession on Linux uses nothing that it has.
    if capture.profile == "urlsession" { #expect(Int(sent) == capture.sent) }
  }

  private func check(_ capture: ClientCapture, _ arguments: String...) async throws -> JSON {
    let ended = try await Program(
      arguments: ["http-check", "capture", capture.path, "--sessions", "one", "--format", "json"]
        + arguments, folder: try Folder()
    ).run()
    #expect(ended.status == 0, "\(ended.notes)")
    return try JSON.parse(Array(ended.output.utf8))
  }
}

/// A capture beside the checkout.
struct ClientCapture: Sendable, CustomTestStringConvertible {
  let file: String
  let profile: String
  /// How many requests the client sent, those behind a stale answer among them.
  let sent: Int

  var path: String { Self.folder.appending(path: "\(file).har.gz").path }
  var testDescription: String { file }

  private static let folder = Checkout.root.appending(path: "Tests/Data/captures")

  static let all = [
    ClientCapture(file: "chromium", profile: "chromium", sent: 445),
    ClientCapture(file: "webkitgtk", profile: "webkit", sent: 430),
    ClientCapture(file: "okhttp", profile: "okhttp", sent: 467),
    ClientCapture(file: "requests-cache-defaults", profile: "requests-cache", sent: 416),
    ClientCapture(file: "cachecontrol", profile: "cachecontrol", sent: 476),
    ClientCapture(file: "urlsession", profile: "urlsession", sent: 679),
  ]
}
