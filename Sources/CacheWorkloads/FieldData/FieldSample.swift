package import SimCore

/// All values of a quantity, in order: observations as often as they count, and those of a
/// histogram spread evenly within their buckets (assumed).
package struct FieldSample: Sendable {
  /// A value, how many it stands for, and of whom and when it is.
  package struct Value: Sendable {
    package var value: Double
    package var count: Int
    package var person: UInt32
    package var day: Int32
  }

  package private(set) var values: [Value] = []
  package private(set) var count = 0
  package private(set) var sum = 0.0
  package private(set) var people: Set<UInt32> = []

  /// Steps into which a bucket is divided at most.
  private static let steps = 100

  /// - Parameter isWanted: of an observation, or of one that stands for a histogram.
  /// - Complexity: O(n log n) in the observations.
  package init(
    _ quantity: FieldQuantity, in data: FieldData,
    where isWanted: (FieldData.Observation) -> Bool = { _ in true }
  ) {
    for each in data.observations where each.quantity == quantity && isWanted(each) {
      add(each.value, each.count, each.person, each.day)
    }
    for histogram in data.histograms where histogram.quantity == quantity {
      let (person, day) = (histogram.person, histogram.day)
      let whole = FieldData.Observation(quantity, 0, person: person, day: day)
      guard isWanted(whole) else { continue }
      for bucket in histogram.buckets {
        let steps = min(bucket.count, Self.steps)
        for step in 0..<max(steps, 0) {
          let part = (Double(step) + 0.5) / Double(steps)
          let before = bucket.count * step / steps
          add(
            bucket.low + (bucket.high - bucket.low) * part,
            bucket.count * (step + 1) / steps - before, person, day)
        }
      }
    }
    values.sort { ($0.value, $0.person, $0.day) < ($1.value, $1.person, $1.day) }
  }

  private mutating func add(_ value: Double, _ count: Int, _ person: UInt32, _ day: Int32) {
    guard count > 0 else { return }
    people.insert(person)
    values.append(Value(value: value, count: count, person: person, day: day))
    self.count += count
    sum += value * Double(count)
  }

  package var mean: Double? { count == 0 ? nil : sum / Double(count) }
  package var maximum: Double? { values.last?.value }

  /// By nearest rank; nil without a value. - Complexity: O(n).
  package func value(at percentile: Percentile) -> Double? {
    var left = percentile.rank(among: count)
    for each in values {
      left -= each.count
      if left <= 0 { return each.value }
    }
    return nil
  }
}
