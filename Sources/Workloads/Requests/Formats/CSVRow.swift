/// The reading of one row.
enum CSVRow {
  private static let quote = UInt8(ascii: "\"")

  /// What stands between the columns of a first line.
  static func delimiter(of line: ArraySlice<UInt8>) -> UInt8 {
    for mark: Unicode.Scalar in [",", "\t", ";", "|"] where line.contains(UInt8(ascii: mark)) {
      return UInt8(ascii: mark)
    }
    return UInt8(ascii: " ")
  }

  /// The texts of a first line, without a mark of comment, blanks and quotes around them.
  static func names(_ line: ArraySlice<UInt8>, delimiter: UInt8) -> [String] {
    let line = line.first == UInt8(ascii: "#") ? line.dropFirst() : line
    return line.split(separator: delimiter, omittingEmptySubsequences: false).map { part in
      let isEdge = { (byte: UInt8) in byte == quote || byte == UInt8(ascii: " ") }
      var name = part.drop(while: isEdge)
      while let last = name.last, isEdge(last) { name = name.dropLast() }
      return String(decoding: name, as: UTF8.self)
    }
  }

  /// Tells the request of a row.
  static func read(
    _ line: Span<UInt8>, _ fields: [RequestField?], delimiter: UInt8, _ row: inout RowReader,
    _ requests: inout RawRequests
  ) throws(FieldFault) {
    row.begin()
    var place = 0
    var id = 0..<0
    for column in fields.indices {
      guard place <= line.count else {
        throw FieldFault("expected \(fields.count) columns, found \(column)")
      }
      let range = try next(line, &place, delimiter: delimiter)
      guard let field = fields[column] else { continue }
      if field == .id {
        id = range
      } else if holdsQuote(line, range) {
        let text = unquoted(line, range)
        try row.take(field, text.span, 0..<text.count, &requests)
      } else if !range.isEmpty {
        try row.take(field, line, range, &requests)
      }
    }
    guard place > line.count else {
      throw FieldFault("expected \(fields.count) columns, found more")
    }
    if !id.isEmpty, holdsQuote(line, id) {
      let text = unquoted(line, id)
      try row.finish(text.span, &requests)
    } else {
      try row.finish(line.extracting(id), &requests)
    }
  }

  /// The next column without blanks and quotes around it; moves to the one behind it, or beyond the
  /// line's end.
  private static func next(
    _ line: Span<UInt8>, _ place: inout Int, delimiter: UInt8
  ) throws(FieldFault) -> Range<Int> {
    var start = place
    while start < line.count, line[start] == UInt8(ascii: " "), delimiter != UInt8(ascii: " ") {
      start += 1
    }
    if start < line.count, line[start] == quote {
      return try quoted(line, start + 1, &place, delimiter: delimiter)
    }
    var end = start
    while end < line.count, line[end] != delimiter { end += 1 }
    place = end + 1
    while end > start, line[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return start..<end
  }

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

  private static func holdsQuote(_ line: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range where line[index] == quote { return true }
    return false
  }

  private static func unquoted(_ line: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      text.append(line[index])
      index += line[index] == quote ? 2 : 1
    }
    return text
  }
}
