internal import SimCore

/// What varies of one device's network from exchange to exchange: round trips, name lookups,
/// handshakes, lost requests, and the origin's time.
///
/// A draw is keyed by seed, purpose, device, resource and attempt, not taken in sequence: clients
/// that ask in another order meet the same network conditions. Exchanges that begin within the same
/// few seconds share the level of their round trips.
struct NetworkJitter {
  /// The greatest deviation of a uniform jitter, as a share of the duration; 0: none.
  let share: Double
  let variance: Variance
  let seed: UInt64
  /// Which device; each has draws of its own.
  let device: UInt32

  init(share: Double, variance: Variance, seed: UInt64, device: UInt32) {
    precondition(share >= 0 && share < 1, "jitter is a share below 1")
    self.share = share
    self.variance = variance
    self.seed = seed
    self.device = device
  }

  /// What one exchange meets on a link; spans in nanoseconds.
  struct Conditions: BitwiseCopyable {
    var roundTrip: Int64 = 0
    /// A name lookup; negative: as many round trips as the settings say.
    var nameLookup: Int64 = -1
    /// A round trip of TLS's handshake with the work at both ends.
    var handshake: Int64 = 0
    /// How long it takes until a lost request has been sent again; 0: it was not lost.
    var retransmission: Int64 = 0
    /// Where the round trip lies in its distribution, 0 to 1.
    var level = 0.5
  }

  /// The conditions of a request.
  /// - Parameters:
  ///   - resource: what is asked for.
  ///   - attempt: which request for the resource, from 0.
  ///   - now: when, in nanoseconds.
  func conditions(
    on profile: NetworkProfile, resource: UInt32, attempt: UInt32, at now: Int64
  ) -> Conditions {
    var conditions = Conditions()
    var generator = generator(.network, resource: resource, attempt: attempt)
    let factor = profile.hasJitter ? jitter(&generator) : 1
    conditions.roundTrip = nanoseconds(profile.roundTrip, factor)
    conditions.handshake = conditions.roundTrip
    guard variance == .measured, let measured = profile.variance else { return conditions }
    conditions.level = CommonDraw.uniform(
      level(at: now), generator.unit(), weight: LinkVariance.levelWeight)
    let ratio = measured.roundTrip.value(at: conditions.level) / profile.meanOfRoundTrips
    conditions.roundTrip = nanoseconds(profile.roundTrip, factor * ratio)
    conditions.handshake =
      measured.handshake.map { Self.nanoseconds(milliseconds: $0.value(at: conditions.level)) }
      ?? conditions.roundTrip
    let lookup = generator.unit()
    conditions.nameLookup =
      measured.nameLookup.map { Self.nanoseconds(milliseconds: $0.value(at: lookup)) } ?? -1
    conditions.retransmission = retransmission(
      measured.lostRequests, roundTrip: conditions.roundTrip, &generator)
    return conditions
  }

  /// How long the origin takes, in nanoseconds.
  /// - Parameters:
  ///   - mean: its mean.
  ///   - sigma: the standard deviation of its logarithm.
  ///   - level: where the exchange's round trip lies in its distribution.
  func serverTime(
    mean: TimeSpan, sigma: Double, on profile: NetworkProfile, resource: UInt32, attempt: UInt32,
    level: Double
  ) -> Int64 {
    guard profile.hasJitter else { return mean.nanoseconds }
    var generator = generator(.server, resource: resource, attempt: attempt)
    let factor = jitter(&generator)
    guard variance == .measured, sigma > 0 else { return nanoseconds(mean, factor) }
    let share = CommonDraw.uniform(level, generator.unit(), weight: LinkVariance.serverWeight)
    let quantile = DeterministicMath.normalQuantile(min(max(share, 0x1p-53), 1 - 0x1p-53))
    return nanoseconds(
      mean, factor * DeterministicMath.exp(sigma * quantile - sigma * sigma / 2))
  }

  /// The level that the round trips of these seconds have in common.
  private func level(at now: Int64) -> Double {
    var generator = SeededGenerator(
      seed: seed, purpose: .network, entity: UInt64(device) << 32 | UInt64(UInt32.max),
      attempt: UInt64(now / LinkVariance.levelDuration.nanoseconds))
    return generator.unit()
  }

  /// Timeouts until a request comes through: each is twice the one before.
  private func retransmission(
    _ lost: Double, roundTrip: Int64, _ generator: inout SeededGenerator
  ) -> Int64 {
    guard lost > 0 else { return 0 }
    var timeout = max(LinkVariance.retransmissionTimeout.nanoseconds, 2 * roundTrip)
    var wait: Int64 = 0
    // After six doublings the request timeout has long gone off.
    for _ in 0..<6 {
      guard generator.chance(lost) else { break }
      wait += timeout
      timeout *= 2
    }
    return wait
  }

  private func jitter(_ generator: inout SeededGenerator) -> Double {
    let uniform = generator.unit()
    return share > 0 ? 1 + share * (2 * uniform - 1) : 1
  }

  private func generator(
    _ purpose: RandomPurpose, resource: UInt32, attempt: UInt32
  ) -> SeededGenerator {
    SeededGenerator(
      seed: seed, purpose: purpose, entity: UInt64(device) << 32 | UInt64(resource),
      attempt: UInt64(attempt))
  }

  private func nanoseconds(_ span: TimeSpan, _ factor: Double) -> Int64 {
    factor == 1 ? span.nanoseconds : TimeSpan(rounding: span.seconds * factor).nanoseconds
  }

  private static func nanoseconds(milliseconds: Double) -> Int64 {
    TimeSpan(rounding: milliseconds / 1_000).nanoseconds
  }
}
