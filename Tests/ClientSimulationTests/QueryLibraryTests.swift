internal import CacheWorkloads
internal import ClientStrategies
internal import Foundation
internal import Measurement
internal import SimCore
internal import Testing

/// The presets of data and web libraries, held to what their sources say.
@Suite struct QueryLibraryTests {
  /// Each figure of a library, written by hand: the setting, and its value as a scenario writes it.
  static let figures: [(preset: String, setting: String, value: JSON)] = [
    ("apollo-ios", "read.strategy", "cacheFirst"),
    ("apollo-ios", "store.medium", "memory"),
    ("apollo-ios-1", "store.medium", "memory"),
    ("apollo-ios", "store.entities.normalizes", true),
    ("apollo-ios", "store.entities.collects", false),
    ("apollo-ios", "store.entities.partial", "fetch"),
    ("apollo-ios-sqlite", "store.medium", "flash"),
    ("apollo-ios-sqlite", "store.engine", "sqlite-rollback"),
    ("apollo-ios-sqlite", "read.strategy", "cacheFirst"),
    ("apollo-ios", "store.capacity", "unlimited"),
    ("apollo-ios", "store.countLimit", JSON(.null)),
    ("apollo-ios", "store.expireAfter", JSON(.null)),
    ("apollo-ios", "removesUnusedAfter", JSON(.null)),
    ("apollo-ios", "staleAfter", JSON(.null)),
    ("apollo-ios-1", "read.strategy", "cacheFirst"),
    ("apollo-ios-1", "store.entities.normalizes", true),
    ("firestore", "store.capacity", "104857600 B"),
    ("firestore", "store.collection.interval", "5m"),
    ("firestore", "store.collection.firstAfter", "1m"),
    ("firestore", "store.collection.share", JSON(.real(0.1))),
    ("firestore", "store.collection.most", 1_000),
    ("firestore", "store.policy", "lru"),
    ("firestore", "validates", true),
    ("firestore", "store.medium", "flash"),
    ("store5", "store.countLimit", 100),
    ("store5", "store.expireAfter", "1d"),
    ("store5", "store.expireFrom", "fetch"),
    ("store5", "store.medium", "memory"),
    ("tanstack-query", "staleAfter", "0s"),
    ("tanstack-query", "removesUnusedAfter", "5m"),
    ("tanstack-query", "requests.retries.count", 3),
    ("tanstack-query", "requests.retries.initialDelay", "1s"),
    ("tanstack-query", "requests.retries.factor", 2),
    ("tanstack-query", "requests.retries.maximumDelay", "30s"),
    ("tanstack-query", "refetch.onOpen", "if-stale"),
    ("tanstack-query", "refetch.onFocus", "if-stale"),
    ("tanstack-query", "refetch.onReconnect", "if-stale"),
    ("tanstack-query", "networkMode", "online"),
    ("tanstack-query", "requests.coalesces", true),
    ("tanstack-query", "store.medium", "memory"),
    ("tanstack-query@3", "networkMode", "offlineFirst"),
    ("tanstack-query@3", "requests.retries.count", 3),
    ("tanstack-query@3", "removesUnusedAfter", "5m"),
    ("tanstack-persist", "store.medium", "snapshot"),
    ("tanstack-persist", "store.snapshot.interval", "1s"),
    ("tanstack-persist", "store.snapshot.maxAge", "1d"),
    ("tanstack-persist", "networkMode", "online"),
    ("tanstack-persist", "removesUnusedAfter", "5m"),
    ("swr", "dedupe", "2s"),
    ("swr", "refetch.focusThrottle", "5s"),
    ("swr", "refetch.onOpen", "if-stale"),
    ("swr", "refetch.onFocus", "always"),
    ("swr", "refetch.onReconnect", "always"),
    ("swr", "staleAfter", "0s"),
    ("swr", "requests.retries.count", JSON(.null)),
    ("swr", "requests.retries.jitter", JSON(.real(0.5))),
    ("swr", "requests.retries.granularity", "5s"),
    ("swr", "requests.retries.initialDelay", "10s"),
    ("swr", "requests.retries.maximumDelay", "1280s"),
    ("swr", "removesUnusedAfter", JSON(.null)),
    ("swr", "store.countLimit", JSON(.null)),
    ("rtk-query", "removesUnusedAfter", "60s"),
    ("rtk-query", "refetch.onOpen", "never"),
    ("rtk-query", "refetch.onFocus", "never"),
    ("rtk-query", "refetch.onReconnect", "never"),
    ("rtk-query", "read.strategy", "cacheFirst"),
    ("rtk-query", "requests.retries.count", 0),
    ("workbox-image-recipe", "read.strategy", "cacheFirst"),
    ("workbox-image-recipe", "store.countLimit", 60),
    ("workbox-image-recipe", "store.expireAfter", "30d"),
    ("workbox-image-recipe", "store.expireFrom", "fetch"),
    ("workbox-image-recipe", "store.policy", "lru"),
    ("workbox-page-recipe", "read.strategy", "networkFirst"),
    ("workbox-page-recipe", "read.timeout", "3s"),
    ("workbox-page-recipe", "store.expireAfter", JSON(.null)),
    ("workbox-static-recipe", "read.strategy", "staleWhileRevalidate"),
    ("workbox-static-recipe", "staleAfter", "0s"),
    ("workbox-static-recipe", "deliver", "first"),
    ("workbox-static-recipe", "store.expireAfter", JSON(.null)),
    ("workbox-fonts-recipe", "read.strategy", "cacheFirst"),
    ("workbox-fonts-recipe", "store.countLimit", 30),
    ("workbox-fonts-recipe", "store.expireAfter", "365d"),
    ("apollo-client", "read.strategy", "cacheFirst"),
    ("apollo-client", "store.entities.normalizes", true),
    ("apollo-client", "store.entities.collects", false),
    ("apollo-client", "store.entities.partial", "fetch"),
    ("apollo-client", "store.entities.capacity", "unlimited"),
    ("apollo-client", "store.expireAfter", JSON(.null)),
    ("apollo-client", "removesUnusedAfter", JSON(.null)),
    ("relay", "read.strategy", "cacheFirst"),
    ("relay", "keepsUnused", 10),
    ("relay", "store.entities.normalizes", true),
    ("relay", "store.entities.collects", true),
    ("relay", "store.entities.partial", "show"),
    ("relay", "store.expireAfter", JSON(.null)),
    ("urql", "read.strategy", "cacheFirst"),
    ("urql", "invalidates", "all"),
    ("urql", "store.entities.normalizes", false),
    ("urql", "removesUnusedAfter", JSON(.null)),
    ("urql-graphcache", "read.strategy", "cacheFirst"),
    ("urql-graphcache", "invalidates", "nothing"),
    ("urql-graphcache", "store.entities.normalizes", true),
    ("urql-graphcache", "store.entities.collects", true),
    ("urql-graphcache", "store.entities.partial", "fetch"),
    ("realm", "store.medium", "flash"),
    ("realm", "store.maintenance.directory", "documents"),
    ("realm", "store.maintenance.onUpgrade", "migrate"),
    ("grdb", "store.engine", "sqlite-wal"),
    ("grdb-queue", "store.engine", "sqlite-rollback"),
    ("zero", "removesUnusedAfter", "5m"),
    ("zero", "validates", true),
    ("zero", "requests.retries.maximumDelay", "5s"),
    ("electric", "store.medium", "memory"),
    ("electric", "requests.retries.count", JSON(.null)),
    ("electric", "requests.retries.honorsRetryAfter", true),
  ]

