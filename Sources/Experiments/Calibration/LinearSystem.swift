/// Systems of a few linear equations.
enum LinearSystem {
  /// By Gauss and Jordan's elimination, with each column's greatest pivot; nil: there is none.
  /// - Complexity: O(rows³).
  static func inverse(of matrix: [[Double]]) -> [[Double]]? {
    let size = matrix.count
    var rows = matrix.enumerated().map { place, row in
      row + (0..<size).map { $0 == place ? 1.0 : 0 }
    }
    for column in 0..<size {
      let pivot = (column..<size).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
      guard abs(rows[pivot][column]) > 1e-12 else { return nil }
      rows.swapAt(column, pivot)
      let scale = rows[column][column]
      for place in rows[column].indices { rows[column][place] /= scale }
      for other in 0..<size where other != column && rows[other][column] != 0 {
        let factor = rows[other][column]
        for place in rows[other].indices { rows[other][place] -= factor * rows[column][place] }
      }
    }
    return rows.map { Array($0[size...]) }
  }

  /// The weights of columns whose sum is nearest to values, by least squares, and their standard
  /// errors where values have that variance; nil: there are too few rows to tell them.
  static func leastSquares(
    rows: [[Double]], values: [Double], variance: Double
  ) -> (weights: [Double], errors: [Double])? {
    guard let columns = rows.first?.indices, rows.count >= columns.count else { return nil }
    func product(_ one: Int, _ other: Int) -> Double { rows.reduce(0) { $0 + $1[one] * $1[other] } }
    guard let inverse = inverse(of: columns.map { one in columns.map { product(one, $0) } }) else {
      return nil
    }
    let sums = columns.map { column in zip(rows, values).reduce(0) { $0 + $1.0[column] * $1.1 } }
    return (
      inverse.map { zip($0, sums).reduce(0) { $0 + $1.0 * $1.1 } },
      columns.map { (inverse[$0][$0] * variance).squareRoot() }
    )
  }
}
