internal import CacheMetrics
internal import CacheWorkloads
internal import Experiments
internal import Foundation
internal import Results
internal import SimCore
internal import TestCases
internal import Testing
internal import TraceFixtures

@testable internal import CacheSimCommand

/// The two roads from a capture: played as it is, and as the scenario that `init` writes of it,
/// with the capture's own views. Each strategy receives as many bytes on both.
@Suite struct CaptureRoadsTests {
  /// Those beside the checkout.
  static let named =
    [
      "compare-wikipedia-chrome-5runs", "haralyzer-cnn-firebug", "harviewer-chrome51-3visits",
      "harviewer-firefox47-3visits", "harviewer-softwareishard", "pagexray-assa-3runs",
      "pagexray-nytimes-first-repeat", "pagexray-wikipedia-3x-first-repeat", "perfcascade-bbc-2015",
      "sitespeed-theverge",
    ].map { "http/\($0).har" } + clientsBeside.map { "../captures/\($0).har.gz" }

  /// What clients did with answers of all sorts.
  private static let clientsBeside = [
    "cachecontrol", "chromium", "okhttp", "requests-cache-defaults", "urlsession", "webkitgtk",
    "second/aiohttp-cc", "second/gohttpcache", "second/hc5",
  ]
  static let present = named.filter { TraceFile.path($0) != nil }

