package import CacheMetrics
internal import ClientStrategies
internal import Results
package import SimCore

/// Which changes for the worse a comparison with a baseline sees, with how many seeds: measured by
/// changing the scenario's settings.
///
/// Each change is simulated under many seeds, of which a few are drawn, again and again. A number
/// that those that were not drawn show to be worse is a change to be seen, and the comparison is
/// made of those that were drawn: the share of draws in which the number fails it is the
/// probability of its being seen. Seeds that said themselves what is worse would promise too much;
/// `Benchmarks/gate-trial` holds the promise to other seeds and other changes.
package struct BaselinePower: Sendable {
  package struct Change: Sendable {
    /// Such as `on-demand.staleAfter=600s`.
    package var title: String
    var file: ScenarioFile
    var strategies: [Int]
  }

  /// Numbers that got worse by about as much.
  package struct Band: Sendable {
    /// By how much at least, in parts of the old number; what was zero got worse by any part.
    package var least: Double
    /// Of all changes and strategies, by all seeds.
    package var count = 0
    /// The share of draws in which they are seen, by number of seeds; empty without numbers.
    package var seen: [Double] = []
    /// Half the widths of the 95 % confidence intervals over the changes, as the numbers of one
    /// change are seen together; nil: one change alone moves any.
    package var halfWidths: [Double?] = []
  }

  package var scenario: String
  package var ownSeeds: Int
  package var trialSeeds: Int
  package var changes: [String]
  package var seedCounts: [Int]
  /// From small to large.
  package var bands: [Band]

  /// The least changes of bands: what is less than the first is not worth a promise.
  static let edges = [0.05, 0.1, 0.2, 0.5]
  /// The probability with which a change should be seen.
  package static let wanted = 0.95
  /// How often so many seeds are drawn for each change.
  private static let draws = 24
  /// The seeds that judge what is truly worse are none of those that are drawn.
  static let fewestJudges = 6
  /// The fewest seeds with which a probability can be measured.
  package static let fewestSeeds = fewestJudges + 2

  /// The least number of seeds from which on the changes of a band are seen with the wanted
  /// probability; nil: more than were simulated, or there is none.
  package func seedsWanted(of band: Band) -> Int? {
    let first = band.seen.lastIndex { $0 < Self.wanted }.map { $0 + 1 } ?? 0
    return first < band.seen.count ? seedCounts[first] : nil
  }
}

// MARK: - Measuring

extension BaselinePower {
  /// Simulates changes of a scenario with at least `fewestSeeds` seeds, and how often they would be
  /// seen by a baseline of `ownSeeds`. Progress counts changes.
  package static func measure(
    _ file: ScenarioFile, _ changes: [Change], metrics: [Metric], ownSeeds: Int, jobs: Int,
    store: CellStore? = nil,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> BaselinePower {
    let all = file.scenario.seeds.count
    var power = BaselinePower(
      scenario: file.name, ownSeeds: ownSeeds, trialSeeds: all, changes: changes.map(\.title),
      seedCounts: counts(upTo: all, with: ownSeeds), bands: edges.map { Band(least: $0) })
    var tallies = edges.map { _ in
      power.seedCounts.map { _ in [Tally](repeating: Tally(), count: changes.count) }
    }
    let base = try await Runner.run(file.alone, jobs: jobs, store: store, command: "").result.rows
    progress(1, changes.count + 1)
    for (number, change) in changes.enumerated() {
      let scenario = change.file.alone.scenario
      let part = change.file.restricted(
        to: change.strategies.map { scenario.strategies[$0] }, in: scenario, varied: nil)
      let changed = try await Runner.run(part, jobs: jobs, store: store, command: "").result.rows
      for (place, new) in zip(change.strategies, changed) {
        let trial = Trial(base[place], new, metrics)
        for band in trial.worse(under: Array(0..<all)).values.compactMap(\.self) {
          power.bands[band].count += 1
        }
        for (step, count) in power.seedCounts.enumerated() {
          for draw in 0..<draws {
            let (drawn, others) = drawn(count, of: all, change: number, draw)
            let seen = trial.worse(under: drawn)
            for case let (metric, band?) in trial.worse(under: others) {
              tallies[band][step][number].add(isSeen: seen[metric] != nil)
            }
          }
        }
      }
      progress(number + 2, changes.count + 1)
    }
    for band in power.bands.indices {
      let shares = tallies[band].map(Tally.share)
      guard shares.allSatisfy({ $0 != nil }) else { continue }
      power.bands[band].seen = shares.compactMap { $0?.value }
      power.bands[band].halfWidths = shares.map { $0?.halfWidth }
    }
    return power
  }

  /// Numbers of seeds whose steps grow, with the baseline's own, which leave enough of all.
  static func counts(upTo all: Int, with own: Int) -> [Int] {
    let steps = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64]
    return Set(steps + [own]).filter { $0 <= all - fewestJudges }.sorted()
  }

  /// Some of all seeds, by place, and the others; a change meets the same ones in every run.
  private static func drawn(
    _ count: Int, of all: Int, change: Int, _ draw: Int
  ) -> (drawn: [Int], others: [Int]) {
    var random = SeededGenerator(
      seed: UInt64(change), purpose: .policy, entity: UInt64(count), attempt: UInt64(draw))
    var places = Array(0..<all)
    for index in 0..<count { places.swapAt(index, .random(in: index..<all, using: &random)) }
    return (places.prefix(count).sorted(), places.dropFirst(count).sorted())
  }
}

