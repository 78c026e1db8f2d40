internal import CacheReports

/// A search for the best settings with few simulations, as rounds of requests: each says which
/// settings are to be simulated under how many of the seeds, and the next round depends on what
/// they came to.
///
/// It begins with a lattice under one seed, and halves its distances around the best, as pattern
/// search does (Hooke and Jeeves, "Direct search solution of numerical and statistical problems",
/// Journal of the ACM 8 (2), pp. 212-229). Seeds are added by successive halving (Jamieson and
/// Talwalkar 2016, doi:10.48550/arXiv.1502.07943, as mlr3hyperband's manual tabulates it): twice
/// the seeds for half as many settings, where those that paired differences show to be worse leave
/// first, as in iterated racing (López-Ibáñez et al. 2016, doi:10.1016/j.orp.2016.09.002). All
/// settings meet the same random numbers under a seed, so that few seeds tell much.
///
/// The requests depend on nothing but the space, the goal and the answers.
struct TuningSearch: Sendable {
  typealias Point = TuningSpace.Point

  /// A setting that is to be simulated under the first so many seeds.
  struct Request: Hashable, Sendable {
    var point: Point
    var seeds: Int
  }

  private enum Phase {
    case lattice
    /// Around the best, at these distances by axis; how often at these.
    case refine(distances: [Int], passes: Int)
    /// Twice the seeds for the better half of what has so many.
    case race(rung: Int)
    case star
    case end
  }

  let space: TuningSpace
  let goal: Goal
  /// The most simulations; a setting under a seed is one.
  let budget: Int
  /// Numbers of seeds: 1, 2, 4 and so on up to all.
  let rungs: [Int]
  /// The settings that were simulated, in the order in which they were first requested.
  private(set) var points: [Point] = []
  /// How many simulations were requested so far.
  private(set) var simulations = 0
  /// What each came to under so many seeds.
  private var measured: [[GoalCandidate?]] = []
  private var places: [Point: Int] = [:]
  private var phase = Phase.lattice
  private var leaders: [Point] = []
  private var hasRefinedBest = false

  init(_ space: TuningSpace, _ goal: Goal, seeds: Int, budget: Int) {
    self.space = space
    self.goal = goal
    self.budget = budget
    var rungs = [1]
    while rungs[rungs.count - 1] < seeds { rungs.append(min(rungs[rungs.count - 1] * 2, seeds)) }
    self.rungs = rungs
  }

  /// The budget where none is stated: a quarter of the grid, and of a small grid all.
  static func standardBudget(settings: Int, seeds: Int) -> Int {
    settings <= smallGrid ? settings * seeds : settings * seeds / 4
  }

  /// Up to so many settings nothing is left out.
  private static let smallGrid = 16

  /// The next round; empty: the search has ended.
  mutating func next() -> [Request] {
    while true {
      let requests: [Request]
      switch phase {
      case .end: return []
      case .lattice:
        requests = lattice()
        phase = .refine(distances: firstDistances, passes: 0)
      case .refine(let distances, let passes): requests = refine(distances, passes)
      case .race(let rung): requests = race(rung)
      case .star:
        requests = star()
        phase = .end
      }
      guard !requests.isEmpty else { continue }
      for request in requests { note(request) }
      return requests
    }
  }

  /// Takes what a request came to: the values of the goal's metrics.
  mutating func take(_ candidate: GoalCandidate, for request: Request) {
    guard let place = places[request.point], let rung = rungs.firstIndex(of: request.seeds) else {
      preconditionFailure("an answer belongs to a request")
    }
    measured[place][rung] = candidate
  }

  private mutating func note(_ request: Request) {
    if let place = places[request.point] {
      simulations += request.seeds - seedsSoFar(place)
      return
    }
    places[request.point] = points.count
    points.append(request.point)
    measured.append(Array(repeating: nil, count: rungs.count))
    simulations += request.seeds
  }

  private func seedsSoFar(_ place: Int) -> Int {
    measured[place].lastIndex { $0 != nil }.map { rungs[$0] } ?? 0
  }

  // MARK: - The phases

