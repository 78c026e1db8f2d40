internal import Reports
internal import SimCore

/// A table of texts, to be written in any of the formats of a listing.
struct Listing {
  let columns: [String]
  let rows: [[String]]

  init(_ columns: [String], _ rows: [[String]]) {
    self.columns = columns
    self.rows = rows
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
          .object(zip(columns, row).map { ($0, JSON(.string($1))) })
        }))
  }

  var markdown: String {
    let rule = columns.map { _ in "---" }
    return ([columns, rule] + rows).map { row in
      "| " + row.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }.joined()
  }

  private static func quoted(_ cell: String) -> String {
    guard cell.contains(where: { ",\"\n\r".contains($0) }) else { return cell }
    return "\"" + cell.replacing("\"", with: "\"\"") + "\""
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
