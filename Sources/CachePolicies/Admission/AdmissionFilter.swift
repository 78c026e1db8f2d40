package import SimCore

/// An admission filter: decides which missed objects are stored at all.
///
/// A filter is asked before the eviction policy; the policy's own refusals come after it.
protocol AdmissionFilter: SendableMetatype {
  associatedtype Options: Settings = NoSettings
  static var name: String { get }

  /// Makes the filter of an empty cache.
  /// - Parameter seed: for a filter that draws random numbers.
  init(capacity: Bytes, options: Options, seed: UInt64)
  /// Called for each request before the lookup. Default: nothing.
  mutating func prepare(for access: Access)
  /// Whether a missed object is admitted; called once, before any eviction.
  mutating func admits(_ incoming: CacheEntry) -> Bool
}

extension AdmissionFilter {
  mutating func prepare(for access: Access) {}
}

/// Admits every object.
struct AdmitAll: AdmissionFilter {
  static let name = "all"
  init(capacity: Bytes, options: NoSettings, seed: UInt64) {}
  func admits(_ incoming: CacheEntry) -> Bool { true }
}

/// Admits a missed object with a fixed probability, drawn anew at each miss.
struct RandomAdmission: AdmissionFilter {
  static let name = "probability"
  struct Options: Settings {
    var probability = 0.5
    static let fields: [Field<Options>] = [
      Field(
        "probability", \.probability, in: 0...1,
        "How likely a missed object is admitted."
      ).assumed()
    ]
  }

  private let probability: Double
  private var random: SeededGenerator

  init(capacity: Bytes, options: Options, seed: UInt64) {
    probability = options.probability
    random = SeededGenerator(seed: seed, purpose: .policy, entity: 1)
  }

  mutating func admits(_ incoming: CacheEntry) -> Bool { random.chance(probability) }
}

/// Admits objects up to a size.
struct SizeThreshold: AdmissionFilter {
  static let name = "size"
  struct Options: Settings {
    var largest = Bytes.unlimited
    static let fields: [Field<Options>] = [
      Field(
        "largest", \.largest, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
        "The largest size that is admitted; without a limit by default.")
    ]
  }

  private let largest: Bytes
  init(capacity: Bytes, options: Options, seed: UInt64) { largest = options.largest }
  func admits(_ incoming: CacheEntry) -> Bool { incoming.size <= largest }
}

/// Admits a missed object with the probability e^(−size/scale): the larger, the less likely.
///
/// The filter that AdaptSize tunes (Berger, Sitaraman, Harchol-Balter: AdaptSize: Orchestrating the
/// Hot Object Memory Cache in a Content Delivery Network, NSDI 2017), with a scale that stays.
struct SizeProbability: AdmissionFilter {
  static let name = "size-probability"
  struct Options: Settings {
    var scale = Bytes.megabytes(1)
    static let fields: [Field<Options>] = [
      Field(
        "scale", \.scale, in: Bytes(1)...(.gigabytes(1_000_000)),
        "The size that is admitted with probability 1/e, about 37 %; 1 MB."
      ).assumed()
    ]
  }

  private let scale: Double
  private var random: SeededGenerator

  init(capacity: Bytes, options: Options, seed: UInt64) {
    scale = Double(options.scale.count)
    random = SeededGenerator(seed: seed, purpose: .policy, entity: 1)
  }

  mutating func admits(_ incoming: CacheEntry) -> Bool {
    random.chance(DeterministicMath.exp(-Double(incoming.size.count) / scale))
  }
}

/// Admits an object at its second miss: the first one is recorded.
///
/// Maggs, Sitaraman: Algorithmic Nuggets in Content Delivery, ACM SIGCOMM CCR 45(3), 2015,
/// doi:10.1145/2805789.2805800. The record is exact and unlimited, unlike their Bloom filter.
struct SecondHit: AdmissionFilter {
  static let name = "second-hit"
  /// By key.
  private var wasMissed = DenseMap(filling: false)
  init(capacity: Bytes, options: NoSettings, seed: UInt64) {}

  mutating func admits(_ incoming: CacheEntry) -> Bool {
    defer { wasMissed[incoming.key] = true }
    return wasMissed[incoming.key]
  }
}

