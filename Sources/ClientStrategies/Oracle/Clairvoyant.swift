package import CacheMetrics
package import CacheWorkloads
package import ClientSimulation
package import SimCore

/// Knows the future: no choice for an app, but what the others can be measured by.
///
/// One bound at a time: `latency` is a relaxation, in which content travels by itself; `bytes` and
/// `flash` live under the same laws as every strategy but for a memory without limit, and no
/// strategy that shows people the same receives fewer bodies, or writes less. None of them is
/// killed for its memory.
package struct Clairvoyant: ScreenStrategy, OracleStrategy {
  /// What it is a bound of.
  package enum Aim: String, WordSettingValue {
    /// The wait for first and for fresh content.
    case latency
    /// Bytes written to flash.
    case flash
    /// Bytes of bodies received.
    case bytes
  }

  /// What a scenario can set.
  package struct Options: Settings {
    package var bound = Aim.latency
    package var atOnce = 6
    package var backgroundFetches: TimeSpan?

    package init() {}
    package static let fields: [Field<Options>] = [
      Field(
        "bound", \.bound,
        "What it is a bound of: the waits (a relaxation), bytes written to flash, or bodies "
          + "received."),
      .concurrency(
        \.atOnce, "How many resources are fetched ahead at once; 6, an assumption. Not for latency."
      ),
      Field(
        "backgroundFetchInterval", \.backgroundFetches, in: .seconds(1)...(.days(365)),
        "The mean interval of background fetches that the system is asked for; null: none. The "
          + "bound on flash holds for strategies that ask for the same, or for none."
      ),
    ]
  }

  package static let name = "clairvoyant"
  package static let summary =
    "Knows the future: a bound on the waits, on flash writes or on bytes received, and no choice "
    + "for an app."

  private let options: Options
  package var scheduler = RequestScheduler()
  private var zeroLatency = ZeroLatencyOracle()
  /// Nil for `latency`.
  private var prefetching: PrefetchOracle?

  package init(_ options: Options, in simulation: inout DeviceSimulation) {
    self.init(options, knowing: Foreknowledge(), in: &simulation)
  }

  package init(
    _ options: Options, knowing foresight: Foreknowledge, in simulation: inout DeviceSimulation
  ) {
    self.options = options
    simulation.grantForesight()
    if options.bound == .latency {
      simulation.assumeShortestLaunches()
    } else {
      prefetching = PrefetchOracle(options, foresight, in: &simulation)
    }
  }

  package static func foresee(_ events: DeviceEvents) -> Foreknowledge { Foreknowledge(of: events) }

  package func lesson(from simulation: borrowing DeviceSimulation) -> Foreknowledge? {
    prefetching?.lesson(from: simulation)
  }

  package static func bound(of options: Options) -> OracleBound {
    switch options.bound {
    case .latency:
      OracleBound(
        of: .waits,
        "No strategy waits less for first or for fresh content at any open, and no open that is "
          + "blank here shows anything elsewhere. A relaxation: content is delivered without a "
          + "request as soon as it is published and there is a network; transfer, space and "
          + "decoding cost nothing, and the app comes to the front as if its process had never "
          + "ended; waits from a screen's beginning are counted from when the slowest launch would "
          + "have ended.",
        isRelaxation: true)
    case .flash:
      OracleBound(
        of: .flashWrites,
        "No strategy that shows the same versions at the same opens writes fewer bytes to flash, "
          + "if it asks for the same background fetches or none, and shows no user what was "
          + "fetched for another. Memory has no limit here; a strategy that shows less may write "
          + "less.",
        isRelaxation: false)
    case .bytes:
      OracleBound(
        of: .receivedBodies,
        "No strategy that shows the same versions at the same opens receives fewer bytes of "
          + "bodies, if it shows no user what was fetched for another. A strategy that shows less "
          + "may receive less.", isRelaxation: false)
    }
  }
}

// MARK: - Screens

extension Clairvoyant {
  package var deliversRefreshes: Bool { false }

