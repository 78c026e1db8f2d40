public import SimCore

/// What a radio goes through before it may send: a time, at a power.
public struct RadioPromotion: Hashable, Sendable {
  /// How long it takes.
  public var duration: TimeSpan
  /// The power while it lasts, in watts.
  public var watts: Double

  /// Makes a promotion of that length, at that power in watts.
  public init(_ duration: TimeSpan, watts: Double) {
    precondition(duration >= .zero && watts >= 0, "a promotion takes time and power")
    self.duration = duration
    self.watts = watts
  }
}
