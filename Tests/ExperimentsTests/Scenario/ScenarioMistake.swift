internal import Experiments
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// A scenario with a mistake in it, and what its reader says of it.
struct ScenarioMistake: Sendable, CustomTestStringConvertible {
  var text: String
  var lines: [String]
  /// Whether a JSON Schema can tell it.
  var isInSchema: Bool

  var testDescription: String { lines.first ?? "" }

  /// All of `Tests/Golden/scenario-mistakes.txt`, with a blank line between two.
  ///
  /// `= ` begins a line of a scenario, and `+ ` one that follows a good first line; `! ` a line of
  /// what is said of it, behind the file's name. A schema cannot tell those with the mark `~`.
  static let all: [ScenarioMistake] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Golden/scenario-mistakes.txt")
    let page = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return page.components(separatedBy: "\n\n").map { part in
      let lines = part.split(separator: "\n")
      func those(_ mark: String) -> [String] {
        lines.filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
      }
      let (whole, more) = (those("= "), those("+ ").joined(separator: "\n"))
      let good =
        #"{"question": "?", "workload": {"name": "menus"}, "strategies": [{"name": "on-demand"}],"#
      return ScenarioMistake(
        text: more.isEmpty ? whole.joined(separator: "\n") : "\(good)\n\(more)}",
        lines: those("! ").map { "x.json:\($0)" }, isInSchema: !lines.contains("~"))
    }
  }()
}

/// A mistake in a scenario is told with its place, its setting, and what would have been right.
@Suite struct ScenarioMistakeTests {
  @Test(arguments: ScenarioMistake.all) func itIsReportedInALine(mistake: ScenarioMistake) {
    let error = #expect(throws: InputError.self) {
      try ScenarioFile(bytes: Array(mistake.text.utf8), file: "x.json", name: "x")
    }
    expect(error?.lines, is: mistake.lines)
  }

  @Test func thereAreEnough() { expect(ScenarioMistake.all.count >= 80) }
}
