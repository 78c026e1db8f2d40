internal import CacheReports
public import Experiments
internal import FoundationEssentials

extension CacheSim {
  /// Runs a scenario: each strategy under each seed, several at once.
  ///
  /// The same scenario gives the same results, on any machine and however many run at once.
  /// - Parameters:
  ///   - scenario: what is asked; things of one's own may stand in it.
  ///   - name: what reports call the scenario.
  ///   - jobs: how many strategies and seeds are simulated at once; nil: one for each processor.
  ///   - progress: called after each of them with how many are done and how many there are.
  /// - Throws: `ScenarioError` with all that is wrong with the scenario; `WorkloadError` when a
  ///   trace cannot be read.
  public static func run(
    _ scenario: Scenario, name: String = "scenario", jobs: Int? = nil,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> Results {
    let file = try ScenarioFile(name: name, scenario)
    let jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let outcome = try await Runner.run(file, jobs: jobs, command: "", progress: progress)
    return Results(outcome.result)
  }
}