  package mutating func react(to event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .opened: prefetching?.opened(in: simulation)
    case .closed: prefetching?.closed(in: simulation)
    default: break
    }
    follow(event, in: &simulation)
  }

  package mutating func find(_ resource: ResourceIndex, in simulation: inout DeviceSimulation)
    -> Finding?
  {
    guard prefetching == nil else { return prefetching?.find(resource, in: &simulation) }
    return zeroLatency.copy(of: resource, for: simulation.currentUser).map {
      Finding($0, from: .memory, after: .zero, use: .fresh, isDecoded: true)
    }
  }

  package mutating func request(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    prefetching?.request(resource, in: &simulation)
  }

  package mutating func ended(_ load: Load, in simulation: inout DeviceSimulation) {
    prefetching?.ended(load, in: &simulation)
  }

  package mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    prefetching?.keep(copy, of: resource, in: &simulation)
  }

  package mutating func fallback(
    for resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> Finding? {
    prefetching?.finding(of: resource, in: &simulation)
  }

  package mutating func notice(_ event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .published(let resource, let copy):
      if prefetching == nil { zeroLatency.published(resource, copy, in: &simulation) }
      prefetching?.published(resource, copy, in: &simulation)
    case .connectivity(isOnline: true):
      if prefetching == nil { zeroLatency.cameOnline(in: &simulation) }
      prefetching?.tryAgain(in: &simulation)
    case .launched, .switchedUser:
      prefetching?.noteAll(in: simulation)
      prefetching?.fetchAhead(in: &simulation)
    case .foregrounded, .backgroundFetch, .changedNetwork, .timer:
      prefetching?.tryAgain(in: &simulation)
    case .died: prefetching?.died(in: simulation)
    default: break
    }
  }
}

/// When each resource will be needed next, beside a screen or as one.
struct NextUseIndex {
  private let dues: [[Foreknowledge.Due]]
  /// By resource: how many of its dues are over.
  private var past: [Int]
  /// By resource: the screens whose contents list it as a part.
  private var mains: [[ResourceIndex]] = []

  init(_ foresight: Foreknowledge) {
    dues = foresight.dues
    past = Array(repeating: 0, count: dues.count)
  }

  /// Notes that a screen's content lists a part.
  mutating func note(_ part: ResourceIndex, of main: ResourceIndex) {
    while mains.count <= Int(part) { mains.append([]) }
    // A screen's versions mostly have the same parts, and come one after another.
    if mains[Int(part)].last != main, !mains[Int(part)].contains(main) {
      mains[Int(part)].append(main)
    }
  }

  /// When a user needs a resource next; nil: never again.
  /// - Complexity: O(screens that list it), amortised over the dues of each.
  mutating func next(_ resource: ResourceIndex, for user: UInt16, at now: Instant) -> Instant? {
    var next = nextOpen(of: resource, for: user, at: now)
    guard Int(resource) < mains.count else { return next }
    for main in mains[Int(resource)] {
      guard let open = nextOpen(of: main, for: user, at: now) else { continue }
      next = next.map { min($0, open) } ?? open
    }
    return next
  }

  private mutating func nextOpen(
    of resource: ResourceIndex, for user: UInt16, at now: Instant
  ) -> Instant? {
    let index = Int(resource)
    guard index < dues.count else { return nil }
    while past[index] < dues[index].count, dues[index][past[index]].at < now { past[index] += 1 }
    return dues[index][past[index]...].first { $0.user == user }?.at
  }
}

/// What is to be fetched, what is needed soonest first; of one instant, what was noted first.
struct PrefetchQueue {
  private struct Item {
    var due: Instant
    var resource: ResourceIndex
  }

  /// The soonest last.
  private var queue: [Item] = []

  /// Notes a resource; it may stand more than once. - Complexity: O(n), of which a search O(log n).
  mutating func note(_ resource: ResourceIndex, due: Instant) {
    var low = 0
    var high = queue.count
    while low < high {
      let middle = (low + high) / 2
      if queue[middle].due >= due { low = middle + 1 } else { high = middle }
    }
    // Behind those of the same instant, which stand nearer to the end.
    while low > 0, queue[low - 1].due == due { low -= 1 }
    queue.insert(Item(due: due, resource: resource), at: low)
  }

  /// Takes the soonest out. - Complexity: O(1).
  mutating func next() -> (due: Instant, resource: ResourceIndex)? {
    queue.popLast().map { ($0.due, $0.resource) }
  }

  mutating func removeAll() { queue.removeAll(keepingCapacity: true) }
}
