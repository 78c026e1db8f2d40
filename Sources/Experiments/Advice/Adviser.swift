package import CacheReports
package import CacheWorkloads
internal import SimCore

/// Runs all strategies on a scenario and says which to take for which wish.
package enum Adviser {
  /// What came of it.
  package struct Outcome: Sendable {
    /// The run behind the advice.
    package var result: RunResult
    /// The advice under each varied value, in order.
    package var advice: [Advice]
    /// What the reader of a trace met; nil for generators.
    package var issues: TraceIssues?
  }

  /// Runs what the scenario lists and the rest of the catalogue with defaults, and advises.
  /// - Parameters:
  ///   - jobs: how many simulations run at once.
  ///   - command: how the same advice is had again.
  ///   - progress: hears how many simulations are done and how many there are.
  /// - Throws: `WorkloadError` when a trace cannot be read.
  package static func advise(
    _ file: ScenarioFile, jobs: Int, command: String,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> Outcome {
    let outcome = try await Runner.run(
      file.withAllStrategies(), jobs: jobs, command: command, progress: progress)
    let additions = file.additions.map(\.label)
    var advice: [Advice] = []
    for (variant, group) in zip(file.variants, outcome.result.groups) {
      let scenario = variant.scenario
      let census = try WorkloadCensus(of: scenario)
      let rows = group.rows
      let days = rows.first.map { $0.pooled.devices.days } ?? 0
      advice.append(
        AdviceWriter(
          varied: group.varied, rows: rows, additions: additions,
          rules: RuleOfThumb(census, deviceDays: days)
        ).advice)
    }
    return Outcome(result: outcome.result, advice: advice, issues: outcome.issues)
  }
}
