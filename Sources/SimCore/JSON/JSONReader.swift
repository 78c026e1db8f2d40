extension JSON {
  /// Reads a JSON text; `//` and `/* */` comments are accepted wherever white space is.
  ///
  /// Strict otherwise: RFC 8259 without trailing commas, so that other readers agree. Lists and
  /// objects may be nested 200 deep. Memory: about 100 bytes for each value that is kept, and the
  /// texts.
  /// - Parameters:
  ///   - limit: the most values that are read: two bytes of text may be a value.
  ///   - omitted: names of members that are read and not kept, wherever they stand.
  /// - Throws: the first error. - Complexity: O(bytes).
  public static func parse(
    _ bytes: [UInt8], limit: Int = .max, omitting omitted: Set<String> = []
  ) throws(InputError) -> JSON {
    var reader = JSONReader(bytes: bytes, limit: limit, omitted: omitted)
    return try reader.document()
  }
}

/// A recursive-descent reader of one text.
struct JSONReader {
  let bytes: [UInt8]
  var position = 0
  private var depth = 0

  /// How deep lists and objects may be nested: far beyond any scenario, and safe for the stack.
  static let depthLimit = 200

  /// The most values that are kept at once, and how many are.
  private let limit: Int
  private var count = 0
  /// The names of members that are not kept.
  private let omitted: Set<String>