  static let names = [
    "tanstack-query", "tanstack-query@3", "tanstack-persist", "swr", "rtk-query", "apollo-ios",
    "apollo-ios-sqlite", "apollo-ios-1", "firestore", "store5", "workbox-image-recipe",
    "workbox-page-recipe", "workbox-static-recipe", "workbox-fonts-recipe", "apollo-client",
    "relay", "urql", "urql-graphcache", "realm", "grdb", "grdb-queue", "zero", "electric",
  ]

  private static func settings(of preset: String) -> JSON? {
    var problems = Problems()
    let made = AnyStrategy.catalog.entry(named: "query-cache")?
      .make(.object([("preset", JSON(.string(preset)))]), "", &problems)
    return problems.isEmpty ? made?.settings : nil
  }

  /// A value that means the same, such as 60s and 1m, is the same.
  @Test(arguments: names) func aPresetHasItsLibrarysFigures(name: String) throws {
    let settings = try #require(Self.settings(of: name))
    let own = Self.figures.filter { $0.preset == name }
    #expect(!own.isEmpty)
    for figure in own {
      let path = figure.setting.split(separator: ".")
      var tree = figure.value
      for member in path.reversed() { tree = .object([(String(member), tree)]) }
      guard case .object(let members) = tree.value else { continue }
      var problems = Problems()
      // What the figure says is laid over the preset, and changes nothing.
      let laid = AnyStrategy.catalog.entry(named: "query-cache")?.make(
        .object([("preset", JSON(.string(name)))] + members.map { ($0.name, $0.value) }), "",
        &problems)
      #expect(problems.isEmpty, "\(problems.lines)")
      #expect(laid?.settings.compact == settings.compact, "\(name): \(figure.setting)")
    }
  }

