internal import Devices

/// What radios took, in whole microjoules, so that no sum depends on its order.
public struct RadioUse: Sendable {
  /// For waking up.
  public private(set) var promotion: Int64 = 0
  /// While packets flowed, with those of their bits.
  public private(set) var active: Int64 = 0
  /// For waiting for more packets.
  public private(set) var tail: Int64 = 0
  /// For listening while nothing was going on.
  public private(set) var idle: Int64 = 0
  /// How often a radio woke up.
  public private(set) var promotions: Int64 = 0

  /// Nothing yet.
  public init() {}

  /// What the app's traffic took: all but the idle radio.
  public var traffic: Int64 { promotion + active + tail }

  mutating func add(_ energy: RadioEnergy) {
    promotion += Self.microjoules(energy.promotion)
    active += Self.microjoules(energy.active)
    tail += Self.microjoules(energy.tail)
    idle += Self.microjoules(energy.idle)
    promotions += Int64(energy.promotions)
  }

  mutating func merge(_ other: RadioUse) {
    promotion += other.promotion
    active += other.active
    tail += other.tail
    idle += other.idle
    promotions += other.promotions
  }

  private static func microjoules(_ joules: Double) -> Int64 { Int64((joules * 1e6).rounded()) }
}
