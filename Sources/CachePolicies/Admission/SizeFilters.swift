package import SimCore

/// Admits objects up to a size.
package struct SizeThreshold: AdmissionFilter {
  package static let name = "size"

  /// What a scenario can set.
  package struct Options: Settings {
    /// The largest size that is admitted.
    package var largest = Bytes.unlimited
    package init() {}
    package static let fields: [Field<Options>] = [
      Field(
        "largest", \.largest, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
        "The largest size that is admitted; without a limit by default.")
    ]
  }

  private let largest: Bytes
  package init(capacity: Bytes, options: Options, seed: UInt64) { largest = options.largest }
  package func admits(_ incoming: CacheEntry) -> Bool { incoming.size <= largest }
}

/// Admits a missed object with the probability e^(−size/scale): the larger, the less likely.
///
/// The filter that AdaptSize tunes (Berger, Sitaraman, Harchol-Balter: AdaptSize: Orchestrating the
/// Hot Object Memory Cache in a Content Delivery Network, NSDI 2017), with a scale that stays.
package struct SizeProbability: AdmissionFilter {
  package static let name = "size-probability"

  /// What a scenario can set.
  package struct Options: Settings {
    /// The size that is admitted with probability 1/e.
    package var scale = Bytes.megabytes(1)
    package init() {}
    package static let fields: [Field<Options>] = [
      Field(
        "scale", \.scale, in: Bytes(1)...(.gigabytes(1_000_000)),
        "The size that is admitted with probability 1/e, about 37 %; 1 MB is an assumption.")
    ]
  }

  private let scale: Double
  private var random: SeededGenerator

  package init(capacity: Bytes, options: Options, seed: UInt64) {
    scale = Double(options.scale.count)
    random = SeededGenerator(seed: seed, purpose: .policy, entity: 1)
  }

  package mutating func admits(_ incoming: CacheEntry) -> Bool {
    random.chance(DeterministicMath.exp(-Double(incoming.size.count) / scale))
  }
}
