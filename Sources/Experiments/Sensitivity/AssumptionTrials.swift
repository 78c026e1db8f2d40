internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import Results
internal import SimCore

/// Simulates what competes for an answer with an assumption at another value: the one way in which
/// `run` and `sensitivity` try assumptions.
struct AssumptionTrials {
  /// What is chosen between: a strategy of a variant.
  struct Candidate: Sendable {
    /// By its place in the file.
    var variant: Int
    /// By its place in the scenario.
    var strategy: Int
    var title: String
  }

  /// How much of the scenario is simulated.
  struct Size: Sendable, Equatable {
    var devices: Int
    var duration: TimeSpan
    var seeds: Int
  }

  /// An assumption's value in place of its own; nil: the scenario as it is.
  struct Probe: Sendable {
    var assumption: Int
    var value: JSON
  }

  let variants: [Scenario]
  /// When measuring begins in each; nil: as the scenario says. A shorter time has its part of it.
  let starts: [Instant?]
  let assumptions: [Assumption]
  var candidates: [Candidate]
  /// How many cells were simulated, or found.
  private(set) var cellCount = 0
  var cells: CellRunner
  let progress: @Sendable (Int) -> Void

  /// What `read` makes of each candidate's result, by probes; nil: the value does not fit the
  /// scenario's other settings.
  /// - Throws: `InputError` when a trace cannot be read.
  mutating func run<Value: Sendable>(
    _ probes: [Probe?], _ size: Size,
    _ read: @escaping @Sendable (_ candidate: Int, StrategyResult) -> Value
  ) async throws -> [[Value]?] {
    var worlds: [CellRunner.World] = []
    var rows: [CellRunner.Row] = []
    var owners: [(probe: Int, candidate: Int)] = []
    let used = candidates.map(\.variant).uniqued
    for (place, probe) in probes.enumerated() {
      let scenarios = used.compactMap { changed(variants[$0], by: probe, size) }
      guard scenarios.count == used.count else { continue }
      for (index, candidate) in candidates.enumerated() {
        let world = used.firstIndex(of: candidate.variant) ?? 0
        rows.append(
          CellRunner.Row(
            world: worlds.count + world, strategy: candidate.strategy, seeds: size.seeds))
        owners.append((place, index))
      }
      worlds += zip(used, scenarios).map {
        CellRunner.World(scenario: $1, start: start(of: $0, size))
      }
    }
    let (scenarios, all, places, before) = (worlds.map(\.scenario), rows, owners, cellCount)
    let values = try await cells.run(
      rows, in: worlds, progress: { [progress] done, _ in progress(before + done) },
      finish: { row, seeds in
        read(
          places[row].candidate,
          StrategyResult(all[row].strategy, of: scenarios[all[row].world], varied: nil, seeds))
      })
    cellCount += rows.count * size.seeds
    var found: [[Value]] = probes.map { _ in [] }
    for (owner, value) in zip(owners, values) { found[owner.probe].append(value) }
    return found.map { $0.isEmpty ? nil : $0 }
  }

  private func start(of variant: Int, _ size: Size) -> Instant? {
    let whole = variants[variant].duration
    guard let start = starts[variant], size.duration < whole else { return starts[variant] }
    let nanoseconds =
      Int128((start - .start).nanoseconds) * Int128(size.duration.nanoseconds)
      / Int128(whole.nanoseconds)
    return .start + TimeSpan(nanoseconds: Int64(nanoseconds))
  }

  private func changed(_ scenario: Scenario, by probe: Probe?, _ size: Size) -> Scenario? {
    var scenario = scenario.alone
    scenario.devices = min(scenario.devices, size.devices)
    scenario.duration = min(scenario.duration, size.duration)
    scenario.seeds = Array(scenario.seeds.prefix(size.seeds))
    guard let probe else { return scenario }
    let metrics = scenario.metrics
    var problems = Problems()
    guard let tree = assumptions[probe.assumption].write(probe.value, scenario.json),
      var changed = Scenario.read(whole: tree, &problems), problems.isEmpty
    else { return nil }
    changed.metrics = metrics
    return changed
  }
}

// MARK: - Where an answer turns

