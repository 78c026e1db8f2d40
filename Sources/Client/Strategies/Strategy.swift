internal import Devices
public import SimCore
public import Workloads

/// A caching strategy: reacts to one event with effects on the world, and returns before the next.
///
/// Sans-I/O: it never waits, and it knows only what the world's verbs tell it.
public protocol Strategy: SendableMetatype {
  /// What a scenario can set.
  associatedtype Options: Settings
  /// Its name in scenarios.
  static var name: String { get }
  /// What it is, in one sentence.
  static var summary: String { get }
  /// Moves in: adds the tiers it needs to the world.
  init(_ options: Options, in world: inout World)
  /// Reacts to one event.
  mutating func react(to event: ClientEvent, in world: inout World)
}

/// What a strategy has found for a need.
public struct Finding: Sendable {
  /// The copy.
  public var copy: ResourceCopy
  /// Where it lay.
  public var source: Source
  /// The time until it is on screen: reading and decoding.
  public var delay: TimeSpan
  /// What to do with it.
  public var use: Use

  /// What may be done with a copy.
  public enum Use: Sendable {
    /// Show it; the origin need not be asked.
    case fresh
    /// Show it, and fetch again behind it.
    case stale
    /// Ask the origin first; show it when the origin confirms.
    case unconfirmed
  }

  /// Makes a finding.
  public init(_ copy: ResourceCopy, from source: Source, after delay: TimeSpan, use: Use) {
    self.copy = copy
    self.source = source
    self.delay = delay
    self.use = use
  }
}

/// A strategy that fills a screen need by need: look, show what may be shown, fetch what must be
/// fetched, and keep what comes. It says where to look and what to keep; the flow is shared.
public protocol ScreenStrategy: Strategy {
  /// How its screens are read and the origin is asked; without one of its own: what is kept, and
  /// a request beside it where it is stale.
  var desk: RequestDesk { get set }
  /// The version that is kept and could be shown; asking costs nothing.
  func version(of resource: ResourceIndex, in world: borrowing World) -> UInt32?
  /// The copy of a resource that may be used for the open screen.
  mutating func find(_ resource: ResourceIndex, in world: inout World) -> Finding?
  /// Fetches what was not found.
  mutating func request(_ resource: ResourceIndex, in world: inout World)
  /// Notes that a fetch ended, after all else that it brought about.
  mutating func ended(_ load: Load, in world: inout World)
  /// Keeps a version that the origin has sent.
  mutating func keep(_ copy: ResourceCopy, of resource: ResourceIndex, in world: inout World)
  /// Notes that the origin confirmed the version at hand.
  mutating func confirm(_ resource: ResourceIndex, at instant: Instant, in world: inout World)
  /// The copy that may be shown when the origin cannot be asked.
  mutating func fallback(for resource: ResourceIndex, in world: inout World) -> Finding?
  /// Whether a screen that shows a stale copy is changed by what the refresh brings.
  var deliversRefreshes: Bool { get }
  /// Saves what a screen showed when it disappeared.
  mutating func leave(
    _ resource: ResourceIndex, showing copy: ResourceCopy, in world: inout World)
  /// Notes what the origin said to edits, one by one, after it was settled.
  mutating func settled(
    _ edits: [PendingEdit], _ verdicts: [EditVerdict], in world: inout World)
  /// Reacts to everything that is not a screen's need.
  mutating func notice(_ event: ClientEvent, in world: inout World)
}

extension ScreenStrategy {
  public var desk: RequestDesk {
    get { RequestDesk() }
    set {}
  }
  public func version(of resource: ResourceIndex, in world: borrowing World) -> UInt32? { nil }
  public var deliversRefreshes: Bool { true }
  public mutating func request(_ resource: ResourceIndex, in world: inout World) {
    ask(resource, for: .demand, in: &world)
  }
  public mutating func ended(_ load: Load, in world: inout World) {}
  public mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in world: inout World
  ) {}
  public mutating func fallback(
    for resource: ResourceIndex, in world: inout World
  ) -> Finding? { nil }
  public mutating func leave(
    _ resource: ResourceIndex, showing copy: ResourceCopy, in world: inout World
  ) {}
  public mutating func settled(
    _ edits: [PendingEdit], _ verdicts: [EditVerdict], in world: inout World
  ) {}
  public mutating func notice(_ event: ClientEvent, in world: inout World) {}

  public mutating func react(to event: ClientEvent, in world: inout World) {
    follow(event, in: &world)
  }

  /// The flow that all share.
  mutating func follow(_ event: ClientEvent, in world: inout World) {
    switch event {
    case .opened(let resource), .needed(let resource): serve(resource, in: &world)
    case .shown(_, let copy):
      for index in copy.parts.indices {
        let part = world.part(index)
        if world.want(part) { serve(part, in: &world) }
      }
    case .loaded(let load):
      take(load, in: &world)
      ended(load, in: &world)
    case .closed(let resource, let copy):
      desk.clear()
      if let copy, desk.reading.keeps { leave(resource, showing: copy, in: &world) }
    case .connectivity(isOnline: true):
      for resource in world.awaited where !world.isFetching(resource) {
        desk.settle(resource)
        serve(resource, in: &world)
      }
      notice(event, in: &world)
    case .timer(let timer) where desk.owns(timer): wake(by: timer, in: &world)
    case .died:
      desk.clear()
      notice(event, in: &world)
    case .edited(let edit):
      // Sent as the user makes it; without a network the user is told that it cannot be done.
      if world.isOnline { world.send([edit]) } else { world.refuse(edit) }
    case .sent(let edits, let verdicts):
      for (index, edit) in edits.enumerated() {
        if let verdicts { world.settle(edit, verdicts[index]) } else { world.refuse(edit) }
      }
      if let verdicts { settled(edits, verdicts, in: &world) }
    default:
      notice(event, in: &world)
    }
  }

  private mutating func take(_ load: Load, in world: inout World) {
    switch load.outcome {
    case .received(let copy):
      desk.settle(load.resource)
      if desk.reading.keeps { keep(copy, of: load.resource, in: &world) }
      if deliversRefreshes ? world.isOnScreen(load.resource) : world.isAwaited(load.resource) {
        let delay = world.decode(copy, as: Codecs.json)
        world.show(load.resource, copy, from: .network, after: delay)
      }
    case .confirmed(_, let instant):
      desk.settle(load.resource)
      confirm(load.resource, at: instant, in: &world)
      guard world.isAwaited(load.resource) else { return }
      if let finding = find(load.resource, in: &world) {
        world.show(load.resource, finding.copy, from: .revalidated, after: finding.delay)
      } else {
        // The copy left its tier while the origin was asked.
        ask(load.resource, for: .demand, in: &world)
      }
    case .failed(let failure):
      miss(load.resource, because: failure, in: &world)
    }
  }
}
