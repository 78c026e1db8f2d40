internal import Devices
internal import SimCore

/// A figure of ARO's for the tail of LTE, to the digits given.
///
/// Long DRX at the mean of its cycle gives them all (0.557 J after half a second, where whole
/// cycles would give 0.558 J).
struct AROTail: Sendable {
  /// After the last packet.
  var milliseconds: Int64
  var joules: Double

  static let all = [
    AROTail(milliseconds: 500, joules: 0.557), AROTail(milliseconds: 1_000, joules: 1.103),
    AROTail(milliseconds: 5_000, joules: 5.467),
  ]
  /// Of the promotion, of the whole tail, and of a fetch of 0.3 s with both.
  static let promotion = 0.314_6
  static let whole = 11.05
  static let fetch = 11.73
}

extension RadioProfile {
  /// One fetch of 0.3 s on an idle radio.
  func burst(until end: Instant) -> RadioEnergy {
    var radio = Radio(self)
    let ready = radio.wake(at: .start)
    radio.carry(from: ready, to: ready + .milliseconds(300))
    return radio.energy(until: end)
  }
}