extension AssumptionTrials {
  /// A value that turns an answer, and the nearest one that does not.
  struct Bracket: Sendable {
    var assumption: Int
    var kept: JSON
    var turned: JSON
    /// What is taken at the value that turns it.
    var answer: [String]
  }

  func probes(_ places: some Sequence<Int>) -> [Probe] {
    places.flatMap { place in assumptions[place].others.map { Probe(assumption: place, value: $0) }
    }
  }

  /// Those of probes that turn an answer.
  func brackets(_ probes: [Probe], _ rankings: [GoalRanking?], _ goal: AnswerGoal) -> [Bracket] {
    zip(probes, rankings).compactMap { probe, ranking in
      guard let ranking, goal.base.isTurned(in: ranking) else { return nil }
      return Bracket(
        assumption: probe.assumption, kept: assumptions[probe.assumption].value,
        turned: probe.value, answer: ranking.taken)
    }
  }

  /// The answers of probes; nil: the value does not fit.
  mutating func rankings(
    _ probes: [Probe?], _ size: Size, _ goal: AnswerGoal
  ) async throws -> [GoalRanking?] {
    let titles = candidates.map(\.title)
    return try await run(probes, size) { candidate, result in
      GoalCandidate(Alternative(result, label: titles[candidate]), goal.goal)
    }.map { $0.map(goal.ranking) }
  }

  /// Halves of a range, the twelfth of which is less than a thousandth of it: towards zero values
  /// never come as near to each other as a part of the smaller one.
  private static let mostRounds = 12

  /// Bisects brackets, all at once in each round.
  /// - Parameter affords: how many of so many probes may be made; the other brackets stay as they
  ///   are.
  mutating func bisect(
    _ brackets: [Bracket], _ size: Size, _ goal: AnswerGoal, affords: (Int) -> Int = { $0 }
  ) async throws -> [Bracket] {
    var brackets = brackets
    for _ in 0..<Self.mostRounds {
      let open = brackets.indices.compactMap { place in
        let bracket = brackets[place]
        return assumptions[bracket.assumption].middle(of: bracket.kept, and: bracket.turned).map {
          (place: place, probe: Probe(assumption: bracket.assumption, value: $0))
        }
      }
      let taken = open.prefix(affords(open.count))
      guard !taken.isEmpty else { break }
      let found = try await rankings(taken.map(\.probe), size, goal)
      for ((place, probe), ranking) in zip(taken, found) {
        // A value that does not fit is none at which the answer is known to be another.
        if let ranking, goal.base.isTurned(in: ranking) {
          brackets[place].turned = probe.value
          brackets[place].answer = ranking.taken
        } else {
          brackets[place].kept = probe.value
        }
      }
    }
    return brackets
  }
}

/// By what candidates are ranked again: the goal of an answer.
struct AnswerGoal: Sendable {
  let base: GoalRanking
  /// By how much limits are above the fewest of those that are ranked again, where the scenario
  /// states none; nil: limits are as stated.
  private let slacks: [Double]?

  var goal: Goal { base.goal }

  /// - Parameter places: of those of the ranking that are ranked again; nil: all are.
  init(_ ranking: GoalRanking, among places: [Int]? = nil) {
    base = ranking
    let candidates = places.map { $0.map { ranking.candidates[$0] } } ?? ranking.candidates
    slacks =
      ranking.goal.isStated
      ? nil
      : ranking.goal.constraints.map { $0.limit - Self.fewest(of: $0, candidates, ranking.goal) }
  }

  func ranking(of candidates: [GoalCandidate]) -> GoalRanking {
    var goal = goal
    for (place, slack) in (slacks ?? []).enumerated() {
      let fewest = Self.fewest(of: goal.constraints[place], candidates, goal)
      goal.constraints[place].limit = goal.constraints[place].metric.rounded(fewest + slack)
    }
    return GoalRanking(goal, candidates)
  }

  private static func fewest(
    of constraint: MetricConstraint, _ candidates: [GoalCandidate], _ goal: Goal
  ) -> Double {
    candidates.compactMap { goal.value(of: $0, at: constraint.metric) }.min() ?? 0
  }
}