  private func lattice() -> [Request] {
    // A strategy's share of the simulations is that of its settings.
    let all = max(budget * 2 / 5, space.strategies.count)
    return space.strategies.flatMap { strategy in
      let share = space.size(of: strategy.axes) * all / max(space.count, 1)
      return space.lattice(of: strategy, atMost: max(share, 3)).map { Request(point: $0, seeds: 1) }
    }
  }

  private var firstDistances: [Int] {
    space.axes.indices.map { axis in
      let levels = Set(points.map { $0.levels[axis] }).sorted()
      let gaps = zip(levels.dropFirst(), levels).map { $0 - $1 }
      return max(((gaps.max() ?? 1) + 1) / 2, 1)
    }
  }

  /// Neighbours of the best that were not requested yet.
  private mutating func refine(_ distances: [Int], _ passes: Int) -> [Request] {
    let ranking = ranked(at: 0, among: points.indices.filter { measured[$0][0] != nil })
    let centres = ranking.prefix(centreCount(passes)).map { points[$0] }
    let isFinest = distances.allSatisfy { $0 == 1 }
    var seen: Set<Point> = []
    var requests = centres.flatMap { space.neighbours(of: $0, at: distances) }
      .filter { places[$0] == nil && seen.insert($0).inserted }
      .map { Request(point: $0, seeds: 1) }
    requests = Array(requests.prefix(max(room(reserving: reserve), 0)))
    let isSteady = passes > 0 && Array(centres.prefix(2)) == Array(leaders.prefix(2))
    leaders = Array(centres)
    if requests.isEmpty || isSteady || passes >= Self.mostPasses {
      phase =
        isFinest
        ? .race(rung: 0)
        : .refine(distances: distances.map { max($0 / 2, 1) }, passes: 0)
      return isSteady ? [] : requests
    }
    phase = .refine(distances: distances, passes: passes + 1)
    return requests
  }

  /// How often neighbours are tried at the same distances.
  private static let mostPasses = 6
  /// How many of the best have their neighbours tried, of one objective.
  private static let centres = 6

  private func centreCount(_ passes: Int) -> Int {
    goal.objectives.count > 1 ? 2 * Self.centres : max(Self.centres - passes, 2)
  }

  /// The better half of what has so many seeds gets the next number of them.
  private mutating func race(_ rung: Int) -> [Request] {
    guard rung + 1 < rungs.count else {
      phase = .star
      return hasRefinedBest || goal.objectives.count > 1 ? [] : refineBest()
    }
    phase = .race(rung: rung + 1)
    let entrants = points.indices.filter { measured[$0][rung] != nil }
    let order = ranked(at: rung, among: entrants)
    guard let leader = order.first, let best = measured[leader][rung] else { return [] }
    let places = ranking(of: order, at: rung)
    let isFront = Set(places.front.map { order[$0] })
    let alive = order.filter { place in
      guard let own = measured[place][rung] else { return false }
      return isFront.contains(place) || !isShownWorse(own, than: best)
    }
    let cost = rungs[rung + 1] - rungs[rung]
    let most = goal.objectives.count > 1 ? Self.racers * 2 : Self.racers
    let wanted = max(most >> rung, goal.objectives.count > 1 ? isFront.count : Self.finalists)
    // What is left is shared among the rungs; one setting must be able to get all seeds.
    let rest = rungs[rungs.count - 1] - rungs[rung + 1]
    let lines = min(space.axes.count * 4, budget / 5)
    let share = room(reserving: lines) / (rungs.count - 1 - rung)
    let isFirst = !measured.contains { $0[rungs.count - 1] != nil }
    let affordable = max(min(share, room(reserving: rest)) / cost, isFirst ? 1 : 0)
    let wantedNow = alive.prefix(wanted).filter { measured[$0][rung + 1] == nil }
    return wantedNow.prefix(affordable).map {
      Request(point: points[$0], seeds: rungs[rung + 1])
    }
  }

  /// How many settings begin a race, and how many have all seeds at its end, of one objective.
  private static let racers = 24
  private static let finalists = 4

