internal import SimCore

/// Rows of measurements with named columns: lines of CSV under a header, or objects of JSON.
struct FieldTable {
  /// The most rows that are read: three weeks of one a second, as of recordings.
  static let mostRows = RecordedRows.limit

  var log = FieldLog()
  var rows = 0
  var isFirebase = false
  let path: String
  private var names: [String] = []
  private var isKnown = false
  var hasPeople = false

  init(path: String) { self.path = path }

  // MARK: JSON

  /// Takes a row, a list of them, or a list that is a member by itself, such as `rows`.
  mutating func take(_ json: JSON, at place: @escaping (JSON) -> String) throws(InputError) {
    if let elements = json.elements {
      for element in elements { try take(element, at: place) }
      return
    }
    guard let members = json.members else {
      throw InputError(
        .malformed, at: place(json), "expected rows of measurements, found \(json.found)")
    }
    if let list = members.first(where: { $0.value.elements?.first?.members != nil }),
      members.allSatisfy({ FieldColumn.named($0.name)?.column.isMeasured != true }),
      list.name != "serverTiming"
    {
      return try take(list.value, at: place)
    }
    var row = FieldRow(place: place)
    flatten(members, prefix: "", into: &row)
    try take(row)
  }

  /// Objects in objects, as BigQuery's `network_info`, are columns with a point in their names.
  private mutating func flatten(_ members: [JSON.Member], prefix: String, into row: inout FieldRow)
  {
    for member in members {
      let name = prefix + member.name
      if let inner = member.value.members {
        if prefix.utf8.count < 64 { flatten(inner, prefix: name + ".", into: &row) }
      } else if let known = FieldColumn.named(name) {
        isKnown = isKnown || known.column.isMeasured
        row.set(known, member.value, named: name)
      } else {
        note(VisibleText.line(String(name.prefix(200))))
      }
    }
  }

  // MARK: CSV

  mutating func takeLines(of bytes: [UInt8]) throws(InputError) {
    var scanner = LineScanner(try ByteReader(path: path, bytes: bytes))
    var columns: [(name: String, known: FieldColumn.Known?)] = []
    var delimiter = UInt8(ascii: ",")
    while let line = try scanner.next() {
      let place = "\(path):\(line.number)"
      guard !line.isTooLong else {
        throw InputError(
          .malformed, at: place, "expected a line of at most \(LineScanner.limit) bytes")
      }
      if line.range.isEmpty { continue }
      if columns.isEmpty {
        let first = scanner.buffer[line.range]
        guard String(validating: first, as: UTF8.self) != nil else {
          throw InputError(.malformed, at: place, "expected text in UTF-8, found other bytes")
        }
        delimiter = CSVHeader.delimiter(of: first)
        columns = CSVHeader.names(first, delimiter: delimiter)
          .map { (VisibleText.line(String($0.prefix(200))), FieldColumn.named($0)) }
        for column in columns where column.known?.column.isMeasured != true { note(column.name) }
        isKnown = columns.contains { $0.known?.column.isMeasured == true }
        if !isKnown { return }
        continue
      }
      var row = FieldRow { _ in place }
      let text = scanner.buffer.span.extracting(line.range)
      var (cell, count) = (0, 0)
      do throws(InputError) {
        while cell <= text.count {
          let next = try CSVCell.next(text, &cell, delimiter: delimiter)
          if count < columns.count, let known = columns[count].known, !next.range.isEmpty {
            let bytes = next.holdsQuote ? Array(next.unquoted(text)) : next.range.map { text[$0] }
            guard let text = String(validating: bytes, as: UTF8.self) else {
              throw InputError(
                "\(columns[count].name): expected text in UTF-8, found other bytes")
            }
            row.set(known, JSON(.string(text)), named: columns[count].name)
          }
          count += 1
        }
        guard count == columns.count else {
          throw InputError("expected \(columns.count) columns, found \(count)")
        }
      } catch {
        throw InputError(.malformed, at: place, error.message)
      }
      try take(row)
    }
  }

  private mutating func note(_ name: String) {
    if names.count < 20, !names.contains(name) { names.append(name) }
  }

  /// Refuses a file of which nothing is known.
  mutating func finish() throws(InputError) {
    log.namesPeople = hasPeople
    guard !isKnown else {
      if rows > 0 { return }
      throw InputError(.malformed, at: path, "expected rows under the header, found none")
    }
    let found = names.isEmpty ? "none" : names.map { "'\($0)'" }.joined(separator: ", ")
    let hint = names.lazy.compactMap { name in
      Suggestion.nearest(to: name, among: FieldColumn.known).map { "'\($0)' for '\(name)'" }
    }.first
    throw InputError(
      .malformed, at: path,
      "expected a record of 'cachesim serve', a capture (HAR), payloads of MetricKit, or rows with "
        + "some of the columns \(FieldColumn.known.joined(separator: ", ")); found the columns "
        + found + (hint.map { " (did you mean \($0)?)" } ?? ""))
  }
}
