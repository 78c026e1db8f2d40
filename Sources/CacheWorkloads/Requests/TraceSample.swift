/// The beginning of a file, by which its format is told.
struct TraceSample {
  /// How much of a file is looked at.
  static let length = 64 << 10

  /// The first bytes, expanded, without a byte order mark.
  let bytes: [UInt8]
  /// Whether that is the whole file.
  let isWhole: Bool
  /// The lines that are whole, at most 64, without their ends; none when the bytes are no text.
  let lines: [ArraySlice<UInt8>]

  private static let lineLimit = 64

  init(_ start: [UInt8]) {
    isWhole = start.count < Self.length
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    bytes = start.starts(with: mark) ? Array(start.dropFirst(3)) : start
    lines = Self.lines(of: bytes, isWhole: isWhole)
  }

  private static func lines(of bytes: [UInt8], isWhole: Bool) -> [ArraySlice<UInt8>] {
    guard bytes.allSatisfy({ $0 >= 0x20 || (0x09...0x0D).contains($0) }) else { return [] }
    var lines: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while lines.count < lineLimit, !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      guard end != nil || isWhole else { break }
      var line = rest[..<(end ?? rest.endIndex)]
      rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      lines.append(line)
    }
    return lines
  }

  /// Whether the bytes can be text.
  var isText: Bool { !lines.isEmpty || bytes.isEmpty }

  /// Whether a piece of text is a decimal number without sign.
  static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    !text.isEmpty && text.count <= 20 && text.allSatisfy { TraceNumber.digit($0) != nil }
  }

  /// The fields of a line between blanks or tabs.
  static func words(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }
}
