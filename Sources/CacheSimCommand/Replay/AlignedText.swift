/// A table for a terminal: texts to the left, numbers to the right.
enum AlignedText {
  static func table(_ columns: [String], _ rows: [[String]], textColumns: Int) -> String {
    let all = [columns] + rows
    let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      row.enumerated().map { index, cell in
        let blanks = String(repeating: " ", count: widths[index] - cell.count)
        return index < textColumns ? cell + blanks : blanks + cell
      }.joined(separator: "  ") + "\n"
    }.joined()
  }
}
