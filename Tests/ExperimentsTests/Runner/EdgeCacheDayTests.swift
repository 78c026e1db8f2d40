internal import CacheMetrics
internal import ClientSimulation
internal import DeviceModels
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// The day of `Docs/EdgeCaches.md`: four phones ask one point of presence, for a page that is fresh
/// for 30 s and may be used stale for 20 s more; versions 2 and 3 are published at 45 and 70 s.
@Suite struct EdgeCacheDayTests {
  private static let day = URL(filePath: #filePath)
    .appending(path: "../../../../Docs/Strategies/Days/edge-cache.jsonl").standardized.path

  private static func aggregates(
    _ edge: String, strategy: String = "network-only", story: String = day,
    failureRate: Double = 0
  ) throws -> Aggregates {
    let text = """
      {"question": "?", "seeds": [1], "variance": "none", "patience": null,
       "workload": {"name": "story", "settings": {"path": "\(story)"}},
       "reactions": {"reopening": 0, "refreshing": 0, "editsUnseen": true},
       "device": {"radio": {"isModelled": false}},
       "origin": {"content": "common", "textCompression": 1, "failureRate": \(failureRate),
         "edge": \(edge)},
       "strategies": [{"name": "\(strategy)"}]}
      """
    let scenario = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x").scenario
    let wear = FlashWear(scenario.device.wear)
    var all = try CellRunner.simulate([0], 0, of: scenario, wear).aggregates[0]
    all.sort()
    return all
  }

  /// 10 s: A misses, and B waits for A's answer. 30 s: C hits. 47 s: D is given version 1, stale
  /// and outdated, and version 2 comes meanwhile. 60 s: A hits. 72 s: B hits, outdated. 80 s: C is
  /// given version 2, stale and outdated.
  @Test func withoutPurgingAnswersAreOutdatedUntilTheyAreStale() throws {
    let edge = try Self.aggregates("{}").edge
    expect(edge.requests, is: 7)
    expect(edge.hits, is: 5)
    expect(edge.stale, is: 2)
    expect(edge.collapsed, is: 1)
    expect(edge.outdated, is: 3)
    expect(edge.origin, is: 3)
    expect(edge.bytes == 70_000 && edge.hitBytes == 50_000)
  }

  /// What is published at 45 and 70 s is dropped at 50 and 75 s: at 60 and 80 s A and C miss.
  @Test func aPurgeHasTheNextRequestAsk() throws {
    let edge = try Self.aggregates(#"{"purgeAfter": "5s"}"#).edge
    expect(edge.requests, is: 7)
    expect(edge.hits, is: 3)
    expect(edge.stale, is: 1)
    expect(edge.outdated, is: 2)
    expect(edge.origin, is: 4)
  }

  /// B does not wait for A, and D at 47 s and C at 80 s have to wait for the origin.
  @Test func withoutWaitingAndWithoutStaleAnswers() throws {
    let edge = try Self.aggregates(
      #"{"collapses": false, "staleWhileRevalidate": "0s"}"#
    ).edge
    expect(edge.hits == 3 && edge.stale == 0 && edge.collapsed == 0)
    expect(edge.origin, is: 4)
  }

  /// The shield is asked once for each point; two points have A, B, C and D among them.
  @Test func aShieldAsksOnce() throws {
    let alone = try Self.aggregates(#"{"points": 4}"#).edge
    let shielded = try Self.aggregates(#"{"points": 4, "shield": true}"#).edge
    expect(alone.forwarded, is: alone.origin)
    expect(shielded.origin < alone.origin)
    expect(shielded.forwarded > shielded.origin)
  }

  @Test func anOriginThatFailsFillsNothing() throws {
    let edge = try Self.aggregates("{}", failureRate: 1).edge
    expect(edge.requests == 7 && edge.hits == 0 && edge.stale == 0 && edge.bytes == 0)
  }

  /// Two of the seven wait for the origin, A and, for A's answer, B: with 700 ms more between point
  /// and origin the mean is 200 ms more.
  @Test func aHitIsAsNearAsThePoint() throws {
    let near = try Self.aggregates(#"{"roundTrip": "0s"}"#)
    let far = try Self.aggregates(#"{"roundTrip": "700ms"}"#)
    expect(near.edge, is: far.edge)
    let metric = try #require(MetricCatalog.all.first { $0.name == "first_content_shown_mean_ms" })
    let (fast, slow) = try (#require(metric.value(near)), #require(metric.value(far)))
    expect(abs(slow - fast - 200) < 1e-6)
  }

  /// A client counts the age that a point says: what C is given at 30 s, fresh for 30 s, is 20 s
  /// old, and is asked for again at 43 s; A's own, of 10 s, is not at 38 s.
  @Test func aClientCountsTheAge() throws {
    func phone(_ name: String, _ first: Int, _ second: Int) -> String {
      """
      {"device": "\(name)", "event": "publish", "resource": "page", "size": "9 kB", "headers": "h"}
      {"event": "launch"}
      {"at": "00:00:\(first)", "event": "open", "resource": "page", "for": "5s"}
      {"at": "00:00:\(second)", "event": "open", "resource": "page", "for": "5s"}
      {"at": "00:02:00", "event": "end"}

      """
    }
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    let head = """
      {"event": "story", "version": 1, "complete": true, "networks": ["wifi"]}
      {"event": "headers", "name": "h", "cacheControl": "max-age=30", "entityTag": true}

      """
    try Data((head + phone("A", 10, 38) + phone("C", 30, 43)).utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let edge = try Self.aggregates("{}", strategy: "url-cache", story: url.path).edge
    // C's second request is conditional; the point's answer is stale, and is confirmed.
    expect(edge.requests == 3 && edge.hits == 1 && edge.origin == 2)
  }
}
