internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// The presets of data and web libraries: what their files do not say, and the laws that they keep.
@Suite struct QueryLibraryTests {
  /// What no library's file says: the strategy's own value is the library's as well. What the files
  /// say has evidence.
  private static let figures: [(preset: String, setting: String, value: JSON)] = [
    ("apollo-ios", "store.medium", "memory"), ("apollo-ios-1", "store.medium", "memory"),
    ("apollo-ios", "store.capacity", "unlimited"), ("apollo-ios", "store.countLimit", JSON(.null)),
    ("apollo-ios", "store.expireAfter", JSON(.null)), ("firestore", "store.policy", "lru"),
    ("store5", "store.expireFrom", "fetch"), ("store5", "store.medium", "memory"),
    ("tanstack-query", "refetch.onOpen", "if-stale"),
    ("tanstack-query", "refetch.onFocus", "if-stale"),
    ("tanstack-query", "refetch.onReconnect", "if-stale"),
    ("tanstack-query", "networkMode", "online"), ("tanstack-query", "requests.coalesces", true),
    ("tanstack-query", "store.medium", "memory"), ("tanstack-persist", "networkMode", "online"),
    ("swr", "refetch.onOpen", "if-stale"), ("swr", "store.countLimit", JSON(.null)),
    ("workbox-image-recipe", "store.expireFrom", "fetch"),
    ("workbox-image-recipe", "store.policy", "lru"),
    ("workbox-page-recipe", "store.expireAfter", JSON(.null)),
    ("workbox-static-recipe", "read.strategy", "staleWhileRevalidate"),
    ("workbox-static-recipe", "store.expireAfter", JSON(.null)),
    ("apollo-client", "store.entities.collects", false),
    ("apollo-client", "store.entities.partial", "fetch"),
    ("apollo-client", "store.entities.capacity", "unlimited"),
    ("apollo-client", "store.expireAfter", JSON(.null)),
    ("relay", "store.expireAfter", JSON(.null)), ("urql", "store.entities.normalizes", false),
    ("urql-graphcache", "store.entities.partial", "fetch"), ("electric", "store.medium", "memory"),
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

  /// A value that means the same, such as 60s and 1m, is the same: laid over the preset, a figure
  /// changes nothing.
  @Test(arguments: figures.indices) func aPresetLeavesItAsItIs(index: Int) throws {
    let (name, setting, value) = Self.figures[index]
    let settings = try #require(Self.settings(of: name))
    let figure = setting.split(separator: ".").reversed().reduce(value) {
      .object([(String($1), $0)])
    }
    var problems = Problems()
    let laid = AnyStrategy.catalog.entry(named: "query-cache")?.make(
      .object([("preset", JSON(name))] + (figure.members ?? []).map { ($0.name, $0.value) }), "",
      &problems)
    expect(problems.isEmpty, "\(problems.lines)")
    expect(laid?.settings.compact, is: settings.compact, "\(name): \(setting)")
  }

  /// The name of a library stands for the strategy with its preset, and is what reports call it.
  @Test func aLibraryIsNamedLikeAStrategy() throws {
    let entry = try #require(AnyStrategy.catalog.entry(named: "query-cache"))
    expect(entry.libraries.map(\.preset), is: Self.names)
    for (preset, library) in entry.libraries {
      expect(AnyStrategy.catalog.resolve(preset)?.entry.name, is: "query-cache")
      expect(library.version.count == 40 && library.confidence == .read)
      expect(!library.sources.isEmpty && library.name.contains("/"))
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
      expect(table.contains(library.name) && table.contains(library.version), "\(preset)")
      expect(table.contains("`\(preset)`"))
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
    expect(diary.summaries.map(\.violations), is: [[]])
    expect(diary.visits.count, is: story.count { if case .open = $0 { true } else { false } })
    let again = try AnyStrategy.diary(
      of: "query-cache", settings: settings, in: StrategyLawTests.plan, story)
    expect("\(diary)", is: "\(again)")
  }
}
