/// How an expectation compares what was found with what was expected.
package enum Comparison: String, Sendable, CaseIterable {
  /// Not more.
  case atMost = "<="
  /// Not less.
  case atLeast = ">="
  /// Less.
  case below = "<"
  /// More.
  case above = ">"
  /// The same.
  case equal = "="

  /// Whether the comparison is true of two numbers; infinity is greater than all else and equal to
  /// itself.
  package func holds(_ left: Double, _ right: Double) -> Bool {
    switch self {
    case .atMost: left <= right
    case .atLeast: left >= right
    case .below: left < right
    case .above: left > right
    case .equal: left == right
    }
  }
}
