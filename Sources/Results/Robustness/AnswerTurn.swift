internal import CacheMetrics

/// Whether other numbers of the same candidates give another answer.
extension GoalRanking {
  /// Whether one is to be taken, or several that are alike, and not a Pareto set.
  private var isSettled: Bool { goal.objectives.count == 1 || front.count == 1 }

  /// What nothing is ahead of by as much as matters and as the seeds can show.
  private var remaining: [Int] {
    places.indices.filter { [.front, .undecided, .alike].contains(places[$0].kind) }
  }

  /// Whether any is behind another one by as much as matters, whether or not the seeds show it:
  /// else no other numbers could be seen to turn the answer.
  package var differs: Bool {
    places.contains { [.dominated, .undecided].contains($0.kind) }
  }

  /// What could be taken, by title: the best and what is alike, or the Pareto set.
  package var taken: [String] { (isSettled ? peers : front).map { candidates[$0].title } }

  /// Whether what is taken by this ranking is no longer taken by another one: the best is not among
  /// its best, of several that were alike one is ahead, a member of the Pareto set is behind, or
  /// nothing kept the constraints and now something does, or the other way round.
  package func isTurned(in other: GoalRanking) -> Bool {
    if front.isEmpty || other.front.isEmpty { return front.isEmpty != other.front.isEmpty }
    let titles = other.remaining.map { other.candidates[$0].title }
    let left = taken.filter(titles.contains).count
    return isSettled && taken.count > 1 ? left <= 1 : left < taken.count
  }

  /// Those that the answer is between, by their places: what could be taken, the best of what is
  /// behind it, and the best of what only a constraint keeps from being taken; where nothing keeps
  /// the constraints, what is nearest to it.
  package var rivals: [Int] {
    guard let first = front.first else { return nearest.map { [$0] } ?? [] }
    func best(_ places: [Int]) -> [Int] {
      places.min { goal.isBetter(candidates[$0], than: candidates[$1]) }.map { [$0] } ?? []
    }
    let behind = places.indices.filter { places[$0].kind == .dominated }
    let excluded = places.indices.filter { index in
      places[index].kind == .infeasible && goal.isBetter(candidates[index], than: candidates[first])
    }
    return (remaining + best(behind) + best(excluded)).sorted()
  }

  /// How much of the way to another answer the same candidates go from one ranking to another, both
  /// of fewer devices than this one; 1: all of it. An estimate, as the distance is this ranking's
  /// and the movement theirs.
  package func progress(from base: GoalRanking, to other: GoalRanking) -> Double {
    let step = Step(run: self, base: base, other: other)
    let titles = base.candidates.map(\.title)
    let taken = taken
    var most = 0.0
    for (place, title) in titles.enumerated() {
      guard let own = candidates.firstIndex(where: { $0.title == title }) else { continue }
      if case .infeasible(let broken) = places[own] {
        most = max(most, broken.map { step.approach(to: $0, of: own, place) }.min() ?? 0)
      }
      guard taken.contains(title) else { continue }
      most = max(
        most, goal.constraints.indices.map { step.approach(to: $0, of: own, place) }.max() ?? 0)
      for (rival, name) in titles.enumerated() where rival != place {
        guard let index = candidates.firstIndex(where: { $0.title == name }) else { continue }
        most = max(most, step.loss(of: (own, place), before: (index, rival)))
      }
    }
    return most
  }

  /// What moves between two rankings of fewer devices, as a part of distances in the run's.
  private struct Step {
    let run: GoalRanking
    let base: GoalRanking
    let other: GoalRanking

    private var goal: Goal { run.goal }

    /// How much of the distance to a limit, from either side, a candidate goes towards it.
    func approach(to constraint: Int, of own: Int, _ place: Int) -> Double {
      let metric = goal.constraints[constraint].metric
      let limit = goal.constraints[constraint].limit
      guard let value = run.goal.value(of: run.candidates[own], at: metric) else { return 0 }
      let values = [base, other].map { $0.goal.value(of: $0.candidates[place], at: metric) }
      return Self.part(
        value <= limit
          ? Self.difference(values[1], values[0]) : Self.difference(values[0], values[1]),
        of: abs(value - limit))
    }

    /// How much of its lead a candidate that is taken loses to another one: of a single objective
    /// all that lies between, and what matters beyond; of several the lead in each, as it is
    /// behind only where it leads in none.
    func loss(of own: (run: Int, place: Int), before rival: (run: Int, place: Int)) -> Double {
      var (losses, gains): ([Double], [Double]) = ([], [])
      for objective in goal.objectives.indices {
        let lead = lead(run, own.run, rival.run, objective)
        let size = goal.smallestDifference(at: objective).size(
          from: goal.value(of: run.candidates[own.run], at: objective) ?? 0)
        let lost = Self.difference(
          self.lead(base, own.place, rival.place, objective),
          self.lead(other, own.place, rival.place, objective))
        let distance = goal.objectives.count == 1 || lead <= 0 ? max(lead + size, 0) : lead
        if lead > 0 {
          losses.append(Self.part(lost, of: distance))
        } else {
          gains.append(Self.part(lost, of: distance))
        }
      }
      return losses.min() ?? gains.max() ?? 0
    }

    /// By how much one is better than another; infinite where only it has a value.
    private func lead(
      _ ranking: GoalRanking, _ own: Int, _ rival: Int, _ objective: Int
    ) -> Double {
      let values = [own, rival].map {
        ranking.goal.value(of: ranking.candidates[$0], at: objective)
      }
      guard values[0] != values[1] else { return 0 }
      guard let first = values[0] else { return -.infinity }
      guard let second = values[1] else { return .infinity }
      return goal.objectives[objective].direction == .minimise ? second - first : first - second
    }

    private static func difference(_ value: Double?, _ other: Double?) -> Double {
      guard value != other else { return 0 }
      guard let value, let other else { return .infinity }
      return value - other
    }

    private static func part(_ amount: Double, of distance: Double) -> Double {
      guard amount > 0, distance.isFinite else { return 0 }
      return amount / max(distance, .leastNormalMagnitude)
    }
  }
}
