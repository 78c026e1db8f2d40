internal import SimCore

/// Which objects a miss-ratio curve is made from.
///
/// Whether an object belongs to the sample depends on a hash of its key alone, so that all of an
/// object's requests are in it or none (Waldspurger, Park, Garthwaite, Ahmad: Efficient MRC
/// Construction with SHARDS, FAST 2015).
public enum CurveSampling: Hashable, Sendable {
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

  /// The hash of an object: the upper bits of Stafford's variant 13 of the 64-bit finaliser.
  @inline(__always)
  static func hash(_ key: ObjectKey) -> UInt32 {
    var z = UInt64(key) &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return UInt32(truncatingIfNeeded: (z ^ (z >> 31)) >> 40)
  }
}
