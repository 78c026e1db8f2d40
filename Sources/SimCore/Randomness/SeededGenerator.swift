/// What a random number is for; each purpose has its own stream, so that adding a draw to one
/// shifts no other.
public enum RandomPurpose: UInt64, Sendable {
  /// What users do and what the origin publishes.
  case workload = 1
  /// The network: link quality, jitter, loss.
  case network = 2
  /// The origin's think time and failures.
  case server = 3
  /// Policies and strategies that draw random numbers.
  case policy = 4
  /// The device: when its system grants a background fetch, how long a launch takes.
  case device = 5
  /// What users do in reaction to what a screen shows.
  case user = 6
  /// What people are like: their phones, links and habits.
  case people = 7
}

/// Random numbers that depend only on a seed, a purpose, an entity and an attempt.
///
/// Keyed, not shared: strategies that ask in another order still meet the same network conditions.
/// The generator is SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators,
/// OOPSLA 2014, doi:10.1145/2660193.2660195), started from a hash of its key.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes the stream of one key.
  /// - Parameters:
  ///   - seed: the scenario's seed.
  ///   - purpose: what the numbers are for.
  ///   - entity: what they belong to: a device, a resource.
  ///   - attempt: which use of the same entity it is, counted from 0.
  public init(seed: UInt64, purpose: RandomPurpose, entity: UInt64 = 0, attempt: UInt64 = 0) {
    var hash = Self.mix(seed &+ Self.gamma)
    hash = Self.mix(hash ^ (purpose.rawValue &* Self.gamma))
    hash = Self.mix(hash ^ (entity &+ Self.gamma))
    state = Self.mix(hash ^ (attempt &+ Self.gamma))
  }

  public mutating func next() -> UInt64 {
    state &+= Self.gamma
    return Self.mix(state)
  }

  /// The odd integer nearest to 2⁶⁴ divided by the golden ratio.
  private static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Stafford's variant 13 of the 64-bit finaliser, as SplitMix64 uses it.
  private static func mix(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
