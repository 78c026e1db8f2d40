internal import ArgumentParser
internal import CacheMetrics
internal import Experiments
internal import Results
internal import SimCore

/// How certain an answer is to be, in place of a number of seeds.
struct SeedArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Add seeds until the answer is known to this share.",
      discussion: """
        The first seeds are those of --seeds, or the scenario's. As many follow each time, counted \
        on from the largest, until half the width of the 95 % interval of a difference is at most \
        this share: by the first objective, between what the answer takes first and what the line \
        'Why' compares it with, in parts of the latter's number. Where nothing else can be taken, \
        it is the difference from no cache, or else the number of what is taken. At least \
        \(SeedRule.fewest) seeds are run.
        """, valueName: "percentage"))
  var until: String?

  @Option(
    help: ArgumentHelp(
      "With --until, the most seeds that are run; by default \(SeedRule.usualLimit), or as many as "
        + "there are to begin with.", valueName: "count"))
  var atMostSeeds: Int?

  private var wanted: Double? {
    guard let until, until.last == "%" else { return nil }
    return LimitValue.read(until, .ratio).flatMap { $0 > 0 && $0 < 1 ? $0 : nil }
  }

  func validate() throws {
    if let until, wanted == nil {
      throw ValidationError(
        "--until: expected a share above 0 % and below 100 % such as 5%, found '\(until)'")
    }
    guard let atMostSeeds else { return }
    if until == nil {
      throw ValidationError("--at-most-seeds: expected --until beside it, which adds seeds")
    }
    // As many as a scenario can list.
    try expect("--at-most-seeds", atMostSeeds, in: 1...10_000)
  }

  /// The rule for a scenario with its first seeds; nil: no seeds are added.
  func rule(for file: ScenarioFile) throws -> SeedRule? {
    guard let wanted else { return nil }
    let count = file.scenario.seeds.count
    if let atMostSeeds, atMostSeeds < count {
      throw ValidationError(
        "--at-most-seeds: expected at least the \(count) seeds that the run begins with, found "
          + "\(atMostSeeds)")
    }
    if file.variants.contains(where: { $0.scenario.warmUp == .steady }) {
      throw ValidationError(
        "--until: expected a warm-up of a time or a share, found steady: with more seeds "
          + "measuring would begin at another time")
    }
    return SeedRule(
      wanted: wanted, limit: atMostSeeds ?? max(SeedRule.usualLimit, count), step: count)
  }

  /// The part of the command line that says the same of the seeds that were run.
  var command: String {
    (until.map { " --until \(ShellWord.quoted($0))" } ?? "")
      + (atMostSeeds.map { " --at-most-seeds \($0)" } ?? "")
  }
}
