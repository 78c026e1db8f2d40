/// A place in a flat object of JSON.
struct JSONCursor {
  /// A member's value: the text between its quotes, or the characters of anything else.
  struct Value {
    var range: Range<Int>
    var isEscaped = false
    var isNull = false
  }

  private var place = 0

  mutating func open(_ line: Span<UInt8>) throws(FieldFault) {
    guard skipBlanks(line) == UInt8(ascii: "{") else {
      throw FieldFault("expected an object of JSON")
    }
    place += 1
  }

  /// The next member's name; nil at the object's end, which must be the line's.
  mutating func name(
    _ line: Span<UInt8>, isFirst: Bool
  ) throws(FieldFault) -> Range<Int>? {
    var byte = skipBlanks(line)
    if byte == UInt8(ascii: "}") {
      place += 1
      guard skipBlanks(line) == nil else { throw FieldFault("the line goes on behind the object") }
      return nil
    }
    if !isFirst {
      guard byte == UInt8(ascii: ",") else { throw FieldFault("expected a comma or the end") }
      place += 1
      byte = skipBlanks(line)
    }
    guard byte == UInt8(ascii: "\"") else { throw FieldFault("expected a name in quotes") }
    let name = try text(line)
    guard skipBlanks(line) == UInt8(ascii: ":") else {
      throw FieldFault("expected a colon behind a name")
    }
    place += 1
    return name.range
  }

  mutating func value(_ line: Span<UInt8>) throws(FieldFault) -> Value {
    switch skipBlanks(line) {
    case UInt8(ascii: "\""): return try text(line)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try skipNested(line)
      return Value(range: place..<place, isNull: true)
    default:
      let start = place
      while place < line.count, !Self.endsScalar(line[place]) { place += 1 }
      guard place > start else { throw FieldFault("a value is missing") }
      return Value(range: start..<place, isNull: line[start] == UInt8(ascii: "n"))
    }
  }

  private mutating func text(_ line: Span<UInt8>) throws(FieldFault) -> Value {
    place += 1
    let start = place
    var isEscaped = false
    while place < line.count, line[place] != UInt8(ascii: "\"") {
      if line[place] == UInt8(ascii: "\\") {
        isEscaped = true
        place += 1
      }
      place += 1
    }
    guard place < line.count else { throw FieldFault("a text has no closing quote") }
    place += 1
    return Value(range: start..<place - 1, isEscaped: isEscaped)
  }

  private mutating func skipNested(_ line: Span<UInt8>) throws(FieldFault) {
    var depth = 0
    while place < line.count {
      switch line[place] {
      case UInt8(ascii: "\""):
        _ = try text(line)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      place += 1
      if depth == 0 { return }
    }
    throw FieldFault("a list or an object is not closed")
  }

  private mutating func skipBlanks(_ line: Span<UInt8>) -> UInt8? {
    while place < line.count, line[place] == UInt8(ascii: " ") || line[place] == 0x09 { place += 1 }
    return place < line.count ? line[place] : nil
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: " ")
      || byte == 0x09
  }
}
