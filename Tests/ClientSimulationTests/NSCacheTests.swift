internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import Measurement
internal import SimCore
internal import Testing

/// A cache in memory whose limits are hints.
@Suite struct NSCacheTests {
  private static func sources(
    _ settings: [(String, JSON)], opens: [ResourceIndex]
  ) throws -> [Source] {
    var story = HandmadeStory()
    for model in 0..<4 { story.publish(ResourceIndex(model), kind: .model) }
    story.at(0, .launch)
    for (index, model) in opens.enumerated() {
      story.visit(model, from: 1 + Double(index) * 20)
    }
    story.at(1_000, .end)
    let settings = JSON.object([("staleAfter", JSON(.null))] + settings)
    return try AnyStrategy.diary(of: "ns-cache", settings: settings, in: .ideal(), story)
      .visits.map(\.firstSource)
  }

  /// Room for two, equal costs: Apple's keeps the two last ones, Linux's the two first ones.
  @Test(arguments: [
    ("apple", [Source.network, .network, .network, .memory, .network]),
    ("corelibs", [.network, .network, .network, .network, .memory]),
  ])
  func whoLeavesDependsOnWhoseItIs(model: String, sources: [Source]) throws {
    let settings: [(String, JSON)] = [("model", JSON(.string(model))), ("countLimit", 2)]
    #expect(try Self.sources(settings, opens: [0, 1, 2, 2, 0]) == sources)
  }

  /// Apple's hears of a warning; nobody tells Linux's.
  @Test(arguments: [("apple", Source.network), ("corelibs", .memory)])
  func aWarningEmptiesApples(model: String, source: Source) throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.at(20, .memoryWarning(.warning))
    story.visit(0, from: 30)
    story.at(100, .end)
    let settings = JSON.object([("model", JSON(.string(model)))])
    let diary = try AnyStrategy.diary(of: "ns-cache", settings: settings, in: .ideal(), story)
    #expect(diary.visits.map(\.firstSource) == [.network, source])
  }

  @Test(arguments: [(true, Source.network), (false, .memory)])
  func applesIsEmptiedInTheBackground(empties: Bool, source: Source) throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.at(20, .background)
    story.visit(0, from: 22)
    story.at(100, .end)
    let settings = JSON.object([("emptiesInBackground", JSON(.bool(empties)))])
    let diary = try AnyStrategy.diary(of: "ns-cache", settings: settings, in: .ideal(), story)
    #expect(diary.visits.map(\.firstSource) == [.network, source])
  }

  /// Under pressure the system takes what is not on screen; what is stays.
  @Test(arguments: [true, false])
  func purgeableContentsGoUnlessTheyAreOnScreen(evictsDiscarded: Bool) throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.publish(1, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.at(20, .open(1))
    story.at(25, .memoryWarning(.warning))
    story.at(30, .close(1))
    story.visit(0, from: 40)
    story.visit(1, from: 60)
    story.at(100, .end)
    let settings = JSON.object([
      ("model", "corelibs"), ("purgeable", JSON(.bool(true))),
      ("evictsDiscarded", JSON(.bool(evictsDiscarded))),
    ])
    let diary = try AnyStrategy.diary(of: "ns-cache", settings: settings, in: .ideal(), story)
    #expect(diary.visits.map(\.firstSource) == [.network, .network, .network, .memory])
  }
}
