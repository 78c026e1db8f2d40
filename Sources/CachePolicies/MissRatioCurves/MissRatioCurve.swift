package import SimCore

/// A point of a miss-ratio curve: what a cache of a capacity misses, counted or estimated.
package struct MissRatioPoint: Hashable, Sendable {
  /// The cache's capacity; a number of objects when each counts 1.
  package var capacity: Bytes
  package var misses: Double
  /// How many of all.
  package var requests: Double
  package var missBytes: Double
  /// The sum of all sizes.
  package var bytes: Double
  /// The standard error of the miss ratio, where it is an estimate from a sample; 0: it is exact.
  package var missRatioError = 0.0

  package var missRatio: Double { requests > 0 ? misses / requests : 0 }
  package var byteMissRatio: Double { bytes > 0 ? missBytes / bytes : 0 }

  /// What differs between two curves at the same capacities: the mean of the absolute differences
  /// of their miss ratios, as the SHARDS paper measures it.
  /// - Precondition: both have the same capacities.
  package static func meanAbsoluteError(_ left: [MissRatioPoint], _ right: [MissRatioPoint])
    -> Double
  {
    precondition(left.map(\.capacity) == right.map(\.capacity), "curves at the same capacities")
    guard !left.isEmpty else { return 0 }
    let sum = zip(left, right).reduce(0) { $0 + ($1.0.missRatio - $1.1.missRatio).magnitude }
    return sum / Double(left.count)
  }

  package static func meanStandardError(_ points: [MissRatioPoint]) -> Double {
    guard !points.isEmpty else { return 0 }
    return points.reduce(0) { $0 + $1.missRatioError } / Double(points.count)
  }
}

/// How often requests were at which distance from the top of a stack, in classes that capacities
/// bound: the first one is for those that a cache of the first capacity serves.
struct StackDistanceHistogram: ~Copyable {
  /// What was added to a class.
  struct Sum: BitwiseCopyable {
    var requests = 0.0
    var bytes = 0.0
  }

  /// In growing order, filled up with unreachable ones to one less than a power of two.
  private var bounds: Table<Int64>
  /// By class: the last of them is for those that no capacity serves.
  private var sums: Table<Sum>
  private let count: Int

  init(capacities: [Int64]) {
    count = capacities.count
    bounds = Table(count: (count + 1).roundedUpToPowerOfTwo - 1, filling: .max)
    for (index, capacity) in capacities.enumerated() { bounds[index] = capacity }
    sums = Table(count: count + 1, filling: Sum())
  }

  /// The capacities, in growing order.
  var capacities: [Int64] { (0..<count).map { bounds[$0] } }

  /// Adds a request at a distance; nil: for an object that was not in the stack.
  /// - Parameter weight: how many requests it stands for.
  /// - Complexity: O(log capacities), in the same steps for every distance.
  @inline(__always)
  mutating func add(_ distance: Int64?, bytes size: Double, weight: Double = 1) {
    var place = count
    if let distance {
      place = 0
      var step = (bounds.count + 1) / 2
      while step > 0 {
        // The bound as a number, not as a branch: which way it goes is hard to foresee.
        place += bounds[place + step - 1] < distance ? step : 0
        step /= 2
      }
    }
    sums[place].requests += weight
    sums[place].bytes += size * weight
  }

  /// The curve.
  /// - Parameters:
  ///   - total: how many requests there should be. What is missing, or too much, goes to the
  ///     smallest distances: the adjustment of the SHARDS paper (section 3.6), because it is the
  ///     few most popular objects that a sample has too many or too few of.
  ///   - totalBytes: how many bytes there should be, in the same way.
  ///   - factor: what a weight of 1 counts.
  func points(
    requests total: Double, bytes totalBytes: Double, factor: Double = 1
  ) -> [MissRatioPoint] {
    var all = Sum()
    for index in 0..<sums.count {
      all.requests += sums[index].requests * factor
      all.bytes += sums[index].bytes * factor
    }
    var held = Sum(requests: total - all.requests, bytes: totalBytes - all.bytes)
    return (0..<count).map { index in
      held.requests += sums[index].requests * factor
      held.bytes += sums[index].bytes * factor
      return MissRatioPoint(
        capacity: Bytes(bounds[index]), misses: min(max(total - held.requests, 0), total),
        requests: total, missBytes: min(max(totalBytes - held.bytes, 0), totalBytes),
        bytes: totalBytes)
    }
  }
}