  /// The name of a library stands for the strategy with its preset, and is what reports call it.
  @Test func aLibraryIsNamedLikeAStrategy() throws {
    let entry = try #require(AnyStrategy.catalog.entry(named: "query-cache"))
    #expect(entry.libraries.map(\.preset) == Self.names)
    for (preset, library) in entry.libraries {
      #expect(AnyStrategy.catalog.resolve(preset)?.entry.name == "query-cache")
      #expect(library.version.count == 40 && library.confidence == .read)
      #expect(!library.sources.isEmpty && library.name.contains("/"))
    }
  }

  /// The commits and files are those of the table that the facts were collected in, which has the
  /// first ones; the others were read later.
  @Test(.enabled(if: reference != nil, "needs ../shared/reference/presets.md"))
  func everyCitationStandsInTheTableOfFacts() throws {
    let table = try #require(Self.reference)
    let entry = try #require(AnyStrategy.catalog.entry(named: "query-cache"))
    let first = [
      "tanstack-query", "tanstack-persist", "swr", "apollo-ios", "store5", "workbox-image-recipe",
      "workbox-page-recipe", "workbox-static-recipe", "workbox-fonts-recipe",
    ]
    for (preset, library) in entry.libraries where first.contains(preset) {
      #expect(table.contains(library.name) && table.contains(library.version), "\(preset)")
      #expect(table.contains("`\(preset)`"))
    }
  }

  private static let reference: String? = try? String(
    contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "shared/reference/presets.md"), encoding: .utf8)

  /// Whatever happens to it, a library keeps the laws that every strategy keeps.
  @Test(arguments: names) func aLibraryKeepsTheLaws(name: String) throws {
    let story = StrategyLawTests.wildStory(seed: 11, events: 250)
    let settings = JSON.object([("preset", JSON(.string(name)))])
    let diary = try AnyStrategy.diary(
      of: "query-cache", settings: settings, in: StrategyLawTests.plan, story)
    #expect(diary.summaries.map(\.violations) == [[]])
    #expect(diary.visits.count == story.count { if case .open = $0 { true } else { false } })
    let again = try AnyStrategy.diary(
      of: "query-cache", settings: settings, in: StrategyLawTests.plan, story)
    #expect("\(diary)" == "\(again)")
  }
}
