/// Why a text is not JSON, and where.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The byte offset of the first byte that does not fit.
  public var offset: Int
  /// What was expected and what was found.
  public var message: String
}

extension JSON {
  /// Reads a JSON text; `//` and `/* */` comments are accepted wherever white space is.
  ///
  /// Strict otherwise: RFC 8259 without trailing commas, so that other readers agree. Lists and
  /// objects may be nested 200 deep.
  /// - Throws: the first error. - Complexity: O(bytes).
  public static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSON {
    var reader = JSONReader(bytes: bytes)
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

  init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  mutating func document() throws(JSONSyntaxError) -> JSON {
    let root = try value()
    try skipSpace()
    if position < bytes.count { throw unexpected("the end of the text") }
    return root
  }

  private mutating func value() throws(JSONSyntaxError) -> JSON {
    try skipSpace()
    let start = position
    guard let byte = peek else { throw unexpected("a value") }
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

  private mutating func object() throws(JSONSyntaxError) -> [JSON.Member] {
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
      members.append(JSON.Member(name, try value(), nameOffset: nameOffset))
      try skipSpace()
      if take(",") { continue }
      guard take("}") else { throw unexpected("',' or '}'") }
      return members
    }
  }

  private mutating func array() throws(JSONSyntaxError) -> [JSON] {
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

  private mutating func number() throws(JSONSyntaxError) -> JSON.Value {
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
      throw JSONSyntaxError(offset: start, message: "the number \(text) is too large")
    }
    return .real(number)
  }

  private mutating func digits() throws(JSONSyntaxError) {
    let start = position
    while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    if position == start { throw unexpected("a digit") }
  }

  private mutating func word(
    _ text: StaticString, _ value: JSON.Value
  ) throws(JSONSyntaxError) -> JSON {
    let start = position
    let expected = "\(text)".utf8
    guard bytes[start...].starts(with: expected) else { throw unexpected("a value") }
    position += expected.count
    return JSON(value, offset: start)
  }

  private mutating func descend() throws(JSONSyntaxError) {
    position += 1
    depth += 1
    if depth > Self.depthLimit {
      throw JSONSyntaxError(
        offset: position - 1, message: "nested deeper than \(Self.depthLimit) levels")
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

  mutating func skipSpace() throws(JSONSyntaxError) {
    while let byte = peek {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONSyntaxError) {
    let start = position
    position += 1
    if take("/") {
      while let byte = peek, byte != 0x0A { position += 1 }
    } else if take("*") {
      while position + 1 < bytes.count,
        bytes[position] != UInt8(ascii: "*") || bytes[position + 1] != UInt8(ascii: "/")
      { position += 1 }
      guard position + 1 < bytes.count else {
        throw JSONSyntaxError(offset: start, message: "a comment that never ends")
      }
      position += 2
    } else {
      position = start
      throw unexpected("a value or a comment")
    }
  }

  /// The error at the present position: what was expected there, and what stands there.
  func unexpected(_ expected: String) -> JSONSyntaxError {
    guard let byte = peek else {
      return JSONSyntaxError(offset: position, message: "expected \(expected), found the end")
    }
    let found: String
    if byte >= 0x20 && byte < 0x7F {
      found = "'\(Character(Unicode.Scalar(byte)))'"
    } else if byte < 0x80 {
      found = "control character \(byte)"
    } else {
      found = "'\(String(decoding: bytes[position...].prefix(4), as: UTF8.self).prefix(1))'"
    }
    return JSONSyntaxError(offset: position, message: "expected \(expected), found \(found)")
  }
}
