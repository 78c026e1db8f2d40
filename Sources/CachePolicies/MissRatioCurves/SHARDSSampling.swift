internal import SimCore

/// Which objects a miss-ratio curve is made from: all, or a spatial sample.
///
/// Whether an object belongs to the sample depends on a hash of its key alone, so that all of an
/// object's requests are in it or none (Waldspurger, Park, Garthwaite, Ahmad: Efficient MRC
/// Construction with SHARDS, FAST 2015).
package enum SHARDSSampling: Hashable, Sendable {
  /// All objects: the curve is exact.
  case all
  /// A share of the objects, above 0 and at most 1.
  case rate(Double)
  /// At most so many objects; the rate is lowered when there are more.
  case objects(Int)

  /// Hashes are below this: 2²⁴, as in the paper.
  static let modulus: UInt32 = 1 << 24

  /// Objects whose hash is below this are in the sample at first.
  var threshold: UInt32 {
    switch self {
    case .all, .objects: return Self.modulus
    case .rate(let rate):
      let scaled = (rate * Double(Self.modulus)).rounded()
      return UInt32(min(max(scaled, 1), Double(Self.modulus)))
    }
  }

  /// The share of the objects that is in the sample at first.
  package var rate: Double { Double(threshold) / Double(Self.modulus) }

  /// The same of a trace with so many objects, with a share in place of a number of objects: the
  /// share that gives about that number.
  package func fixed(objects: Int64) -> SHARDSSampling {
    guard case .objects(let most) = self else { return self }
    return objects <= Int64(most) ? .all : .rate(Double(most) / Double(objects))
  }

  /// What is added to the keys of a sample, so that each seed has another sample.
  static func salt(seed: UInt64) -> UInt64 { 0x9E37_79B9_7F4A_7C15 &* (seed &+ 1) }

  /// An object's 64 bits from which its hash and its group are taken: Stafford's variant 13 of the
  /// 64-bit finaliser.
  @inline(__always)
  static func bits(_ key: ObjectKey, salt: UInt64) -> UInt64 {
    var z = UInt64(key) &+ salt
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// The hash of an object: the upper bits.
  @inline(__always)
  static func hash(_ bits: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: bits >> 40) }
}
