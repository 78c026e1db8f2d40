internal import SimCore

/// What happens in equal intervals of a trace, whose number is not known beforehand.
///
/// Intervals are of one base width; when there are too many, neighbours become one. That objects
/// are counted once in each interval survives this: an object's first request in an interval is
/// counted under the level at which its previous request falls into the same interval, which is the
/// highest bit in which the two interval numbers differ. A merged interval counts those of its own
/// level and above.
struct IntervalUse {
  /// At most so many intervals are kept.
  static let limit = 256
  /// The levels: the bits of an interval's number, and one for objects that are new.
  private static let newLevel = 63

  private struct Interval {
    var requests: Int64 = 0
    var bytes: Int64 = 0
    var firsts = [Int64](repeating: 0, count: newLevel + 1)
  }

  /// How often neighbours became one.
  private(set) var level = 0
  private var intervals = DenseMap(filling: Interval())

  /// Counts a request.
  /// - Parameters:
  ///   - index: the number of the base interval; it does not decrease.
  ///   - previous: that of the object's previous request; nil for a new object.
  mutating func count(index: Int64, previous: Int64?, bytes: Int64) {
    while index >> level >= Self.limit { merge() }
    let place = Int(index >> level)
    intervals[place].requests += 1
    intervals[place].bytes += bytes
    if previous == index { return }
    let level = previous.map { 63 - ($0 ^ index).leadingZeroBitCount } ?? Self.newLevel
    intervals[place].firsts[level] += 1
  }

  private mutating func merge() {
    level += 1
    var merged = DenseMap(filling: Interval())
    for (place, interval) in intervals.values.enumerated() {
      merged[place / 2].requests += interval.requests
      merged[place / 2].bytes += interval.bytes
      for level in interval.firsts.indices {
        merged[place / 2].firsts[level] += interval.firsts[level]
      }
    }
    intervals = merged
  }

  var summaries: [TraceSummary.Interval] {
    intervals.values.map { interval in
      TraceSummary.Interval(
        requests: interval.requests, bytes: interval.bytes,
        objects: interval.firsts[level...].reduce(0, +),
        newObjects: interval.firsts[Self.newLevel])
    }
  }
}

/// Counts of whole numbers from 1 on, by powers of two.
package struct PowerHistogram: Hashable, Sendable {
  /// How many numbers are from 2^i to 2^(i+1) − 1.
  package private(set) var counts: [Int64] = []
  package private(set) var sum: Double = 0

  package init() {}

  package var count: Int64 { counts.reduce(0, +) }
  package var mean: Double { count > 0 ? sum / Double(count) : 0 }

  /// The least power of two that is greater than so many percent of the numbers; 1 without numbers.
  package func bound(ofPercent percent: Int) -> Int64 {
    let wanted = (Int64(percent) * count + 99) / 100
    var sum: Int64 = 0
    for (power, count) in counts.enumerated() {
      sum += count
      if sum >= wanted { return 1 << (power + 1) }
    }
    return 1
  }

  package mutating func add(_ number: Int64) {
    precondition(number >= 1, "numbers from 1 on")
    let power = 63 - number.leadingZeroBitCount
    while counts.count <= power { counts.append(0) }
    counts[power] += 1
    sum += Double(number)
  }
}
