internal import Experiments
internal import SimCore
internal import Testing

/// A mistake in a scenario is told with its place, its setting, and what would have been right.
@Suite struct ScenarioMistakeTests {
  @Test(arguments: ScenarioMistake.all) func itIsReportedInALine(mistake: ScenarioMistake) {
    let error = #expect(throws: InputError.self) {
      try ScenarioFile(bytes: Array(mistake.text.utf8), file: "x.json", name: "x")
    }
    #expect(error?.lines == mistake.lines)
  }
}
