internal import SimCore

/// How often requests were at which distance from the top of a stack, in classes that capacities
/// bound: the first one is for those that a room of the first capacity holds.
struct DistanceHistogram {
  /// In growing order.
  let capacities: [Int64]
  /// By class; one more than there are capacities: the last is for those that no room holds.
  private var requests: [Double]
  private var bytes: [Double]

  init(capacities: [Int64]) {
    self.capacities = capacities
    requests = Array(repeating: 0, count: capacities.count + 1)
    bytes = requests
  }

  /// Adds requests at a distance; nil: for objects that were not in the stack.
  /// - Complexity: O(log capacities).
  mutating func add(_ distance: Int64?, requests weight: Double, bytes size: Double) {
    var (low, high) = (0, capacities.count)
    if let distance {
      while low < high {
        let middle = (low + high) / 2
        if capacities[middle] < distance { low = middle + 1 } else { high = middle }
      }
    } else {
      low = high
    }
    requests[low] += weight
    bytes[low] += size
  }

  /// Gives all that was added another weight.
  mutating func scale(by factor: Double) {
    for index in requests.indices {
      requests[index] *= factor
      bytes[index] *= factor
    }
  }

  /// The curve.
  /// - Parameter totals: how many requests and bytes there should be. What is missing, or too much,
  ///   goes to the smallest distances: the adjustment of the SHARDS paper (section 3.6), because it
  ///   is the few most popular objects that a sample has too many or too few of.
  func points(requests total: Double, bytes totalBytes: Double) -> [CurvePoint] {
    var held = (requests: total - requests.reduce(0, +), bytes: totalBytes - bytes.reduce(0, +))
    return capacities.enumerated().map { index, capacity in
      held.requests += requests[index]
      held.bytes += bytes[index]
      return CurvePoint(
        capacity: Bytes(capacity), misses: min(max(total - held.requests, 0), total),
        requests: total, missBytes: min(max(totalBytes - held.bytes, 0), totalBytes),
        bytes: totalBytes)
    }
  }
}
