internal import ArgumentParser

/// Stores what a scenario comes to, and holds later runs against it.
struct BaselineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Stores a run's numbers, and says later which of them moved.",
    discussion: """
      The simulator is deterministic, so a number that moved was moved by a change of the \
      scenario's settings or of the program. 'run --baseline FILE' does the same beside a report.

      EXAMPLES
        cachesim baseline save twitter
        cachesim baseline compare Baselines/twitter.json twitter
        cachesim baseline compare old.json new.json --tolerance first_content_p95_ms=5%
        cachesim baseline compare Reports/twitter twitter --format markdown
        cachesim baseline compare Reports/twitter twitter --format junit > baseline.xml
      """,
    subcommands: [BaselineSaveCommand.self, BaselineCompareCommand.self])
}
