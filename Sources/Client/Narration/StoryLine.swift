public import SimCore
public import Workloads

/// One thing that happened, as the story of an open tells it.
public struct StoryLine: Sendable {
  /// Whose story: the device's n-th screen.
  public var screen: UInt32
  /// When; before the open, of what is told for the sake of it.
  public var at: Instant
  /// To which resource; nil: to the app or the device as a whole.
  public var resource: ResourceIndex?
  /// What that resource is; nil before it was published.
  public var kind: ResourceKind?
  /// What happened.
  public var event: StoryEvent
}
