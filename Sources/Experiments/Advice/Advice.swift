package import CacheWorkloads
internal import Measurement
package import Results
internal import SimCore

/// Which strategy to take for which objective, and why, under one varied value.
package struct Advice: Sendable {
  /// A strategy that is ruled out for every objective.
  package struct Dropped: Sendable {
    package var strategy: String
    /// The strategy that dominates it; nil: it does harm, breaks a constraint or caches nothing.
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
    /// Under each varied value, in order.
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

extension Advice {
  /// `additions` are labels that the scenario does not list; commands name it `scenario`, with the
  /// options that change it.
  init(
    varied: String?, rows: [StrategyResult], additions: [String], rules: RuleOfThumb,
    goal: Goal? = nil, scenario: String = "scenario.json"
  ) {
    let candidates = rows.filter { !$0.isBound }
    let wanted = GoalAnswer(goal, among: candidates, scenario: scenario, varied: varied)
    let eligible = wanted?.eligible(candidates) ?? candidates
    let excluded = (wanted?.exclusions ?? []).map {
      Dropped(strategy: $0.label, dominator: nil, reason: $0.reason)
    }
    let (kept, dominated) = Self.separateDominated(eligible)
    let compared = kept + rows.filter(\.isBound)
    let first = wanted.flatMap { $0.ranking.goal.isStated ? Self.answer(of: $0) : nil }
    let answers =
      (first.map { [$0] } ?? [])
      + Objective.advised.map { Self.answer(for: $0, among: compared) }
    self.init(
      varied: varied, rules: rules, strategies: candidates.map(\.label),
      additions: additions.filter { label in candidates.contains { $0.label == label } },
      dropped: excluded + dominated, answers: answers,
      caveats: Self.terms(of: wanted) + Self.agreement(with: rules, kept, answers, candidates)
        + Self.alike(kept) + Self.caveats(on: candidates))
  }

  private static func answer(of wanted: GoalAnswer) -> Answer {
    Answer(
      objective: "stated", title: "What the scenario wants", strategy: wanted.choice,
      metric: wanted.ranking.goal.objectives[0].single?.name, sentences: wanted.sentences,
      caveats: [])
  }

  /// By what strategies were excluded, where the scenario does not say what is wanted.
  private static func terms(of wanted: GoalAnswer?) -> [String] {
    guard let wanted, !wanted.ranking.goal.isStated else { return [] }
    let limits = wanted.ranking.goal.constraints.map { MarkdownTable.code($0.text) }
    guard !limits.isEmpty else { return [] }
    return [
      "The scenario states no constraints; a screen that stays blank is a failure, so that all "
        + "recommendations keep \(limits.joined(separator: ", ")): one point more than the fewest."
    ]
  }

  private static func answer(for objective: Objective, among rows: [StrategyResult]) -> Answer {
    var answer = Answer(
      objective: objective.name, title: objective.title, sentences: [], caveats: [])
    guard let recommendation = Recommendation(for: objective, among: rows) else {
      answer.sentences = ["The scenario cannot decide: no strategy has a value of its metric."]
      return answer
    }
    let criterion = recommendation.criterion
    guard recommendation.isReached else {
      answer.sentences = ["None: \(criterion.infinite) under any strategy."]
      return answer
    }
    answer.strategy = recommendation.best[0].label
    answer.runnerUp = recommendation.ranking.dropFirst().first?.label
    answer.metric = criterion.metric.name
    answer.sentences = ["Take \(recommendation.lead(joining: "or"))"]
    let criteria = Criterion.all(among: rows.filter { !$0.isBound })
    if let tradeOffs = recommendation.tradeOffs(in: criteria) { answer.sentences.append(tradeOffs) }
    answer.sentences += recommendation.boundSentences
    answer.caveats = recommendation.caveats
    return answer
  }

  /// Rules out dominated strategies. What the seeds cannot show counts neither for nor against one.
  private static func separateDominated(
    _ rows: [StrategyResult]
  ) -> (kept: [StrategyResult], dropped: [Dropped]) {
    let criteria = Criterion.all(among: rows)
    func isBetter(_ left: Int, _ right: Int) -> [Bool] {
      criteria.map { $0.isShownBetter(rows[left], than: rows[right]) }
    }
    let dominance = Dominance(count: rows.count, isBetter: isBetter)
    var kept: [StrategyResult] = []
    var dropped: [Dropped] = []
    for (index, row) in rows.enumerated() {
      guard let dominator = dominance.dominators[index] else {
        kept.append(row)
        continue
      }
      let better = zip(criteria, isBetter(dominator, index)).filter(\.1).map(\.0)
      let facts = better.map { criterion in
        "\(criterion.text(of: rows[dominator])) instead of \(criterion.text(of: row)) "
          + criterion.words
      }
      dropped.append(
        Dropped(
          strategy: row.label, dominator: rows[dominator].label,
          reason: facts.joined(separator: ", ")))
    }
    return (kept, dropped)
  }

  /// The pairs of strategies that no criterion tells apart under these seeds, in a sentence each.
  private static func alike(_ rows: [StrategyResult]) -> [String] {
    guard let seeds = rows.first?.runs.count, seeds > 1 else { return [] }
    let criteria = Criterion.all(among: rows)
    return rows.indices.flatMap { first in
      rows.indices.dropFirst(first + 1).compactMap { second in
        let isTold = criteria.contains {
          $0.isShownBetter(rows[first], than: rows[second])
            || $0.isShownBetter(rows[second], than: rows[first])
        }
        guard !isTold else { return nil }
        let names = [first, second].map { MarkdownTable.code(rows[$0].label) }
        return "No difference that \(seeds) seeds can show between \(names[0]) and \(names[1]) in "
          + criteria.map(\.title).joined(separator: ", ") + "."
      }
    }
  }

  private static func agreement(
    with rules: RuleOfThumb, _ kept: [StrategyResult], _ answers: [Answer],
    _ candidates: [StrategyResult]
  ) -> [String] {
    let meant = candidates.filter { rules.leadsTo.contains($0.name) }.map(\.label)
    guard !meant.isEmpty else { return [] }
    let names = meant.map(MarkdownTable.code).joined(separator: ", ")
    let won = answers.filter { answer in answer.strategy.map(meant.contains) ?? false }.map(\.title)
    if !won.isEmpty {
      return [
        "The rule of thumb leads to \(names), and the measurements agree for: "
          + "\(won.joined(separator: ", "))."
      ]
    }
    let isLeft = kept.contains { meant.contains($0.label) }
    return [
      "The rule of thumb leads to \(names); measured, "
        + (isLeft ? "others are ahead for every objective." : "it is dominated: trust the numbers.")
    ]
  }

  private static func caveats(on rows: [StrategyResult]) -> [String] {
    var caveats: [String] = []
    if rows.first.map({ $0.runs.count }) == 1 {
      caveats.append(
        "All of this depends on one seed: small differences may be chance; run several seeds.")
    }
    if rows.contains(where: { $0.pooled.devices.violationCount > 0 }) {
      caveats.append(
        "The simulation broke laws of its own: nothing here can be trusted; a run's report lists "
          + "them.")
    }
    return caveats
  }
}

/// Which of several things are dominated: no better than another one by any criterion, and worse by
/// one.
///
/// Of exact values dominance is a partial order, so that each dominated thing is dominated by one
/// that is not. Differences that must be shown need not be transitive: there a thing may be
/// dominated only by dominated ones, and things that dominate each other in a circle all stay.
struct Dominance {
  /// What dominates each thing, not dominated itself where there is such a one; nil: nothing does.
  let dominators: [Int?]

  /// `isBetter` gives as many criteria for any two. - Complexity: O(count² × criteria + count³).
  init(count: Int, isBetter: (Int, Int) -> [Bool]) {
    var dominated: [[Int]] = Array(repeating: [], count: count)
    for left in 0..<count {
      for right in 0..<count
      where left != right && Self.dominates(isBetter(left, right), isBetter(right, left)) {
        dominated[right].append(left)
      }
    }
    var dominators = dominated.map { list in list.first { dominated[$0].isEmpty } }
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for index in 0..<count where dominators[index] == nil {
        guard let found = dominated[index].first(where: { dominators[$0] != nil }) else { continue }
        dominators[index] = found
        isGrowing = true
      }
    }
    self.dominators = dominators
  }

  /// Whether one is better than another by some criterion and never the other way round.
  static func dominates(_ better: [Bool], _ worse: [Bool]) -> Bool {
    better.contains(true) && !worse.contains(true)
  }
}