  /// The neighbours of what came out best under all seeds, where one seed had led elsewhere.
  private mutating func refineBest() -> [Request] {
    hasRefinedBest = true
    let last = rungs.count - 1
    guard last > 0,
      let best = ranked(at: last, among: points.indices.filter { measured[$0][last] != nil }).first
    else { return [] }
    let distances = space.axes.map { _ in 1 }
    let requests = space.neighbours(of: points[best], at: distances)
      .filter { self.places[$0] == nil }.prefix(max(room(reserving: reserve / 4), 0))
    if !requests.isEmpty { phase = .race(rung: 0) }
    return requests.map { Request(point: $0, seeds: 1) }
  }

  private func star() -> [Request] {
    let last = rungs.count - 1
    let order = ranked(at: last, among: points.indices.filter { measured[$0][last] != nil })
    guard let best = order.first else { return [] }
    return space.star(around: points[best], values: 5).filter { places[$0] == nil }
      .prefix(max(room(reserving: 0), 0)).map { Request(point: $0, seeds: 1) }
  }

  // MARK: - What the answers say

  /// Simulations that are kept for the race, so that something has all seeds.
  private var reserve: Int {
    let last = rungs[rungs.count - 1]
    let wanted = (goal.objectives.count > 1 ? 3 : 1) * Self.finalists * last + space.axes.count * 4
    return max(min(budget / 2, wanted), last - 1)
  }

  private func room(reserving reserve: Int) -> Int { budget - reserve - simulations }

  private func ranking(of order: [Int], at rung: Int) -> GoalRanking {
    GoalRanking(goal, order.compactMap { measured[$0][rung] })
  }

  /// The places of settings, the best first: layers of Pareto sets among those that keep the
  /// constraints, then the others by how far they are beyond, in steps, and among these by the
  /// objectives.
  private func ranked(at rung: Int, among entrants: [Int]) -> [Int] {
    func candidate(_ place: Int) -> GoalCandidate {
      guard let candidate = measured[place][rung] else {
        preconditionFailure("what is ranked was simulated")
      }
      return candidate
    }
    func values(_ place: Int) -> [Double?] {
      goal.objectives.indices.map { goal.value(of: candidate(place), at: $0) }
    }
    let isFeasible = entrants.map { goal.broken(by: candidate($0)).isEmpty }
    let others = zip(entrants, isFeasible).filter { !$0.1 }
      .map { place, _ in
        (place: place, excess: goal.excess(of: candidate(place)), values: values(place))
      }
      .sorted { left, right in
        let steps = [left.excess, right.excess].map { ($0 / Goal.nearness).rounded() }
        if steps[0] != steps[1] { return steps[0] < steps[1] }
        return goal.isBefore(left.values, right.values) ?? (left.place < right.place)
      }
    var rest = zip(entrants, isFeasible).filter(\.1).map { place, _ in
      (place: place, values: values(place))
    }
    .sorted { goal.isBefore($0.values, $1.values) ?? ($0.place < $1.place) }
    guard goal.objectives.count > 1 else { return rest.map(\.place) + others.map(\.place) }
    var order: [Int] = []
    while !rest.isEmpty {
      // What is ahead of a setting stands before it: it is enough to look at the layer so far.
      var layer: [(place: Int, values: [Double?])] = []
      for entry in rest where !layer.contains(where: { goal.isAhead($0.values, of: entry.values) })
      {
        layer.append(entry)
      }
      order += layer.map(\.place)
      let places = Set(layer.map(\.place))
      rest.removeAll { places.contains($0.place) }
    }
    return order + others.map(\.place)
  }

  /// Whether the seeds show that a setting is worse in every objective, or breaks a constraint that
  /// the other keeps.
  private func isShownWorse(_ candidate: GoalCandidate, than best: GoalCandidate) -> Bool {
    let isFeasible = goal.broken(by: candidate).isEmpty
    guard isFeasible else {
      return goal.broken(by: best).isEmpty && goal.excess(of: candidate) > 0.1
    }
    return goal.objectives.indices.allSatisfy { index in
      guard
        goal.objectives[index].isBetter(
          goal.value(of: best, at: index), than: goal.value(of: candidate, at: index))
      else { return false }
      guard best.seeds.count > 1 else { return false }
      return goal.differences(at: index, of: best, from: candidate)?.isShown ?? true
    }
  }
}
