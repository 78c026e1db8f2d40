internal import DeviceModels

/// What radios took, in whole microjoules, so that no sum depends on its order.
package struct RadioUse: Sendable {
  /// For waking up.
  package private(set) var promotion: Int64 = 0
  /// While packets flowed, with those of their bits.
  package private(set) var active: Int64 = 0
  /// For waiting for more packets.
  package private(set) var tail: Int64 = 0
  /// For listening while nothing was going on.
  package private(set) var idle: Int64 = 0
  /// How often a radio woke up.
  package private(set) var promotions: Int64 = 0

  /// Nothing yet.
  package init() {}

  /// What the app's traffic took: all but the idle radio.
  package var traffic: Int64 { promotion + active + tail }

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
