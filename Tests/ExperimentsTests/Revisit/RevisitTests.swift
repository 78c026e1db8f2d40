internal import Foundation
internal import HTTPCaching
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// A second visit is answered, validated and loaded as the headers of the first one say.
@Suite struct RevisitTests {
  /// An entry of a page, each 10 ms after the last one.
  private static func entry(_ path: String, _ place: Int, _ headers: [String: String]) -> String {
    let lines = headers.sorted { $0.key < $1.key }.map {
      #"{"name": "\#($0.key)", "value": "\#($0.value.replacing("\"", with: "\\\""))"}"#
    }
    let type = path == "/" ? "text/html" : "image/png"
    return """
      {"startedDateTime": "2026-03-02T08:00:00.\(100 + 10 * place)Z", "time": 5, "pageref": "p",
       "request": {"method": "GET", "url": "https://app.example\(path)", "headers": []},
       "response": {"status": 200, "headers": [\(lines.joined(separator: ", "))],
         "content": {"size": 10000, "mimeType": "\(type)"}, "bodySize": 10000}}
      """
  }

  private static let resources: [(path: String, headers: [String: String])] = [
    ("/", ["Cache-Control": "no-cache", "ETag": "\"a\""]),
    ("/hour.png", ["Cache-Control": "max-age=3600", "ETag": "\"b\""]),
    ("/untagged.png", ["Cache-Control": "max-age=3600"]),
    ("/week.png", ["Cache-Control": "max-age=604800"]),
    ("/secret.png", ["Cache-Control": "no-store"]),
  ]

  private static func outcome(
    after time: TimeSpan, by profile: String = "rfc9111",
    _ change: (inout Revisit) -> Void = { _ in }
  ) throws -> Revisit.Outcome {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).har")
    defer { try? FileManager.default.removeItem(at: file) }
    let entries = resources.enumerated().map { entry($1.path, $0, $1.headers) }
    let text = """
      {"log": {"pages": [{"id": "p", "startedDateTime": "2026-03-02T08:00:00.000Z"}],
       "entries": [\(entries.joined(separator: ",\n"))]}}
      """
    try Data(text.utf8).write(to: file)
    var revisit = Revisit(
      of: file.path, after: time, by: try #require(HTTPProfile.named(profile)), over: "lte-wpt")
    change(&revisit)
    return try revisit.run()
  }

  private static func ways(_ visit: Revisit.Visit) -> [String: Revisit.Way] {
    visit.uses.reduce(into: [:]) { ways, use in
      ways[String(use.url.dropFirst("https://app.example".count))] = use.way
    }
  }

  private static func causes(_ visit: Revisit.Visit) -> [String: RevisitCause] {
    visit.uses.reduce(into: [:]) { causes, use in
      causes[String(use.url.dropFirst("https://app.example".count))] = use.cause
    }
  }

  @Test func theFirstVisitLoadsEverything() throws {
    let first = try Self.outcome(after: .hours(1)).first
    expect(first.uses.count == 5 && first.count(.loaded) == 5 && first.requests == 5)
    expect(first.views, is: 1)
    // Bodies of 10 kB, of which the text travels compressed unless the capture says otherwise.
    expect(first.down > Bytes(40_000) && first.down < Bytes(53_000))
  }

  @Test func withinAllLifetimesOnlyWhatForbidsItIsAsked() throws {
    let again = try Self.outcome(after: .minutes(5)).again
    expect(
      Self.ways(again),
      is: [
        "/": .validated, "/hour.png": .cache, "/untagged.png": .cache, "/week.png": .cache,
        "/secret.png": .loaded,
      ])
    expect(again.requests, is: 2)
    let causes = Self.causes(again)
    expect(causes["/"] == .noCache && causes["/secret.png"] == .noStore)
    expect(causes["/hour.png"], is: .fresh)
  }

  @Test func behindALifetimeAValidatorSavesTheBody() throws {
    let again = try Self.outcome(after: .hours(2)).again
    expect(
      Self.ways(again),
      is: [
        "/": .validated, "/hour.png": .validated, "/untagged.png": .loaded, "/week.png": .cache,
        "/secret.png": .loaded,
      ])
    expect(Self.causes(again)["/hour.png"], is: .lifetimeOver)
    expect(Self.causes(again)["/untagged.png"], is: .noValidator)
    let bytes: [String: Int64] = again.uses.reduce(into: [:]) { $0[$1.url] = $1.down.count }
    try expect(#require(bytes["https://app.example/hour.png"]) < 1_000)
    try expect(#require(bytes["https://app.example/untagged.png"]) > 10_000)
  }

  /// Waits are of one clock: what needs nothing is there sooner.
  @Test func aSecondVisitIsCompleteSooner() throws {
    let outcome = try Self.outcome(after: .minutes(5))
    let first = try #require(outcome.first.completeContents.first)
    let again = try #require(outcome.again.completeContents.first)
    expect(again <= first)
    expect(outcome.waterfalls.first.rows.count, is: 5)
    expect(outcome.waterfalls.again.rows.count, is: 5)
  }

  @Test func whatHasChangedIsLoaded() throws {
    let again = try Self.outcome(after: .hours(2)) { $0.changed = ["*/hour.png"] }.again
    expect(Self.ways(again)["/hour.png"], is: .loaded)
    expect(Self.causes(again)["/hour.png"], is: .changed)
    expect(Self.ways(again)["/"], is: .validated)
  }

  /// Chromium's document is confirmed when a page is reloaded, its pictures are not; on the way
  /// back Firefox takes what is stored, whatever its age.
  @Test func aReloadAndTheWayBackAreTheClients() throws {
    let reloaded = try Self.outcome(after: .minutes(1), by: "chromium") { $0.navigation = .reload }
    expect(Self.ways(reloaded.again)["/"], is: .validated)
    let back = try Self.outcome(after: .hours(2), by: "firefox") { $0.navigation = .back }.again
    expect(Self.ways(back)["/hour.png"] == .cache && Self.ways(back)["/untagged.png"] == .cache)
    expect(Self.ways(back)["/secret.png"], is: .loaded)
  }

  /// What is written is what our reader takes, and the rules that made it agree with it.
  @Test func bothVisitsAreACapture() throws {
    let outcome = try Self.outcome(after: .hours(2))
    let log = try #require(RecordingArchive(outcome.recording).json(version: "1")["log"])
    let entries = try #require(log["entries"]?.elements)
    expect(entries.count, is: outcome.first.uses.count + outcome.again.uses.count)
    expect(log["pages"]?.elements?.count, is: 2)
    expect(
      entries.count { $0["_fromCache"] != nil },
      is: outcome.again.count(.cache)
        + outcome.again.count(.validated) - entries.count { $0["response"]?["status"] == 304 })
  }

  @Test func aCaptureWithoutAScreenIsRefused() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).har")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(#"{"log": {"entries": []}}"#.utf8).write(to: file)
    let revisit = Revisit(of: file.path, after: .hours(1), by: .rfc9111, over: "lte-wpt")
    let error = #expect(throws: InputError.self) { try revisit.run() }
    expect(error?.message.contains("no request of the capture opens a page"), is: true)
  }
}
