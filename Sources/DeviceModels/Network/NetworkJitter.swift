internal import SimCore

/// The jitter of one device's network: each exchange's round trip and the origin's think time are
/// multiplied by a uniform number within 1 ± a share.
///
/// A draw is keyed by seed, purpose, device, resource and attempt, not taken in sequence: clients
/// that ask in another order meet the same network conditions.
struct NetworkJitter {
  /// The greatest deviation, as a share of the duration; 0: none.
  let share: Double
  /// The scenario's seed.
  let seed: UInt64
  /// Which device; each has draws of its own.
  let device: UInt32

  init(share: Double, seed: UInt64, device: UInt32) {
    precondition(share >= 0 && share < 1, "jitter is a share below 1")
    self.share = share
    self.seed = seed
    self.device = device
  }

  /// A duration times its draw, in nanoseconds.
  /// - Parameters:
  ///   - resource: what is asked for.
  ///   - attempt: which request for the resource, from 0.
  func nanoseconds(
    of span: TimeSpan, purpose: RandomPurpose, resource: UInt32, attempt: UInt32
  ) -> Int64 {
    guard share > 0 else { return span.nanoseconds }
    var generator = SeededGenerator(
      seed: seed, purpose: purpose, entity: UInt64(device) << 32 | UInt64(resource),
      attempt: UInt64(attempt))
    let uniform = Double(generator.next() >> 11) * 0x1p-53
    return TimeSpan(rounding: span.seconds * (1 + share * (2 * uniform - 1))).nanoseconds
  }
}
