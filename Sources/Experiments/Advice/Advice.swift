package import CacheWorkloads
internal import Measurement
package import Results
internal import SimCore

/// Which strategy to take for which objective, and why, under one varied value.
package struct Advice: Sendable {
  /// A strategy that is ruled out for every objective.
  package struct Dropped: Sendable {
    package var strategy: String
    /// The strategy that dominates it; nil: it does harm.
    package var dominator: String?
    /// A sentence without its end.
    package var reason: String
  }

  package struct Answer: Sendable {
    package var objective: String
    package var title: String
    /// A label; nil: the scenario cannot decide.
    package var strategy: String?
    package var runnerUp: String?
    /// The name of the one that decided.
    package var metric: String?
    /// What decided, the trade-offs, how much a bound leaves to gain: sentences.
    package var sentences: [String]
    package var caveats: [String]
  }

  /// The varied value; nil: nothing is varied.
  package var varied: String?
  package var rules: RuleOfThumb
  /// Strategies in the order of the run, bounds left out.
  package var strategies: [String]
  /// Those that the scenario does not list, tried with their defaults.
  package var additions: [String]
  package var dropped: [Dropped]
  package var answers: [Answer]
  package var caveats: [String]
  package var libraries: [LibraryAdvice] = []
}

extension Advice {
  package struct Outcome: Sendable {
    package var result: RunResult
    /// The advice under each varied value, in order.
    package var advice: [Advice]
    /// Nil for generators.
    package var issues: TraceIssues?
  }

  /// Runs what the scenario lists and the rest of the catalogue with defaults, and advises; each
  /// library that it lists is run again with what its users can change. `command` gives the same
  /// advice.
  package static func run(
    _ file: ScenarioFile, jobs: Int, store: CellStore? = nil, command: String,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> Outcome {
    let trials = file.libraryTrials
    let cells = file.variants.reduce(0) { $0 + $1.scenario.seeds.count }
    let more = cells * trials.reduce(0) { $0 + $1.trials.count + 1 }
    let outcome = try await Runner.run(
      file.withAllStrategies(), jobs: jobs, store: store, command: command
    ) { progress($0, $1 + more) }
    let total = cells * (outcome.result.groups.first?.rows.count ?? 0) + more
    var done = total - more
    var libraries: [[LibraryAdvice]] = file.variants.map { _ in [] }
    for (shipped, trials) in trials {
      let before = done
      let tried = try await Runner.run(
        file.asking([shipped] + trials.map(\.strategy)), jobs: jobs, store: store,
        command: command
      ) { count, _ in progress(before + count, total) }
      done += cells * (trials.count + 1)
      for (index, group) in tried.result.groups.enumerated() {
        libraries[index].append(LibraryAdvice(shipped.label, trials, among: group.rows))
      }
    }
    let additions = file.additions.map(\.label)
    var advice: [Advice] = []
    for (index, (variant, group)) in zip(file.variants, outcome.result.groups).enumerated() {
      let statistics = try WorkloadStatistics(of: variant.scenario)
      let days = group.rows.first.map { $0.pooled.devices.days } ?? 0
      advice.append(
        Advice(
          varied: group.varied, rows: group.rows, additions: additions,
          rules: RuleOfThumb(statistics, deviceDays: days), goal: variant.scenario.goal,
          scenario: outcome.result.commandWords))
      advice[advice.count - 1].libraries = libraries[index]
    }
    return Outcome(result: outcome.result, advice: advice, issues: outcome.issues)
  }
}
