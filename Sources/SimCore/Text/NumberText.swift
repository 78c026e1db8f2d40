/// Numbers as text, the same in any process and on any machine.
package enum NumberText {
  /// A number with at most `places` digits after the point and no zeros at its end.
  ///
  /// Halves are rounded away from zero; infinity is `inf`. There is never an exponent below 2⁶³.
  package static func decimal(_ value: Double, places: Int) -> String {
    var text = fixed(value, places: places)
    guard text.contains(".") else { return text }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// A number with `places` digits after the point.
  package static func fixed(_ value: Double, places: Int) -> String {
    var text: [UInt8] = []
    append(fixed: value, places: places, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends what `fixed` says, in UTF-8: for tables of many rows.
  package static func append(fixed value: Double, places: Int, to text: inout [UInt8]) {
    guard value.isFinite else {
      text += (value.isNaN ? "nan" : value < 0 ? "-inf" : "inf").utf8
      return
    }
    let scale = (0..<places).reduce(UInt64(1)) { power, _ in power * 10 }
    let scaled = (value * Double(scale)).rounded(.toNearestOrAwayFromZero)
    // Beyond 2⁵³ a Double has no fraction, so nothing is lost by leaving it out.
    guard abs(scaled) < 0x1p53 else {
      text += (Int64(exactly: value.rounded()).map { "\($0)" } ?? "\(value)").utf8
      return
    }
    let whole = Int64(scaled)
    if whole < 0 { text.append(UInt8(ascii: "-")) }
    append(digits: whole.magnitude / scale, atLeast: 1, to: &text)
    guard places > 0 else { return }
    text.append(UInt8(ascii: "."))
    append(digits: whole.magnitude % scale, atLeast: places, to: &text)
  }

  /// Appends a whole number in UTF-8.
  package static func append(_ number: Int64, to text: inout [UInt8]) {
    if number < 0 { text.append(UInt8(ascii: "-")) }
    append(digits: number.magnitude, atLeast: 1, to: &text)
  }

  private static func append(digits number: UInt64, atLeast least: Int, to text: inout [UInt8]) {
    var (count, rest) = (1, number / 10)
    while rest > 0 {
      count += 1
      rest /= 10
    }
    count = max(count, least)
    text.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: count))
    rest = number
    var place = text.count
    while rest > 0 {
      place -= 1
      text[place] += UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
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

  /// A whole number with its noun, which agrees with it: `1 day`, `1,234 days`, `0 entries`.
  /// - Parameter plural: the noun of all numbers but one; nil: with an `s` at its end.
  package static func counted(
    _ number: some BinaryInteger, _ noun: String, plural: String? = nil
  ) -> String {
    agreeing(grouped(Int64(number)), noun, plural)
  }

  /// The same with about three digits: what reads as 1 is one.
  package static func counted(_ number: Double, _ noun: String, plural: String? = nil) -> String {
    agreeing(short(number), noun, plural)
  }

  /// Numbers behind their noun, which agrees with how many they are: `seed 1`, `seeds 1, 2`.
  package static func listed(_ numbers: [some BinaryInteger], _ noun: String) -> String {
    let plural = numbers.count == 1 ? noun : noun + "s"
    return "\(plural) \(numbers.map { "\($0)" }.joined(separator: ", "))"
  }

  private static func agreeing(_ number: String, _ noun: String, _ plural: String?) -> String {
    "\(number) \(number == "1" ? noun : plural ?? noun + "s")"
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
