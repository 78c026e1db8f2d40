internal import SimCore

/// How often requests were at which distance from the top of a stack, in classes that capacities
/// bound: the first one is for those that a room of the first capacity holds.
struct DistanceHistogram: ~Copyable {
  /// What was added to a class.
  struct Sum: BitwiseCopyable {
    var requests = 0.0
    var bytes = 0.0
  }

  /// In growing order, filled up with unreachable ones to one less than a power of two.
  private var bounds: Table<Int64>
  /// By class: the last of them is for those that no room holds.
  private var sums: Table<Sum>
  /// How many capacities there are.
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
  /// - Complexity: O(log capacities), in the same steps for every distance.
  @inline(__always)
  mutating func add(_ distance: Int64?, bytes size: Double) {
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
    sums[place].requests += 1
    sums[place].bytes += size
  }

  /// Gives all that was added another weight.
  mutating func scale(by factor: Double) {
    for index in 0..<sums.count {
      sums[index].requests *= factor
      sums[index].bytes *= factor
    }
  }

  /// The curve.
  /// - Parameter totals: how many requests and bytes there should be. What is missing, or too much,
  ///   goes to the smallest distances: the adjustment of the SHARDS paper (section 3.6), because it
  ///   is the few most popular objects that a sample has too many or too few of.
  func points(requests total: Double, bytes totalBytes: Double) -> [CurvePoint] {
    var all = Sum()
    for index in 0..<sums.count {
      all.requests += sums[index].requests
      all.bytes += sums[index].bytes
    }
    var held = Sum(requests: total - all.requests, bytes: totalBytes - all.bytes)
    return (0..<count).map { index in
      held.requests += sums[index].requests
      held.bytes += sums[index].bytes
      return CurvePoint(
        capacity: Bytes(bounds[index]), misses: min(max(total - held.requests, 0), total),
        requests: total, missBytes: min(max(totalBytes - held.bytes, 0), totalBytes),
        bytes: totalBytes)
    }
  }
}
