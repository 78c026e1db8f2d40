internal import Foundation
internal import TestCases
internal import Testing

/// Every listing is written as a table, as CSV, JSON and Markdown, and all have the same rows.
@Suite struct FormatTests {
  /// A command that prints a listing.
  struct Case: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var flag = "--format"
    /// Whether the table and the JSON have the rows of the CSV and no more.
    var isTable = true
    /// Whether the table and Markdown have units and rounded digits, and CSV and JSON all digits.
    var hasUnits: Bool {
      arguments[0] == "replay"
        || ["networks", "radios", "devices", "storage"].contains(arguments[1])
    }

    var testDescription: String { arguments.joined(separator: " ") }

    static func table(_ arguments: String...) -> Case { Case(arguments: arguments) }
    static func text(_ arguments: String...) -> Case { Case(arguments: arguments, isTable: false) }
  }

  static let topics = [
    "scenarios", "strategies", "policies", "admissions", "workloads", "formats",
    "network-schedules", "networks", "radios", "devices", "storage", "metrics", "charts",
    "library-terms", "populations", "link-spreads", "client-caches", "image-libraries",
  ]

  static let cases: [Case] =
    topics.map { .table("list", $0) } + [
      .table("trace", "head", "3", "t.csv"),
      Case(
        arguments: ["mrc", "t.csv", "--points", "4", "--ignore-size"], flag: "--output-format"),
      Case(
        arguments: ["replay", "t.csv", "--capacity", "1,2", "--ignore-size", "--policy", "lru"],
        flag: "--output-format"),
      .text("model", "fetch"), .text("model", "device"), .text("describe", "on-demand"),
      .text("describe", "lru"), .text("trace", "stats", "t.csv"), .text("trace", "check", "t.csv"),
      .text("advise", "small.json", "--no-charts"),
      .text("compare", "small.json", "network-only", "on-demand"),
      .text("explain", "small.json"), .text("baseline", "compare", "small", "small.json"),
      .text("http-check", "vectors", "v.json"),
      .text("sweep", "small.json", "--vary", "devices=1,2", "--no-charts"),
    ]

  private static func folder() async throws -> Folder {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    try folder.write("time,id,size\n1,\"a,b\",10\n2,b|c,20\n3,\"a,b\",10\n", to: "t.csv")
    try folder.write(
      #"{"suites": [{"id": "s", "tests": [{"id": "one", "requests": [{}]}]}]}"#, to: "v.json")
    return folder
  }

  @Test(arguments: cases)
  func allFormatsAgree(_ each: Case) async throws {
    let folder = try await Self.folder()
    if each.arguments[0] == "baseline" {
      let made = try await Program.run(
        "run", "small.json", "--output", "small", "--no-charts", "--quiet", in: folder)
      expect(made.status, is: 0)
    }
    var texts: [String: String] = [:]
    for format in ["table", "csv", "json", "markdown"] {
      let ended = try await Program(
        arguments: each.arguments + [each.flag, format], folder: folder
      ).run()
      expect(ended.status, is: 0, "\(ended.notes)")
      texts[format] = ended.output
    }
    let rows = Self.csv(texts["csv"] ?? "")
    let columns = try #require(rows.first)
    expect(rows.allSatisfy { $0.count == columns.count })
    let json = try JSONSerialization.jsonObject(with: Data((texts["json"] ?? "").utf8))
    expect(texts["table"]?.isEmpty == false && texts["markdown"]?.isEmpty == false)
    guard each.isTable else { return }
    let objects = try #require(json as? [[String: Any]])
    expect(objects.count, is: rows.count - 1)
    for (object, row) in zip(objects, rows.dropFirst()) {
      expect(Set(object.keys), is: Set(columns))
      for (name, cell) in zip(columns, row) {
        let value = object[name].map { "\($0)" } ?? ""
        expect(value == cell || Double(value) == Double(cell), "\(name): \(value), \(cell)")
      }
    }
    let lines = (texts["table"] ?? "").split(separator: "\n")
    expect(lines.count, is: rows.count)
    let markdown = Self.markdown(texts["markdown"] ?? "")
    if each.hasUnits {
      // What people read has units: Markdown says what the table says, cell by cell.
      expect(markdown.count, is: rows.count)
      expect(markdown.allSatisfy { $0.count == markdown[0].count })
      for (index, (line, row)) in zip(lines, markdown).enumerated() {
        let shown = index == 0 ? line.lowercased() : String(line)
        expect(row.allSatisfy { shown.contains($0) }, "\(row), \(line)")
      }
    } else {
      expect(markdown, is: rows)
    }
    for (line, row) in zip(lines.dropFirst(), rows.dropFirst()) {
      expect(line.contains(row.first ?? ""))
    }
  }

  @Test func textIsAnotherWordForTable() async throws {
    let folder = try await Self.folder()
    let text = try await Program.run("trace", "stats", "t.csv", "--format", "text", in: folder)
    let table = try await Program.run("trace", "stats", "t.csv", "--format", "table", in: folder)
    expect(text.status == 0 && text.output == table.output)
  }

  /// The fields of RFC 4180, read by our own few lines.
  private static func csv(_ text: String) -> [[String]] {
    var rows: [[String]] = [[]]
    var field = ""
    var isQuoted = false
    var previous: Character = "\n"
    for character in text {
      switch character {
      case "\"":
        if !isQuoted && previous == "\"" { field.append("\"") }
        isQuoted.toggle()
      case "," where !isQuoted:
        rows[rows.count - 1].append(field)
        field = ""
      case "\n" where !isQuoted:
        rows[rows.count - 1].append(field)
        field = ""
        rows.append([])
      default: field.append(character)
      }
      previous = character
    }
    return rows.dropLast()
  }

  /// What a reader sees of a cell in Markdown: marks that a backslash or a name stands for.
  private static func plain(_ cell: String) -> String {
    var text = ""
    var isEscaped = false
    for character in cell {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        text.append(character)
        isEscaped = false
      }
    }
    let names = [("&#124;", "|"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
    return names.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  /// The cells of a table in Markdown.
  private static func markdown(_ text: String) -> [[String]] {
    var rows: [[String]] = []
    for line in text.split(separator: "\n") {
      let cells = line.dropFirst(2).dropLast(2).split(
        separator: " | ", omittingEmptySubsequences: false)
      rows.append(cells.map { plain(String($0)) })
    }
    rows.remove(at: 1)
    return rows
  }
}
