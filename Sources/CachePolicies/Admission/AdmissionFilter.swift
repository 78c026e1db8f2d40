package import SimCore

/// An admission filter: decides which missed objects are stored at all.
///
/// A filter is asked before the eviction policy; the policy's own refusals come after it.
package protocol AdmissionFilter: SendableMetatype {
  /// What a scenario can set.
  associatedtype Options: Settings = NoSettings
  /// Its name in scenarios.
  static var name: String { get }

  /// Makes the filter of an empty cache.
  /// - Parameters:
  ///   - capacity: the cache's.
  ///   - seed: for a filter that draws random numbers.
  init(capacity: Bytes, options: Options, seed: UInt64)
  /// Called for each request before the lookup. Default: nothing.
  mutating func prepare(for access: Access)
  /// Whether a missed object is admitted; called once, before any eviction.
  mutating func admits(_ incoming: CacheEntry) -> Bool
}

extension AdmissionFilter {
  package mutating func prepare(for access: Access) {}
}

/// Admits every object.
package struct AdmitAll: AdmissionFilter {
  package static let name = "all"
  package init(capacity: Bytes, options: NoSettings, seed: UInt64) {}
  package func admits(_ incoming: CacheEntry) -> Bool { true }
}

/// Admits a missed object with a fixed probability, drawn anew at each miss.
package struct RandomAdmission: AdmissionFilter {
  package static let name = "probability"

  /// What a scenario can set.
  package struct Options: Settings {
    /// How likely an object is admitted.
    package var probability = 0.5
    package init() {}
    package static let fields: [Field<Options>] = [
      Field(
        "probability", \.probability, in: 0...1,
        "How likely a missed object is admitted; a half is an assumption.")
    ]
  }

  private let probability: Double
  private var random: SeededGenerator

  package init(capacity: Bytes, options: Options, seed: UInt64) {
    probability = options.probability
    random = SeededGenerator(seed: seed, purpose: .policy, entity: 1)
  }

  package mutating func admits(_ incoming: CacheEntry) -> Bool { random.chance(probability) }
}
