/// What the columns of rows tell, and the reading of rows.
struct CSVColumns {
  /// What each column tells; nil: nobody reads it.
  let fields: [RequestField?]
  /// What stands between them.
  let delimiter: UInt8

  private static let blank = UInt8(ascii: " ")
  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Tells the request of a row.
  func read(
    _ line: Span<UInt8>, _ row: inout RowReader, _ requests: inout RawRequests
  ) throws(FieldFault) {
    _ = try read(line, 0..<line.count, isLine: true, &row, &requests)
  }

  /// Tells the request of the row that begins a text if the row ends there and is plain: well-formed,
  /// without quotation marks, and without blanks around its cells.
  /// - Returns: the place behind the row; nil: it is not so, and nothing was told.
  @inline(__always)
  func readPlain(
    _ text: Span<UInt8>, _ range: Range<Int>, _ row: inout RowReader, _ requests: inout RawRequests
  ) -> Int? {
    do throws(FieldFault) {
      return try read(text, range, isLine: false, &row, &requests)
    } catch {
      return nil
    }
  }

  /// Tells the request of the row that is a line, or of the plain one that begins a text.
  /// - Returns: the place behind the row and its end.
  @inline(__always)
  private func read(
    _ text: Span<UInt8>, _ range: Range<Int>, isLine: Bool, _ row: inout RowReader,
    _ requests: inout RawRequests
  ) throws(FieldFault) -> Int {
    row.begin()
    let fields = fields.span
    var place = range.lowerBound
    var id = CSVCell(range: 0..<0)
    for column in fields.indices {
      guard place <= range.upperBound else { throw tooFew(column) }
      let isLast = column + 1 == fields.count
      let cell =
        try isLine
        ? next(text, &place) : nextPlain(text, &place, end: range.upperBound, isLast: isLast)
      guard let field = fields[column] else { continue }
      if field == .id {
        id = cell
      } else if cell.holdsQuote {
        let text = cell.unquoted(text)
        try row.take(field, text.span, 0..<text.count, &requests)
      } else if !cell.range.isEmpty {
        try row.take(field, text, cell.range, &requests)
      }
    }
    if isLine {
      guard place > text.count else { throw tooMany() }
    } else {
      guard place - range.lowerBound <= LineScanner.limit else { throw Self.notPlain }
    }
    if id.holdsQuote {
      let text = id.unquoted(text)
      try row.finish(text.span, 0..<text.count, &requests)
    } else {
      try row.finish(text, id.range, &requests)
    }
    return place
  }

  /// The next cell of a line; moves to the one behind it, or beyond the line's end.
  @inline(__always)
  private func next(_ line: Span<UInt8>, _ place: inout Int) throws(FieldFault) -> CSVCell {
    let start = place
    let end = min(mark(line, start, line.count), line.count)
    guard start == line.count || isPlain(line, start..<end),
      end == line.count || line[end] == delimiter
    else { return try CSVCell.next(line, &place, delimiter: delimiter) }
    place = end + 1
    return CSVCell(range: start..<end)
  }

  /// The next cell of a plain row; moves behind it and what ends it.
  @inline(__always)
  private func nextPlain(
    _ text: Span<UInt8>, _ place: inout Int, end: Int, isLast: Bool
  ) throws(FieldFault) -> CSVCell {
    let start = place
    var edge = mark(text, start, end)
    guard edge < end, text[edge] == (isLast ? Self.newline : delimiter) else {
      throw Self.notPlain
    }
    place = edge + 1
    if isLast, edge > start, text[edge - 1] == Self.carriageReturn { edge -= 1 }
    guard isPlain(text, start..<edge) else { throw Self.notPlain }
    return CSVCell(range: start..<edge)
  }

  /// Whether a cell has no blanks around it, and does not begin with a quotation mark.
  @inline(__always)
  private func isPlain(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let first = text[range.lowerBound]
    return first != CSVCell.quote && first != Self.blank
      && (range.isEmpty || text[range.upperBound - 1] != Self.blank)
  }

  /// The next delimiter, newline or quotation mark, or a place behind the end.
  @inline(__always)
  private func mark(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    let delimiter = ByteWord(repeating: delimiter)
    let newline = ByteWord(repeating: Self.newline)
    let quote = ByteWord(repeating: CSVCell.quote)
    var place = start
    while place < end {
      let count = ByteWord(text, at: place).count(before: delimiter, newline, quote)
      place += count
      if count < ByteWord.length { break }
    }
    return place
  }

  private static let notPlain = FieldFault("the row is not plain")

  @inline(never)
  private func tooFew(_ found: Int) -> FieldFault {
    FieldFault("expected \(fields.count) columns, found \(found)")
  }

  @inline(never)
  private func tooMany() -> FieldFault {
    FieldFault("expected \(fields.count) columns, found more")
  }
}
