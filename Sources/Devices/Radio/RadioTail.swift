public import SimCore

/// A state that a radio stays in for a while after its last packet, before the next one.
public struct RadioTail: Hashable, Sendable {
  /// What the state is called in the source.
  public var name: String
  /// How long it lasts when no packet comes.
  public var duration: TimeSpan
  /// Its power.
  public var power: RadioPower
  /// What a packet must wait for in this state; nil: it goes at once.
  public var promotion: RadioPromotion?

  /// Makes a tail state.
  public init(
    _ name: String, _ duration: TimeSpan, _ power: RadioPower, promotion: RadioPromotion? = nil
  ) {
    precondition(duration >= .zero, "a state lasts some time")
    self.name = name
    self.duration = duration
    self.power = power
    self.promotion = promotion
  }
}
