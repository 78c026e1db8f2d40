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
    ShellWord.options([("until", until), ("at-most-seeds", atMostSeeds.map(String.init))])
  }
}

/// Seeds as options have them: `1..8`, `1,2,5`, `1..3,7`.
enum SeedList {
  static func read(_ text: String) throws(InputError) -> [JSON] {
    let seeds: [JSON]
    do {
      seeds = try SweepAxis("seeds=\(text)").values
    } catch {
      let lines = error.lines.map { $0.replacing("seeds=\(text): ", with: "") }
      throw InputError(.argument, lines: lines.map { "--seeds: \($0)" })
    }
    for seed in seeds where seed.integer ?? -1 < 0 {
      throw InputError(
        .argument, lines: ["--seeds: expected whole numbers from 0 on, found '\(seed.word)'"])
    }
    return seeds
  }

  /// As `read` takes them: runs as `a..b`.
  static func text(_ seeds: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for seed in seeds {
      if let last = runs.last, last.upperBound + 1 == seed {
        runs[runs.count - 1] = last.lowerBound...seed
      } else {
        runs.append(seed...seed)
      }
    }
    return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)..\($0.upperBound)" }
      .joined(separator: ",")
  }

  /// So many seeds: those that are given, and then those that follow the largest of them.
  static func continued(_ seeds: [Int], to count: Int) -> [Int] {
    let last = seeds.max() ?? 0
    // Behind the largest number that there is, from 0 on.
    let others = (1...).lazy.map { (last &+ $0) & .max }.filter { !seeds.contains($0) }
    return seeds + others.prefix(max(count - seeds.count, 0))
  }

  /// So many seeds, of which those that are given come first.
  static func extended(_ seeds: [Int], to count: Int) -> [Int] {
    let others = (1...).lazy.filter { !seeds.contains($0) }
    return Array((seeds + others.prefix(max(count - seeds.count, 0))).prefix(count))
  }
}

/// The seeds of a fleet: some, or all from 1 on.
struct FleetSeeds {
  private var first: UInt64 = 1
  private var listed: [UInt64] = []
  private(set) var count = UInt64.max - 1
  private(set) var isBounded = false

  init() {}

  /// Reads `1,2,3` or `1..200`, which may be as long as it likes.
  init(_ text: String) throws {
    isBounded = true
    let ends = text.split(separator: "..", omittingEmptySubsequences: false).map { UInt64($0) }
    if ends.count == 2, let start = ends[0], let end = ends[1], start <= end, end < .max {
      (first, count) = (start, end - start + 1)
    } else {
      listed = try SeedList.read(text).compactMap { $0.integer.flatMap { UInt64(exactly: $0) } }
      count = UInt64(listed.count)
    }
  }

  subscript(place: UInt64) -> UInt64 { listed.isEmpty ? first + place : listed[Int(place)] }
}
