internal import SimCore

/// A radio as a small machine: idle, promotion, active, and the tail states back to idle.
public struct RadioProfile: Hashable, Sendable {
  /// The name by which a scenario asks for it.
  public var name: String
  /// Other names it is found by.
  public var aliases: [String]
  /// What a packet waits for when the radio is idle; nil: it goes at once.
  public var promotion: RadioPromotion?
  /// Power in watts while packets flow, without their bits.
  public var activeWatts: Double
  /// Joules for each million bits sent: watts for each Mbit/s.
  public var joulesPerMegabitUp: Double
  /// Joules for each million bits received: watts for each Mbit/s.
  public var joulesPerMegabitDown: Double
  /// The states after the last packet, in order; after them the radio is idle.
  public var tail: [RadioTail]
  /// The power of the idle radio, which listens for pages.
  public var idle: RadioPower
  /// Where the numbers are from.
  public var source: String
  /// How sure they are.
  public var certainty: Certainty

  /// Makes a profile; powers in watts, energies in joules for each million bits.
  public init(
    _ name: String, aliases: [String] = [], promotion: RadioPromotion? = nil,
    activeWatts: Double, joulesPerMegabitUp: Double = 0, joulesPerMegabitDown: Double = 0,
    tail: [RadioTail] = [], idle: RadioPower, source: String, certainty: Certainty
  ) {
    precondition(
      activeWatts >= 0 && joulesPerMegabitUp >= 0 && joulesPerMegabitDown >= 0,
      "a radio gives no energy back")
    self.name = name
    self.aliases = aliases
    self.promotion = promotion
    self.activeWatts = activeWatts
    self.joulesPerMegabitUp = joulesPerMegabitUp
    self.joulesPerMegabitDown = joulesPerMegabitDown
    self.tail = tail
    self.idle = idle
    self.source = source
    self.certainty = certainty
  }
}