  @Test(
    .enabled(if: !present.isEmpty, "\(TraceFile.absence)"), arguments: Cases.some(present, oneIn: 3)
  )
  func theyAgreeOnCapturesOfBrowsers(name: String) async throws {
    try await Self.expectAgreement(on: try #require(TraceFile.path(name)))
  }

  static let clients = [
    "cachecontrol", "chromium", "hishel", "libsoup", "okhttp", "requests-cache", "urlsession",
  ]

  @Test(arguments: Cases.some(clients, oneIn: 3)) func theyAgreeOnRecordedClients(name: String)
    async throws
  {
    let folder = Checkout.root.appending(path: "Tests/Sessions/\(name)")
    try await Self.expectAgreement(on: folder.appending(path: "seed-1-device-0.har.gz").path)
  }

  @Test func theyAgreeOnTheBundledCapture() async throws {
    try await Self.expectAgreement(on: "bundled:shop.har")
  }

  @Test(arguments: Cases.some(0..<80 as Range<UInt64>, oneIn: 4))
  func theyAgreeOnCapturesByChance(seed: UInt64) async throws {
    let folder = try Folder()
    try folder.write(RandomCapture.plausible(seed: seed), to: "a.har")
    try await Self.expectAgreement(on: folder.url.appending(path: "a.har").path)
  }

  private static func expectAgreement(on path: String) async throws {
    let profile = try AppProfile(path: path)
    let text = OwnAppScenario(profile, from: path).text(runAs: "a.json")
    let whole = try JSON.parse(Array(text.utf8))
    let settings = try #require(whole["workload"]?["settings"]?.members)
    let views = JSON.Member("views", JSON(.string(path)))
    let roads = [
      // The app is told its resources' versions, and not what each request was answered.
      JSON.object([
        ("name", "trace"),
        (
          "settings",
          .object([
            ("path", JSON(.string(path))), ("reading", .object([("answers", "versions")])),
          ])
        ),
      ]),
      JSON.object([("name", "app"), ("settings", JSON(.object(settings + [views])))]),
    ]
    var received: [[Int64]] = []
    var names: [String] = []
    for workload in roads {
      let file = try scenario(whole, playing: workload)
      names = file.scenario.strategies.map(\.label)
      let result = try await Runner.run(file, jobs: 1, command: "").result
      received.append(result.rows.map { $0.pooled.network.bytesDown.count })
    }
    for (place, name) in names.enumerated() {
      let (capture, app) = (received[0][place], received[1][place])
      expect(
        abs(capture - app) * 20 <= max(capture, app),
        "\(name): \(capture) B as captured, \(app) B by the scenario")
    }
  }

  private static func scenario(_ whole: JSON, playing workload: JSON) throws -> ScenarioFile {
    let replaced: [(String, JSON)] = [
      ("workload", workload), ("seeds", JSON(.array([1]))), ("variance", "none"),
      (
        "networkSchedule",
        try JSON.parse(
          Array(
            #"{"name": "always", "settings": {"profile": "wifi"}}"#.utf8))
      ),
    ]
    let kept = (whole.members ?? []).filter { member in
      !["devices", "duration"].contains(member.name)
        && !replaced.contains { $0.0 == member.name }
    }.map { ($0.name, $0.value) }
    let text = JSON.object(kept + replaced).compact
    return try ScenarioFile(bytes: Array(text.utf8), file: "a.json", name: "a")
  }

  /// What an HTTP cache may do with 89 % of the bytes is not said of the 11 % that are most: parts
  /// of one kind stay apart by their headers.
  @Test func partsOfOneKindAreGroupedByTheirHeaders() async throws {
    func entry(_ second: Int, _ path: String, _ size: Int, _ control: String) -> String {
      """
      {"startedDateTime": "2026-03-02T08:10:0\(second).000Z", "time": 80,
       "request": {"method": "GET", "url": "https://a.test/\(path)", "headers": []},
       "response": {"status": 200, "bodySize": \(size), "content": {"size": \(size),
         "mimeType": "\(path == "" ? "text/html" : "text/css")"},
         "headers": [{"name": "Cache-Control", "value": "\(control)"}]}}
      """
    }
    let folder = try Folder()
    let parts =
      (0..<4).map { entry(1, "a\($0).css", 1_000, "no-cache") }
      + (0..<3).map { entry(1, "b\($0).css", 90_000, "max-age=3600") }
    let entries = [entry(0, "", 900, "no-cache")] + parts
    try folder.write(
      "{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}",
      to: "a.har")
    let profile = try AppProfile(path: folder.url.appending(path: "a.har").path)
    let found = profile.screens.flatMap(\.parts)
    expect(found.map(\.count), is: [4, 3])
    expect(found.map(\.bytes), is: [Bytes(1_000), Bytes(90_000)])
    expect(found.map(\.headers.maxAge), is: [nil, .hours(1)])
    expect(found.map(\.headers.noCache), is: [true, false])
    expect(profile.parts == 7 && profile.partsWithOthersHeaders == 0)
  }

  /// What decides about a part is said of its group: when it is asked for, that it varies by all,
  /// that the app asks past the store, and that it is too large for some caches. Pages of many
  /// times the weight of others are screens of their own.
  @Test func whatDecidesIsSaidOfTheGroup() throws {
    func entry(
      _ milliseconds: Int, _ path: String, _ size: Int, _ line: String = "", asking: String = ""
    ) -> String {
      func header(_ text: String) -> String {
        let halves = text.split(separator: ":")
        guard halves.count == 2 else { return "" }
        return "{\"name\": \"\(halves[0])\", \"value\": \"\(halves[1])\"}"
      }
      let second = String(100_000 + milliseconds).dropFirst()
      return """
        {"startedDateTime": "2026-03-02T08:10:\(second.prefix(2)).\(second.suffix(3))Z", "time": 9,
         "request": {"method": "GET", "url": "https://a.test/\(path)",
           "headers": [\(header(asking))]},
         "response": {"status": 200, "bodySize": \(size), "headers": [\(header(line))],
           "content": {"size": \(size), "mimeType": "\(path.hasSuffix("png")
             ? "image/png" : "application/json")"}}}
        """
    }
    let fresh = "Cache-Control:max-age=60"
    let entries = [
      entry(0, "posts/1", 900), entry(300, "a.png", 2_000, fresh),
      entry(500, "b.png", 2_000_000, fresh), entry(700, "c.png", 2_000, "Vary:*"),
      entry(900, "d.png", 2_000, fresh, asking: "Cache-Control:no-cache"),
      entry(9_000, "posts/2", 950),
    ]
    let folder = try Folder()
    try folder.write(
      "{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}", to: "a.har")
    let screens = try AppProfile(path: folder.url.appending(path: "a.har").path).screens
    expect(screens.map(\.name), is: ["/posts/*", "/posts/* (2)"])
    let parts = screens.first?.parts ?? []
    expect(parts.map(\.bytes.count), is: [2_000, 2_000_000, 2_000, 2_000])
    expect(parts.map(\.after), is: [300, 500, 700, 900].map { .milliseconds($0) })
    expect(parts.map(\.headers.variesByAll), is: [false, false, true, false])
    expect(parts.map(\.headers.noCache), is: [false, false, false, true])
  }

  /// Whatever a valid capture has, a scenario is written of it, which runs: methods whose address
  /// is requested later, answers without a body, pages without entries.
  @Test(arguments: Cases.some(0..<250 as Range<UInt64>, oneIn: 4))
  func anyCaptureBecomesAScenarioThatRuns(seed: UInt64) async throws {
    let folder = try Folder()
    try folder.write(RandomCapture.any(seed: seed), to: "a.har")
    let path = folder.url.appending(path: "a.har").path
    let profile = try AppProfile(path: path)
    guard profile.views > 0 else { return }
    let text = OwnAppScenario(profile, from: path).text(runAs: "a.json")
    let whole = try JSON.parse(Array(text.utf8))
    let file = try ScenarioFile(bytes: Array(text.utf8), file: "a.json", name: "a").changed(by: [
      ScenarioChange(flag: "", name: "devices", value: 1),
      ScenarioChange(flag: "", name: "duration", value: "6h"),
      ScenarioChange(flag: "", name: "seeds", value: JSON(.array([1]))),
    ])
    let rows = try await Runner.run(file, jobs: 1, command: "").result.rows
    expect(rows.count, is: whole["strategies"]?.elements?.count)
  }

  @Test func aMethodWhoseAddressIsRequestedLaterIsNoTrap() throws {
    let folder = try Folder()
    func entry(_ method: String, _ path: String, _ second: Int) -> String {
      """
      {"startedDateTime": "2026-03-02T08:10:0\(second).000Z", "time": 80,
       "request": {"method": "\(method)", "url": "https://a.test/\(path)", "headers": []},
       "response": {"status": 200, "bodySize": 9, "headers": [], "content": {"size": 9}}}
      """
    }
    let entries = [entry("POST", "c", 0), entry("GET", "x", 3), entry("GET", "c", 6)]
    try folder.write(
      "{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}", to: "a.har")
    let profile = try AppProfile(path: folder.url.appending(path: "a.har").path)
    expect(profile.views == 3 && profile.otherMethods == 1)
  }
}
