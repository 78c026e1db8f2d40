internal import Foundation
internal import TestCases
internal import Testing

/// The page "Test your own sync engine": what it shows of the program is what the program says.
enum FleetPage {
  static let path = "Docs/SyncEngines.md"

  static func text(_ page: String) async throws -> String {
    let command = "$ cachesim fleet --seeds 1..200\n"
    let ended = try await Program.run("fleet", "--seeds", "1..200", in: try Folder())
    expect(ended.status, is: 0, "\(ended.notes)")
    var text = try page.replacing(between: command, and: "```", by: ended.output)
    // What is found of the replica of the page, where it can be run.
    guard LivePython.path != nil else { return text }
    let folder = try Folder()
    let code = try #require(page.firstMatch(of: /```python\n(# own\.py\n[^`]*)```/)?.1)
    try folder.write(String(code), to: "own.py")
    let found = try await Program.run(
      "fleet", "--replica", "python3 own.py", "--seeds", "1..200", in: folder)
    expect(found.status, is: 2)
    let lines = found.output.split(separator: "\n")
    let others = lines.indices.dropFirst().first { lines[$0].hasPrefix("own, seed ") }
    let first = lines[..<(others ?? lines.endIndex)].prefix { !$0.hasPrefix("        ") }
    text = try text.replacing(
      between: "```text\n", and: "```", by: first.map { $0 + "\n" }.joined())
    return text
  }
}
