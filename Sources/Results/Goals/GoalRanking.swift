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

  /// With `byWhatMatters` what another one of the set is ahead of, and behind by nothing that
  /// matters, is dominated; a search keeps such settings.
  /// - Complexity: O(n log n + n × size of the set × metrics × seeds).
  package init(_ goal: Goal, _ candidates: [GoalCandidate], byWhatMatters: Bool = true) {
    self.goal = goal
    self.candidates = candidates
    var places = candidates.map { Self.exclusion(of: $0, goal) }
    if candidates.contains(where: { !$0.isUncached }) {
      for index in candidates.indices where candidates[index].isUncached {
        places[index] = places[index] ?? .uncached
      }
    }
    let lead = Lead(goal, candidates)
    let values = lead.values
    let eligible = candidates.indices.filter { places[$0] == nil }
      .sorted { goal.isBefore(values[$0], values[$1]) ?? ($0 < $1) }
    var whole: [Int] = []
    for index in eligible
    where !whole.contains(where: { goal.isAhead(values[$0], of: values[index]) }) {
      whole.append(index)
      places[index] = .front
    }
    let leaders = byWhatMatters && goal.objectives.count > 1 ? lead.leaders(among: whole) : [:]
    for index in whole { places[index] = leaders[index].map { .dominated(by: $0) } ?? .front }
    front = whole.filter { leaders[$0] == nil }
    for index in eligible where places[index] == nil {
      let ahead = whole.filter { goal.isAhead(values[$0], of: values[index]) }
      let member = { (leader: Int) in leaders[leader] ?? leader }
      if let shown = ahead.first(where: { lead.isShown(of: $0, before: index) }) {
        places[index] = .dominated(by: member(shown))
      } else if let open = ahead.first(where: { !lead.objectives(of: $0, before: index).isEmpty }) {
        places[index] = .undecided(from: member(open))
      } else {
        places[index] = .alike(to: member(ahead[0]))
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

  /// Where one objective decides, or one choice is all of the set: the best, and all that it is not
  /// ahead of; the best first.
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

/// By what one candidate is ahead of another, where that matters.
private struct Lead {
  let values: [[Double?]]
  private let goal: Goal
  private let candidates: [GoalCandidate]

  init(_ goal: Goal, _ candidates: [GoalCandidate]) {
    self.goal = goal
    self.candidates = candidates
    values = candidates.map { candidate in
      goal.objectives.indices.map { goal.value(of: candidate, at: $0) }
    }
  }

  func objectives(of leader: Int, before other: Int) -> [Int] {
    goal.objectives.indices.filter { objective in
      let (own, others) = (values[leader][objective], values[other][objective])
      return goal.objectives[objective].isBetter(own, than: others)
        && goal.objectives[objective].unit.matters(own, from: others)
    }
  }

  /// Whether the seeds show one of them.
  func isShown(of leader: Int, before other: Int) -> Bool {
    objectives(of: leader, before: other).contains { objective in
      goal.differences(at: objective, of: candidates[leader], from: candidates[other])?.isShown
        ?? true
    }
  }

  /// What is ahead of members of a set, and behind them by nothing that matters; itself behind
  /// none, as differences that do not matter may add up to one that does.
  func leaders(among members: [Int]) -> [Int: Int] {
    let rivals = members.map { member in
      members.indices.filter {
        members[$0] != member && isShown(of: members[$0], before: member)
          && objectives(of: member, before: members[$0]).isEmpty
      }
    }
    var leaders: [Int: Int] = [:]
    for (member, own) in zip(members, rivals) {
      leaders[member] = own.first { rivals[$0].isEmpty }.map { members[$0] }
    }
    return leaders
  }
}
