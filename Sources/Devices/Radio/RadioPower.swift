public import SimCore

/// The power of a state in which a radio sleeps and now and then listens.
///
/// A ping cycle counts with its mean power: a state may be cut in the middle of a cycle, and where
/// in the cycle it was is not known.
public struct RadioPower: Hashable, Sendable {
  /// Mean power in watts.
  public let watts: Double

  /// A steady power in watts.
  public init(watts: Double) {
    precondition(watts >= 0, "a radio gives no power back")
    self.watts = watts
  }

  /// The mean of a cycle that begins with a ping and rests until its end; powers in watts.
  public init(ping: TimeSpan, watts: Double, every cycle: TimeSpan, rest: Double) {
    precondition(ping >= .zero && ping <= cycle && cycle > .zero, "a ping is part of its cycle")
    let pinging = ping.seconds * watts
    let resting = (cycle - ping).seconds * rest
    self.init(watts: (pinging + resting) / cycle.seconds)
  }
}
