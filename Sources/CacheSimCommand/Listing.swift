internal import Reports
internal import SimCore

/// A table of texts, to be written in any of the formats of a listing.
struct Listing {
  let columns: [String]
  let rows: [[String]]
  /// Columns whose cells JSON has as numbers, and an empty cell as null.
  private let numbers: Set<String>

  init(_ columns: [String], _ rows: [[String]], numbers: Set<String> = []) {
    self.columns = columns
    self.rows = rows
    self.numbers = numbers
  }

  /// A row for each object, with the members that are named.
  init(_ columns: [String], of objects: [JSON]) {
    self.init(columns, objects.map { object in columns.map { object[$0]?.cell ?? "" } })
  }

  /// The listing in a format.
  /// - Parameters:
  ///   - text: what stands in the place of the table for people; nil: the table itself.
  ///   - json: what programs get, where it is more than the rows.
  ///   - markdown: what stands in the place of the table in Markdown.
  func written(
    _ format: OutputFormat, text: @autoclosure () -> String? = nil,
    json other: @autoclosure () -> JSON? = nil, markdown page: @autoclosure () -> String? = nil
  ) -> String {
    switch format {
    case .table: text() ?? self.text
    case .csv: csv
    case .json: (other() ?? json).text + "\n"
    case .markdown: page() ?? markdown
    }
  }

  init<Product>(of catalog: Catalog<Product>) {
    self.init(
      ["name", "summary", "aliases"],
      catalog.entries.map { [$0.name, $0.summary, $0.aliases.joined(separator: " ")] })
  }

  /// Aligned columns; the last one is as long as it is.
  var text: String {
    let all = [columns.map { $0.uppercased() }] + rows
    let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      row.enumerated().map { index, cell in
        index == row.count - 1
          ? cell : cell + String(repeating: " ", count: widths[index] - cell.count + 2)
      }.joined()
    }.map { $0.trimmedAtEnd + "\n" }.joined()
  }

  var csv: String {
    ([columns] + rows).map { $0.map(Self.quoted).joined(separator: ",") + "\n" }.joined()
  }

  var json: JSON {
    JSON(
      .array(
        rows.map { row in
          .object(zip(columns, row).map { ($0, value(of: $1, in: $0)) })
        }))
  }

  private func value(of cell: String, in column: String) -> JSON {
    guard numbers.contains(column) else { return JSON(.string(cell)) }
    if let number = Int64(cell) { return JSON(.integer(number)) }
    return Double(cell).map { JSON(.real($0)) }
      ?? (cell.isEmpty ? JSON(.null) : JSON(.string(cell)))
  }

  var markdown: String {
    let rule = columns.map { _ in "---" }
    return ([columns, rule] + rows).map { row in
      "| " + row.map(Self.escaped).joined(separator: " | ") + " |\n"
    }.joined()
  }

  /// A cell that ends neither its column nor its row, and begins no markup.
  private static func escaped(_ cell: String) -> String {
    Terminal.harmless(cell.replacing("\n", with: " ")).replacing("|", with: "\\|")
      .replacing("<", with: "&lt;")
  }

  private static func quoted(_ cell: String) -> String {
    guard cell.unicodeScalars.contains(where: { ",\"\n\r".unicodeScalars.contains($0) }) else {
      return cell
    }
    return "\"" + cell.replacing("\"", with: "\"\"") + "\""
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
