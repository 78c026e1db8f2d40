public import CacheMetrics
public import CacheWorkloads
public import ClientSimulation
public import SimCore

/// A strategy that fills a screen resource by resource: look, show what may be shown, fetch what
/// must be fetched, and store what comes. It says where to look and what to store; the flow is
/// shared.
public protocol ScreenStrategy: Strategy {
  /// How its screens are read and the origin is asked: `RequestScheduler()` shows what is stored,
  /// asks beside it where it is stale, and asks once. It keeps what is under way, and is stored.
  var scheduler: RequestScheduler { get set }
  /// The version that is stored and could be shown; asking costs nothing.
  func version(of resource: ResourceIndex, in simulation: borrowing DeviceSimulation) -> UInt32?
  /// The copy of a resource that may be used for the open screen.
  mutating func find(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) -> Finding?
  /// Fetches what was not found.
  mutating func request(_ resource: ResourceIndex, in simulation: inout DeviceSimulation)
  /// Fetches what the user wants anew, whatever is stored of it.
  mutating func refresh(_ resource: ResourceIndex, in simulation: inout DeviceSimulation)
  /// Notes that a fetch ended, after all else that it brought about.
  mutating func ended(_ load: Load, in simulation: inout DeviceSimulation)
  /// Stores a version that the origin has sent.
  mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation)
  /// Notes that the origin confirmed the version at hand.
  mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in simulation: inout DeviceSimulation)
  /// The copy that may be shown when the origin does not answer.
  mutating func fallback(
    for resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> Finding?
  /// Whether a screen that shows a stale copy is changed by what the refresh brings.
  var deliversRefreshes: Bool { get }
  mutating func leave(
    _ resource: ResourceIndex, showing copy: ResourceCopy, in simulation: inout DeviceSimulation)
  /// Notes what the origin said to edits, one by one, after it was settled.
  mutating func settled(
    _ edits: [PendingEdit], _ verdicts: [EditVerdict], in simulation: inout DeviceSimulation)
  /// Reacts to everything that is not about the open screen.
  mutating func notice(_ event: ClientEvent, in simulation: inout DeviceSimulation)
}

/// What a strategy has found for a screen.
public struct Finding: Sendable {
  /// The copy.
  public var copy: ResourceCopy
  /// Where it lay.
  public var source: Source
  /// The time until it is on screen: reading and decoding.
  public var delay: TimeSpan
  /// What to do with it.
  public var use: Use
  /// Whether it is a picture that was stored decoded.
  public var isDecoded: Bool
  /// The version that a request for it names, which the origin may confirm; nil: none.
  package var condition: UInt32?

  /// What may be done with a copy.
  public enum Use: Sendable {
    /// Show it; the origin need not be asked.
    case fresh
    case stale
    /// Ask the origin first; show it when the origin confirms.
    case unconfirmed
  }

  /// Makes a finding.
  public init(
    _ copy: ResourceCopy, from source: Source, after delay: TimeSpan, use: Use,
    isDecoded: Bool = false
  ) {
    self.isDecoded = isDecoded
    condition = copy.version
    self.copy = copy
    self.source = source
    self.delay = delay
    self.use = use
  }
}

// MARK: - What a strategy need not say

extension ScreenStrategy {
  public func version(
    of resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> UInt32? { nil }
  public var deliversRefreshes: Bool { true }
  public mutating func request(
    _ resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) { ask(resource, for: .demand, in: &simulation) }
  public mutating func refresh(
    _ resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    let version = version(of: resource, in: simulation)
    ask(resource, for: .refresh, unless: version, in: &simulation)
  }
  public mutating func ended(_ load: Load, in simulation: inout DeviceSimulation) {}
  public mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in simulation: inout DeviceSimulation
  ) {}
  public mutating func fallback(
    for resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> Finding? { nil }
  public mutating func leave(
    _ resource: ResourceIndex, showing copy: ResourceCopy, in simulation: inout DeviceSimulation
  ) {}
  public mutating func settled(
    _ edits: [PendingEdit], _ verdicts: [EditVerdict], in simulation: inout DeviceSimulation
  ) {}
  public mutating func notice(_ event: ClientEvent, in simulation: inout DeviceSimulation) {}

  public mutating func react(to event: ClientEvent, in simulation: inout DeviceSimulation) {
    follow(event, in: &simulation)
  }
}
