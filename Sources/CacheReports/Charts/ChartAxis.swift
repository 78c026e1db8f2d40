/// The range of an axis and the values that are named on it.
struct ChartAxis {
  /// A value that is named on an axis.
  struct Tick {
    let value: Double
    let label: String
  }

  let low: Double
  let high: Double
  let isLogarithmic: Bool
  var ticks: [Tick]

  /// Shares from none to all.
  static let percent = ChartAxis(
    low: 0, high: 1, isLogarithmic: false,
    ticks: (0...5).map { Tick(value: Double($0) / 5, label: "\(20 * $0) %") })

  /// An axis from zero to at least `most`, with round values about `count` times.
  ///
  /// `room` is the share of the axis that stays free beyond `most`, for what is written there.
  static func linear(
    upTo most: Double, of quantity: ChartQuantity, room: Double = 0, count: Int = 5
  )
    -> ChartAxis
  {
    guard most > 0 else {
      return ChartAxis(
        low: 0, high: 1, isLogarithmic: false, ticks: [Tick(value: 0, label: quantity.text(0))])
    }
    let step = roundStep(most / Double(count))
    let high = room > 0 ? most / (1 - room) : step.multiple((most / step.multiple(1)).rounded(.up))
    let ticks = (0...20).map { step.multiple(Double($0)) }.filter { $0 <= high * 1.000_001 }
    return ChartAxis(
      low: 0, high: high, isLogarithmic: false,
      ticks: ticks.map { Tick(value: $0, label: quantity.text($0)) })
  }

  /// An axis over whole decades from below `least` to above `most`, both more than zero.
  static func logarithmic(from least: Double, to most: Double, of quantity: ChartQuantity)
    -> ChartAxis
  {
    var exponent = -30
    while exponent < 30, power(exponent + 1) <= least { exponent += 1 }
    let first = exponent
    while exponent < 30, power(exponent) < most { exponent += 1 }
    let last = max(exponent, first + 1)
    let stride = max(1, (last - first + 6) / 7)
    let ticks = Swift.stride(from: first, through: last, by: stride).map {
      Tick(value: power($0), label: quantity.text(power($0)))
    }
    return ChartAxis(low: power(first), high: power(last), isLogarithmic: true, ticks: ticks)
  }

  /// gnuplot's settings for the axis named `x` or `y`.
  func lines(_ axis: String, hasLabels: Bool = true) -> [String] {
    let places = ticks.map { tick in
      // The names of ticks are formats: a percent sign is written twice.
      let label = GnuplotText.quoted(hasLabels ? tick.label.replacing("%", with: "%%") : "")
      return "\(label) \(GnuplotText.number(tick.value))"
    }
    return [
      "\(isLogarithmic ? "set" : "unset") logscale \(axis)",
      "set \(axis)range [\(GnuplotText.number(low)):\(GnuplotText.number(high))]",
      "set \(axis)tics (\(places.joined(separator: ", "))) nomirror out scale 0.4 "
        + "textcolor rgb '\(ChartPalette.text)' font ',13'",
    ]
  }

  /// 1, 2 or 5 times a power of ten, as a whole number times or through a power of ten.
  private struct Step {
    let factor: Double
    let exponent: Int
    func multiple(_ count: Double) -> Double {
      exponent >= 0
        ? count * factor * ChartAxis.power(exponent) : count * factor / ChartAxis.power(-exponent)
    }
  }

  /// The least round step that is not below a value.
  private static func roundStep(_ value: Double) -> Step {
    var exponent = -30
    while exponent < 30, power(exponent + 1) <= value { exponent += 1 }
    let factor = [1.0, 2, 5].first { $0 * power(exponent) >= value * 0.999_999 }
    return factor.map { Step(factor: $0, exponent: exponent) }
      ?? Step(factor: 1, exponent: exponent + 1)
  }

  /// A power of ten, exact up to 10²².
  static func power(_ exponent: Int) -> Double {
    let power = (0..<exponent.magnitude).reduce(1.0) { product, _ in product * 10 }
    return exponent < 0 ? 1 / power : power
  }
}
