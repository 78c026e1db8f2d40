internal import SimCore

/// The lower median of all the numbers seen so far.
struct RunningMedian {
  /// The smaller half, negated, so that its largest number is first.
  private var lower = Heap<Int64>()
  private var upper = Heap<Int64>()

  /// The lower median; nil before the first number.
  var value: Int64? { lower.first.map { -$0 } }

  /// Adds a number.
  /// - Complexity: O(log n).
  mutating func add(_ number: Int64) {
    if let median = value, number > median {
      upper.insert(number)
    } else {
      lower.insert(-number)
    }
    if upper.count > lower.count, let smallest = upper.removeFirst() {
      lower.insert(-smallest)
    } else if lower.count > upper.count + 1, let largest = lower.removeFirst() {
      upper.insert(-largest)
    }
  }
}
