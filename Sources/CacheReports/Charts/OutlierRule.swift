/// When a few values lie so far beyond all others that an axis up to them would squeeze these.
enum OutlierRule {
  /// So many times the next value is far beyond it.
  private static let factor = 6.0

  /// The value up to which an axis goes, and the places of those beyond it; without any it is the
  /// largest one.
  ///
  /// At most one of six values is beyond, and at least two remain.
  static func top(of values: [Double]) -> (top: Double, beyond: [Int]) {
    let order = values.indices.sorted { (values[$0], $1) > (values[$1], $0) }
    let most = order.first.map { values[$0] } ?? 0
    for count in stride(from: 1, through: max(values.count / 6, 1), by: 1)
    where values.count - count > 1 {
      let next = values[order[count]]
      if next > 0, values[order[count - 1]] > factor * next {
        return (next * 1.25, order.prefix(count).sorted())
      }
    }
    return (most, [])
  }
}
