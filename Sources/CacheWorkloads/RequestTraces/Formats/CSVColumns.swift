internal import SimCore

struct CSVColumns {
  let fields: ContiguousArray<RequestField?>
  let delimiter: UInt8

  /// Whether there can be rows whose numbers end where their digits do.
  let hasPlainRows: Bool

  init(fields: [RequestField?], delimiter: UInt8) {
    self.fields = ContiguousArray(fields)
    self.delimiter = delimiter
    hasPlainRows = delimiter != UInt8(ascii: ".") && TraceNumber.digit(delimiter) == nil
  }

  func read(
    _ line: Span<UInt8>, _ row: inout RowReader, _ requests: inout RawRequests
  ) throws(InputError) {
    row.begin()
    try readCells(line, Rest(), &row, &requests)
  }

  /// What is left of a row when its first cells were taken.
  struct Rest {
    var column = 0
    var place = 0
    var id = CSVCell(range: 0..<0)
  }

  func readCells(
    _ line: Span<UInt8>, _ rest: Rest, _ row: inout RowReader, _ requests: inout RawRequests
  ) throws(InputError) {
    let fields = fields.span
    var place = rest.place
    var id = rest.id
    for column in rest.column..<fields.count {
      guard place <= line.count else {
        throw InputError("expected \(fields.count) columns, found \(column)")
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
      throw InputError("expected \(fields.count) columns, found more")
    }
    if id.holdsQuote {
      let text = id.unquoted(line)
      try row.finish(text.span, text.indices, &requests)
    } else {
      try row.finish(line, id.range, &requests)
    }
  }

  private func next(_ line: Span<UInt8>, _ place: inout Int) throws(InputError) -> CSVCell {
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

extension CSVColumns {
  /// Adds the request of the row that begins a text, if it is whole up to its newline.
  ///
  /// One pass finds the ends of cells and of the row, as a number ends where its digits do. What
  /// is not so plain, such as a cell in quotation marks, and the rest of its row are left to
  /// `readCells`.
  /// - Returns: the place behind the row; nil: nothing was added, because the row is not whole, not
  ///   well-formed, empty or too long, and `read` shall see it.
  @inline(__always)
  func readPlain(
    _ text: Span<UInt8>, _ range: Range<Int>, _ row: inout RowReader, _ requests: inout RawRequests
  ) -> Int? {
    guard hasPlainRows else { return nil }
    row.begin()
    let fields = fields.span
    let end = range.upperBound
    let expectsNumber = row.expectsNumber
    var place = range.lowerBound
    var number: UInt64 = 0
    var id = place..<place
    for column in fields.indices {
      let isLast = column &+ 1 == fields.count
      let start = place
      var isPlain = true
      switch fields[column] {
      case .time: isPlain = row.takeTime(text, &place, to: end)
      case .size: isPlain = row.takeSize(text, &place, to: end)
      case .id where expectsNumber:
        if let identifier = TraceNumber.leadingUnsigned(text, &place, to: end) {
          number = identifier
          id = start..<place
        } else {
          isPlain = false
        }
      case let field:
        place = mark(text, from: start, to: end)
        if isLast, place > start, place < end, text[place] == LineScanner.newline,
          text[place &- 1] == LineScanner.carriageReturn
        {
          place &-= 1
        }
        // A row that ends too early has no such cell.
        isPlain =
          self.isPlain(text, start..<place) && endsCell(text, place, to: end, isLast: isLast)
        if isPlain, field == .id {
          id = start..<place
        } else if isPlain, let field, place > start {
          do throws(InputError) {
            try row.take(field, text, start..<place, &requests)
          } catch {
            return nil
          }
        }
      }
      guard isPlain, passEnd(text, &place, to: end, ofRow: isLast) else {
        return readRest(text, range, column, start, id, &row, &requests)
      }
    }
    guard place &- range.lowerBound <= LineScanner.limit, row.agrees(with: requests) else {
      return nil
    }
    if expectsNumber {
      row.finish(number, &requests)
    } else {
      do throws(InputError) { try row.finish(text, id, &requests) } catch { return nil }
    }
    return place
  }

  @inline(__always)
  private func endsCell(_ text: Span<UInt8>, _ place: Int, to end: Int, isLast: Bool) -> Bool {
    guard place < end else { return false }
    if !isLast { return text[place] == delimiter }
    var behind = place
    return LineScanner.passEnd(text, &behind, to: end)
  }

  @inline(__always)
  private func passEnd(
    _ text: Span<UInt8>, _ place: inout Int, to end: Int, ofRow isLast: Bool
  ) -> Bool {
    if isLast { return LineScanner.passEnd(text, &place, to: end) }
    guard place < end, text[place] == delimiter else { return false }
    place &+= 1
    return true
  }

  @inline(never)
  private func readRest(
    _ text: Span<UInt8>, _ range: Range<Int>, _ column: Int, _ start: Int, _ id: Range<Int>,
    _ row: inout RowReader, _ requests: inout RawRequests
  ) -> Int? {
    guard let line = LineScanner.line(of: text, range, searched: start) else { return nil }
    let first = range.lowerBound
    let rest = Rest(
      column: column, place: start - first,
      id: CSVCell(range: id.lowerBound - first..<id.upperBound - first))
    do throws(InputError) {
      try readCells(text.extracting(line.range), rest, &row, &requests)
      return line.next
    } catch {
      return nil
    }
  }
}

enum CSVHeader {
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
      let isEdge = { (byte: UInt8) in byte == CSVCell.quote || byte == UInt8(ascii: " ") }
      var name = part.drop(while: isEdge)
      while let last = name.last, isEdge(last) { name = name.dropLast() }
      return String(decoding: name, as: UTF8.self)
    }
  }
}

struct CSVCell {
  static let quote = UInt8(ascii: "\"")

  var range: Range<Int>
  /// Whether it stands in quotation marks and holds others, which are written twice.
  var holdsQuote = false

  /// The cell from there on; moves to the one behind it, or beyond the line's end.
  @inline(never)
  static func next(
    _ line: Span<UInt8>, _ place: inout Int, delimiter: UInt8
  ) throws(InputError) -> CSVCell {
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

  private init(_ line: Span<UInt8>, _ range: Range<Int>) {
    self.range = range
    holdsQuote = range.contains { line[$0] == Self.quote }
  }

  init(range: Range<Int>) { self.range = range }

  /// A column in quotation marks; two of them inside stand for one (RFC 4180, section 2).
  private static func quoted(
    _ line: Span<UInt8>, _ start: Int, _ place: inout Int, delimiter: UInt8
  ) throws(InputError) -> Range<Int> {
    var end = start
    while true {
      while end < line.count, line[end] != quote { end += 1 }
      guard end < line.count else { throw InputError("a quotation mark is not closed on its line") }
      guard end + 1 < line.count, line[end + 1] == quote else { break }
      end += 2
    }
    var behind = end + 1
    while behind < line.count, line[behind] == UInt8(ascii: " "), line[behind] != delimiter {
      behind += 1
    }
    guard behind >= line.count || line[behind] == delimiter else {
      throw InputError("a closing quotation mark is not followed by the next column")
    }
    place = behind + 1
    return start..<end
  }

  /// Its text, of which each quotation mark takes the byte behind it along.
  func unquoted(_ line: Span<UInt8>) -> ContiguousArray<UInt8> {
    var text: ContiguousArray<UInt8> = []
    var index = range.lowerBound
    while index < range.upperBound {
      text.append(line[index])
      index += line[index] == Self.quote ? 2 : 1
    }
    return text
  }
}
