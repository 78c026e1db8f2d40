package import SimCore

/// All values of a quantity: observations as often as they count, and those of a histogram spread
/// evenly within their buckets (assumed).
package struct FieldSample: Sendable {
  private var values: [(value: Double, count: Int)] = []
  package private(set) var count = 0
  package private(set) var sum = 0.0
  /// The people they are of.
  package private(set) var people: Set<UInt32> = []

  /// Steps into which a bucket is divided at most.
  private static let steps = 100

  /// - Complexity: O(n log n) in the observations.
  package init(_ quantity: FieldQuantity, in data: FieldData) {
    for observation in data.observations where observation.quantity == quantity {
      add(observation.value, observation.count)
      people.insert(observation.person)
    }
    for histogram in data.histograms where histogram.quantity == quantity {
      people.insert(histogram.person)
      for bucket in histogram.buckets {
        let steps = min(bucket.count, Self.steps)
        for step in 0..<max(steps, 0) {
          let part = (Double(step) + 0.5) / Double(steps)
          let before = bucket.count * step / steps
          add(
            bucket.low + (bucket.high - bucket.low) * part,
            bucket.count * (step + 1) / steps - before)
        }
      }
    }
    values.sort { $0.value < $1.value }
  }

  private mutating func add(_ value: Double, _ count: Int) {
    guard count > 0 else { return }
    values.append((value, count))
    self.count += count
    sum += value * Double(count)
  }

  package var mean: Double? { count == 0 ? nil : sum / Double(count) }
  package var maximum: Double? { values.last?.value }

  /// By nearest rank; nil without a value. - Complexity: O(n).
  package func value(at percentile: Percentile) -> Double? {
    var left = percentile.rank(among: count)
    for (value, count) in values {
      left -= count
      if left <= 0 { return value }
    }
    return nil
  }
}
