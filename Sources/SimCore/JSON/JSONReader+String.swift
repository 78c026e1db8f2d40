extension JSONReader {
  /// Reads a text in double quotes with its escapes.
  mutating func string() throws(JSONSyntaxError) -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw JSONSyntaxError(offset: start, message: "a text that is not UTF-8")
        }
        return string
      case UInt8(ascii: "\\"):
        position += 1
        try escape(into: &text)
      case 0..<0x20:
        throw unexpected("'\"' at the end of the text")
      default:
        text.append(byte)
        position += 1
      }
    }
    throw JSONSyntaxError(offset: start, message: "a text that never ends")
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONSyntaxError) {
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
  private mutating func scalar() throws(JSONSyntaxError) -> Unicode.Scalar {
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
    throw JSONSyntaxError(offset: start, message: "half of a surrogate pair")
  }

  private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
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