  init(bytes: [UInt8], limit: Int = .max, omitted: Set<String> = []) {
    self.bytes = bytes
    self.limit = limit
    self.omitted = omitted
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  mutating func document() throws(InputError) -> JSON {
    let root = try value()
    try skipSpace()
    if position < bytes.count { throw unexpected("the end of the text") }
    return root
  }

  private mutating func value() throws(InputError) -> JSON {
    try skipSpace()
    let start = position
    guard let byte = peek else { throw unexpected("a value") }
    count += 1
    guard count <= limit else {
      throw InputError(offset: start, "expected at most \(limit) values, found more")
    }
    switch byte {
    case UInt8(ascii: "{"): return JSON(.object(try object()), offset: start)
    case UInt8(ascii: "["): return JSON(.array(try array()), offset: start)
    case UInt8(ascii: "\""): return JSON(.string(try string()), offset: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return JSON(try number(), offset: start)
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw unexpected("a value")
    }
  }

  private mutating func object() throws(InputError) -> [JSON.Member] {
    try descend()
    defer { depth -= 1 }
    var members: [JSON.Member] = []
    try skipSpace()
    if take("}") { return members }
    while true {
      try skipSpace()
      let nameOffset = position
      guard peek == UInt8(ascii: "\"") else { throw unexpected("a name in double quotes") }
      let name = try string()
      try skipSpace()
      guard take(":") else { throw unexpected("':' after the name \"\(name)\"") }
      let before = count
      let value = try value()
      if omitted.contains(name) {
        count = before
      } else {
        members.append(JSON.Member(name, value, nameOffset: nameOffset))
      }
      try skipSpace()
      if take(",") { continue }
      guard take("}") else { throw unexpected("',' or '}'") }
      return members
    }
  }

  private mutating func array() throws(InputError) -> [JSON] {
    try descend()
    defer { depth -= 1 }
    var elements: [JSON] = []
    try skipSpace()
    if take("]") { return elements }
    while true {
      elements.append(try value())
      try skipSpace()
      if take(",") { continue }
      guard take("]") else { throw unexpected("',' or ']'") }
      return elements
    }
  }

  private mutating func number() throws(InputError) -> JSON.Value {
    let start = position
    _ = take("-")
    if !take("0") { try digits() }
    var isWhole = true
    if take(".") {
      isWhole = false
      try digits()
    }
    if let byte = peek, byte | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      position += 1
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let number = Int64(text) { return .integer(number) }
    guard let number = Double(text), number.isFinite else {
      throw InputError(offset: start, "the number \(text) is too large")
    }
    return .real(number)
  }

  private mutating func digits() throws(InputError) {
    let start = position
    while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    if position == start { throw unexpected("a digit") }
  }

  private mutating func word(_ text: StaticString, _ value: JSON.Value) throws(InputError) -> JSON {
    let start = position
    let expected = "\(text)".utf8
    guard bytes[start...].starts(with: expected) else { throw unexpected("a value") }
    position += expected.count
    return JSON(value, offset: start)
  }

  private mutating func descend() throws(InputError) {
    position += 1
    depth += 1
    if depth > Self.depthLimit {
      throw InputError(offset: position - 1, "nested deeper than \(Self.depthLimit) levels")
    }
  }
}

// MARK: - Bytes

extension JSONReader {
  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func skipSpace() throws(InputError) {
    while let byte = peek {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(InputError) {
    let start = position
    position += 1
    if take("/") {
      while let byte = peek, byte != 0x0A { position += 1 }
    } else if take("*") {
      while position + 1 < bytes.count,
        bytes[position] != UInt8(ascii: "*") || bytes[position + 1] != UInt8(ascii: "/")
      { position += 1 }
      guard position + 1 < bytes.count else {
        throw InputError(offset: start, "a comment that never ends")
      }
      position += 2
    } else {
      position = start
      throw unexpected("a value or a comment")
    }
  }

  /// The error at the present position: what was expected there, and what stands there.
  func unexpected(_ expected: String) -> InputError {
    guard let byte = peek else {
      return InputError(offset: position, "expected \(expected), found the end")
    }
    let found: String
    if byte >= 0x20 && byte < 0x7F {
      found = "'\(Character(Unicode.Scalar(byte)))'"
    } else if byte < 0x80 {
      found = "control character \(byte)"
    } else {
      found = "'\(String(decoding: bytes[position...].prefix(4), as: UTF8.self).prefix(1))'"
    }
    return InputError(offset: position, "expected \(expected), found \(found)")
  }
}

extension JSONReader {
  /// Reads a text in double quotes with its escapes.
  mutating func string() throws(InputError) -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    while true {
      let plain = position
      while position < bytes.count, Self.isPlain(bytes[position]) { position += 1 }
      text += bytes[plain..<position]
      switch peek {
      case UInt8(ascii: "\""):
        position += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw InputError(offset: start, "a text that is not UTF-8")
        }
        return string
      case UInt8(ascii: "\\"):
        position += 1
        try escape(into: &text)
      case nil: throw InputError(offset: start, "a text that never ends")
      default: throw unexpected("'\"' at the end of the text")
      }
    }
  }

  /// Whether a byte of a text stands for itself.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func escape(into text: inout [UInt8]) throws(InputError) {
    guard let byte = peek else { throw unexpected("an escape") }
    let simple: UInt8? =
      switch byte {
      case UInt8(ascii: "n"): 0x0A
      case UInt8(ascii: "t"): 0x09
      case UInt8(ascii: "r"): 0x0D
      case UInt8(ascii: "b"): 0x08
      case UInt8(ascii: "f"): 0x0C
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
      default: nil
      }
    if let simple {
      text.append(simple)
      position += 1
      return
    }
    guard byte == UInt8(ascii: "u") else { throw unexpected("an escape such as \\n or \\u00e9") }
    text.append(contentsOf: String(Character(try scalar())).utf8)
  }

  /// Reads `uXXXX`, and the second half of a surrogate pair where there must be one.
  private mutating func scalar() throws(InputError) -> Unicode.Scalar {
    let start = position - 1
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if (0xD800..<0xDC00).contains(first), take("\\"), peek == UInt8(ascii: "u") {
      let second = try hexadecimal()
      if (0xDC00..<0xE000).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
    }
    throw InputError(offset: start, "half of a surrogate pair")
  }

  private mutating func hexadecimal() throws(InputError) -> UInt32 {
    position += 1
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80
      else { throw unexpected("four hexadecimal digits") }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