/// Admits what was requested often enough recently, by a frequency sketch with aging.
///
/// The admission filter of Einziger, Friedman, Manes: TinyLFU: A Highly Efficient Cache Admission
/// Policy, ACM Transactions on Storage 13(4), 2017, doi:10.1145/3149371: the threshold stands for
/// the victim's frequency, which a filter without a policy does not know. `w-tinylfu` compares
/// with the victim itself.
struct TinyLFU: AdmissionFilter {
  static let name = "tinylfu"
  struct Options: Settings {
    var threshold = 2
    var objects = 65_536
    static let fields: [Field<Options>] = [
      Field(
        "threshold", \.threshold, in: 1...15,
        "How many recent requests the sketch must have counted, the present one among them; 2 keeps"
          + " out what is requested once."),
      Field(
        "objects", \.objects, in: 16...(1 << 28),
        "For how many objects the sketch is sized; it halves its counts after ten times as many"
          + " requests; about as many as the cache holds."
      ).assumed(),
    ]
  }

  /// One owner for the sketch, which cannot be copied.
  private final class SketchOwner {
    var sketch = FrequencySketch()
  }

  private let threshold: Int
  private let owner = SketchOwner()

  init(capacity: Bytes, options: Options, seed: UInt64) {
    threshold = options.threshold
    owner.sketch.reserve(options.objects)
  }

  func prepare(for access: Access) { owner.sketch.record(access.key) }
  func admits(_ incoming: CacheEntry) -> Bool {
    owner.sketch.frequency(of: incoming.key) >= threshold
  }
}

/// An admission filter with its settings, as a scenario chose it.
package struct AnyAdmission: Choosable {
  package let name: String
  let make: @Sendable (Bytes, UInt64) -> any AdmissionFilter

  init<Filter: AdmissionFilter>(
    _ filter: Filter.Type, options: Filter.Options = Filter.Options()
  ) {
    name = Filter.name
    make = { Filter(capacity: $0, options: options, seed: $1) }
  }

  package static let catalog = Catalog<AnyAdmission>(
    of: "admission filter",
    [
      entry(AdmitAll.self, "Admits every object."),
      entry(SizeThreshold.self, "Admits objects up to a size."),
      entry(RandomAdmission.self, "Admits with a fixed probability."),
      entry(SizeProbability.self, "The larger an object, the less likely it is admitted."),
      entry(
        AdaptSize.self,
        "The larger, the less likely, by a scale that is tuned to recent requests."),
      entry(SecondHit.self, "Admits at the second miss."),
      entry(TinyLFU.self, "Admits what was requested often enough recently."),
    ])

  private static func entry<Filter: AdmissionFilter>(
    _ filter: Filter.Type, _ summary: String
  ) -> Catalog<AnyAdmission>.Entry {
    Catalog.Entry(Filter.name, summary, settings: Filter.Options.self) {
      AnyAdmission(Filter.self, options: $0)
    }
  }
}

/// A policy with an admission filter.
///
/// The filter is chosen when the program runs and costs a dynamic call for each request; a policy
/// without one pays nothing.
struct GatedPolicy<Policy: EvictionPolicy & ~Copyable>: EvictionPolicy, ~Copyable {
  static var name: String { Policy.name }
  static var needsNextAccess: Bool { Policy.needsNextAccess }
  private var policy: Policy
  private var filter: any AdmissionFilter

  init(_ policy: consuming Policy, behind filter: any AdmissionFilter) {
    self.policy = policy
    self.filter = filter
  }

  init(capacity: Bytes, options: Policy.Options, seed: UInt64) {
    self.init(
      Policy(capacity: capacity, options: options, seed: seed),
      behind: AdmitAll(capacity: capacity, options: NoSettings(), seed: seed))
  }

  func prefetch(_ key: ObjectKey) { policy.prefetch(key) }
  mutating func prepare(for access: Access) {
    filter.prepare(for: access)
    policy.prepare(for: access)
  }
  mutating func hit(_ slot: Slot, in residents: borrowing Residents) {
    policy.hit(slot, in: residents)
  }
  mutating func admits(_ incoming: CacheEntry) -> Bool {
    filter.admits(incoming) && policy.admits(incoming)
  }
  mutating func evict(toFit incoming: CacheEntry, from residents: borrowing Residents) -> Slot? {
    policy.evict(toFit: incoming, from: residents)
  }
  mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    policy.insert(slot, in: residents)
  }
  mutating func evict(after slot: Slot, from residents: borrowing Residents) -> Slot? {
    policy.evict(after: slot, from: residents)
  }
  mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    policy.remove(slot, in: residents)
  }
  func brokenInvariant(in residents: borrowing Residents) -> String? {
    policy.brokenInvariant(in: residents)
  }
}
