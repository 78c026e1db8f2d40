/// A number for each case of a small enumeration, kept in an array by raw value.
///
/// Raw values count from 0 without a gap, so that a case is an index and nothing is hashed.
package struct Tally<Key>: Sendable
where Key: RawRepresentable & CaseIterable & Sendable, Key.RawValue: BinaryInteger {
  private var numbers = [Int64](repeating: 0, count: Key.allCases.count)

  /// Zero for each case.
  package init() {}

  /// The number of one case. - Complexity: O(1).
  package subscript(key: Key) -> Int64 {
    get { numbers[Int(key.rawValue)] }
    set { numbers[Int(key.rawValue)] = newValue }
  }

  /// The sum over all cases.
  package var total: Int64 { numbers.reduce(0, +) }

  /// Adds case by case.
  package static func += (left: inout Self, right: Self) {
    for index in left.numbers.indices { left.numbers[index] += right.numbers[index] }
  }
}
