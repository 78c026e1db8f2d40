internal import SimCore

/// An axis for points that lie near and far: logarithmic when it must be, with a strip of its own
/// for zero, which no logarithm has, and one for what is endless.
struct ChartScale {
  /// Values that lie further apart than this factor are drawn on a logarithmic axis.
  private static let widestLinearRange = 30.0

  /// The axis, its range widened by the strips.
  let axis: ChartAxis
  /// Where zero is drawn, and where its strip ends; nil: zero needs no strip.
  let zero: (place: Double, end: Double)?
  /// Where the endless is drawn, and where its strip begins; nil: nothing is endless.
  let endless: (place: Double, start: Double)?

  /// A scale for values that are not negative; each strip takes a share `strip` of the axis.
  init(_ values: [Double], of quantity: ChartQuantity, strip: Double) {
    let positive = values.filter { $0 > 0 && $0.isFinite }
    let least = positive.min() ?? 1
    let most = positive.max() ?? 0
    let isLogarithmic = most > least * Self.widestLinearRange
    let plain: ChartAxis =
      isLogarithmic
      ? .logarithmic(from: least, to: most, of: quantity)
      : .linear(upTo: Self.top(over: most, of: quantity), of: quantity)
    let hasZero = isLogarithmic && values.contains(0)
    let hasEndless = values.contains(.infinity)
    let plainShare = 1 - (hasZero ? strip : 0) - (hasEndless ? strip : 0)
    let start = hasZero ? strip : 0
    /// The value that stands at a share of the widened axis.
    func value(at share: Double) -> Double {
      let part = (share - start) / plainShare
      guard isLogarithmic else { return plain.low + part * (plain.high - plain.low) }
      let low = DeterministicMath.log(plain.low)
      return DeterministicMath.exp(low + part * (DeterministicMath.log(plain.high) - low))
    }
    axis = ChartAxis(
      low: hasZero ? value(at: 0) : plain.low, high: hasEndless ? value(at: 1) : plain.high,
      isLogarithmic: isLogarithmic, ticks: plain.ticks)
    zero = hasZero ? (value(at: strip / 2), plain.low) : nil
    endless = hasEndless ? (value(at: 1 - strip / 2), plain.high) : nil
  }

  /// A little more than the largest value, but not more than the whole where there is no more.
  private static func top(over most: Double, of quantity: ChartQuantity) -> Double {
    if case .share = quantity, most <= 1 { return min(most * 1.1, 1) }
    return most * 1.1
  }

  /// Where a value is drawn on the axis.
  func place(_ value: Double) -> Double {
    if value == .infinity, let endless { return endless.place }
    if value == 0, let zero { return zero.place }
    return value
  }

  /// Where a value is drawn, as a share of the axis.
  func share(_ value: Double) -> Double {
    let drawn = place(value)
    guard axis.isLogarithmic else { return (drawn - axis.low) / (axis.high - axis.low) }
    let low = DeterministicMath.log(axis.low)
    return (DeterministicMath.log(drawn) - low) / (DeterministicMath.log(axis.high) - low)
  }

  /// What gnuplot computes from a column of the data to draw it.
  func expression(column: Int) -> String {
    var expression = "$\(column)"
    if let endless {
      let limit = GnuplotText.number(.greatestFiniteMagnitude)
      expression =
        "($\(column) > \(limit) ? \(GnuplotText.number(endless.place)) : \(expression))"
    }
    if let zero {
      expression = "($\(column) == 0 ? \(GnuplotText.number(zero.place)) : \(expression))"
    }
    return "(\(expression))"
  }
}