/// How many of the draws of a change show what is worse.
struct Tally {
  private(set) var seen = 0
  private(set) var draws = 0

  mutating func add(isSeen: Bool) {
    draws += 1
    if isSeen { seen += 1 }
  }

  /// The share of all draws, and half the width of its interval by the jackknife over the changes
  /// (Efron and Stein, "The jackknife estimate of variance", 1981); nil: there is no draw.
  static func share(of tallies: [Tally]) -> (value: Double, halfWidth: Double?)? {
    let drawn = tallies.filter { $0.draws > 0 }
    let (seen, draws) = drawn.reduce((0, 0)) { ($0.0 + $1.seen, $0.1 + $1.draws) }
    guard draws > 0 else { return nil }
    let share = Double(seen) / Double(draws)
    let count = Double(drawn.count)
    let withoutOne = drawn.map { Double(seen - $0.seen) / Double(max(draws - $0.draws, 1)) }
    let interval = ConfidenceInterval(of: withoutOne.map { count * share - (count - 1) * $0 })
    return (share, interval?.halfWidth)
  }
}

private struct Trial {
  private let old: StrategyResult
  private let new: StrategyResult
  /// Those that the change moves.
  private let metrics: [Metric]
  private let values: (old: [[String: Double]], new: [[String: Double]])

  init(_ old: StrategyResult, _ new: StrategyResult, _ all: [Metric]) {
    (self.old, self.new) = (old, new)
    let values = (
      StoredRun.Row(old, all).seeds.map(\.values), StoredRun.Row(new, all).seeds.map(\.values)
    )
    self.values = values
    metrics = all.filter { metric in
      zip(values.0, values.1).contains { $0[metric.name] != $1[metric.name] }
    }
  }

  /// The metrics that fail a comparison of these seeds alone, and the band of each; nil: less than
  /// the first.
  func worse(under places: [Int]) -> [String: Int?] {
    func row(_ result: StrategyResult, _ values: [[String: Double]]) -> StoredRun.Row {
      let part = StrategyResult(
        label: result.label, name: result.name, settings: result.settings,
        runs: places.map { result.runs[$0] })
      return StoredRun.Row(
        part, pooled: StoredRun.Row.values(of: metrics, in: part.pooled),
        seeds: places.map { values[$0] })
    }
    guard !metrics.isEmpty else { return [:] }
    let rows = (row(old, values.old), row(new, values.new))
    var worse: [String: Int?] = [:]
    for metric in metrics {
      let scale = MetricScale(metric)
      // What makes a comparison fail that looks for what got worse.
      guard let move = scale.move(from: rows.0, to: rows.1), move.standing == .counts,
        move.verdict == .worse || move.verdict == .undefined
      else { continue }
      let part = abs(move.relative ?? .infinity)
      worse[metric.name] = .some(BaselinePower.edges.lastIndex { part >= $0 })
    }
    return worse
  }
}

extension BaselinePower.Change {
  /// Settings of the compared strategies, each at half and at double, so many of them: what the
  /// baseline of an app's cache settings meets.
  ///
  /// A strategy's own settings come before those of its parts, such as how often a request is made
  /// again; of more than are wanted some are taken evenly, in the scenario's order. What does not
  /// fit the other settings is left out.
  package static func ofStrategies(in file: ScenarioFile, count: Int) -> [BaselinePower.Change] {
    let scenario = file.scenario
    var all: [(path: String, value: JSON, strategy: Int, depth: Int)] = []
    for (place, strategy) in scenario.strategies.enumerated() {
      guard strategy.product.bound == nil,
        let entry = AnyStrategy.catalog.entry(named: strategy.name)
      else { continue }
      for line in entry.linesOf(strategy.settings) {
        let path = "strategies[\(place)].settings.\(line.name)"
        guard let setting = Assumption(line, path: path, isAssumed: false) else { continue }
        let depth = line.name.count { $0 == "." }
        all += setting.others.map { (path, $0, place, depth) }
      }
    }
    let own = all.filter { $0.depth == 0 }
    let rest = all.filter { $0.depth > 0 }
    let candidates = own.count >= count ? own : own + rest.prefix(count - own.count)
    let taken = min(count, candidates.count)
    return (0..<taken).compactMap { index in
      let (path, value, place, _) = candidates[index * candidates.count / taken]
      let title = "\(path)=\(Variation.text(of: value))"
      guard
        let changed = try? file.changed(by: [ScenarioChange(flag: title, name: path, value: value)])
      else { return nil }
      return BaselinePower.Change(title: title, file: changed, strategies: [place])
    }
  }

  /// A change that was asked for; it may touch every strategy.
  package init(_ change: ScenarioChange, of file: ScenarioFile) throws(InputError) {
    title = "\(change.name)=\(Variation.text(of: change.value))"
    self.file = try file.changed(by: [change])
    strategies = Array(file.scenario.strategies.indices)
  }
}

extension ScenarioFile {
  /// The scenario as one in which nothing varies and of which nothing is expected.
  var alone: ScenarioFile {
    let scenario = variants[0].scenario.alone
    return ScenarioFile(
      name: name, scenario: scenario, variants: [Variant(value: nil, scenario: scenario)])
  }
}
