internal import Histogram
package import SimCore

/// Whole numbers, nanoseconds or bytes, and their percentiles.
///
/// Below a limit, a million by default, every number is stored and percentiles are exact. From the
/// limit on numbers are counted in an HdrHistogram of three significant digits, and a percentile is
/// at most 0.1 % above the exact one; count, mean and maximum are always exact. The memory is at
/// most 8 MB, or 0.5 MB beyond the limit.
package struct Samples: Codable, Sendable {
  /// The count of numbers from which on percentiles are approximate.
  package static let exactLimit = 1_000_000

  package private(set) var count = 0
  /// The largest number; 0 when there is none.
  package private(set) var maximum: Int64 = 0
  private var sum: Int128 = 0
  private var values: [Int64] = []
  private var isSorted = true
  /// Nil as long as there are fewer numbers than the limit; asking the count is no copy of it.
  private var histogram: Histogram<UInt64>?
  private var limit: Int

  package init(exactLimit: Int = Samples.exactLimit) { limit = exactLimit }

  package var isExact: Bool { count < limit }

  package var mean: Double? { count == 0 ? nil : Double(sum) / Double(count) }

  /// Adds a number, which is not negative. - Complexity: O(1) amortised.
  package mutating func add(_ value: Int64) {
    precondition(value >= 0, "a length or an amount is not negative")
    note(count: 1, sum: Int128(value), maximum: value)
    if count < limit {
      if let last = values.last, value < last { isSorted = false }
      values.append(value)
      return
    }
    startCounting()
    histogram?.record(UInt64(value))
  }

  /// Adds all numbers of `other`; the result does not depend on the order of merges.
  /// - Complexity: O(count of both), and O(n log n) at the next `sort`.
  package mutating func merge(_ other: Samples) {
    note(count: other.count, sum: other.sum, maximum: other.maximum)
    if !other.isExact { limit = min(limit, other.limit) }
    if count >= limit { startCounting() }
    if let theirs = other.histogram {
      histogram?.add(theirs)
    } else if histogram != nil {
      for value in other.values { histogram?.record(UInt64(value)) }
    } else if !other.values.isEmpty {
      isSorted = values.isEmpty && other.isSorted
      values += other.values
    }
  }

  /// Sorts, so that percentiles are read without sorting again. - Complexity: O(n log n).
  package mutating func sort() {
    guard !isSorted else { return }
    // The library's way merges what is sorted already, such as the lists of two seeds: sorting by
    // digits takes three times as many instructions here.
    values.sort()
    isSorted = true
  }

  /// The number at a percentile by nearest rank: the smallest one that at least this part of the
  /// population does not exceed. Nothing is interpolated, so it is a number that occurred.
  /// - Parameters:
  ///   - missing: members of the population that have no number, and count as infinite.
  /// - Returns: infinity when the rank falls on a missing one; nil when the population is empty.
  /// - Complexity: O(1) after `sort`, else O(n log n).
  package func value(at percentile: Percentile, missing: Int = 0) -> Double? {
    let population = count + missing
    guard population > 0 else { return nil }
    let rank = percentile.rank(among: population)
    guard rank <= count else { return .infinity }
    if let histogram { return Double(Self.value(atRank: rank, of: histogram)) }
    return Double(isSorted ? values[rank - 1] : values.sorted()[rank - 1])
  }

  private mutating func note(count: Int, sum: Int128, maximum: Int64) {
    self.count += count
    self.sum += sum
    self.maximum = max(self.maximum, maximum)
  }

  private mutating func startCounting() {
    guard histogram == nil else { return }
    var histogram = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
    for value in values { histogram.record(UInt64(value)) }
    self.histogram = histogram
    values = []
    isSorted = true
  }

  /// The largest number in the histogram's bucket of the rank.
  ///
  /// Bucket by bucket, at most some 100,000: the library's own iterators add the numbers up too,
  /// and trap when the sum is 2⁶⁴ or more, as that of a million ages of six hours is.
  private static func value(atRank rank: Int, of histogram: Histogram<UInt64>) -> UInt64 {
    var value: UInt64 = 0
    var count = histogram.countForValue(value)
    while count < UInt64(rank), value < histogram.max {
      value = histogram.nextNonEquivalentForValue(value)
      count += histogram.countForValue(value)
    }
    return min(histogram.highestEquivalentForValue(value), histogram.max)
  }
}
