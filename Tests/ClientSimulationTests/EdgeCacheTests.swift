internal import CacheWorkloads
internal import HTTPCaching
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import ClientSimulation

/// A point of presence, driven by hand.
@Suite struct EdgeCacheTests {
  private static func cache(
    lifetime: TimeSpan, _ change: (inout EdgeSettings) -> Void = { _ in }
  ) -> EdgeCache {
    var settings = EdgeSettings()
    settings.maxAge = lifetime
    settings.staleWhileRevalidate = .zero
    change(&settings)
    var headers = CacheHeaders()
    headers.hasEntityTag = true
    return EdgeCache(settings, headers: [headers], secondsAtStart: 1_767_225_600, seed: 1)
  }

  private static func flight(
    version: UInt32 = 1, size: Int64 = 1_000, askedAt now: Instant, takes span: TimeSpan
  ) -> EdgeCache.Flight {
    let content = Content(version: version, kind: .model, size: Bytes(size), publishedAt: .start)
    let answer = EdgeAnswer(
      status: 200, version: EdgeVersion(content, parts: []), size: Bytes(size), date: now)
    return EdgeCache.Flight(answer: answer, arrival: now + span)
  }

  /// Asks, and has the origin answer after a span what has to be asked for.
  private static func ask(
    _ cache: EdgeCache, _ key: UInt32, at now: Instant, size: Int64 = 1_000,
    takes span: TimeSpan = .zero
  ) -> String {
    let request = HTTPRequest("GET", "/\(key)")
    switch cache.ask(request, for: key, at: now) {
    case .stored(_, let revalidation): return revalidation == nil ? "hit" : "stale"
    case .collapsed: return "collapsed"
    case .forward(let decision):
      _ = cache.begin(
        flight(size: size, askedAt: now, takes: span), for: request, key: key, after: decision,
        at: now)
      return "miss"
    }
  }

  /// A TTL cache under Poisson requests: of λT + 1 requests from one load to the next λT hit (Jung,
  /// Berger, Balakrishnan: Modeling TTL-based Internet Caches, INFOCOM 2003).
  @Test(arguments: [0.25, 1, 4])
  func hitsUnderPoissonRequestsAreAsTheClosedFormSays(_ load: Double) {
    // So long that the whole seconds of HTTP do not matter.
    let lifetime = TimeSpan.seconds(10_000)
    let cache = Self.cache(lifetime: lifetime)
    var random = SeededGenerator(seed: 7, purpose: .workload, entity: 1, attempt: 0)
    var now = Instant.start
    var hits = 0
    let count = 20_000
    for _ in 0..<count {
      now = now + TimeSpan(rounding: random.exponential(mean: lifetime.seconds / load))
      if Self.ask(cache, 0, at: now) == "hit" { hits += 1 }
    }
    expect(abs(Double(hits) / Double(count) - load / (1 + load)) < 0.01)
  }

  /// An answer that takes 2 s is not there before: requests wait for it, or ask as well.
  @Test(arguments: [true, false]) func whatIsUnderWayIsNotThere(_ collapses: Bool) {
    let cache = Self.cache(lifetime: .seconds(60)) { $0.collapses = collapses }
    let found = ([0, 1, 3, 59, 63] as [Int64]).map {
      Self.ask(cache, 5, at: .start + .seconds($0), takes: .seconds(2))
    }
    expect(found, is: ["miss", collapses ? "collapsed" : "miss", "hit", "hit", "miss"])
  }

  /// Three answers of 1,000 B in 2,500 B: LRU evicts the second when the third comes.
  @Test func whatThereIsNoSpaceForLeaves() {
    let cache = Self.cache(lifetime: .hours(1)) { $0.capacity = Bytes(2_500) }
    var second: Int64 = 0
    let found = ([1, 2, 1, 3, 1, 2] as [UInt32]).map { key in
      second += 1
      return Self.ask(cache, key, at: .start + .seconds(second))
    }
    expect(found, is: ["miss", "miss", "hit", "miss", "hit", "miss"])
  }

  @Test func aPurgeTakesEffectWhenItIsDue() {
    let cache = Self.cache(lifetime: .hours(1))
    func ask(_ second: Int64) -> String { Self.ask(cache, 0, at: .start + .seconds(second)) }
    expect(ask(1), is: "miss")
    cache.purge(0, TargetURI("/0"), at: .start + .seconds(10))
    expect([ask(9), ask(10), ask(11)], is: ["hit", "miss", "hit"])
  }

  /// What is said to be private or no-store is loaded each time, whatever the points are told.
  @Test func whatIsPrivateIsNotStored() {
    var headers = CacheHeaders()
    headers.isPrivate = true
    headers.maxAge = .hours(1)
    var settings = EdgeSettings()
    settings.maxAge = .hours(1)
    let cache = EdgeCache(settings, headers: [headers], secondsAtStart: 0, seed: 1)
    let found = ([0, 1, 2] as [Int64]).map {
      Self.ask(cache, 0, at: .start + .seconds($0), takes: .seconds(5))
    }
    expect(found, is: ["miss", "miss", "miss"])
  }
}
