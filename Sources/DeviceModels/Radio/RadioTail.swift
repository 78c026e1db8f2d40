package import SimCore

/// A state that a radio stays in for a while after its last packet, before the next one.
package struct RadioTail: Hashable, Sendable {
  /// What the state is called in the source.
  package var name: String
  /// How long it lasts when no packet comes.
  package var duration: TimeSpan
  package var power: RadioPower
  /// What a packet must wait for in this state; nil: it goes at once.
  package var promotion: RadioPromotion?

  package init(
    _ name: String, _ duration: TimeSpan, _ power: RadioPower, promotion: RadioPromotion? = nil
  ) {
    precondition(duration >= .zero, "a state lasts some time")
    self.name = name
    self.duration = duration
    self.power = power
    self.promotion = promotion
  }
}

/// What a radio goes through before it may send: a time, at a power.
package struct RadioPromotion: Hashable, Sendable {
  /// How long it takes.
  package var duration: TimeSpan
  /// The power while it lasts, in watts.
  package var watts: Double

  package init(_ duration: TimeSpan, watts: Double) {
    precondition(duration >= .zero && watts >= 0, "a promotion takes time and power")
    self.duration = duration
    self.watts = watts
  }
}

/// The power of a state in which a radio sleeps and now and then listens.
///
/// A ping cycle counts with its mean power: a state may be cut in the middle of a cycle, and where
/// in the cycle it was is not known.
package struct RadioPower: Hashable, Sendable {
  package let watts: Double

  package init(watts: Double) {
    precondition(watts >= 0, "a radio gives no power back")
    self.watts = watts
  }

  /// The mean of a cycle that begins with a ping and rests until its end; powers in watts.
  package init(ping: TimeSpan, watts: Double, every cycle: TimeSpan, rest: Double) {
    precondition(ping >= .zero && ping <= cycle && cycle > .zero, "a ping is part of its cycle")
    let pinging = ping.seconds * watts
    let resting = (cycle - ping).seconds * rest
    self.init(watts: (pinging + resting) / cycle.seconds)
  }
}
