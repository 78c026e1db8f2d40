public import SimCore

/// Only what was missed before may come in: the first miss is remembered, the second admits.
///
/// Maggs, Sitaraman: Algorithmic Nuggets in Content Delivery, ACM SIGCOMM CCR 45(3), 2015,
/// doi:10.1145/2805789.2805800. The memory is exact and has no end, unlike their Bloom filter.
public struct SecondHit: AdmissionFilter {
  public static let name = "second-hit"
  /// By key.
  private var wasMissed: [Bool] = []
  public init(capacity: Bytes, options: NoSettings, seed: UInt64) {}

  public mutating func admits(_ incoming: Entry) -> Bool {
    let key = Int(incoming.key)
    while wasMissed.count <= key {
      wasMissed.append(contentsOf: repeatElement(false, count: max(64, wasMissed.count)))
    }
    defer { wasMissed[key] = true }
    return wasMissed[key]
  }
}
