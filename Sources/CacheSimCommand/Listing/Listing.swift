internal import CacheReports
internal import SimCore

/// A table, to be written in any of the formats of a listing, row by row.
struct Listing {
  let columns: [String]
  let rowCount: Int
  /// Columns whose cells JSON has as numbers, and an empty cell as null.
  let numbers: Set<String>
  private let fill: (Int, inout ListingRow) -> Void

  /// A listing whose rows are made when they are written.
  /// - Parameter fill: adds the cells of a row.
  init(
    _ columns: [String], count: Int, numbers: Set<String> = [],
    fill: @escaping (Int, inout ListingRow) -> Void
  ) {
    self.columns = columns
    self.numbers = numbers
    self.fill = fill
    rowCount = count
  }

  init(_ columns: [String], _ rows: [[String]], numbers: Set<String> = []) {
    self.init(columns, count: rows.count, numbers: numbers) { index, row in
      for cell in rows[index] { row.add(cell) }
    }
  }

  /// A row for each object, with the members that are named.
  init(_ columns: [String], of objects: [JSON]) {
    self.init(columns, objects.map { object in columns.map { object[$0]?.cell ?? "" } })
  }

  init<Product>(of catalog: Catalog<Product>) {
    self.init(
      ["name", "summary", "aliases"],
      catalog.entries.map { [$0.name, $0.summary, $0.aliases.joined(separator: " ")] })
  }

  /// The listing in a format.
  /// - Parameters:
  ///   - text: what stands in the place of the table for people; nil: the table itself.
  ///   - json: what programs get, where it is more than the rows.
  ///   - markdown: what stands in the place of the table in Markdown.
  func written(
    _ format: OutputFormat, text: @autoclosure () -> String? = nil,
    json other: @autoclosure () -> JSON? = nil, markdown page: @autoclosure () -> String? = nil
  ) -> TextPieces {
    switch format {
    case .table: TextPieces(Terminal.visible(text() ?? self.text))
    case .csv: csv
    case .json: other().map { TextPieces($0.text + "\n") } ?? pieces(ListingJSON.self)
    case .markdown: page().map { TextPieces($0) } ?? pieces(ListingMarkdown.self)
    }
  }

  var csv: TextPieces { pieces(ListingCSV.self) }

  /// The listing in a form, some rows a piece.
  private func pieces<Form: ListingForm>(_: Form.Type) -> TextPieces {
    let form = Form(self)
    let rowsOfPiece = 1_024
    return TextPieces { piece in
      let first = piece * rowsOfPiece
      guard piece == 0 || first < rowCount else { return nil }
      var text: [UInt8] = []
      if piece == 0 { form.begin(&text) }
      var row = ListingRow()
      for index in first..<min(first + rowsOfPiece, rowCount) {
        row.removeAll()
        fill(index, &row)
        form.add(row, isLast: index == rowCount - 1, to: &text)
      }
      if first + rowsOfPiece >= rowCount { form.end(&text) }
      return text
    }
  }

  /// The cells of all rows.
  var rows: [[String]] {
    var row = ListingRow()
    return (0..<rowCount).map { index in
      row.removeAll()
      fill(index, &row)
      return row.texts
    }
  }

  /// Aligned columns; the last one is as long as it is.
  var text: String {
    let all = ([columns.map { $0.uppercased() }] + rows).map { $0.map(TextWidth.printable) }
    let widths = columns.indices.map { column in
      all.map { TextWidth.cells(of: $0[column]) }.max() ?? 0
    }
    return all.map { row in
      row.enumerated().map { index, cell in
        index == row.count - 1
          ? cell : TextWidth.padded(cell, to: widths[index] + 2, onLeft: false)
      }.joined()
    }.map { $0.trimmedAtEnd + "\n" }.joined()
  }
}

extension JSON {
  /// The value as a cell of a table.
  fileprivate var cell: String {
    switch value {
    case .null: ""
    case .string(let text): text
    default: compact
    }
  }
}

extension String {
  /// The text without blanks at its end.
  fileprivate var trimmedAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
