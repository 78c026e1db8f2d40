/// A JSON value that knows where it stands in its text, so that an error can name the place.
public struct JSON: Sendable {
  /// What the value is.
  public var value: Value
  /// The byte offset of its first character; 0 for values that were never text.
  public var offset: Int

  /// The kinds of JSON values. Whole numbers that fit are kept whole.
  public indirect enum Value: Sendable {
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction and exponent that fits 64 bits.
    case integer(Int64)
    case real(Double)
    case string(String)
    case array([JSON])
    /// Members in the order of the text; a repeated name stands twice.
    case object([Member])
  }

  /// A name and its value.
  public struct Member: Sendable {
    /// The name.
    public var name: String
    /// The byte offset of the name's first quote.
    package var nameOffset: Int
    /// The value.
    public var value: JSON

    /// Makes a member.
    public init(_ name: String, _ value: JSON, nameOffset: Int = 0) {
      self.name = name
      self.value = value
      self.nameOffset = nameOffset
    }
  }

  /// Makes a value.
  public init(_ value: Value, offset: Int = 0) {
    self.value = value
    self.offset = offset
  }

  package init(_ text: String?) { self.init(text.map { .string($0) } ?? .null) }

  package init(_ texts: [String]) { self.init(texts.map { JSON($0) }) }

  package init(_ elements: [JSON]) { self.init(.array(elements)) }

  /// A Boolean value.
  package init(_ flag: Bool) { self.init(.bool(flag)) }

  /// A whole number, which fits 64 bits with a sign.
  package init(_ number: some BinaryInteger) { self.init(.integer(Int64(number))) }

  /// A number; null where there is none, and a text where JSON has none for it: `inf`.
  package init(_ number: Double?) {
    self.init(
      number.map { $0.isFinite ? .real($0) : .string(NumberText.decimal($0, places: 0)) } ?? .null)
  }

  /// A number as `JSON(number)` wrote it; nil: it is none, which null is of a kind.
  package var number: Double? { string == "inf" ? .infinity : real }

  /// Makes an object of names and values in that order.
  public static func object(_ members: [(String, JSON)]) -> JSON {
    JSON(.object(members.map { Member($0.0, $0.1) }))
  }

  package static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
    JSON(.object(members.map { Member($0.key, $0.value) }))
  }

  /// The first member of that name; nil when there is none or the value is no object.
  /// - Complexity: O(members).
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text of a string value.
  public var string: String? {
    guard case .string(let text) = value else { return nil }
    return text
  }

  /// A whole number; also one written like `3.0`.
  public var integer: Int64? {
    switch value {
    case .integer(let number): number
    case .real(let number): Int64(exactly: number)
    default: nil
    }
  }

  /// A number.
  public var real: Double? {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// The elements of a list.
  public var elements: [JSON]? {
    guard case .array(let elements) = value else { return nil }
    return elements
  }

  /// The members of an object.
  public var members: [Member]? {
    guard case .object(let members) = value else { return nil }
    return members
  }

  /// The value as an error message names it: its kind, and its text when that is short.
  public var found: String {
    switch value {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .integer(let number): "the number \(number)"
    case .real(let number): "the number \(number)"
    case .string(let text): text.count <= 40 ? "the text \"\(text)\"" : "a long text"
    case .array(let elements): "a list of \(elements.count)"
    case .object: "an object"
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral
{
  public init(stringLiteral text: String) { self.init(.string(text)) }
  public init(integerLiteral number: Int64) { self.init(.integer(number)) }
  public init(booleanLiteral flag: Bool) { self.init(.bool(flag)) }
  public init(floatLiteral number: Double) { self.init(.real(number)) }
  public init(arrayLiteral elements: JSON...) { self.init(.array(elements)) }
}

extension JSON: Equatable {
  /// Values are equal by what they say, wherever they stand.
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left.value, right.value) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.name == $1.name && $0.value == $1.value }
    default: false
    }
  }
}

extension JSON {
  /// The value as text: members in their order, two spaces a level, short lists on one line.
  ///
  /// The same value gives the same bytes in any process: numbers are written shortest so that
  /// they read back as themselves, not-finite ones as `null`.
  /// - Complexity: O(size).
  public var text: String { text(levels: .max) }

  /// The same, but what lies below so many levels is on one line, without a blank beside its texts.
  /// - Complexity: O(size).
  package func text(levels: Int) -> String {
    var text = ""
    write(to: &text, indentation: 0, levels)
    return text
  }

  private func write(to text: inout String, indentation: Int, _ levels: Int) {
    switch value {
    case _ where levels == 0: text += dense
    case .array(let elements) where !elements.isEmpty && !elements.allSatisfy(\.isScalar):
      text += "[\n"
      for (index, element) in elements.enumerated() {
        text += Self.spaces(indentation + 2)
        element.write(to: &text, indentation: indentation + 2, levels - 1)
        text += index + 1 < elements.count ? ",\n" : "\n"
      }
      text += Self.spaces(indentation) + "]"
    case .object(let members) where !members.isEmpty:
      text += "{\n"
      for (index, member) in members.enumerated() {
        text += Self.spaces(indentation + 2) + Self.quoted(member.name) + ": "
        member.value.write(to: &text, indentation: indentation + 2, levels - 1)
        text += index + 1 < members.count ? ",\n" : "\n"
      }
      text += Self.spaces(indentation) + "}"
    default: text += compact
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

  /// The value on one line, without a blank beside its texts.
  package var dense: String {
    switch value {
    case .array(let elements): "[" + elements.map(\.dense).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.name)):\($0.value.dense)" }.joined(separator: ",") + "}"
    default: compact
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
    let isPlain = string.utf8.allSatisfy {
      $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain { return "\"\(string)\"" }
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
