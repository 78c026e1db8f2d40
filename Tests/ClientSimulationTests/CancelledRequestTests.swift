internal import CacheWorkloads
public import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
public import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheMetrics

/// Asks for what is opened for several purposes, and cancels all when a view is left.
public struct Impatient: Strategy {
  public struct Options: Settings {
    public init() {}
    var purposes: [Purpose] = []
    /// The version that requests name; nil: none.
    var cursor: UInt32?
    public static let fields: [Field<Options>] = []
  }

  public static let name = "impatient"
  public static let summary = "Cancels all that only a view waits for when it is left."
  private let purposes: [Purpose]
  private let cursor: UInt32?

  public init(_ options: Options, in simulation: inout DeviceSimulation) {
    purposes = options.purposes
    cursor = options.cursor
  }

  public mutating func react(to event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .opened(let resource):
      for purpose in purposes {
        simulation.fetch(
          resource, for: purpose, unless: cursor, asking: cursor == nil ? .page : .delta)
      }
    case .closed: simulation.cancelRequests(refreshing: true) { _ in true }
    default: break
    }
  }
}

/// Requests that end with the view that waits for them, worked out on paper: slow 4G brings 200 kB
/// a second, the first byte 185 ms after a request over a connection that is there.
@Suite struct CancelledRequestTests {
  /// A screen that opens the connection, and then what `tell` says.
  private static func story(_ tell: (inout HandmadeStory) -> Void) -> HandmadeStory {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 1, for: 5)
    tell(&story)
    story.at(100, .end)
    return story
  }

  private static func diary(
    of name: String = "url-cache", _ settings: String, in plan: SimulationPlan? = nil,
    _ story: HandmadeStory
  ) throws -> Diary {
    let diary = try AnyStrategy.diary(
      of: name, settings: JSON.parse(Array(settings.utf8)),
      in: plan ?? HandWorkedDayTests.plan(), story)
    expect(diary.summaries.map(\.violations), is: [[]])
    return diary
  }

  private static let everything = #"{"requests": {"cancels": "everything"}}"#

  /// Six letters typed a quarter of a second apart, each with results of 30 kB: of 180 kB five
  /// sixths come for nothing, unless the view of a letter takes its request with it.
  private static let typeAhead = story { story in
    for letter in 1...6 {
      let resource = ResourceIndex(letter)
      story.publish(resource, kind: .model, size: 30_000)
      let start = 10 + 0.25 * Double(letter - 1)
      story.visit(resource, from: start, for: letter == 6 ? 10 : 0.25)
    }
  }

  @Test func typeAheadCancelsWhatWasTypedOver() throws {
    let patient = try Self.diary("{}", Self.typeAhead)
    expect(patient.summaries[0].unshown, is: Bytes(150_000))
    expect(patient.exchanges.allSatisfy { $0.status == 200 && !$0.isCancelled })
    let hasty = try Self.diary(Self.everything, Self.typeAhead)
    let cancelled = hasty.exchanges.filter(\.isCancelled)
    expect(hasty.exchanges.count == patient.exchanges.count && cancelled.count == 5)
    expect(hasty.summaries[0].unshown, is: .zero)
    expect(cancelled.allSatisfy { $0.endedAt - $0.startedAt == .milliseconds(250) })
    // 65 ms of the answer had come, each time.
    let came = (0.25 - HandWorkedDayTests.upload - 0.180) * 200_000
    for exchange in cancelled {
      expect(abs(Double(exchange.bytesDown.count) - came) < 1_460)
      expect(exchange.bytesUp == Bytes(500) && exchange.payload == .zero)
    }
  }

  /// A view of 400 kB is left for one of 60 kB, which has the link for itself from then on.
  @Test func theLinkIsLeftToOthers() throws {
    let story = Self.story { story in
      story.publish(1, kind: .model, size: 400_000)
      story.publish(2, kind: .model, size: 60_000)
      story.visit(1, from: 10, for: 0.5)
      story.visit(2, from: 10.5)
    }
    let waits = try [Self.everything, "{}"].map {
      try #require(try Self.diary($0, story).visits.last?.firstContent)
    }
    expect(waits[0] + .milliseconds(150) < waits[1])
  }

  /// What comes after a cancelled exchange needs a new connection with HTTP/1.1: TCP and TLS, of a
  /// round trip each. With HTTP/2 only the stream is reset.
  @Test(arguments: [("everything", 2 * 0.150), ("nothing", 0)])
  func aCancelledExchangeCostsItsConnection(rule: String, seconds: Double) throws {
    let story = Self.story { story in
      for resource in [1, 2] as [ResourceIndex] {
        story.publish(resource, kind: .model, size: 30_000)
      }
      story.visit(1, from: 10, for: 0.25)
      story.visit(2, from: 20)
    }
    let waits = try [HTTPVersion.http1, .http2].map { version in
      var plan = HandWorkedDayTests.plan()
      plan.network.version = version
      let settings = #"{"requests": {"cancels": "\#(rule)"}}"#
      let diary = try Self.diary(settings, in: plan, story)
      return try #require(diary.visits.last?.firstContent).seconds
    }
    expect(waits[0] - waits[1] > seconds - 0.05 && waits[0] - waits[1] < seconds + 0.05)
  }

  /// A view that is opened at the same instant needs the same: one exchange answers both. The same
  /// without that the first view was closed by itself.
  @Test(arguments: [true, false])
  func whatTheNextViewNeedsGoesOn(isClosed: Bool) throws {
    let story = Self.story { story in
      story.publish(1, kind: .model, size: 30_000)
      story.at(10, .open(1))
      if isClosed { story.at(10.25, .close(1)) }
      story.visit(1, from: 10.25)
    }
    let diary = try Self.diary(Self.everything, story)
    expect(diary.exchanges.map(\.status), is: [200, 200])
    expect(diary.visits.map(\.firstSource), is: [.network, .nothing, .network])
  }

  /// The app that leaves the front keeps its view, and has a few seconds for what is under way.
  @Test(arguments: [10.25, 10.3])
  func anAppThatLeavesTheFrontGoesOn(leaves: Double) throws {
    let story = Self.story { story in
      story.publish(1, kind: .model, size: 60_000)
      story.at(10, .open(1))
      story.at(10.25, leaves == 10.25 ? .close(1) : .edit(Edit(record: 1, field: .read, value: 1)))
      story.at(leaves, .background)
      story.at(50, .foreground)
    }
    let diary = try Self.diary(Self.everything, story)
    expect(diary.exchanges.allSatisfy { !$0.isCancelled })
  }

  /// Asked for by a view and ahead, in either order and by either one alone.
  @Test(arguments: [
    ([Purpose.demand], true), ([.refresh], true), ([.demand, .refresh], true),
    ([.demand, .prefetch], false), ([.prefetch, .demand], false), ([.prefetch], false),
  ])
  func whatAPrefetchWaitsForGoesOn(purposes: [Purpose], isCancelled: Bool) throws {
    let story = Self.story { story in
      story.publish(1, kind: .model, size: 30_000)
      story.visit(1, from: 10, for: 0.25)
    }
    var options = Impatient.Options()
    options.purposes = purposes
    var observer: any TraceObserver = Diary()
    try simulate(
      Impatient.self, options: options, in: HandWorkedDayTests.plan(), workload: .over(story),
      observer: &observer)
    let diary = try #require(observer as? Diary)
    expect(diary.exchanges.map(\.isCancelled), is: [false, isCancelled])
    expect(diary.summaries.map(\.violations), is: [[]])
  }

  /// A record that is being fetched ahead is opened and left.
  @Test func aPrefetchThatAViewHasJoinedGoesOn() throws {
    var story = HandmadeStory()
    story.publish(0, kind: .document, size: 400_000)
    story.at(0, .launch)
    story.visit(0, from: 1.5, for: 0.5)
    story.at(100, .end)
    let diary = try Self.diary(of: "hybrid", Self.everything, story)
    expect(diary.visits.map(\.firstSource), is: [.nothing])
    expect(diary.exchanges.allSatisfy { $0.status == 200 } && diary.exchanges.count == 2)
  }

  /// A list is asked for ahead by a cursor that is too old: the whole list that follows is ahead of
  /// the view that has joined meanwhile, and is not the view's alone.
  @Test func theWholeListThatFollowsACursorGoesOnAsWell() throws {
    var plan = HandWorkedDayTests.plan()
    plan.origin.lists.offers = [.whole, .delta]
    plan.origin.lists.keepsChanges = .seconds(1)
    let story = Self.story { story in
      for version in 1...2 as ClosedRange<UInt32> {
        story.publish(
          1, version: version, kind: .model, size: 60_000,
          items: [ListItem(id: ListItem.firstWithoutRecord, version: version, size: Bytes(60_000))],
          at: version == 1 ? 0 : 8)
      }
      story.at(10, .open(1))
      story.at(10.5, .close(1))
    }
    var options = Impatient.Options()
    options.purposes = [.prefetch, .demand]
    options.cursor = 1
    var observer: any TraceObserver = Diary()
    try simulate(
      Impatient.self, options: options, in: plan, workload: .over(story), observer: &observer)
    let diary = try #require(observer as? Diary)
    expect(diary.exchanges.map(\.status), is: [200, 410, 200])
    expect(diary.exchanges.allSatisfy { !$0.isCancelled })
  }

  /// A text of 20 kB and a picture of 60 kB, left while the picture comes, or the text.
  @Test(arguments: [
    ("{}", 0.6, [200, 200, 0]), ("{}", 0.2, [200, 200]),
    (#"{"preset": "nuke-data-cache"}"#, 0.6, [200, 200, 0]),
    (#"{"preset": "coil"}"#, 0.6, [200, 200, 0]), (#"{"preset": "glide"}"#, 0.6, [200, 200, 0]),
    (#"{"preset": "fresco"}"#, 0.6, [200, 200, 0]),
    (#"{"preset": "kingfisher"}"#, 0.6, [200, 200, 200]),
    (#"{"preset": "sdwebimage"}"#, 0.6, [200, 200, 200]),
    (#"{"preset": "kingfisher", "requests": {"cancels": "pictures"}}"#, 0.6, [200, 200, 0]),
  ])
  func imageLibrariesCancelPicturesAsTheyDo(
    settings: String, leaves: Double, statuses: [UInt16]
  ) throws {
    let story = Self.story { story in
      story.publish(1, kind: .image, size: 60_000)
      story.publish(2, kind: .document, size: 20_000, parts: [1])
      story.visit(2, from: 10, for: leaves)
    }
    let diary = try Self.diary(of: "image-loader", settings, story)
    expect(diary.exchanges.map(\.status), is: statuses)
    expect(diary.exchanges.map(\.isCancelled), is: statuses.map { $0 == 0 })
  }

  /// A browser's page takes its loads with it; an app's HTTP client does not. What is revalidated
  /// behind a stale response is for the cache.
  @Test(arguments: [("chromium", true), ("firefox", true), ("webkit", true), ("okhttp", false)])
  func aBrowsersPageTakesItsLoadsWithIt(profile: String, isCancelled: Bool) throws {
    var headers = CacheHeaders()
    headers.maxAge = .seconds(5)
    headers.staleWhileRevalidate = .hours(1)
    let story = Self.story { story in
      story.publish(1, kind: .model, size: 30_000)
      story.visit(1, from: 10, for: 0.25)
      story.visit(0, from: 20, for: 0.1)
    }
    let diary = try Self.diary(
      #"{"profile": "\#(profile)"}"#, in: HandWorkedDayTests.plan(headers), story)
    expect(diary.exchanges.map(\.isCancelled), is: [false, isCancelled, false])
  }

  /// A stale model is fetched anew behind the screen that shows it, and for it.
  @Test(arguments: [("nothing", false), ("pictures", false), ("everything", true)])
  func aRefreshEndsWithItsView(rule: String, isCancelled: Bool) throws {
    let story = Self.story { $0.visit(0, from: 20, for: 0.1) }
    let settings = #"{"staleAfter": "5s", "requests": {"cancels": "\#(rule)"}}"#
    let diary = try Self.diary(of: "on-demand", settings, story)
    expect(diary.exchanges.map(\.purpose), is: [.demand, .refresh])
    expect(diary.exchanges.map(\.isCancelled), is: [false, isCancelled])
  }

  /// Whatever happens: each request ends once, and what came of it is counted once.
  @Test(arguments: [
    "network-only", "url-cache", "dictionary", "on-demand", "memory-tier", "ns-cache",
    "query-cache", "hybrid", "image-loader",
  ])
  func nothingIsLostWhenViewsCancel(name: String) throws {
    var cancelled = 0
    for seed in 0..<6 as Range<UInt64> {
      let story = StrategyLawTests.wildStory(seed: seed)
      let settings = try JSON.parse(Array(Self.everything.utf8))
      let diary = try AnyStrategy.diary(
        of: name, settings: settings, in: StrategyLawTests.plan, story)
      var network = NetworkAggregate()
      for exchange in diary.exchanges { network.add(exchange) }
      expect(diary.summaries.map(\.violations), is: [[]], "seed \(seed)")
      let ended = network.answered200 + network.answered304 + network.failures + network.cancelled
      expect(network.exchanges.total, is: ended)
      let answered = diary.exchanges.filter { (200..<400).contains($0.status) }
      expect(
        answered.reduce(.zero) { $0 + $1.bytesDown } + network.failedBytesDown
          + network.cancelledBytesDown, is: network.bytesDown)
      expect(diary.exchanges.allSatisfy { !$0.isCancelled || $0.status == 0 })
      cancelled += Int(network.cancelled)
    }
    expect(cancelled > 0)
  }
}
