internal import CacheMetrics
internal import CacheWorkloads
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import ClientSimulation
@testable internal import ClientStrategies

/// What the workload says it will not name again is forgotten, and no result shows it.
@Suite struct RetirementTests {
  /// Workloads of which much is retired.
  enum Fast: CaseIterable {
    /// Timelines on which pictures come and go fast: several reclamations a day.
    case timelines
    /// A front page that stories leave within the hour, to be retired two days later with their
    /// pictures.
    case news

    var settings: String {
      switch self {
      case .timelines:
        #"""
        {"name": "timelines", "settings": {
          "friends": 4, "postsPerHour": 60, "postsOnPage": 4, "picturesPerPost": 1}}
        """#
      case .news:
        #"""
        {"name": "news", "settings": {"storiesPerDay": 140, "listed": 5, "pictures": 2}}
        """#
      }
    }

    /// After how many days some was forgotten.
    var days: Int64 { self == .timelines ? 1 : 4 }
  }

  /// What users have seen of a resource goes with its page, and of first versions nothing is held,
  /// as nothing is older.
  @Test func whatUsersHaveSeenIsForgottenWithItsPage() {
    let second = ResourceIndex(PagedMap<Bool>.pageSize)
    var seen = SeenVersions()
    func isOlder(_ version: UInt32, of resource: ResourceIndex, by user: UInt16) -> Bool {
      let content = Content(version: version, kind: .model, size: Bytes(1), publishedAt: .start)
      return seen.note(ResourceCopy(of: content, at: .start), of: resource, by: user)
    }
    expect(
      !isOlder(3, of: 0, by: 0) && !isOlder(1, of: 1, by: 0) && !isOlder(2, of: second, by: 1))
    expect(seen.count, is: 2)
    expect(isOlder(2, of: 0, by: 0))
    seen.removePage(from: 0)
    expect(seen.count, is: 1)
    expect(!isOlder(2, of: 0, by: 0))
    expect(isOlder(1, of: second, by: 1))
  }

  private static func open(_ workload: Fast, days: Int64) throws -> OpenedWorkload {
    let settings = workload.settings
    var problems = Problems()
    let json = try JSON.parse(Array(settings.utf8))
    let chosen = try #require(AnyWorkload.catalog.read(json, path: "", &problems))
    return try chosen.product.open(WorkloadOpening(1, .days(days), 7))
  }

  private static func plan(_ headers: [CacheHeaders]) -> SimulationPlan {
    SimulationPlan(seed: 1, profiles: [NetworkProfiles.wifi], headers: headers)
  }

  /// A strategy that stores anything and goes back to it shows, fetches and counts alike, whether
  /// memory is taken back or not.
  @Test(arguments: Cases.some(AnyStrategy.catalog.names, oneIn: 2), Fast.allCases)
  func retiringChangesNoResult(name: String, workload: Fast) throws {
    let strategy = Chosen<AnyStrategy>.standard(name).product
    let traces = try [false, true].map { retires in
      let opened = try Self.open(workload, days: workload.days)
      var trace: any TraceObserver = TraceText()
      let stream = retires ? opened.stream : .over(Unretired(stream: opened.stream))
      try strategy.run(Self.plan(opened.headers), stream, &trace)
      return (trace as? TraceText)?.text ?? []
    }
    expect(!traces[0].isEmpty)
    expect(traces[0], is: traces[1])
  }

  /// A client that stores nothing: after six times as many days no more is known of resources, and
  /// the list of records is no longer.
  @Test(arguments: Fast.allCases)
  func whatIsKnownOfResourcesDoesNotGrowWithTime(workload: Fast) throws {
    let rows = try [Int64(1), 6].map { times in
      let opened = try Self.open(workload, days: times * workload.days)
      var plan = Self.plan(opened.headers)
      plan.origin.lists.keepsRetired = .days(1)
      let session = Session<NetworkOnly>(plan: plan, device: 0) {
        NetworkOnly(NetworkOnly.Options(), in: &$0)
      }
      var block = EventBlock()
      var (mostPages, mostLines) = (0, 0)
      while try opened.stream.fill(&block) {
        for event in block.events {
          session.proceed(to: event, parts: block.parts)
          mostPages = max(mostPages, session.simulation.origin.pages.count)
          mostLines = max(mostLines, session.simulation.manifest.count)
        }
        block.removeAll()
      }
      return (mostPages, mostLines)
    }
    expect(rows[0].0 >= 8, "as much is published as fills the first pages and more")
    expect(rows[1].0 <= 2 * rows[0].0, "six times as many are published")
    expect(rows[1].1 <= 2 * rows[0].1 && rows[0].1 > 0)
  }

  /// What an old copy lists can still be asked for as long as the copy is there.
  @Test func thePartsOfOldCopiesCanBeReached() {
    var history = PublicationHistory()
    func content(_ version: UInt32) -> Content {
      Content(version: version, kind: .model, size: Bytes(1_000), publishedAt: .start)
    }
    func parts() -> Set<ResourceIndex> {
      var found: Set<ResourceIndex> = []
      history.forEachLiveVersion { _, parts in found.formUnion(parts) }
      return found
    }
    history.note(0, content(1), parts: [1, 2])
    var copy: ResourceCopy? = ResourceCopy(of: content(1), history.present(0), at: .start)
    history.note(0, content(2), parts: [2, 3])
    expect(copy?.parts == [1, 2] && parts() == [1, 2, 3])
    copy = nil
    expect(parts(), is: [2, 3])
    history.note(0, content(3), parts: [])
    expect(parts(), is: [])
  }
}

/// A workload of which nothing is said to be retired.
private struct Unretired: EventSource {
  let stream: EventStream

  mutating func fill(_ block: inout EventBlock) throws(InputError) -> Bool {
    let isMore = try stream.fill(&block)
    block.events.removeAll { if case .retire = $0.action { true } else { false } }
    return isMore
  }
}

/// A trace as text, event by event.
private struct TraceText: TraceObserver {
  private(set) var text: [String] = []

  mutating func observe(_ page: [TraceRecord], device: UInt32) {
    text += page.map { "\($0.at) \($0.resource.map { "\($0)" } ?? "") \($0.event)" }
  }
}
