/// Draws from any distribution over 0, 1, … n − 1 with one look into a table.
///
/// Vose: A Linear Algorithm for Generating Random Numbers with a Given Distribution, IEEE
/// Transactions on Software Engineering 17, 1991, doi:10.1109/32.92917. Probabilities are rounded
/// to 2⁻³² of a column.
struct AliasTable: Sendable {
  private struct Column {
    /// Below this of 2³² the column's own number is drawn.
    var threshold: UInt32
    /// The number that is drawn otherwise.
    var other: UInt32
  }

  private var columns: [Column]

  /// Makes the table of a distribution.
  /// - Precondition: there are weights, none negative, and some positive.
  /// - Complexity: O(weights).
  init(weights: [Double]) {
    let mean = weights.reduce(0, +) / Double(weights.count)
    precondition(mean > 0 && weights.count <= Int(UInt32.max), "nothing to draw from")
    var shares = weights.map { $0 / mean }
    columns = shares.indices.map { Column(threshold: .max, other: UInt32($0)) }
    var poor = shares.indices.filter { shares[$0] < 1 }
    var rich = shares.indices.filter { shares[$0] >= 1 }
    // What rounding leaves over in either list is a full column.
    while let small = poor.popLast(), let large = rich.last {
      columns[small] = Column(
        threshold: UInt32(shares[small] * 0x1p32), other: UInt32(large))
      shares[large] -= 1 - shares[small]
      if shares[large] < 1 { poor.append(rich.removeLast()) }
    }
  }

  /// The number that 64 random bits draw. - Complexity: O(1).
  func number(at random: UInt64) -> UInt32 {
    // The upper bits of the product choose the column, the next 32 the side of it.
    let (index, rest) = random.multipliedFullWidth(by: UInt64(columns.count))
    let column = columns[Int(index)]
    return rest >> 32 < UInt64(column.threshold) ? UInt32(index) : column.other
  }
}
