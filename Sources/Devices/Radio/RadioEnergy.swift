public import SimCore

/// The energy that a radio took, in joules, by what it was taken for, and the times.
public struct RadioEnergy: Hashable, Sendable {
  /// Joules of promotions.
  public var promotion = 0.0
  /// Joules while packets flowed, with those of their bits.
  public var active = 0.0
  /// Joules of waiting for more packets.
  public var tail = 0.0
  /// Joules of the idle radio.
  public var idle = 0.0
  /// How many promotions began.
  public var promotions = 0
  /// Time in promotions.
  public var promotionTime = TimeSpan.zero
  /// Time with packets.
  public var activeTime = TimeSpan.zero
  /// Time in tail states.
  public var tailTime = TimeSpan.zero
  /// Time idle.
  public var idleTime = TimeSpan.zero

  /// No energy at all.
  public init() {}

  /// All of it, in joules.
  public var total: Double { promotion + active + tail + idle }

  /// The sum of two energies, part by part.
  public static func + (left: RadioEnergy, right: RadioEnergy) -> RadioEnergy {
    var sum = left
    sum.promotion += right.promotion
    sum.active += right.active
    sum.tail += right.tail
    sum.idle += right.idle
    sum.promotions += right.promotions
    sum.promotionTime += right.promotionTime
    sum.activeTime += right.activeTime
    sum.tailTime += right.tailTime
    sum.idleTime += right.idleTime
    return sum
  }
  /// Adds in place.
  public static func += (left: inout RadioEnergy, right: RadioEnergy) { left = left + right }
}
