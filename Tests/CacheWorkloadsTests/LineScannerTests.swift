internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

@Suite struct LineScannerTests {
  static func lines(_ bytes: [UInt8]) throws -> [String] {
    try TraceFiles.with(bytes) { path in
      var scanner = try LineScanner(path: path)
      var lines: [String] = []
      while let line = try scanner.next() {
        expect(line.number, is: lines.count + 1)
        let text = String(decoding: scanner.buffer[line.range], as: UTF8.self)
        lines.append(line.isTooLong ? "long:\(text.utf8.count)" : text)
      }
      try expect(scanner.next() == nil)
      return lines
    }
  }

  @Test(arguments: [
    ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]),
    ("a\r\nb\r\n\r\n", ["a", "b", ""]), ("a\rb\n", ["a\rb"]), ("\n\na", ["", "", "a"]),
    ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]), ("\u{FEFF}", []), ("a\0b\n\0", ["a\0b", "\0"]),
  ])
  func linesAreFound(_ text: String, _ expected: [String]) throws {
    try expect(Self.lines(Array(text.utf8)), is: expected)
  }

  @Test(arguments: [-1, 0, 1, 2])
  func linesAcrossTheEdgeOfAPieceAreWhole(_ shift: Int) throws {
    let first = String(repeating: "x", count: ByteReader.chunk + shift)
    try expect(Self.lines(Array("\(first)\r\nsecond\nthird".utf8)), is: [first, "second", "third"])
  }

  @Test func aLineMayBeAsLongAsTheLimitAndNoLonger() throws {
    let limit = LineScanner.limit
    for ending in ["", "\n", "\r\n"] {
      let longest = String(repeating: "x", count: limit)
      try expect(Self.lines(Array("a\n\(longest)\(ending)".utf8)), is: ["a", longest])
      for length in [limit + 1, limit + 2, 2 * limit, 5 * limit + 17] {
        let bytes = [UInt8](repeating: 0, count: length)
        let text = Array("a\n".utf8) + bytes + Array(ending.utf8)
        try expect(Self.lines(text), is: ["a", "long:\(LineScanner.kept)"])
        if !ending.isEmpty {
          let more = text + Array("b\n".utf8)
          try expect(Self.lines(more), is: ["a", "long:\(LineScanner.kept)", "b"])
        }
      }
    }
  }

  @Test func aMissingFileAndAFolderAreNamed() {
    let missing = #expect(throws: InputError.self) { _ = try LineScanner(path: "/nowhere/x") }
    expect(missing?.reason == .missingFile && missing?.place == "/nowhere/x")
    let folder = #expect(throws: InputError.self) {
      var scanner = try LineScanner(path: "/")
      _ = try scanner.next()
    }
    expect(folder?.reason, is: .unreadable)
    #expect(throws: InputError.self) { _ = try LineScanner(path: "/\0/x") }
  }

  @Test func aWholeFileIsReadUpToItsLimit() throws {
    let bytes = [UInt8](repeating: 7, count: 3 * ByteReader.chunk + 5)
    try TraceFiles.with(bytes) { path in
      let contents = try ByteReader.contents(of: path, limit: bytes.count)
      expect(contents, is: bytes)
      #expect(throws: InputError.self) {
        _ = try ByteReader.contents(of: path, limit: bytes.count - 1)
      }
    }
  }
}
