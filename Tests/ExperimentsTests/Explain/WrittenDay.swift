internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import Experiments
internal import SimCore
internal import SimulationFixtures

/// A device's day written by hand: what the origin publishes and what its user does.
struct WrittenDay: EventSource, Sendable {
  private var events: [WorkloadEvent] = []
  private var parts: [ResourceIndex] = []
  private var isRead = false

  /// Adds an event, `seconds` after the start.
  mutating func at(_ seconds: Int64, _ action: Action, millisecondsLater: Int64 = 0) {
    let instant = Instant.start + .seconds(seconds) + .milliseconds(millisecondsLater)
    events.append(WorkloadEvent(at: instant, device: 0, action: action))
  }

  mutating func publish(
    _ resource: ResourceIndex, version: UInt32 = 1, kind: ResourceKind = .model,
    parts list: [ResourceIndex] = [], at seconds: Int64 = 0
  ) {
    let start = UInt32(parts.count)
    parts += list
    at(
      seconds,
      .publish(
        resource,
        Content(
          version: version, kind: kind, size: .kilobytes(10),
          publishedAt: .start + .seconds(seconds),
          parts: PartsRange(start: start, count: UInt32(list.count)))))
  }

  /// A screen that is looked at for ten seconds.
  mutating func visit(_ resource: ResourceIndex, from seconds: Int64) {
    at(seconds, .open(resource))
    at(seconds + 10, .close(resource))
  }

  mutating func fill(_ block: inout EventBlock) throws(InputError) -> Bool {
    guard !isRead else { return false }
    isRead = true
    block.events = events.enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    block.parts = parts
    return true
  }

  /// A explainer of the day: slow 4G (150 ms, 1.6 Mbit/s down, 750 kbit/s up) without a radio.
  func explainer(headers: CacheHeaders = CacheHeaders()) -> Explainer {
    let day = self
    return Explainer { () throws(InputError) in
      var plan = SimulationPlan(
        seed: 1, profiles: [NetworkProfiles.slow4G, NetworkProfiles.offline], headers: [headers])
      plan.device.radio.isModelled = false
      plan.useTextbookWorld()
      return (plan, .over(day))
    }
  }

  /// The n-th view under a strategy, explained.
  func explanation(
    of screen: UInt32, under name: String, settings: JSON = .object([]),
    headers: CacheHeaders = CacheHeaders(), partByPart: Bool = false
  ) throws -> Explanation? {
    var problems = Problems()
    let chosen = AnyStrategy.catalog.entry(named: name)?.make(settings, "", &problems)
    return try chosen.flatMap { chosen in
      try explainer(headers: headers).explain(
        [ViewRecord.ID(device: 0, screen: screen)], of: chosen.product, partByPart: partByPart
      ).first
    }
  }
}

extension Explanation {
  /// The lines as `since | what | why`, the time in whole milliseconds.
  var plain: [String] {
    lines.map { line in
      let since = "\(line.since.nanoseconds / 1_000_000) | \(line.what)"
      return line.why.map { "\(since) | \($0)" } ?? since
    }
  }
}
