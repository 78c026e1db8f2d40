public import Workloads

/// A strategy that knows what will happen, because it has lived the story before.
///
/// The simulation lets it live a device's story as often as it likes, each time with what the last
/// time has taught it; only the last life is written in the book. It is no choice for an app, but a
/// bound to measure the others by.
public protocol ForesightedStrategy: Strategy {
  /// What it knows before a life.
  associatedtype Foresight: Sendable
  /// What can be known before the first life: what people will do.
  static func foresee(_ story: DeviceStory) -> Foresight
  /// Moves in, knowing something.
  init(_ options: Options, knowing foresight: Foresight, in world: inout World)
  /// What the life that is over has taught; nil: there is nothing to be done better.
  func lesson(from world: borrowing World) -> Foresight?
  /// What it is a bound of.
  static func bound(of options: Options) -> Bound
}

/// All that happens to one device, from the first event to the last.
public struct DeviceStory: Sendable {
  /// The events in order.
  public private(set) var events: [WorkloadEvent] = []
  /// The parts lists that their contents refer to.
  public private(set) var parts: [ResourceIndex] = []

  /// An empty story.
  init() {}

  /// Adds an event whose parts stand in a block.
  mutating func append(_ event: WorkloadEvent, parts block: [ResourceIndex]) {
    var event = event
    if case .publish(let resource, var content) = event.action {
      let start = UInt32(parts.count)
      parts.append(contentsOf: block[content.parts.indices])
      content.parts = PartsRange(start: start, count: content.parts.count)
      event.action = .publish(resource, content)
    }
    events.append(event)
  }
}
