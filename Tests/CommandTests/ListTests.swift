internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@Suite struct ListTests {
  static let topics = [
    "scenarios", "strategies", "policies", "admissions", "workloads", "network-schedules",
    "networks", "metrics", "charts", "client-caches", "image-libraries",
  ]

  @Test(arguments: topics) func everyFormatHasTheSameRows(topic: String) async throws {
    let folder = try Folder()
    var outputs: [String: String] = [:]
    for format in ["table", "csv", "json", "markdown"] {
      let ended = try await Program.run("list", topic, "--format", format, in: folder)
      expect(ended.status == 0 && ended.notes == [])
      outputs[format] = ended.output
    }
    let csv = try CSVText.rows(of: #require(outputs["csv"]))
    let columns = try #require(csv.first)
    expect(csv.count > 1)
    expect(csv.allSatisfy { $0.count == columns.count })
    let elements = try JSON.parse(Array((outputs["json"] ?? "").utf8)).elements ?? []
    let rows = elements.map { element in columns.map { element[$0]?.string ?? "nothing" } }
    expect(rows, is: Array(csv.dropFirst()))
    for format in ["table", "markdown"] {
      let lines = outputs[format]?.split(separator: "\n") ?? []
      expect(lines.count, is: csv.count + (format == "markdown" ? 1 : 0))
      for (name, line) in zip(csv.map(\.[0]).dropFirst(), lines.suffix(csv.count - 1)) {
        expect(line.contains(name))
      }
    }
    expect(outputs["table"]?.split(separator: "\n").allSatisfy { $0.last != " " }, is: true)
    expect(Set(rows.map { $0[0] }).count, is: rows.count)
  }

  @Test func bundledScenariosAskQuestions() async throws {
    let ended = try await Program.run("list", "scenarios", "--format", "csv", in: try Folder())
    let rows = try CSVText.rows(of: ended.output)
    let names = rows.dropFirst().map { $0[0] }
    expect(
      names.filter { !$0.contains("/") },
      is: [
        "twitter", "foursquare", "menus", "articles", "news", "images", "downloads", "upgrade",
        "shared-device", "memory-pressure", "commute", "flash-wear", "access-log", "capture",
        "libraries", "reading-writes", "delta-sync", "hybrid", "twitter-people", "growing-store",
        "feed-and-detail", "push-stampede", "short-video", "phone-and-tablet",
        "edge-cache",
      ])
    expect(names.suffix(12).allSatisfy { $0.hasPrefix("published/") } && names.count == 37)
    expect(rows.dropFirst().allSatisfy { $0[1].hasSuffix("?") })
  }
}

/// A small reader of RFC 4180, so that the writer is not its own judge.
enum CSVText {
  struct Broken: Error {}

  static func rows(of text: String) throws -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var cell = ""
    var isQuoted = false
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"" where isQuoted && rest.first == "\"":
        rest = rest.dropFirst()
        cell.append("\"")
      case "\"" where isQuoted || cell.isEmpty: isQuoted.toggle()
      case ",", "\n":
        guard !isQuoted else { fallthrough }
        row.append(cell)
        cell = ""
        if scalar == "\n" {
          rows.append(row)
          row = []
        }
      default: cell.unicodeScalars.append(scalar)
      }
    }
    guard !isQuoted, row.isEmpty, cell.isEmpty else { throw Broken() }
    return rows
  }
}
