internal import CacheMetrics
internal import SimCore

/// The range of an axis and the values that are named on it.
struct ChartAxis: Sendable {
  struct Tick: Sendable {
    let value: Double
    let label: String
  }

  let low: Double
  let high: Double
  let isLogarithmic: Bool
  var ticks: [Tick]
  /// What it is of, where it goes from zero on and a part of it can be shown by itself.
  var quantity: ChartQuantity?

  static let percent = ChartAxis(
    low: 0, high: 1, isLogarithmic: false,
    ticks: (0...5).map { Tick(value: Double($0) / 5, label: "\(20 * $0) %") })

  /// An axis from zero to at least `maximum`, with about `count` round values.
  ///
  /// `space` is the share of the axis that stays free beyond `maximum`, for labels.
  static func linear(
    upTo maximum: Double, of quantity: ChartQuantity, space: Double = 0, count: Int = 5
  )
    -> ChartAxis
  {
    guard maximum > 0 else {
      return ChartAxis(
        low: 0, high: 1, isLogarithmic: false, ticks: [Tick(value: 0, label: quantity.text(0))])
    }
    let step = roundStep(maximum / Double(count))
    let high =
      space > 0 ? maximum / (1 - space) : step.multiple((maximum / step.multiple(1)).rounded(.up))
    let ticks = (0...20).map { step.multiple(Double($0)) }.filter { $0 <= high * 1.000_001 }
    return ChartAxis(
      low: 0, high: high, isLogarithmic: false,
      ticks: ticks.map { Tick(value: $0, label: quantity.text($0)) }, quantity: quantity)
  }

  /// Axes of lower parts of it, for pictures that can be zoomed; empty: it has none.
  var levels: [ChartAxis] {
    guard let quantity, low == 0, !isLogarithmic else { return [] }
    return [0.5, 0.2, 0.1, 0.05, 0.02, 0.01].map { .linear(upTo: high * $0, of: quantity) }
  }

