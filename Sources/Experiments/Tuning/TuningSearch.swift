internal import Results

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
/// What few seeds say of a setting is corrected by what its nearest neighbour among those with all
/// seeds came to. Settings that had left the race, and by this would be ahead of all that have all
/// seeds, get them too: what keeps a constraint under one seed by chance must not stand in their
/// way. Where the budget is enough for the whole grid, all settings get all seeds at once.
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
    /// All settings under all seeds.
    case whole
    case lattice
    /// Around the best, at these distances by axis; how often at these.
    case refine(distances: [Int], passes: Int)
    /// Twice the seeds for the better half of what has so many.
    case race(rung: Int)
    /// All seeds for what few seeds had put aside and what now seems to be ahead.
    case reconsider
    /// Around what came out best under all seeds.
    case refineBest
    /// Along each axis through the best of what is varied.
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
  private(set) var simulations = 0
  /// What each came to under so many seeds.
  private var measured: [[GoalCandidate?]] = []
  private var places: [Point: Int] = [:]
  private var phase = Phase.lattice
  private var leaders: [Point] = []
  /// What was best under all seeds when settings were last reconsidered, and when its neighbours
  /// were tried.
  private var reconsidered: Point?
  private var refined: Point?

  init(_ space: TuningSpace, _ goal: Goal, seeds: Int, budget: Int) {
    self.space = space
    self.goal = goal
    self.budget = budget
    var rungs = [1]
    while rungs[rungs.count - 1] < seeds { rungs.append(min(rungs[rungs.count - 1] * 2, seeds)) }
    self.rungs = rungs
    if budget >= space.count * seeds { phase = .whole }
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
      case .whole:
        requests = space.strategies.flatMap { space.lattice(of: $0, atMost: .max) }
          .map { Request(point: $0, seeds: rungs[last]) }
        phase = .end
      case .lattice:
        requests = lattice()
        phase = .refine(distances: firstDistances, passes: 0)
      case .refine(let distances, let passes): requests = refine(distances, passes)
      case .race(let rung): requests = race(rung)
      case .reconsider: requests = reconsider()
      case .refineBest: requests = refineBest()
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

  /// The place of the most seeds among their numbers.
  private var last: Int { rungs.count - 1 }

  private func measuredPlaces(at rung: Int) -> [Int] {
    points.indices.filter { measured[$0][rung] != nil }
  }

  private func seedsSoFar(_ place: Int) -> Int {
    measured[place].lastIndex { $0 != nil }.map { rungs[$0] } ?? 0
  }

  // MARK: - The phases

  private func lattice() -> [Request] {
    // A strategy's share of the simulations is that of its settings.
    let all = max(budget * 2 / 5, space.strategies.count)
    let lattices = space.strategies.map { strategy in
      let share = space.size(of: strategy.axes) * all / max(space.count, 1)
      return space.lattice(of: strategy, atMost: max(share, 3))
    }
    // One setting must be able to get all seeds; what is too much is taken from all strategies.
    let most = max(budget - rungs[last] + 1, 1)
    guard lattices.reduce(0, { $0 + $1.count }) > most else {
      return lattices.joined().map { Request(point: $0, seeds: 1) }
    }
    let longest = lattices.map(\.count).max() ?? 0
    return (0..<longest).flatMap { index in
      lattices.compactMap { index < $0.count ? Request(point: $0[index], seeds: 1) : nil }
    }.prefix(most).map(\.self)
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
    let order = ranked(measuredPlaces(at: 0), at: 0)
    let most = goal.objectives.count > 1 ? 2 * Self.centres : max(Self.centres - passes, 2)
    let centres = order.prefix(most).map { points[$0] }
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
        isFinest ? .race(rung: 0) : .refine(distances: distances.map { max($0 / 2, 1) }, passes: 0)
      return isSteady ? [] : requests
    }
    phase = .refine(distances: distances, passes: passes + 1)
    return requests
  }

  /// How often neighbours are tried at the same distances.
  private static let mostPasses = 6
  /// How many of the best have their neighbours tried, of one objective.
  private static let centres = 6

  /// The better half of what has so many seeds gets the next number of them.
  private mutating func race(_ rung: Int) -> [Request] {
    guard rung < last else {
      phase = .reconsider
      return []
    }
    phase = .race(rung: rung + 1)
    let order = ranked(measuredPlaces(at: rung), at: rung)
    guard let leader = order.first, let best = estimate(leader, at: rung) else { return [] }
    let places = GoalRanking(
      goal, order.compactMap { estimate($0, at: rung) }, byWhatMatters: false)
    let isFront = Set(places.front.map { order[$0] })
    // The best is told of beside the next one, however far that is behind.
    let alive = order.enumerated().filter { rank, place in
      guard let own = estimate(place, at: rung) else { return false }
      return rank < 2 || isFront.contains(place) || !goal.isShownWorse(own, than: best)
    }.map(\.element)
    let cost = rungs[rung + 1] - rungs[rung]
    let most = goal.objectives.count > 1 ? Self.racers * 2 : Self.racers
    let wanted = max(most >> rung, goal.objectives.count > 1 ? isFront.count : Self.finalists)
    // What is left is shared among the rungs; one setting must be able to get all seeds.
    let rest = rungs[last] - rungs[rung + 1]
    let share = room(reserving: lines) / (last - rung)
    let isFirst = measuredPlaces(at: last).isEmpty
    let affordable = max(min(share, room(reserving: rest)) / cost, isFirst ? 1 : 0)
    var entrants = Array(alive.prefix(wanted))
    // The best of what is varied is always told of, whatever strategies as they are come to.
    func isVaried(_ place: Int) -> Bool { !space.axes(of: points[place]).isEmpty }
    if !entrants.contains(where: isVaried), let varied = order.first(where: isVaried) {
      entrants.insert(varied, at: min(1, entrants.count))
    }
    let wantedNow = entrants.filter { seedsSoFar($0) < rungs[rung + 1] }
    return wantedNow.prefix(affordable).map { Request(point: points[$0], seeds: rungs[rung + 1]) }
  }

  /// How many settings begin a race, and how many have all seeds at its end, of one objective.
  private static let racers = 24
  private static let finalists = 4

  /// Settings with fewer seeds that are expected to be ahead of all that have all seeds. It goes on
  /// while that finds something better, or nothing keeps the constraints.
  private mutating func reconsider() -> [Request] {
    let finished = measuredPlaces(at: last)
    guard last > 0, let best = ranked(finished, at: last).first else {
      phase = .star
      return []
    }
    let isFeasible =
      latest(best).map { $0.harms.isEmpty && goal.broken(by: $0).isEmpty } ?? false
    let isStuck = points[best] == reconsidered && isFeasible && goal.objectives.count == 1
    reconsidered = points[best]
    let cost = rungs[last] - 1
    let affordable = max(room(reserving: lines), 0) / max(cost, 1)
    guard !isStuck, affordable > 0 else {
      phase = .refineBest
      return []
    }
    let rivals = points.indices.filter { measured[$0][last] == nil }
    let all = finished + rivals
    let candidates = all.compactMap { latest($0) }
    let front = GoalRanking(goal, candidates, byWhatMatters: false).front
    let ahead =
      goal.objectives.count > 1 && !front.isEmpty
      ? front.filter { $0 >= finished.count }
      : goal.order(of: candidates).prefix { $0 >= finished.count }
    if ahead.isEmpty { phase = .refineBest }
    return ahead.prefix(min(max(Self.finalists, front.count), affordable)).map {
      Request(point: points[all[$0]], seeds: rungs[last])
    }
  }

  /// The neighbours of what came out best under all seeds, where few seeds had led elsewhere.
  private mutating func refineBest() -> [Request] {
    phase = .star
    guard last > 0, goal.objectives.count == 1,
      let best = ranked(measuredPlaces(at: last), at: last).first,
      points[best] != refined
    else { return [] }
    refined = points[best]
    let requests = space.neighbours(of: points[best], at: space.axes.map { _ in 1 })
      .filter { places[$0] == nil }.prefix(max(room(reserving: lines + rungs[last]), 0))
    if !requests.isEmpty { phase = .race(rung: 0) }
    return requests.map { Request(point: $0, seeds: 1) }
  }

  private func star() -> [Request] {
    let order = ranked(measuredPlaces(at: last), at: last)
    guard let best = order.first(where: { !space.axes(of: points[$0]).isEmpty }) else {
      return []
    }
    return space.star(around: points[best], values: 5).filter { places[$0] == nil }
      .prefix(max(room(reserving: 0), 0)).map { Request(point: $0, seeds: 1) }
  }

  // MARK: - What the answers say

  /// Simulations that are kept for the race, so that something has all seeds.
  private var reserve: Int {
    let most = rungs[last]
    let wanted = (goal.objectives.count > 1 ? 3 : 2) * Self.finalists * most + space.axes.count * 4
    return max(min(budget / 2, wanted), most - 1)
  }

  /// Simulations that are kept for the lines along each axis.
  private var lines: Int { min(space.axes.count * 4, budget / 5) }

  private func room(reserving reserve: Int) -> Int { budget - reserve - simulations }

  /// The places of settings, the best first, by what they came to under so many seeds.
  private func ranked(_ entrants: [Int], at rung: Int) -> [Int] {
    goal.order(of: entrants.compactMap { estimate($0, at: rung) }).map { entrants[$0] }
  }

  /// What a setting came to under the most seeds that it has.
  private func latest(_ place: Int) -> GoalCandidate? {
    measured[place].lastIndex { $0 != nil }.flatMap { estimate(place, at: $0) }
  }

  /// What a setting came to under so many seeds; of fewer than all, as its nearest neighbour that
  /// has all lets expect.
  private func estimate(_ place: Int, at rung: Int) -> GoalCandidate? {
    guard let candidate = measured[place][rung], rung < last else { return measured[place][rung] }
    let nearest = measuredPlaces(at: last).min {
      let distances = [$0, $1].map { space.distance(of: points[$0], from: points[place]) }
      return (distances[0], $0) < (distances[1], $1)
    }
    guard let nearest, let base = measured[nearest][last] else { return candidate }
    return goal.expected(candidate, beside: base)
  }
}
