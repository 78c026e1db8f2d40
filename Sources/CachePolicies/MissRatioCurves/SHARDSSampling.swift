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

/// How uncertain a curve from a sample is, found from the sample itself by random groups.
///
/// The sample is split into disjoint groups by other bits of the hash that chose it. Each group is
/// a sample of its own, at a rate as much smaller, and gives a curve of its own. How far these lie
/// from the curve of the whole sample tells its standard error: the variance of an estimate from a
/// sample of objects is inverse to the number of them (Wolter: Introduction to Variance Estimation,
/// 2nd edition, 2007, doi:10.1007/978-0-387-35099-8, chapter 2; the SHARDS paper, section 5.3,
/// finds errors to fall as that root). Differences are taken from the whole sample's curve and not
/// from the groups' mean, so that what small samples are biased by counts too: the estimate errs
/// to the large side. The share 1 − rate is the correction for a finite number of objects: a
/// sample of all has no error.
enum SamplingError {
  /// How many groups there are: a power of two. More would make each too small a sample, fewer
  /// would make the estimate itself uncertain; with 8 it scatters by about a quarter.
  static let groupCount = 8

  @inline(__always)
  static func group(_ bits: UInt64) -> Int {
    Int(truncatingIfNeeded: bits & UInt64(groupCount - 1))
  }

  /// The whole sample's curve with the standard error of each miss ratio, of which `rate` is the
  /// share of the objects.
  static func estimated(
    _ points: [MissRatioPoint], from groups: [[MissRatioPoint]], rate: Double
  ) -> [MissRatioPoint] {
    let count = Double(groups.count)
    return points.indices.map { index in
      let squares = groups.reduce(0) { sum, group in
        let difference = group[index].missRatio - points[index].missRatio
        return sum + difference * difference
      }
      var point = points[index]
      point.missRatioError = (squares / (count * (count - 1)) * max(1 - rate, 0)).squareRoot()
      return point
    }
  }
}

/// A part of a sample, in a list of them: what a list holds must be copyable, and a stack is not.
final class SampleGroup {
  var sample: StackSample

  init(capacities: [Int64], countsObjects: Bool) {
    sample = StackSample(capacities: capacities, countsObjects: countsObjects)
  }
}

/// LRU's stack of a sample of objects, and how often requests were at which distance in it.
struct StackSample: ~Copyable {
  private let countsObjects: Bool
  /// The stack, when objects count 1.
  var ranks = ObjectStackDistances()
  private var depths = ByteStackDistances()
  private(set) var histogram: StackDistanceHistogram

  init(capacities: [Int64], countsObjects: Bool) {
    self.countsObjects = countsObjects
    histogram = StackDistanceHistogram(capacities: capacities)
  }

  @inline(__always)
  func prefetch(_ key: ObjectKey) {
    if countsObjects { ranks.prefetch(key) } else { depths.prefetch(key) }
  }

  /// Takes note of a request.
  /// - Parameters:
  ///   - rate: the share of all objects that is in the stack: a distance among all objects is so
  ///     much larger.
  ///   - weight: how many requests it stands for.
  /// - Returns: whether the object was not in the stack.
  /// - Complexity: O(log objects), amortised.
  @inline(__always)
  mutating func take(_ key: ObjectKey, size: Int64, rate: Double, weight: Double) -> Bool {
    let distance = distance(to: key, size: size)
    let scaled = distance.map { rate < 1 ? Int64((Double($0) / rate).rounded(.up)) : $0 }
    histogram.add(scaled, bytes: Double(size), weight: weight)
    return distance == nil
  }

  @inline(__always)
  private mutating func distance(to key: ObjectKey, size: Int64) -> Int64? {
    guard countsObjects else { return depths.request(key, size: size) }
    let rank = ranks.request(key)
    return rank > 0 ? Int64(rank) : nil
  }

  /// Forgets an object that is in the stack; what was counted of it stays.
  mutating func remove(_ key: ObjectKey) {
    if countsObjects { ranks.remove(key) } else { depths.remove(key) }
  }
}

/// The objects of a sample by small numbers, so that tables over them are as large as the sample
/// and not as the trace.
struct SampleNumbers {
  private var numbers: [ObjectKey: Slot] = [:]
  private var keys: [ObjectKey] = []
  private var free: [Slot] = []

  var count: Int { numbers.count }

  mutating func number(of key: ObjectKey) -> Slot {
    if let number = numbers[key] { return number }
    let number = free.popLast() ?? Slot(keys.count)
    if Int(number) == keys.count { keys.append(key) } else { keys[Int(number)] = key }
    numbers[key] = number
    return number
  }

  /// Takes a number back.
  /// - Returns: the object that had it.
  mutating func remove(_ number: Slot) -> ObjectKey {
    let key = keys[Int(number)]
    numbers[key] = nil
    free.append(number)
    return key
  }
}
