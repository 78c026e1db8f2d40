internal import Foundation

/// The golden file and the page that shows it.
enum AccuracyFile {
  private static let documents = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Docs")
  private static let file = documents.appending(path: "accuracy.csv")
  private static let page = documents.appending(path: "Accuracy.md")

  /// Whether somebody asked for both to be written anew.
  static let isWanted = ProcessInfo.processInfo.environment["CACHESIM_WRITE_GOLDEN"] == "1"

  static let advice = """
    If that is meant, write file and page anew and say in the commit why the error changed:
      CACHESIM_WRITE_GOLDEN=1 swift test --disable-xctest --filter AccuracyTests
    """

  static func rows() throws -> [AccuracyRow] {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    guard lines.first == AccuracyRow.header[...] else { throw Failure("no header") }
    return try lines.dropFirst().map {
      guard let row = AccuracyRow(line: $0) else { throw Failure("not a row: \($0)") }
      return row
    }
  }

  /// Replaces the file.
  static func write(_ rows: [AccuracyRow]) throws {
    let lines = [AccuracyRow.header] + rows.map(\.line)
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file, options: .atomic)
  }

  static func pageLines() throws -> [String] {
    try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
  }

  /// Replaces the page.
  static func writePage(_ lines: [String]) throws {
    try Data(lines.joined(separator: "\n").utf8).write(to: page, options: .atomic)
  }

  /// The lines of a page, with the tables that the rows make in place of those of its sections.
  static func lines(_ lines: [String], showing rows: [AccuracyRow]) throws -> [String] {
    var left = rows[...]
    var shown: [String] = []
    var section = ""
    var isInTable = false
    for line in lines {
      if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
      if isInTable && line.hasPrefix("|") { continue }
      isInTable = AccuracyRow.cellHeader.hasPrefix(line) && line.hasPrefix("| checked")
      if !isInTable {
        shown.append(line)
        continue
      }
      let table = left.prefix { $0.model == section }
      left = left.dropFirst(table.count)
      shown += AccuracyRow.cellHeader.components(separatedBy: "\n") + table.map(\.cells)
    }
    if let row = left.first {
      throw Failure("the page has no table in its turn below a heading \"## \(row.model)\"")
    }
    return shown
  }

  /// A file that is not as it should be.
  struct Failure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
  }
}
