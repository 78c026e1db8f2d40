/// One column of a row, without blanks and quotation marks around it.
struct CSVCell {
  static let quote = UInt8(ascii: "\"")

  /// Where it stands in the line.
  var range: Range<Int>
  /// Whether it stands in quotation marks and holds others, which are written twice.
  var holdsQuote = false

  /// The cell from there on; moves to the one behind it, or beyond the line's end.
  @inline(never)
  static func next(
    _ line: Span<UInt8>, _ place: inout Int, delimiter: UInt8
  ) throws(FieldFault) -> CSVCell {
    var start = place
    while start < line.count, line[start] == UInt8(ascii: " "), delimiter != UInt8(ascii: " ") {
      start += 1
    }
    if start < line.count, line[start] == quote {
      return CSVCell(line, try quoted(line, start + 1, &place, delimiter: delimiter))
    }
    var end = start
    while end < line.count, line[end] != delimiter { end += 1 }
    place = end + 1
    while end > start, line[end - 1] == UInt8(ascii: " ") { end -= 1 }
    // Without quotation marks around it, one inside is a letter like others.
    return CSVCell(range: start..<end)
  }

  /// A cell in quotation marks.
  private init(_ line: Span<UInt8>, _ range: Range<Int>) {
    self.range = range
    holdsQuote = range.contains { line[$0] == Self.quote }
  }

  /// A cell that is read as it stands.
  init(range: Range<Int>) { self.range = range }

  /// A column in quotation marks; two of them inside stand for one (RFC 4180, section 2).
  private static func quoted(
    _ line: Span<UInt8>, _ start: Int, _ place: inout Int, delimiter: UInt8
  ) throws(FieldFault) -> Range<Int> {
    var end = start
    while true {
      while end < line.count, line[end] != quote { end += 1 }
      guard end < line.count else { throw FieldFault("a quotation mark is not closed") }
      guard end + 1 < line.count, line[end + 1] == quote else { break }
      end += 2
    }
    var behind = end + 1
    while behind < line.count, line[behind] == UInt8(ascii: " "), line[behind] != delimiter {
      behind += 1
    }
    guard behind >= line.count || line[behind] == delimiter else {
      throw FieldFault("a closing quotation mark is not followed by the next column")
    }
    place = behind + 1
    return start..<end
  }

  /// Its text, of which each quotation mark takes the byte behind it along.
  func unquoted(_ line: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      text.append(line[index])
      index += line[index] == Self.quote ? 2 : 1
    }
    return text
  }
}
