internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// The pages that commands write which print their answers: `--output FOLDER`.
@Suite struct CommandPageTests {
  private static func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(
      SmallScenario.text(
        seeds: "[3, 7]",
        strategies: #"[{"name": "on-demand", "label": "archives"}, {"name": "url-cache"}]"#,
        more: #" "vary": {"path": "devices", "values": [1, 2]},"#), to: "small.json")
    try folder.write((0..<400).map { "\($0 * $0 % 37)\n" }.joined(), to: "ids.txt")
    return folder
  }

  @Test(arguments: [
    (
      ["compare", "small.json", "archives", "url-cache"],
      ["Numbers", "The first view that differs"]
    ),
    (["explain", "small.json", "--worst", "latency", "1"], ["archives", "url-cache"]),
    (["mrc", "ids.txt", "--format", "ids", "--ignore-size"], ["Numbers"]),
    (
      ["replay", "ids.txt", "--format", "ids", "--ignore-size", "--capacity", "10,20"], ["Numbers"]
    ),
  ])
  func aCommandWritesItsAnswerAsAPage(_ arguments: [String], _ headings: [String]) async throws {
    let folder = try Self.folder()
    let plain = try await Program(arguments: arguments, folder: folder).run()
    let ended = try await Program(
      arguments: arguments + ["--output", "a b/pages"], folder: folder
    ).run()
    expect(ended.status, is: 0, "\(ended.notes)")
    expect(ended.output, is: plain.output)
    expect(ended.notes.contains("The page is a b/pages/report.html"))
    let page = try folder.text("a b/pages/report.html")
    expect(page.contains("Content-Security-Policy"))
    for heading in headings + ["How to reproduce"] {
      expect(page.contains("<h2>\(heading)</h2>"), "\(heading)")
    }
    expect(!page.contains("style=\""))
  }

  /// A number on a page leads to a command; the command must be one.
  @Test func theCommandOfANumberExplainsViews() async throws {
    let folder = try Self.folder()
    let ended = try await Program.run(
      "run", "small.json", "--no-charts", "--output", "out", "--set", "archives.staleAfter=5m",
      in: folder)
    expect(ended.status, is: 0, "\(ended.notes)")
    let page = try folder.text("out/report.html")
    let data = try #require(page.components(separatedBy: "id=\"data\">").last)
    let text = try #require(data.components(separatedBy: "</script>").first)
    let rows = try JSON.parse(Array(text.utf8))["tables"]?.elements?.flatMap { $0.elements ?? [] }
    let commands = rows?.compactMap { $0["explain"]?.string } ?? []
    expect(commands.count, is: 4)
    for command in commands {
      expect(command.contains("--set 'archives.staleAfter=5m'"))
      // No word has a space, so that quotes are all that a shell would take away.
      let words =
        command.replacing("'", with: "").split(separator: " ").dropFirst()
        .map(String.init) + ["latency", "3"]
      let explained = try await Program(arguments: words, folder: folder).run()
      expect(explained.status, is: 0, "\(command): \(explained.notes)")
      expect(
        explained.output.contains("First content after") || explained.output.contains("Blank"))
    }
  }
}