  /// Its ticks at ever smaller distances, for pictures that show a part of it.
  func partTicks(of quantity: ChartQuantity) -> [[Tick]] {
    func tick(_ value: Double) -> Tick { Tick(value: value, label: quantity.text(value)) }
    guard isLogarithmic else {
      return [1, 0.5, 0.2, 0.1, 0.05].map { part in
        let step = Self.roundStep(part * high / 5)
        return (0...200).map { step.multiple(Double($0)) }.prefix { $0 <= high }.map(tick)
      }
    }
    return [[1.0], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9]].map { factors in
      (-30...30).map(Self.power).filter { $0 <= high && $0 * 10 > low }
        .flatMap { power in factors.map { $0 * power } }.map(tick)
    }
  }

  /// An axis over whole decades from below `minimum` to above `maximum`, both more than zero.
  static func logarithmic(from minimum: Double, to maximum: Double, of quantity: ChartQuantity)
    -> ChartAxis
  {
    var exponent = -30
    while exponent < 30, power(exponent + 1) <= minimum { exponent += 1 }
    let first = exponent
    while exponent < 30, power(exponent) < maximum { exponent += 1 }
    let last = max(exponent, first + 1)
    let stride = max(1, (last - first + 6) / 7)
    let ticks = Swift.stride(from: first, through: last, by: stride).map {
      Tick(value: power($0), label: quantity.text(power($0)))
    }
    // The most of a decade beyond the largest value would be empty.
    let high = last > first + 1 && maximum < power(last) * 0.45 ? maximum * 1.2 : power(last)
    return ChartAxis(
      low: power(first), high: high, isLogarithmic: true, ticks: ticks.filter { $0.value <= high })
  }

  /// Where a value lies, as a share of the axis; below 0 and above 1 beyond it.
  func share(_ value: Double) -> Double {
    guard isLogarithmic else { return (value - low) / (high - low) }
    guard value > 0, value < .infinity else { return value > 0 ? .infinity : -.infinity }
    let start = DeterministicMath.log(low)
    return (DeterministicMath.log(value) - start) / (DeterministicMath.log(high) - start)
  }

  /// A little within its ends: gnuplot leaves out what rounding places beyond them.
  var inner: (low: Double, high: Double) {
    let part = 0.001
    guard isLogarithmic else { return (low + part * (high - low), high - part * (high - low)) }
    let factor = DeterministicMath.exp(part * DeterministicMath.log(high / low))
    return (low * factor, high / factor)
  }

  /// What an axis is of, and that distances on it are those of logarithms.
  func title(_ text: String) -> String { isLogarithmic ? "\(text) (log scale)" : text }

  var unnamed: ChartAxis {
    var axis = self
    axis.ticks = ticks.map { Tick(value: $0.value, label: "") }
    return axis
  }

  /// A vertical axis of rows, the first at the top, without ticks.
  static func rows(_ count: Int) -> ChartAxis {
    ChartAxis(low: Double(max(count, 1)) - 0.5, high: -0.5, isLogarithmic: false, ticks: [])
  }

  /// The ticks without the names that would lie on each other on so many pixels, or on words at
  /// some shares of the axis.
  func fitting(_ width: Double, beside words: [(share: Double, text: String)] = []) -> [Tick] {
    var end = -Double.infinity
    func half(_ text: String) -> Double { ChartText.width(text, size: ChartCanvas.labelSize) / 2 }
    return ticks.map { tick in
      let (middle, reach) = (share(tick.value) * width, half(tick.label))
      let isFree = words.allSatisfy { abs($0.share * width - middle) > reach + half($0.text) + 4 }
      guard isFree, middle - reach > end + 8 else { return Tick(value: tick.value, label: "") }
      end = middle + reach
      return tick
    }
  }

  /// The ticks of a vertical axis of so many pixels without the names that would be too near each
  /// other.
  func fitting(height: Double) -> [Tick] {
    // Of shares the whole belongs to what is named.
    if ticks.map(\.label) == Self.percent.ticks.map(\.label), height < 130 {
      return [0, 0.5, 1].map { Tick(value: $0, label: ChartQuantity.share.text($0)) }
    }
    let places = ticks.map { share($0.value) * height }
    let least = zip(places, places.dropFirst()).map { $1 - $0 }.min() ?? height
    let each = max(Int((22 / max(least, 1)).rounded(.up)), 1)
    return ticks.enumerated().map { index, tick in
      index.isMultiple(of: each) ? tick : Tick(value: tick.value, label: "")
    }
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

/// The quantity of an axis, and how its values are formatted.
enum ChartQuantity {
  case bytes
  case count
  case joules
  case milliseconds
  case seconds
  case share

  init(_ unit: MetricUnit) {
    self =
      switch unit {
      case .ratio: .share
      case .bytes, .bytesPerDay: .bytes
      case .milliseconds, .millisecondsPerDay: .milliseconds
      case .joules, .joulesPerDay: .joules
      case .seconds: .seconds
      case .days, .years, .millionths, .factor, .count, .countPerDay, .countPerSecond, .score,
        .dollars:
        .count
      }
  }

  /// A value with about three digits and its unit: `4.52 GB`, `12.3 k`, `1.5 s`.
  func text(_ value: Double) -> String {
    let (scale, unit) = unit(of: value)
    return Self.digits(value / scale) + unit
  }

  /// The greatest unit in which the value is not below one: how much it is, and its name.
  private func unit(of value: Double) -> (scale: Double, name: String) {
    // A value that would be rounded to 1000 of a unit is one of the next.
    // A tenth of a second is read more easily than 100 ms.
    if case .milliseconds = self, value >= 99.95 { return units[1] }
    return units.last { value >= $0.scale * 0.999_5 } ?? units[0]
  }

  private var units: [(scale: Double, name: String)] {
    switch self {
    case .bytes:
      [(1, " B"), (1e3, " kB"), (1e6, " MB"), (1e9, " GB"), (1e12, " TB"), (1e15, " PB")]
    case .count:
      [(1, ""), (1e3, " k"), (1e6, " M"), (1e9, " G"), (1e12, " T")]
    case .joules:
      [(1, " J"), (1e3, " kJ"), (1e6, " MJ")]
    case .seconds:
      [(1, " s"), (60, " min"), (3_600, " h"), (86_400, " d")]
    case .milliseconds:
      [(1, " ms"), (1e3, " s")]
    case .share:
      [(0.01, " %")]
    }
  }

  /// About three significant digits, without zeros at the end.
  private static func digits(_ value: Double) -> String {
    let places = value < 9.995 ? 2 : value < 99.95 ? 1 : 0
    let power = [1.0, 10, 100][places]
    let scaled = (value * power).rounded(.toNearestOrAwayFromZero)
    guard scaled < 1e15 else { return GnuplotText.number(scaled / power) }
    let whole = Int64(scaled)
    guard places > 0 else { return "\(whole)" }
    let digits = "\(whole % Int64(power))"
    let fraction = String(repeating: "0", count: places - digits.count) + digits
    var text = "\(whole / Int64(power)).\(fraction)"
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }
}

/// An axis for points that lie near and far: logarithmic when it must be, with a strip of its own
/// for zero, which has no logarithm, and one for infinity.
struct ChartScale {
  /// Values that lie further apart than this factor are drawn on a logarithmic axis.
  private static let widestLinearRange = 30.0

  let axis: ChartAxis
  /// Where zero is drawn, and where its strip ends; nil: zero needs no strip.
  let zero: (place: Double, end: Double)?
  /// Where infinity is drawn, and where its strip begins; nil: no value is infinite.
  let endless: (place: Double, start: Double)?

  /// A scale for values that are not negative; each strip takes a share `strip` of the axis.
  init(_ values: [Double], of quantity: ChartQuantity, strip: Double) {
    let positive = values.filter { $0 > 0 && $0.isFinite }
    let least = positive.min() ?? 1
    let most = positive.max() ?? 0
    let isLogarithmic =
      most > least * Self.widestLinearRange || (least > 0 && Self.isSqueezed(positive))
    let plain: ChartAxis =
      isLogarithmic
      ? .logarithmic(from: least, to: most, of: quantity)
      : .linear(upTo: Self.top(over: most, of: quantity), of: quantity)
    self.init(
      plain, zeroStrip: isLogarithmic && values.contains(0) ? strip : 0,
      endlessStrip: values.contains(.infinity) ? strip : 0)
  }

  /// An axis with strips for zero and for infinity, each a share of the whole; 0: it has none.
  init(_ plain: ChartAxis, zeroStrip start: Double = 0, endlessStrip end: Double = 0) {
    func value(at share: Double) -> Double {
      let part = (share - start) / (1 - start - end)
      guard plain.isLogarithmic else { return plain.low + part * (plain.high - plain.low) }
      let low = DeterministicMath.log(plain.low)
      return DeterministicMath.exp(low + part * (DeterministicMath.log(plain.high) - low))
    }
    axis =
      start + end == 0
      ? plain
      : ChartAxis(
        low: start > 0 ? value(at: 0) : plain.low, high: end > 0 ? value(at: 1) : plain.high,
        isLogarithmic: plain.isLogarithmic, ticks: plain.ticks)
    zero = start > 0 ? (value(at: start / 2), plain.low) : nil
    endless = end > 0 ? (value(at: 1 - end / 2), plain.high) : nil
  }

  /// Whether the largest of several values would leave the rest a small part of a linear axis: half
  /// of them an eighth or less.
  private static func isSqueezed(_ values: [Double]) -> Bool {
    let order = values.sorted()
    guard order.count > 3, let most = order.last else { return false }
    return order[order.count / 2] * 8 < most
  }

  /// A little more than the largest value, but of shares not more than 1.
  private static func top(over most: Double, of quantity: ChartQuantity) -> Double {
    if case .share = quantity, most <= 1 { return min(most * 1.1, 1) }
    return most * 1.1
  }

  func place(_ value: Double) -> Double {
    if value == .infinity, let endless { return endless.place }
    if value == 0, let zero { return zero.place }
    return value
  }

  func share(_ value: Double) -> Double { axis.share(place(value)) }

  /// The part of the axis that ends of intervals lie on: from zero on, and not to infinity.
  private var part: (low: Double, high: Double) {
    (zero?.place ?? axis.low, endless?.start ?? axis.high)
  }

  func share(ofEnd value: Double) -> Double { share(min(max(place(value), part.low), part.high)) }

  func placed(_ term: ChartTerm) -> ChartTerm {
    var placed = term
    if let endless { placed = .replaced(placed, .infinity, by: endless.place) }
    if let zero { placed = .replaced(placed, 0, by: zero.place) }
    return placed
  }

  /// An end of an interval, which is cut where the axis ends or infinity begins.
  func end(_ term: ChartTerm) -> ChartTerm {
    .limited(
      zero.map { .replaced(term, 0, by: $0.place) } ?? term, from: part.low, to: part.high)
  }
}

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
