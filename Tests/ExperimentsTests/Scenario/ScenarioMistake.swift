internal import Experiments
internal import SimCore
internal import Testing

/// A scenario with a mistake in it, and what its reader says of it.
struct ScenarioMistake: Sendable, CustomTestStringConvertible {
  var text: String
  var lines: [String]
  /// Whether a JSON Schema can tell it.
  var isInSchema: Bool

  var testDescription: String { lines.first ?? "" }

  init(_ text: String, isInSchema: Bool = true, _ lines: String...) {
    self.text = text
    self.lines = lines.map { "x.json:\($0)" }
    self.isInSchema = isInSchema
  }

  /// A scenario whose line 1 is right, and whose line 2 is the mistake.
  init(line: String, isInSchema: Bool = true, _ lines: String...) {
    text = """
      {"question": "?", "workload": {"name": "menus"}, "strategies": [{"name": "on-demand"}],
      \(line)}
      """
    self.lines = lines.map { "x.json:\($0)" }
    self.isInSchema = isInSchema
  }

  static let all =
    types + names + ranges + units + structure + variations + expectations + relations
}

/// A mistake in a scenario is told with its place, its setting, and what would have been right.
@Suite struct ScenarioMistakeTests {
  @Test(arguments: ScenarioMistake.all) func itIsReportedInALine(mistake: ScenarioMistake) {
    let error = #expect(throws: InputError.self) {
      try ScenarioFile(bytes: Array(mistake.text.utf8), file: "x.json", name: "x")
    }
    #expect(error?.lines == mistake.lines)
  }
}
