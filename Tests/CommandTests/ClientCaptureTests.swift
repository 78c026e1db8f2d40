internal import CacheWorkloads
internal import Foundation
internal import SimCore
internal import TestCases
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
    expect(
      page.contains("| `\(capture.profile)` | \(judged) | \(agreed) | "),
      "\(capture.profile): \(agreed) of \(judged)")
    expect(Double(agreed) >= 0.97 * Double(judged))
    let entries = try #require(json["entries"]?.integer)
    expect(json["notJudged"]?.integer, is: entries - judged)
    expect(Double(entries - judged) <= 0.15 * Double(entries))
    expect(json["profile"]?.string == capture.profile && json["confidence"] == "measured")
  }

  /// What an entry tells of the truth changes no decision of ours.
  @Test func decisionsDoNotReadTheTruth() async throws {
    let capture = ClientCapture.all[2]
    let told = try await check(capture, "--profile", "okhttp")
    let text = try await Program.run(
      "http-check", "capture", capture.path, "--sessions", "one", "--profile", "okhttp",
      in: try Folder())
    expect(text.output.contains("statuses 200, 203"))
    expect(told["answered"], is: 212)
    let table = try await check(capture, "--all-profiles")
    let rows = try #require(table["profiles"]?.elements)
    let best = rows.max { ($0["agreed"]?.integer ?? 0) < ($1["agreed"]?.integer ?? 0) }
    expect(best?["profile"] == "okhttp" && best?["agreed"] == told["agreed"])
  }

  /// Simulated with the client's profile, a capture sends what the client sent, within 2.1 %. What
  /// its user did the capture has: simulated ones do nothing beside it.
  @Test(arguments: Cases.some(ClientCapture.all + ClientCapture.others, oneIn: 3))
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
    expect(ended.status, is: 0, "\(ended.notes)")
    let number = try #require(ended.output.firstMatch(of: /"network_requests"[^0-9]*([0-9.]+)/)?.1)
    let simulated = try #require(Double(number))
    let sent = Double(try capture.sent)
    expect(abs(simulated - sent) <= 0.021 * sent, "\(simulated) of \(sent)")
    // URLSession on Linux uses nothing that it has.
    if capture.profile == "urlsession" { expect(simulated, is: sent) }
  }

  private func check(_ capture: ClientCapture, _ arguments: String...) async throws -> JSON {
    let ended = try await Program(
      arguments: ["http-check", "capture", capture.path, "--sessions", "one", "--format", "json"]
        + arguments, folder: try Folder()
    ).run()
    expect(ended.status, is: 0, "\(ended.notes)")
    return try JSON.parse(Array(ended.output.utf8))
  }
}

/// A capture beside the checkout.
struct ClientCapture: Sendable, CustomTestStringConvertible {
  let file: String
  let profile: String

  init(_ file: String, _ profile: String) { (self.file, self.profile) = (file, profile) }

  /// How many requests the client sent, those behind a stale answer among them.
  var sent: Int {
    get throws {
      let entries = try #require(try HARFile(path: path).log["entries"]?.elements)
      return entries.count { $0["_kind"]?.string != "used" }
    }
  }

  var path: String { Self.folder.appending(path: "\(file).har.gz").path }
  var testDescription: String { file }

  private static let folder = Checkout.root.appending(path: "Tests/Data/captures")

  static let all = [
    ClientCapture("chromium", "chromium"), ClientCapture("webkitgtk", "webkit"),
    ClientCapture("okhttp", "okhttp"), ClientCapture("requests-cache-defaults", "requests-cache"),
    ClientCapture("cachecontrol", "cachecontrol"), ClientCapture("urlsession", "urlsession"),
  ]

  /// Of the second and the third schedule.
  static let others =
    ClientCapture.learned.map { ClientCapture("second/\($0.file)", $0.profile) }
    + ClientCapture.third.map { ClientCapture("third/\($0.file)", $0.profile) }

  static let learned = [
    ClientCapture("aiohttp-cc", "aiohttp-client-cache"), ClientCapture("hc5", "apache-httpclient"),
    ClientCapture("gohttpcache", "go-httpcache"),
  ]
  static let third =
    [
      ClientCapture("chromium", "chromium"), ClientCapture("firefox", "firefox"),
      ClientCapture("webkitgtk", "webkit"), ClientCapture("okhttp", "okhttp"),
      ClientCapture("hishel", "hishel"), ClientCapture("requests-cache", "requests-cache"),
      ClientCapture("cachecontrol", "cachecontrol"),
      ClientCapture("cachecontrol-heuristic", "cachecontrol-heuristic"),
      ClientCapture("npm", "make-fetch-happen"),
    ] + learned
}
