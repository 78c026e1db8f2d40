/// What may stand in a line of a header (RFC 9110, sections 5.1, 5.5 and 5.6.2): what else a file
/// has, no server sends and no client accepts.
enum HeaderText {
  private static let signs = Set("!#$%&'*+-.^_`|~".utf8)

  /// Whether a text is the name of a field: a token.
  static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: signs.contains(byte)
        }
      }
  }

  /// Whether a text is the value of a field: without control characters but tabulators.
  static func isValue(_ text: some StringProtocol) -> Bool { !text.utf8.contains(where: isControl) }

  static func isBreak(_ character: Character) -> Bool { ["\n", "\r", "\r\n"].contains(character) }

  /// A value with blanks in place of control characters, and none at its ends.
  static func withoutControls(_ text: some StringProtocol) -> String {
    guard !isValue(text) else { return String(text) }
    let blank = UInt8(ascii: " ")
    let bytes = text.utf8.map { isControl($0) ? blank : $0 }.drop { $0 == blank }
    let end = bytes.lastIndex { $0 != blank }.map { $0 + 1 } ?? bytes.startIndex
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    (byte < 0x20 && byte != 0x09) || byte == 0x7F
  }
}
