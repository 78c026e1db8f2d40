/// The pieces that field values are made of (RFC 9110 §5.6), read from any bytes.
enum FieldSyntax {
  static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")

  /// Whether a byte is optional white space (RFC 9110 §5.6.3).
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Without white space at both ends.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while let first = rest.first, isSpace(first) { rest.removeFirst() }
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return rest
  }

  /// Without white space at both ends; the text itself where there is none.
  static func trimmed(_ text: String) -> String {
    guard let first = text.utf8.first, let last = text.utf8.last, isSpace(first) || isSpace(last)
    else { return text }
    return self.text(trimmed(Array(text.utf8)[...]))
  }

  static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
  }

  /// The members of a list: between commas outside of quoted strings, trimmed, none empty.
  ///
  /// A quoted string that does not end takes the rest.
  /// - Complexity: O(bytes).
  static func members(of value: String) -> [ArraySlice<UInt8>] {
    let bytes = Array(value.utf8)
    var members: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    var isQuoted = false
    while index <= bytes.count {
      if index == bytes.count || (bytes[index] == comma && !isQuoted) {
        let member = trimmed(bytes[start..<index])
        if !member.isEmpty { members.append(member) }
        start = index + 1
      } else if bytes[index] == quote {
        isQuoted.toggle()
      } else if isQuoted, bytes[index] == UInt8(ascii: "\\") {
        // A quoted pair; its second byte may be a quote. The end of the text still ends the member.
        index = min(index + 1, bytes.count - 1)
      }
      index += 1
    }
    return members
  }

  /// What a quoted string says; nil where it is none.
  static func unquoted(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return nil }
    var result: [UInt8] = []
    var isEscaped = false
    for byte in bytes.dropFirst().dropLast() {
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
        continue
      }
      if !isEscaped, byte == quote { return nil }
      result.append(byte)
      isEscaped = false
    }
    return isEscaped ? nil : result
  }

  /// A whole number of digits alone, no more than a limit; nil where it is none.
  static func digits(_ bytes: some Sequence<UInt8>, limit: Int64) -> Int64? {
    var number: Int64 = 0
    var isEmpty = true
    for byte in bytes {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      isEmpty = false
      number = number > limit / 10 ? limit : min(number * 10 + Int64(byte & 0x0F), limit)
    }
    return isEmpty ? nil : number
  }
}
