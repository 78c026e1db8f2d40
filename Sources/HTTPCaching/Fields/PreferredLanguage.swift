/// The language that `Accept-Language` prefers to all others (RFC 9110 §12.4.2, §12.5.4).
enum PreferredLanguage {
  /// The one range of the highest weight, in lower case; nil where several share it, where it is
  /// `*`, or where a weight is not one. - Complexity: O(bytes).
  static func of(_ value: String) -> String? {
    var best: (weight: Int64, ranges: [String]) = (0, [])
    for member in FieldBytes.members(of: value) {
      let parts = member.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      let range = HeaderLine.lowercase(FieldBytes.text(FieldBytes.trimmed(parts[0])))
      guard let weight = parts.count == 1 ? 1_000 : thousandths(FieldBytes.trimmed(parts[1])) else {
        return nil
      }
      if weight > best.weight { best = (weight, []) }
      if weight == best.weight { best.ranges.append(range) }
    }
    return best.weight > 0 && best.ranges.count == 1 && best.ranges[0] != "*" ? best.ranges[0] : nil
  }

  /// The weight of `q=0.5`, in thousandths.
  private static func thousandths(_ parameter: ArraySlice<UInt8>) -> Int64? {
    guard parameter.count >= 3, parameter.first.map({ $0 | 0x20 }) == UInt8(ascii: "q"),
      parameter.dropFirst().first == UInt8(ascii: "=")
    else { return nil }
    let number = parameter.dropFirst(2)
    guard let whole = FieldBytes.digits(number.prefix(1), limit: 9), whole <= 1 else { return nil }
    let fraction = number.dropFirst()
    if fraction.isEmpty { return whole * 1_000 }
    guard fraction.first == UInt8(ascii: "."), fraction.count <= 4 else { return nil }
    let digits = Array(fraction.dropFirst()) + Array(repeating: UInt8(ascii: "0"), count: 3)
    guard let rest = FieldBytes.digits(digits.prefix(3), limit: 999) else { return nil }
    let weight = whole * 1_000 + rest
    return weight <= 1_000 ? weight : nil
  }
}
