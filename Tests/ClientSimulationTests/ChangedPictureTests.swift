internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Pictures that change at their addresses: which libraries show the old one, how long, and what
/// their own options do about it.
@Suite struct ChangedPictureTests {
  /// The versions of the avatar in the day of the page: seen at 08:01, changed at 09:30, seen at
  /// 10:00 by the same process, at 10:03 by another one, and at 10:10. It is fresh for an hour.
  private static func versions(_ settings: String) throws -> [UInt32] {
    let diary = try AnyStrategy.diary(
      of: "image-loader", settings: try JSON.parse(Array(settings.utf8)), in: .ideal(),
      day: "changed-picture")
    return diary.answers.filter(\.isPart).map(\.version)
  }

  @Test(
    arguments: [
      // Whoever ignores HTTP shows the old picture as long as it is held.
      ("kingfisher", [1, 1, 1, 1]), ("sdwebimage", [1, 1, 1, 1]),
      ("nuke-data-cache", [1, 1, 1, 1]),
      ("pincache", [1, 1, 1, 1]), ("hyperoslo-cache", [1, 1, 1, 1]), ("glide", [1, 1, 1, 1]),
      ("coil", [1, 1, 1, 1]), ("fresco", [1, 1, 1, 1]),
      // Whoever goes by HTTP on disk does so when memory has nothing.
      ("nuke", [1, 1, 2, 2]), ("alamofire-image", [1, 1, 2, 2]), ("picasso", [1, 1, 2, 2]),
      ("flutter-image-cache", [1, 1, 2, 2]),
      // Shown, and fetched again behind the screen.
      ("flutter-cache-manager", [1, 1, 2, 2]),
    ] as [(String, [UInt32])])
  func librariesShowTheOldPictureAsLongAsTheyHoldIt(preset: String, shown: [UInt32]) throws {
    try expect(Self.versions(#"{"preset": "\#(preset)"}"#), is: shown)
  }

  @Test(
    arguments: [
      (#""preset": "sdwebimage", "hits": "refreshCached""#, [1, 1, 2, 2]),
      (#""preset": "sdwebimage", "hits": "refreshCached", "read": "cacheFirst""#, [1, 1, 2, 2]),
      (#""preset": "sdwebimage", "hits": "refreshCached", "read": "networkFirst""#, [1, 1, 2, 2]),
      (#""preset": "sdwebimage", "hits": "refreshCached", "read": "cacheOnly""#, []),
      (#""preset": "sdwebimage", "hits": "fromLoaderOnly""#, [1, 2, 2, 2]),
      (#""preset": "kingfisher", "hits": "forceRefresh""#, [1, 2, 2, 2]),
      // Kingfisher's pictures leave memory after five minutes, Nuke's do not.
      (#""preset": "kingfisher", "hits": "fromMemoryCacheOrRefresh""#, [1, 2, 2, 2]),
      (#""preset": "nuke-data-cache", "hits": "disableDiskCacheReads""#, [1, 1, 2, 2]),
      (#""preset": "nuke-data-cache", "hits": "disableMemoryCacheReads""#, [1, 1, 1, 1]),
      (#""preset": "nuke-data-cache", "hits": "reloadIgnoringCachedData""#, [1, 2, 2, 2]),
      // An HTTP cache goes by its own request policy, and memory alone hides it.
      (#""preset": "nuke", "hits": "disableMemoryCacheReads""#, [1, 2, 2, 2]),
      (#""preset": "picasso", "hits": "MemoryPolicy.NO_CACHE""#, [1, 2, 2, 2]),
      (#""preset": "glide", "keyLifetime": "1h""#, [1, 2, 2, 2]),
      (#""preset": "glide", "keyLifetime": "1d""#, [1, 1, 1, 1]),
      (#""preset": "fresco", "keyLifetime": "1h""#, [1, 2, 2, 2]),
      (#""preset": "nuke", "keyLifetime": "1h""#, [1, 2, 2, 2]),
      (#""preset": "coil", "disk": {"store": "http"}"#, [1, 1, 2, 2]),
    ] as [(String, [UInt32])])
  func theirOwnOptionsShowTheNewOne(settings: String, shown: [UInt32]) throws {
    try expect(Self.versions("{\(settings)}"), is: shown)
  }

  /// A picture that is fresh for 60 s, seen at 1 s, 21 s, 101 s, after it changed at 201 s, and at
  /// 221 s.
  private static func refreshed(
    _ settings: String, offlineAt: Double? = nil, tagged: Bool = true
  ) throws -> Diary {
    var headers = CacheHeaders()
    headers.maxAge = .seconds(60)
    headers.hasEntityTag = tagged
    var story = HandmadeStory.visiting(
      .image, [(0, 1), (0, 21), (0, 101), (0, 201), (0, 221)],
      then: offlineAt.map { [($0, .network(1))] } ?? [])
    story.publish(0, version: 2, kind: .image, at: 150)
    let json = "{\"hits\": \"refresh\", \(settings)}"
    return try AnyStrategy.diary(
      of: "image-loader", settings: try JSON.parse(Array(json.utf8)),
      in: .ideal(headers: [headers]), story)
  }

  /// Nothing is asked while the HTTP cache has it fresh; then the origin confirms it, or sends what
  /// has changed, which takes the place of what is shown.
  @Test(arguments: ["\"preset\": \"sdwebimage\"", "\"disk\": {\"store\": \"http\"}"])
  func aHitIsRefreshedByTheRulesOfHTTP(settings: String) throws {
    let diary = try Self.refreshed(settings)
    expect(diary.visits.map(\.firstSource), is: [.network, .memory, .memory, .memory, .memory])
    expect(diary.answers.map(\.version), is: [1, 1, 1, 1, 2])
    expect(diary.exchanges.map(\.status), is: [200, 304, 200])
    expect(diary.exchanges.map(\.purpose), is: [.demand, .refresh, .refresh])
    expect(diary.visits.map(\.isFirstOutdated), is: [false, false, false, true, false])
    expect(diary.visits[3].timeOutdated < .seconds(1))
  }

  /// Without a validator, and without a place for it in the HTTP cache, all of it comes again.
  @Test func withoutAnythingToConfirmAllOfItComesAgain() throws {
    let untagged = try Self.refreshed(#""preset": "sdwebimage""#, tagged: false)
    expect(untagged.exchanges.map(\.status), is: [200, 200, 200])
    let none = #""preset": "sdwebimage", "httpCache": {"memoryCapacity": "0 B", "#
    let unstored = try Self.refreshed(none + #""diskCapacity": "0 B"}"#)
    expect(unstored.exchanges.map(\.status), is: [200, 200, 200, 200, 200])
    expect(unstored.answers.map(\.version), is: [1, 1, 1, 1, 2])
  }

  @Test func withoutANetworkAHitIsShownAlone() throws {
    let diary = try Self.refreshed(#""preset": "sdwebimage""#, offlineAt: 50)
    expect(diary.answers.map(\.version), is: [1, 1, 1, 1, 1])
    expect(diary.exchanges.map(\.status), is: [200])
  }

  /// A picture that is the screen's own content is shown and asked for again as well, with the
  /// version that the HTTP cache has.
  @Test(arguments: ["cacheFirst", "networkFirst", "revalidate", "staleWhileRevalidate"])
  func aHitIsRefreshedHoweverScreensAreRead(read: String) throws {
    for disk in [#""preset": "sdwebimage""#, #""disk": {"store": "http"}"#] {
      let diary = try Self.refreshed("\(disk), \"read\": \"\(read)\"")
      expect(diary.exchanges.map(\.status), is: [200, 304, 200])
      expect(diary.answers.map(\.version), is: [1, 1, 1, 1, 2])
    }
  }

  /// The request that failed named what the HTTP cache has, and so does the one in its place.
  @Test func aRefreshThatIsMadeAgainNamesTheSameVersion() throws {
    var headers = CacheHeaders()
    headers.maxAge = .seconds(60)
    headers.hasEntityTag = true
    var failures = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      var plan = SimulationPlan.ideal(headers: [headers])
      plan.seed = seed
      plan.origin.failureRate = 0.5
      let settings = #"{"preset": "sdwebimage", "hits": "refresh", "requests": {"retries": 4}}"#
      let diary = try AnyStrategy.diary(
        of: "image-loader", settings: try JSON.parse(Array(settings.utf8)), in: plan,
        HandmadeStory.visiting(.image, [(0, 1), (0, 101)], for: 40))
      let refreshes = diary.exchanges.filter { $0.purpose == .refresh }
      guard diary.visits[0].firstContent != nil, refreshes.count > 1 else { continue }
      failures += 1
      expect(Set(refreshes.map(\.status)).isSubset(of: [304, 503]))
    }
    expect(failures > 0)
  }

  /// What the origin has to confirm is asked about though the cache is read first, then read from
  /// flash and held; where the cache alone is read, it is not shown.
  @Test(
    arguments: [
      ("cacheFirst", [.network, .revalidated, .memory]),
      ("cacheOnly", [.nothing, .nothing, .nothing]),
    ] as [(String, [Source])])
  func whatHasToBeConfirmedIsConfirmed(read: String, sources: [Source]) throws {
    var headers = CacheHeaders()
    headers.maxAge = .seconds(60)
    headers.hasEntityTag = true
    let settings = #"{"preset": "nuke", "memory": {"expiresAfter": "5m"}, "read": "\#(read)"}"#
    let diary = try AnyStrategy.diary(
      of: "image-loader", settings: try JSON.parse(Array(settings.utf8)),
      in: .ideal(headers: [headers]),
      HandmadeStory.visiting(.image, [(0, 1), (0, 1_000), (0, 1_020)]))
    expect(diary.visits.map(\.firstSource), is: sources)
    expect(diary.exchanges.map(\.status), is: read == "cacheOnly" ? [] : [200, 304])
  }

  /// The key has changed when the origin confirms what the HTTP cache has: it is read from there,
  /// and what was held under the old key is not found any more.
  @Test func whatIsConfirmedAfterAKeyHasChangedComesFromTheHTTPCache() throws {
    var headers = CacheHeaders()
    headers.maxAge = .seconds(60)
    headers.hasEntityTag = true
    let settings = #"{"keyLifetime": "1h", "disk": {"store": "http"}}"#
    let diary = try AnyStrategy.diary(
      of: "image-loader", settings: try JSON.parse(Array(settings.utf8)),
      in: .ideal(headers: [headers]),
      HandmadeStory.visiting(.image, [(0, 1), (0, 3_590), (0, 3_700), (0, 3_720)]))
    expect(diary.visits.map(\.firstSource), is: [.network, .memory, .revalidated, .memory])
    expect(diary.exchanges.map(\.status), is: [200, 304])
    // A key of the library's own has nothing that could be confirmed once it has changed.
    let glide = #"{"preset": "glide", "keyLifetime": "1h", "read": "revalidate"}"#
    let own = try AnyStrategy.diary(
      of: "image-loader", settings: try JSON.parse(Array(glide.utf8)),
      in: .ideal(headers: [headers]),
      HandmadeStory.visiting(.image, [(0, 1), (0, 3_590), (0, 3_700)]))
    expect(own.exchanges.map(\.status), is: [200, 304, 200])
  }

  /// A picture that is fresh for a day, under a key that has an hour: what is taken from the HTTP
  /// cache or from the network after the hour is found under the key of then, wherever it lies.
  @Test(
    arguments: [
      (
        #""disk": {"store": "http"}, "httpCache": {"memoryCapacity": "0 B"}"#,
        [.network, .memory, .flash, .memory, .memory]
      ),
      (#""preset": "glide""#, [.network, .memory, .network, .memory, .memory]),
      (#""preset": "glide", "hits": "disk-only""#, [.network, .flash, .network, .flash, .flash]),
    ] as [(String, [Source])])
  func aKeyHasItsTimeFromWhenAPictureWasPutUnderIt(settings: String, sources: [Source]) throws {
    var headers = CacheHeaders()
    headers.maxAge = .days(1)
    let story = HandmadeStory.visiting(
      .image, [(0, 1), (0, 21), (0, 3_700), (0, 3_720), (0, 7_100)])
    let json = "{\"keyLifetime\": \"1h\", \(settings)}"
    let diary = try AnyStrategy.diary(
      of: "image-loader", settings: try JSON.parse(Array(json.utf8)),
      in: .ideal(headers: [headers]), story)
    expect(diary.visits.map(\.firstSource), is: sources)
  }

  /// Both stores are written: the library's own, and the HTTP cache's.
  @Test func refreshingStoresPicturesTwice() throws {
    func written(_ settings: String) throws -> Int64 {
      let diary = try AnyStrategy.diary(
        of: "image-loader", settings: try JSON.parse(Array(settings.utf8)), in: .ideal(),
        day: "changed-picture")
      return diary.writes.map { $0.bytesByCause[.store] }.reduce(0, +)
    }
    let once = try written(#"{"preset": "sdwebimage"}"#)
    expect(once, is: 10_000)
    // Two versions in each of the two.
    try expect(written(#"{"preset": "sdwebimage", "hits": "refresh"}"#) >= 4 * once)
  }

  /// Outdated parts are counted as such, and what is about main contents is not moved by them.
  @Test func staleSubresourcesAreCountedApart() throws {
    func value(_ metric: String, _ settings: String) throws -> Double? {
      let opened = try WorkedDay.named("changed-picture").opened()
      var plan = SimulationPlan.ideal()
      plan.headers = opened.headers
      var problems = Problems()
      let made = AnyStrategy.catalog.entry(named: "image-loader")?.make(
        try JSON.parse(Array(settings.utf8)), "", &problems)
      var observer: any TraceObserver = Aggregates()
      try #require(made).product.run(plan, opened.stream, &observer)
      let aggregates = try #require(observer as? Aggregates)
      return try #require(MetricCatalog.metric(named: metric)).value(aggregates)
    }
    try expect(value("stale_parts_share", #"{"preset": "glide"}"#), is: 0.75)
    try expect(value("stale_parts_share", #"{"preset": "nuke"}"#), is: 0.25)
    try expect(
      value("stale_parts_share", #"{"preset": "sdwebimage", "hits": "refresh"}"#), is: 0.25)
    try expect(value("stale_parts_share", #"{"hits": "ignore"}"#), is: 0)
    try expect(value("stale_share", #"{"preset": "glide"}"#), is: 0)
  }
}
