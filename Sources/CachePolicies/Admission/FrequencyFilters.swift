package import SimCore

/// Admits an object at its second miss: the first one is recorded.
///
/// Maggs, Sitaraman: Algorithmic Nuggets in Content Delivery, ACM SIGCOMM CCR 45(3), 2015,
/// doi:10.1145/2805789.2805800. The record is exact and unlimited, unlike their Bloom filter.
package struct SecondHit: AdmissionFilter {
  package static let name = "second-hit"
  /// By key.
  private var wasMissed = DenseMap(filling: false)
  package init(capacity: Bytes, options: NoSettings, seed: UInt64) {}

  package mutating func admits(_ incoming: CacheEntry) -> Bool {
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
package struct TinyLFU: AdmissionFilter {
  package static let name = "tinylfu"

  /// What a scenario can set.
  package struct Options: Settings {
    /// How many requests the sketch must have counted, the present one among them.
    package var threshold = 2
    /// For how many objects the sketch is sized.
    package var objects = 65_536
    package init() {}
    package static let fields: [Field<Options>] = [
      Field(
        "threshold", \.threshold, in: 1...15,
        "How many recent requests the sketch must have counted, the present one among them; 2 keeps"
          + " out what is requested once."),
      Field(
        "objects", \.objects, in: 16...(1 << 28),
        "For how many objects the sketch is sized; it halves its counts after ten times as many"
          + " requests. An assumption: about as many as the cache holds."),
    ]
  }

  /// One owner for the sketch, which cannot be copied.
  private final class SketchOwner {
    var sketch = FrequencySketch()
  }

  private let threshold: Int
  private let owner = SketchOwner()

  package init(capacity: Bytes, options: Options, seed: UInt64) {
    threshold = options.threshold
    owner.sketch.reserve(options.objects)
  }

  package func prepare(for access: Access) { owner.sketch.record(access.key) }
  package func admits(_ incoming: CacheEntry) -> Bool {
    owner.sketch.frequency(of: incoming.key) >= threshold
  }
}
