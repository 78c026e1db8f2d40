/// Whether other numbers of the same candidates give another answer.
extension GoalRanking {
  /// Whether one is to be taken, or several that are alike, and not a Pareto set.
  private var isSettled: Bool { goal.objectives.count == 1 || front.count == 1 }

  /// What nothing is ahead of by as much as matters and as the seeds can show.
  private var remaining: [Int] {
    places.indices.filter { index in
      switch places[index] {
      case .front, .undecided, .alike: true
      default: false
      }
    }
  }

  /// Whether any is behind another one by as much as matters, whether or not the seeds show it:
  /// else no other numbers could be seen to turn the answer.
  package var differs: Bool {
    places.contains { place in
      switch place {
      case .dominated, .undecided: true
      default: false
      }
    }
  }

  /// What could be taken, by title: the best and what is alike, or the Pareto set.
  package var taken: [String] {
    (isSettled ? peers : front).map { candidates[$0].title }
  }

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
      places.min {
        goal.objectives[0].isBetter(
          goal.value(of: candidates[$0], at: 0), than: goal.value(of: candidates[$1], at: 0))
      }.map { [$0] } ?? []
    }
    var (behind, excluded): ([Int], [Int]) = ([], [])
    for index in places.indices {
      switch places[index] {
      case .dominated: behind.append(index)
      case .infeasible
      where goal.objectives[0].isBetter(
        goal.value(of: candidates[index], at: 0), than: goal.value(of: candidates[first], at: 0)):
        excluded.append(index)
      default: break
      }
    }
    return (remaining + best(behind) + best(excluded)).sorted()
  }
}
