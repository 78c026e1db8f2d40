/// A word, a number, a text or a sign of a source file.
struct Token: Hashable {
  /// The kinds that rules tell apart.
  enum Kind { case word, number, text, sign }

  var kind: Kind
  /// The characters; a text's are left out.
  var characters: String
  /// The line, from 1.
  var line: Int
  /// Whether nothing stands between it and what is before it.
  var isAttached = false

  /// Whether it is this word or sign.
  func `is`(_ characters: String) -> Bool { self.characters == characters }
}

/// Reads Swift and C++ as far as rules need it: comments are gone, texts are empty, and what is
/// computed inside a text stands after it.
struct Tokenizer {
  private let bytes: [UInt8]
  private let skipsDirectives: Bool
  private var index = 0
  private var line = 1
  private var found: [Token] = []
  private var lastEnd = -1

  /// The tokens of a text.
  /// - Parameter skipsDirectives: whether lines that begin with `#` are left out, as for C++.
  static func tokens(of text: String, skipsDirectives: Bool) -> [Token] {
    var tokenizer = Tokenizer(bytes: Array(text.utf8), skipsDirectives: skipsDirectives)
    tokenizer.read(untilClosing: false)
    return tokenizer.found
  }

  private init(bytes: [UInt8], skipsDirectives: Bool) {
    self.bytes = bytes
    self.skipsDirectives = skipsDirectives
  }

  /// Reads to the end, or to the parenthesis that closes an interpolation.
  private mutating func read(untilClosing: Bool) {
    var depth = 0
    while index < bytes.count {
      let byte = bytes[index]
      if untilClosing, byte == UInt8(ascii: "(") { depth += 1 }
      if untilClosing, byte == UInt8(ascii: ")") {
        if depth == 0 { return }
        depth -= 1
      }
      readOne(byte)
    }
  }

  private mutating func readOne(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\n"): step()
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): index += 1
    case UInt8(ascii: "/") where starts("//"): skipLine()
    case UInt8(ascii: "/") where starts("/*"): skipBlockComment()
    case UInt8(ascii: "\""): readText(hashes: 0)
    case UInt8(ascii: "'") where skipsDirectives: readCharacter()
    case UInt8(ascii: "#"): readHash()
    case _ where Self.isWordByte(byte): readWord()
    default: add(.sign, from: index, to: index + 1)
    }
  }

  private func starts(_ text: StaticString, at place: Int? = nil) -> Bool {
    let start = place ?? index
    guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(bytes[start..<start + $0.count]) }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
    default: false
    }
  }

  private mutating func step() {
    if bytes[index] == UInt8(ascii: "\n") { line += 1 }
    index += 1
  }

  private mutating func add(_ kind: Token.Kind, from start: Int, to end: Int) {
    let characters = String(decoding: bytes[start..<end], as: UTF8.self)
    let token = Token(
      kind: kind, characters: characters, line: line, isAttached: start == lastEnd)
    found.append(token)
    index = end
    lastEnd = end
  }

  private mutating func readWord() {
    var end = index
    while end < bytes.count, Self.isWordByte(bytes[end]) { end += 1 }
    let isNumber = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
    add(isNumber ? .number : .word, from: index, to: end)
  }

  private mutating func skipLine() {
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    while index < bytes.count {
      if starts("/*") {
        depth += 1
        index += 2
      } else if starts("*/") {
        depth -= 1
        index += 2
        if depth == 0 { return }
      } else {
        step()
      }
    }
  }

  /// A raw text (`#"…"#`), a directive, or a macro's sign.
  private mutating func readHash() {
    var end = index
    while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
    if end < bytes.count, bytes[end] == UInt8(ascii: "\"") {
      let hashes = end - index
      index = end
      readText(hashes: hashes)
    } else if skipsDirectives {
      while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
        if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { step() }
        step()
      }
    } else {
      add(.sign, from: index, to: index + 1)
    }
  }

  private mutating func readCharacter() {
    found.append(Token(kind: .text, characters: "", line: line))
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "'") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index += 1
  }

  /// Reads a text from its first quote to its last, with what is computed inside.
  private mutating func readText(hashes: Int) {
    found.append(Token(kind: .text, characters: "", line: line))
    let quotes = starts("\"\"\"") ? 3 : 1
    index += quotes
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\"), run(of: "#", at: index + 1) >= hashes {
        index += 1 + hashes
        guard index < bytes.count else { return }
        let isInterpolation = bytes[index] == UInt8(ascii: "(")
        step()
        if isInterpolation {
          read(untilClosing: true)
          index += 1
        }
      } else if run(of: "\"", at: index) >= quotes, run(of: "#", at: index + quotes) >= hashes {
        index += quotes + hashes
        return
      } else {
        step()
      }
    }
  }

  private func run(of character: Unicode.Scalar, at start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] == UInt8(ascii: character) { end += 1 }
    return end - start
  }
}
