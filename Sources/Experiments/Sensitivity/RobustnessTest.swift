internal import CacheMetrics
internal import CacheWorkloads
package import Results
internal import SimCore

/// Finds what the answers of a run hang on: which assumptions turn them, and at which value.
///
/// The ends of each range are tried first, on devices whose answer does not contradict the run's;
/// where the answer at an end is another one, the value at which it turns is found by bisection.
/// Only what is taken is simulated, and what comes next.
package enum RobustnessTest {
  package enum Effort: String, CaseIterable, Sendable {
    case off
    /// At most half as many device-days as the run has.
    case quick
    /// All assumptions on all devices.
    case full
  }

  /// The findings do not depend on `jobs`; progress counts cells.
  /// - Throws: `InputError` when a trace cannot be read.
  package static func run(
    _ file: ScenarioFile, _ result: RunResult, _ effort: Effort, jobs: Int,
    store: CellStore? = nil, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> [Robustness] {
    guard effort != .off else { return [] }
    let answers = result.answers.filter { ($0.answer?.rows.count ?? 0) > 1 }
    var found: [Robustness] = []
    var done = 0
    for told in answers {
      guard let answer = told.answer,
        let search = AnswerSearch(file, result, answer, share: 1 / Double(answers.count))
      else { continue }
      var trials = AssumptionTrials(
        variants: file.variants.map(\.scenario), starts: search.starts,
        assumptions: search.assumptions, candidates: search.candidates,
        cells: CellRunner(jobs: jobs, store: store), progress: { [done] in progress(done + $0) })
      var robustness =
        effort == .full ? try await search.whole(&trials) : try await search.quick(&trials)
      robustness.title = told.title
      found.append(robustness)
      done += trials.cellCount
    }
    return found
  }
}

private struct AnswerSearch {
  let starts: [Instant?]
  let assumptions: [Assumption]
  let candidates: [AssumptionTrials.Candidate]
  private let ranking: GoalRanking
  private let goal: AnswerGoal
  private let budget: RobustnessBudget

  /// Nil: a row is of no strategy of the file.
  init?(_ file: ScenarioFile, _ result: RunResult, _ answer: GoalAnswer, share: Double) {
    let rivals = answer.ranking.rivals
    candidates = rivals.compactMap { place in
      guard let row = answer.rows[place].row,
        let variant = file.variants.firstIndex(where: { $0.value == row.varied }),
        let strategy = file.variants[variant].scenario.strategies.firstIndex(where: {
          $0.label == row.label
        })
      else { return nil }
      return AssumptionTrials.Candidate(
        variant: variant, strategy: strategy, title: answer.ranking.candidates[place].title)
    }
    guard candidates.count == rivals.count, let first = candidates.first else { return nil }
    let scenario = file.variants[first.variant].scenario
    starts = file.variants.indices.map { place in
      guard let spans = result.warmUp?.spans, place < spans.count else { return nil }
      return .start + spans[place]
    }
    let places = candidates.map(\.strategy)
    let varied = candidates.allSatisfy { $0.variant == first.variant } ? nil : file.variedSetting
    assumptions = scenario.assumptions(of: places, without: file.variedSetting)
      .filter { varied?.hasPrefix("networkSchedule") != true || SettingPath($0.path) == nil }
    ranking = answer.ranking
    goal = AnswerGoal(answer.ranking, among: rivals)
    budget = RobustnessBudget(scenario, answer.ranking.goal, of: result, share: share)
  }

  /// - Parameters:
  ///   - tried: assumptions of which a value was ranked on the base.
  ///   - weak: those of which one came near to no other answer on one device.
  ///   - left: those of which a value is still to be tried.
  private func robustness(
    _ brackets: [AssumptionTrials.Bracket], tried: [Int], weak: [Int] = [], left: [Int] = [],
    _ size: AssumptionTrials.Size
  ) -> Robustness {
    let known = assumptions.indices.filter { place in
      brackets.contains { $0.assumption == place }
        || (tried + weak).contains(place) && !left.contains(place)
    }
    return Robustness(
      title: nil,
      trials: known.map { place in
        var trial = assumptions[place].trial(brackets.filter { $0.assumption == place })
        trial.isWeak = !tried.contains(place)
        return trial
      }, count: assumptions.count, base: budget.text(of: size), least: budget.least,
      isReduced: size != budget.whole,
      obstacle: known.isEmpty && !assumptions.isEmpty ? Self.tooMuch : nil)
  }

  private static let tooMuch =
    "that takes more than half of the run's time; --robustness full tries it"

  private func untried(_ obstacle: String) -> Robustness {
    Robustness(
      title: nil, trials: [], count: assumptions.count, base: budget.text(of: budget.whole),
      obstacle: obstacle)
  }

  /// Tries all assumptions on all devices.
  func whole(_ trials: inout AssumptionTrials) async throws -> Robustness {
    let size = budget.whole
    guard let base = try await answer(&trials, on: size), !ranking.isTurned(in: base) else {
      return untried("what it is between has another answer alone")
    }
    let probes = trials.probes(assumptions.indices)
    let rankings = try await trials.rankings(probes, size, goal)
    let found = trials.brackets(probes, rankings, goal)
    return robustness(
      try await trials.bisect(found, size, goal), tried: Self.ranked(probes, rankings), size)
  }

  /// Tries assumptions on few devices, those first that have the widest effect on one of them.
  func quick(_ trials: inout AssumptionTrials) async throws -> Robustness {
    var budget = budget
    let (open, weak) = try await screened(&trials, &budget)
    guard let size = try await base(&trials, &budget, for: open.count) else {
      return untried(Self.tooMuch)
    }
    let count = budget.afford(
      open.count, of: candidates.count, size, keeping: RobustnessBudget.bisectionShare)
    let taken = Array(open.prefix(count))
    let rankings = try await trials.rankings(taken, size, goal)
    let found = try await trials.bisect(
      trials.brackets(taken, rankings, goal), size, goal
    ) { budget.afford($0, of: candidates.count, size) }
    return robustness(
      found, tried: Self.ranked(taken, rankings), weak: weak,
      left: open.dropFirst(count).map(\.assumption), size)
  }

  /// The assumptions of probes whose values fit the scenario.
  private static func ranked(
    _ probes: [AssumptionTrials.Probe], _ rankings: [GoalRanking?]
  ) -> [Int] { zip(probes, rankings).filter { $1 != nil }.map(\.0.assumption) }

  private func answer(
    _ trials: inout AssumptionTrials, on size: AssumptionTrials.Size
  ) async throws -> GoalRanking? { try await trials.rankings([nil], size, goal)[0] }

  /// Whether an answer could be seen to turn: something is behind, where something is in the run.
  private func isTelling(_ base: GoalRanking) -> Bool { base.differs || !ranking.tellsApart }

  /// The largest size on which all probes can be tried, or the next one whose answer does not
  /// contradict the run's; nil: none is, for the part of the money that the search may take.
  private func base(
    _ trials: inout AssumptionTrials, _ budget: inout RobustnessBudget, for count: Int
  ) async throws -> AssumptionTrials.Size? {
    let sizes = budget.sizes
    let first = sizes.lastIndex { size in
      var rest = budget
      let all = max(count, 2) + 1
      return rest.afford(
        all, of: candidates.count, size, keeping: RobustnessBudget.bisectionShare) == all
    }
    for size in sizes[(first ?? 0)...] {
      guard
        budget.afford(1, of: candidates.count, size, keeping: 1 - RobustnessBudget.sampleShare) == 1
      else { return nil }
      if let base = try await answer(&trials, on: size), !ranking.isTurned(in: base),
        isTelling(base)
      {
        return size
      }
    }
    return nil
  }

  /// What goes less of the way to another answer is weak; an assumption.
  private static let leastProgress = 0.25

  /// Probes that are still to be tried, by how near they come to another answer on one device and
  /// then what there was no money to simulate there; and the assumptions of the others.
  private func screened(
    _ trials: inout AssumptionTrials, _ budget: inout RobustnessBudget
  ) async throws -> (open: [AssumptionTrials.Probe], weak: [Int]) {
    let all = trials.probes(
      assumptions.indices.sorted { (assumptions[$0].rank, $0) < (assumptions[$1].rank, $1) })
    let size = budget.sample(probes: all.count + 1, of: candidates.count)
    let keeping = 1 - RobustnessBudget.sampleShare
    guard budget.afford(1, of: candidates.count, size, keeping: keeping) == 1,
      let base = try await answer(&trials, on: size), isTelling(base)
    else { return (all, []) }
    let count = budget.afford(all.count, of: candidates.count, size, keeping: keeping)
    let compared = Array(all.prefix(count))
    let rankings = try await trials.rankings(compared, size, goal)
    let parts = rankings.map { found in found.map { ranking.progress(from: base, to: $0) } }
    let isNear = { (place: Int) in parts[place].map { $0 >= Self.leastProgress } }
    let moving = compared.indices.filter { isNear($0) == true }
      .sorted { (-(parts[$0] ?? 0), $0) < (-(parts[$1] ?? 0), $1) }
    return (
      moving.map { compared[$0] } + all.dropFirst(count),
      compared.indices.filter { isNear($0) == false }.map { compared[$0].assumption }
    )
  }
}

extension Assumption {
  /// Which are tried first where not all can be: a strategy's own, those whose values a source
  /// gives, then the others.
  fileprivate var rank: Int { strategyPlace != nil ? 0 : source != nil ? 1 : 2 }

  func trial(_ brackets: [AssumptionTrials.Bracket]) -> Robustness.Trial {
    Robustness.Trial(
      path: path, value: value, tried: others, isRange: isRange, source: source,
      turns: brackets.map { bracket in
        Robustness.Turn(
          value: bracket.turned, kept: bracket.kept, isAbove: isAbove(bracket.turned),
          factor: factor(of: bracket.turned), answer: bracket.answer,
          isNarrow: middle(of: bracket.kept, and: bracket.turned) == nil)
      }.sorted { $0.factor < $1.factor })
  }
}

extension Scenario {
  /// The assumptions that strategies, by their places, depend on, but for one that is varied.
  func assumptions(of strategies: [Int], without varied: String?) -> [Assumption] {
    let varied = varied.flatMap { SettingPath($0) }?.general
    return assumptions.filter { assumption in
      if let place = assumption.strategyPlace, !strategies.contains(place) { return false }
      return SettingPath(assumption.path).map { $0.general != varied } ?? true
    }
  }
}
