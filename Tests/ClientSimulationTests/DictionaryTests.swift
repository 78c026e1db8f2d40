internal import CacheWorkloads
internal import ClientStrategies
internal import Measurement
internal import SimCore
internal import Testing

/// Entries that nobody looks at any more.
@Suite struct DictionaryTests {
  /// Opened at these seconds, ten seconds each.
  private static func sources(_ span: JSON, opens: [Double]) throws -> [Source] {
    try AnyStrategy.diary(
      of: "dictionary", settings: .object([("gcTime", span), ("staleTime", JSON(.null))]),
      in: .ideal(), HandWorkedDayTests.story(opens: opens)
    ).visits.map(\.firstSource)
  }

  /// Closed at 11 s: gone at 71 s, unless it was looked at meanwhile.
  @Test(
    arguments: [
      ([1, 70], [Source.network, .memory]), ([1, 72], [.network, .network]),
      ([1, 50, 100], [.network, .memory, .memory]), ([1, 50, 121], [.network, .memory, .network]),
      // It is on screen when its time would have been over.
      ([1, 65, 80], [.network, .memory, .memory]),
    ] as [([Double], [Source])])
  func anEntryGoesWhenNoScreenHasShownItForLong(opens: [Double], sources: [Source]) throws {
    #expect(try Self.sources("60s", opens: opens) == sources)
    #expect(
      try Self.sources(JSON(.null), opens: opens) == [.network]
        + sources.dropFirst().map { _ in .memory })
  }
}
