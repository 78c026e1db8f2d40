/// Numbers as text, the same in any process and on any machine.
public enum NumberText {
  /// A number with at most `places` digits after the point and no zeros at its end.
  ///
  /// Halves are rounded away from zero; infinity is `inf`. There is never an exponent below 2⁶³.
  public static func decimal(_ value: Double, places: Int) -> String {
    var text = fixed(value, places: places)
    guard text.contains(".") else { return text }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text == "-0" ? "0" : text
  }

  /// A number with `places` digits after the point.
  public static func fixed(_ value: Double, places: Int) -> String {
    guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
    let scale = (0..<places).reduce(Int64(1)) { power, _ in power * 10 }
    let scaled = (value * Double(scale)).rounded(.toNearestOrAwayFromZero)
    // Beyond 2⁵³ a Double has no fraction, so nothing is lost by leaving it out.
    guard abs(scaled) < 0x1p53 else {
      return Int64(exactly: value.rounded()).map { "\($0)" } ?? "\(value)"
    }
    let whole = Int64(scaled)
    let digits = "\(whole.magnitude % scale.magnitude)"
    let sign = whole < 0 ? "-" : ""
    guard places > 0 else { return "\(whole)" }
    let zeros = String(repeating: "0", count: places - digits.count)
    return "\(sign)\(whole.magnitude / scale.magnitude).\(zeros)\(digits)"
  }

  /// A whole number with commas between thousands.
  package static func grouped(_ number: Int64) -> String {
    var groups: [String] = []
    var rest = number.magnitude
    while rest >= 1_000 {
      let group = "\(rest % 1_000)"
      groups.append(String(repeating: "0", count: 3 - group.count) + group)
      rest /= 1_000
    }
    groups.append("\(rest)")
    return (number < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
  }

  /// A number with about three significant digits: `0.12`, `1.23`, `12.3`, `123`, `1,234`.
  package static func short(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-∞" : "∞" }
    if value == value.rounded(), abs(value) < 1_000 { return decimal(value, places: 0) }
    if abs(value) < 9.995 { return decimal(value, places: 2) }
    if abs(value) < 99.95 { return decimal(value, places: 1) }
    guard abs(value) < 0x1p62 else { return "\(value)" }
    return grouped(Int64(value.rounded(.toNearestOrAwayFromZero)))
  }
}
