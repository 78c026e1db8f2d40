/// What a number on an axis is, and how people read it.
enum ChartQuantity {
  /// Bytes in powers of a thousand.
  case bytes
  /// A number of things.
  case count
  /// A time in milliseconds.
  case milliseconds
  /// A part of a whole, 0 to 1.
  case share

  /// A value with about three digits and its unit: `4.52 GB`, `12.3 k`, `1.5 s`.
  func text(_ value: Double) -> String {
    let (scale, unit) = unit(of: value)
    return Self.digits(value / scale) + unit
  }

  /// The greatest unit in which the value is not below one: how much it is, and its name.
  private func unit(of value: Double) -> (scale: Double, name: String) {
    // A value that would be rounded to 1000 of a unit is one of the next.
    // People read a tenth of a second more easily than 100 ms.
    if case .milliseconds = self, value >= 99.95 { return units[1] }
    return units.last { value >= $0.scale * 0.999_5 } ?? units[0]
  }

  private var units: [(scale: Double, name: String)] {
    switch self {
    case .bytes:
      [(1, " B"), (1e3, " kB"), (1e6, " MB"), (1e9, " GB"), (1e12, " TB"), (1e15, " PB")]
    case .count:
      [(1, ""), (1e3, " k"), (1e6, " M"), (1e9, " G"), (1e12, " T")]
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
