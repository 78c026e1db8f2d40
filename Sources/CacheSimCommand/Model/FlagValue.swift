internal import ArgumentParser
internal import SimCore

/// Reads the values of flags in the spelling of scenarios: `15m`, `50 MB`, `tls1.3`.
enum FlagValue {
  /// A quantity or a name, as a scenario writes it.
  static func setting<Value: SettingValue>(_ text: String) throws -> Value {
    var problems = Problems()
    if let value = Value.read(JSON(.string(text)), path: "", &problems) { return value }
    throw ValidationError(problems.all.first?.message ?? "found '\(text)'")
  }

  /// An amount of bytes; a bare number counts bytes.
  static func bytes(_ text: String) throws -> Bytes {
    if let count = Int64(text), count >= 0 { return Bytes(count) }
    return try setting(text)
  }
}

/// Refuses a number outside of a range, in the words of a scenario's errors.
func expect<Number: Comparable>(
  _ flag: String, _ number: Number, in range: ClosedRange<Number>
) throws {
  guard range.contains(number) else {
    throw ValidationError(
      "\(flag): expected \(range.lowerBound) to \(range.upperBound), found \(number)")
  }
}
