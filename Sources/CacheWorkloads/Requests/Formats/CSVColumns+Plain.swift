extension CSVColumns {
  /// Tells the request of the row that begins a text, if it is whole up to its newline.
  ///
  /// One pass finds the ends of cells and of the row, as a number ends where its digits do. What
  /// is not so plain, such as a cell in quotation marks, and the rest of its row are left to
  /// `readCells`.
  /// - Returns: the place behind the row; nil: nothing was told, because the row is not whole, not
  ///   well-formed, empty or too long, and `read` tells what there is to be told.
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
        // A row that ends too early has told nothing of this cell.
        isPlain =
          self.isPlain(text, start..<place) && endsCell(text, place, to: end, isLast: isLast)
        if isPlain, field == .id {
          id = start..<place
        } else if isPlain, let field, place > start {
          do throws(FieldFault) {
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
      do throws(FieldFault) { try row.finish(text, id, &requests) } catch { return nil }
    }
    return place
  }

  /// Whether a delimiter stands there, or what can end a row.
  @inline(__always)
  private func endsCell(_ text: Span<UInt8>, _ place: Int, to end: Int, isLast: Bool) -> Bool {
    guard place < end else { return false }
    if !isLast { return text[place] == delimiter }
    var behind = place
    return LineScanner.passEnd(text, &behind, to: end)
  }

  /// Passes the delimiter behind a cell, or the newline behind the row.
  @inline(__always)
  private func passEnd(
    _ text: Span<UInt8>, _ place: inout Int, to end: Int, ofRow isLast: Bool
  ) -> Bool {
    if isLast { return LineScanner.passEnd(text, &place, to: end) }
    guard place < end, text[place] == delimiter else { return false }
    place &+= 1
    return true
  }

  /// Tells the request of a row of which the cells before one are taken.
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
    do throws(FieldFault) {
      try readCells(text.extracting(line.range), rest, &row, &requests)
      return line.next
    } catch {
      return nil
    }
  }
}
