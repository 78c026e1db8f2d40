internal import CacheWorkloads
internal import Measurement
package import Results
internal import SimCore

/// Finds what the answers of a run hang on: which assumptions turn them, and at which value.
///
/// The ends of each range are tried first, on few devices whose answer is the run's; where the
/// answer at an end is another one, the value at which it turns is found by bisection. Only what is
/// taken is simulated, and what comes next.
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
        file.variants.map(\.scenario), starts: search.starts, search.assumptions,
        search.candidates, jobs: jobs, store: store, progress: { [done] in progress(done + $0) })
      var robustness =
        effort == .full
        ? try await search.whole(&trials) : try await search.quick(&trials)
      robustness.title = told.title
      found.append(robustness)
      done += trials.cellCount
    }
    return found
  }
}

/// The search for what one answer hangs on.
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
      guard scenario.warmUp == .steady, let spans = result.warmUp?.spans, place < spans.count
      else { return nil }
      return .start + spans[place]
    }
    let places = candidates.map(\.strategy)
    let varied = candidates.allSatisfy { $0.variant == first.variant } ? nil : file.variedSetting
    assumptions = scenario.assumptions(of: places, without: file.variedSetting)
      .filter { varied?.hasPrefix("networkSchedule") != true || SettingPath($0.path) == nil }
    ranking = answer.ranking
    goal = AnswerGoal(answer.ranking)
    budget = RobustnessBudget(scenario, answer.ranking.goal, of: result, share: share)
  }

  private func robustness(
    _ tried: [Int], _ brackets: [AssumptionTrials.Bracket], base: String
  ) -> Robustness {
    Robustness(
      title: nil,
      trials: tried.sorted().map { place in
        assumptions[place].trial(brackets.filter { $0.assumption == place })
      }, count: assumptions.count, base: base)
  }

  private func untried(_ obstacle: String, _ size: AssumptionTrials.Size) -> Robustness {
    Robustness(
      title: nil, trials: [], count: assumptions.count, base: budget.text(of: size),
      obstacle: obstacle)
  }

  /// Tries all assumptions on all devices.
  func whole(_ trials: inout AssumptionTrials) async throws -> Robustness {
    let size = budget.whole
    let probes = trials.probes(assumptions.indices)
    let rankings = try await trials.rankings([nil] + probes, size, goal)
    guard let base = rankings[0] else { return untried("the scenario cannot be changed", size) }
    let found = trials.brackets(probes, Array(rankings.dropFirst()), of: base)
    return robustness(
      Array(assumptions.indices), try await trials.bisect(found, of: base, size, goal),
      base: budget.text(of: size))
  }

  /// Tries assumptions on few devices, those first that have the widest effect on one of them.
  func quick(_ trials: inout AssumptionTrials) async throws -> Robustness {
    var budget = budget
    let order = try await byEffect(&trials, &budget)
    guard let (size, base) = try await base(&trials, &budget) else {
      return untried(
        "a run of half the time is too small to give the same answer; --robustness full tries it",
        budget.whole)
    }
    var tried = order.silent
    var found: [AssumptionTrials.Bracket] = []
    // A part is kept for the bisection.
    let count = budget.afford(order.probes.count, of: candidates.count, size, keeping: 0.3)
    let taken = Array(order.probes.prefix(count))
    let rankings = try await trials.rankings(taken, size, goal)
    found = trials.brackets(taken, rankings, of: base)
    let left = Set(order.probes.dropFirst(count).map(\.assumption))
    let reached = Set(taken.map(\.assumption)).subtracting(left)
    tried += assumptions.indices.filter {
      reached.contains($0) || found.map(\.assumption).contains($0)
    }
    guard !tried.isEmpty else {
      return untried("the run is too small; --robustness full tries it", size)
    }
    found = try await trials.bisect(found, of: base, size, goal) {
      budget.afford($0, of: candidates.count, size)
    }
    return robustness(tried, found, base: budget.text(of: size))
  }

  /// The smallest size whose answer is the run's; nil: none for the part of the money that it may
  /// take.
  private func base(
    _ trials: inout AssumptionTrials, _ budget: inout RobustnessBudget
  ) async throws -> (AssumptionTrials.Size, GoalRanking)? {
    let titles = candidates.map(\.title)
    let wanted = ranking.taken.filter(titles.contains).sorted()
    for size in budget.sizes {
      guard
        budget.afford(1, of: candidates.count, size, keeping: 1 - RobustnessBudget.sampleShare) == 1
      else { return nil }
      if let base = try await trials.rankings([nil], size, goal)[0], base.taken.sorted() == wanted {
        return (size, base)
      }
    }
    return nil
  }

  /// What goes less of the way to another answer is silent; an assumption.
  private static let leastProgress = 0.25

  /// Probes by how near they come to another answer on the smallest size, and the assumptions of
  /// which none comes near; as far as there is money. What is not compared comes last.
  private func byEffect(
    _ trials: inout AssumptionTrials, _ budget: inout RobustnessBudget
  ) async throws -> (probes: [AssumptionTrials.Probe], silent: [Int]) {
    let all = trials.probes(
      assumptions.indices.sorted {
        (assumptions[$0].rank, $0) < (assumptions[$1].rank, $1)
      })
    let size = budget.sample(probes: all.count + 1, of: candidates.count)
    let count = budget.afford(
      all.count + 1, of: candidates.count, size, keeping: 1 - RobustnessBudget.sampleShare)
    guard count > 1 else { return (all, []) }
    let compared = Array(all.prefix(count - 1))
    let rankings = try await trials.rankings([nil] + compared, size, goal)
    guard let base = rankings[0] else { return (all, []) }
    let parts = rankings.dropFirst().map { found in
      found.map { ranking.progress(from: base, to: $0) } ?? 0
    }
    let order = compared.indices.sorted { (-parts[$0], $0) < (-parts[$1], $1) }
    let moving = order.filter { parts[$0] >= Self.leastProgress }
    let rest = all.dropFirst(compared.count)
    let heard = Set((moving.map { compared[$0] } + rest).map(\.assumption))
    return (
      moving.map { compared[$0] } + rest, assumptions.indices.filter { !heard.contains($0) }
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
      }.enumerated().sorted { ($0.element.factor, $0.offset) < ($1.element.factor, $1.offset) }
        .map(\.element))
  }
}

extension Scenario {
  /// The assumptions that strategies, by their places, depend on, but for one that is varied.
  func assumptions(of strategies: [Int], without varied: String?) -> [Assumption] {
    let paths = Set(
      [varied.flatMap { SettingPath($0) }, varied.flatMap { SettingPath($0) }?.general]
        .compactMap(\.self))
    return assumptions.filter { assumption in
      if let place = assumption.strategyPlace, !strategies.contains(place) { return false }
      guard let path = SettingPath(assumption.path) else { return true }
      return !paths.contains(path) && !paths.contains(path.general)
    }
  }
}
