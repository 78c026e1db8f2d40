internal import Measurement

/// What a goal says of candidates: which keep its constraints, which of these are in the Pareto
/// set, and what dominates the others.
package struct GoalRanking: Sendable {
  package enum Place: Hashable, Sendable {
    /// In the Pareto set: none that keeps the constraints is as good in all objectives and better
    /// in one. Of a single objective it is the best.
    case front
    /// Behind one of the set, but by less than the seeds can show.
    case undecided(from: Int)
    /// Behind one of the set, but by less than matters to anybody.
    case alike(to: Int)
    case dominated(by: Int)
    case infeasible([Int])
    /// It shows another user's content, or loses edits.
    case harmful
    case undefined
    /// It caches nothing, and others do, whether or not they keep the constraints.
    case uncached
  }

  package let goal: Goal
  package let candidates: [GoalCandidate]
  package let places: [Place]
  /// The Pareto set, the best by the first objective first.
  package let front: [Int]

  /// - Complexity: O(n log n + n × size of the set × metrics × seeds).
  package init(_ goal: Goal, _ candidates: [GoalCandidate]) {
    self.goal = goal
    self.candidates = candidates
    var places = candidates.map { Self.exclusion(of: $0, goal) }
    let values = candidates.map { candidate in
      goal.objectives.indices.map { goal.value(of: candidate, at: $0) }
    }
    if candidates.contains(where: { !$0.isUncached }) {
      for index in candidates.indices where candidates[index].isUncached {
        places[index] = places[index] ?? .uncached
      }
    }
    let eligible = candidates.indices.filter { places[$0] == nil }
      .sorted { goal.isBefore(values[$0], values[$1]) ?? ($0 < $1) }
    var front: [Int] = []
    for index in eligible
    where !front.contains(where: { goal.isAhead(values[$0], of: values[index]) }) {
      front.append(index)
      places[index] = .front
    }
    self.front = front
    for index in eligible where places[index] == nil {
      let ahead = front.filter { goal.isAhead(values[$0], of: values[index]) }
      /// By what one of the set is ahead, where that matters, and where the seeds show it.
      func lead(_ leader: Int) -> (matters: Bool, isShown: Bool) {
        let better = goal.objectives.indices.filter { objective in
          let (own, other) = (values[leader][objective], values[index][objective])
          return goal.objectives[objective].isBetter(own, than: other)
            && goal.matters(own, from: other, at: objective)
        }
        return (
          !better.isEmpty,
          better.contains { objective in
            goal.differences(
              at: objective, of: candidates[leader], from: candidates[index])?.isShown ?? true
          }
        )
      }
      let leads = ahead.map(lead)
      if let shown = leads.firstIndex(where: \.isShown) {
        places[index] = .dominated(by: ahead[shown])
      } else if let open = leads.firstIndex(where: \.matters) {
        places[index] = .undecided(from: ahead[open])
      } else {
        places[index] = .alike(to: ahead[0])
      }
    }
    self.places = places.map { $0 ?? .undefined }
  }

  /// Why a candidate cannot be an answer; nil: it can.
  private static func exclusion(of candidate: GoalCandidate, _ goal: Goal) -> Place? {
    if !candidate.harms.isEmpty { return .harmful }
    let broken = goal.broken(by: candidate)
    if !broken.isEmpty { return .infeasible(broken) }
    let isDefined = goal.objectives.indices.allSatisfy {
      goal.value(of: candidate, at: $0) != nil
    }
    return isDefined ? nil : .undefined
  }

  package var feasible: [Int] {
    places.indices.filter { index in
      switch places[index] {
      case .infeasible, .harmful, .undefined: false
      default: true
      }
    }
  }

  /// The one that is nearest to keeping all constraints, of those that cache: of several that are
  /// about as near, the best by the objectives; nil: there is none.
  package var nearest: Int? {
    let excesses = candidates.map { goal.excess(of: $0) }
    let isCaching = candidates.contains { !$0.isUncached }
    let choices = excesses.indices.filter {
      candidates[$0].harms.isEmpty && (!isCaching || !candidates[$0].isUncached)
    }
    guard let least = choices.map({ excesses[$0] }).min() else { return nil }
    func values(_ index: Int) -> [Double?] {
      goal.objectives.indices.map { goal.value(of: candidates[index], at: $0) }
    }
    return choices.filter { excesses[$0] <= least + Goal.nearness }
      .min { goal.isBefore(values($0), values($1)) ?? ($0 < $1) }
  }

  /// What the seeds cannot tell from a member of the front, and what is behind it by less than
  /// matters, in order.
  package func alike(_ member: Int) -> [Int] {
    places.indices.filter {
      places[$0] == .undecided(from: member) || places[$0] == .alike(to: member)
    }
  }

  /// Of a single objective the best, and all that it is not ahead of; the best first.
  package var peers: [Int] { front.first.map { front + alike($0) } ?? [] }

  /// Whether the objective tells any that could be taken from the best.
  package var tellsApart: Bool {
    places.contains { if case .dominated = $0 { true } else { false } }
  }
}

extension Goal {
  /// Whether values at the objectives are as good as others at each of them, and better at one.
  package func isAhead(_ values: [Double?], of others: [Double?]) -> Bool {
    var isBetter = false
    for (index, objective) in objectives.enumerated() {
      if objective.isBetter(others[index], than: values[index]) { return false }
      if objective.isBetter(values[index], than: others[index]) { isBetter = true }
    }
    return isBetter
  }

  /// Whether values come before others by the first objective, then the next; nil: they are equal.
  package func isBefore(_ values: [Double?], _ others: [Double?]) -> Bool? {
    for (index, objective) in objectives.enumerated() {
      if objective.isBetter(values[index], than: others[index]) { return true }
      if objective.isBetter(others[index], than: values[index]) { return false }
    }
    return nil
  }
}

extension Goal {
  /// Excesses that differ by less are about the same: a twentieth of the limit. A convention.
  package static let nearness = 0.05
}
