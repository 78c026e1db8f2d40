internal import SimCore

/// What must not be repeated of a line that could not be read: all but words and numbers of which
/// it is known that they are no secrets.
enum Redaction {
  static let mark = Array("redacted".utf8)

  /// The beginning of a line of a log, or of an entry of a capture.
  ///
  /// Words are kept that `KnownWord` has, numbers of few digits, dates and times; not what follows
  /// `=`, and no number that stands in a path.
  /// - Complexity: O(bytes).
  static func excerpt(_ line: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < line.count {
      let end = line[index...].firstIndex { !isPartOfWord($0) } ?? line.count
      if end == index {
        result.append(line[index])
        index += 1
        continue
      }
      let before = index == 0 ? UInt8(ascii: " ") : line[index - 1]
      let isKept = isHarmless(line[index..<end], after: before, before: line[end...].prefix(2))
      result += isKept ? line[index..<end] : mark[...]
      index = end
    }
    return result
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      || ".-_%@+~:".utf8.contains(byte)
  }

  private static func isHarmless(
    _ text: ArraySlice<UInt8>, after before: UInt8, before next: ArraySlice<UInt8>
  ) -> Bool {
    let marks = ".:-+".utf8
    var word = text
    while let last = word.last, marks.contains(last) { word.removeLast() }
    while let first = word.first, marks.contains(first) { word.removeFirst() }
    if word.isEmpty { return true }
    if before == UInt8(ascii: "=") { return false }
    if KnownWord.isKnown(word) || isMonth(word, before: next) || isClock(word) { return true }
    let numbers = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    // One dot: `1.1`; more are an address. Four digits are a zone, or a fourth of a card.
    let digits = text.first.map { "+-".utf8.contains($0) } ?? false ? 4 : 3
    guard numbers.count <= 2, numbers.allSatisfy({ KnownWord.isNumber($0, digits: digits) })
    else { return false }
    return before != UInt8(ascii: "/") || numbers.count == 2
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// `Oct` in `10/Oct/2000`.
  private static func isMonth(_ word: ArraySlice<UInt8>, before next: ArraySlice<UInt8>) -> Bool {
    guard word.count == 3, next.count == 2, next.first == UInt8(ascii: "/"),
      (0x30...0x39).contains(next[next.startIndex + 1])
    else { return false }
    return months.contains(String(decoding: word, as: UTF8.self).lowercased())
  }

  /// `2000:13:55:36` or `13:55`.
  private static func isClock(_ word: ArraySlice<UInt8>) -> Bool {
    let parts = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    return (2...4).contains(parts.count) && KnownWord.isNumber(parts[0], digits: 4)
      && parts.dropFirst().allSatisfy { $0.count == 2 && KnownWord.isNumber($0, digits: 2) }
  }
}
