extension JSON {
  /// The value as text: members in their order, two spaces a level, short lists on one line.
  ///
  /// The same value gives the same bytes in any process: numbers are written shortest so that
  /// they read back as themselves, not-finite ones as `null`.
  /// - Complexity: O(size).
  public var text: String {
    var text = ""
    write(to: &text, indentation: 0)
    return text
  }

  private func write(to text: inout String, indentation: Int) {
    switch value {
    case .array(let elements) where !elements.isEmpty && !elements.allSatisfy(\.isScalar):
      text += "[\n"
      for (index, element) in elements.enumerated() {
        text += Self.spaces(indentation + 2)
        element.write(to: &text, indentation: indentation + 2)
        text += index + 1 < elements.count ? ",\n" : "\n"
      }
      text += Self.spaces(indentation) + "]"
    case .object(let members) where !members.isEmpty:
      text += "{\n"
      for (index, member) in members.enumerated() {
        text += Self.spaces(indentation + 2) + Self.quoted(member.name) + ": "
        member.value.write(to: &text, indentation: indentation + 2)
        text += index + 1 < members.count ? ",\n" : "\n"
      }
      text += Self.spaces(indentation) + "}"
    default:
      text += compact
    }
  }

  /// The value on one line.
  public var compact: String {
    switch value {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): "\(number)"
    case .real(let number): Self.number(number)
    case .string(let string): Self.quoted(string)
    case .array(let elements): "[" + elements.map(\.compact).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0.name) + ": " + $0.value.compact }.joined(separator: ", ")
        + "}"
    }
  }

  private var isScalar: Bool {
    switch value {
    case .array, .object: false
    default: true
    }
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  private static func number(_ number: Double) -> String {
    guard number.isFinite else { return "null" }
    if let whole = Int64(exactly: number), abs(number) < 1e15 { return "\(whole)" }
    return "\(number)"
  }

  private static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
