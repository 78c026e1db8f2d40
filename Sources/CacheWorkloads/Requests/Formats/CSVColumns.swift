/// What the columns of rows tell, and the reading of rows.
struct CSVColumns {
  /// What each column tells; nil: nobody reads it.
  let fields: [RequestField?]
  /// What stands between them.
  let delimiter: UInt8

  /// Whether there can be rows whose numbers end where their digits do.
  let hasPlainRows: Bool

  init(fields: [RequestField?], delimiter: UInt8) {
    self.fields = fields
    self.delimiter = delimiter
    hasPlainRows = delimiter != UInt8(ascii: ".") && TraceNumber.digit(delimiter) == nil
  }

  /// Tells the request of a row.
  func read(
    _ line: Span<UInt8>, _ row: inout RowReader, _ requests: inout RawRequests
  ) throws(FieldFault) {
    row.begin()
    try readCells(line, Rest(), &row, &requests)
  }

  /// What is left of a row when its first cells were taken.
  struct Rest {
    /// The next column, and where it begins in the line.
    var column = 0
    var place = 0
    /// The identifier's cell, if it was passed.
    var id = CSVCell(range: 0..<0)
  }

  /// Takes what is left of a row, and tells its request.
  func readCells(
    _ line: Span<UInt8>, _ rest: Rest, _ row: inout RowReader, _ requests: inout RawRequests
  ) throws(FieldFault) {
    let fields = fields.span
    var place = rest.place
    var id = rest.id
    for column in rest.column..<fields.count {
      guard place <= line.count else {
        throw FieldFault("expected \(fields.count) columns, found \(column)")
      }
      let cell = try next(line, &place)
      guard let field = fields[column] else { continue }
      if field == .id {
        id = cell
      } else if cell.holdsQuote {
        let text = cell.unquoted(line)
        try row.take(field, text.span, text.indices, &requests)
      } else if !cell.range.isEmpty {
        try row.take(field, line, cell.range, &requests)
      }
    }
    guard place > line.count else {
      throw FieldFault("expected \(fields.count) columns, found more")
    }
    if id.holdsQuote {
      let text = id.unquoted(line)
      try row.finish(text.span, text.indices, &requests)
    } else {
      try row.finish(line, id.range, &requests)
    }
  }

  /// The next cell of a line; moves to the one behind it, or beyond the line's end.
  private func next(_ line: Span<UInt8>, _ place: inout Int) throws(FieldFault) -> CSVCell {
    let start = place
    let end = mark(line, from: start, to: line.count)
    guard end == line.count || line[end] == delimiter, isPlain(line, start..<end) else {
      return try CSVCell.next(line, &place, delimiter: delimiter)
    }
    place = end + 1
    return CSVCell(range: start..<end)
  }

  /// The next delimiter, newline or quotation mark, or the end.
  @inline(__always)
  func mark(_ text: Span<UInt8>, from start: Int, to end: Int) -> Int {
    let delimiter = ByteWord(repeating: delimiter)
    let newline = ByteWord(repeating: UInt8(ascii: "\n"))
    let quote = ByteWord(repeating: CSVCell.quote)
    var place = start
    while place < end {
      let count = ByteWord(text, at: place).count(before: delimiter, newline, quote)
      place &+= count
      if count < ByteWord.length { break }
    }
    return min(place, end)
  }

  /// Whether a cell that ends at a mark has no blanks around it and no quotation mark before it.
  @inline(__always)
  func isPlain(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let blank = UInt8(ascii: " ")
    guard range.lowerBound < text.count else { return true }
    let first = text[range.lowerBound]
    return first != CSVCell.quote && first != blank
      && (range.isEmpty || text[range.upperBound - 1] != blank)
  }
}
