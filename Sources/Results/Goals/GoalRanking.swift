internal import CacheMetrics

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

    /// A place without the candidates or constraints that make it one, as files have it.
    package enum Kind: String, Sendable {
      case front, undecided, alike, dominated, infeasible, harmful, undefined, uncached
    }

    package var kind: Kind {
      switch self {
      case .front: .front
      case .undecided: .undecided
      case .alike: .alike
      case .dominated: .dominated
      case .infeasible: .infeasible
      case .harmful: .harmful
      case .undefined: .undefined
      case .uncached: .uncached
      }
    }

    /// The candidate that is ahead of it; nil: none is.
    package var leader: Int? {
      switch self {
      case .undecided(let leader), .alike(let leader), .dominated(let leader): leader
      default: nil
      }
    }
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
    let yielding = byWhatMatters && goal.objectives.count > 1 ? lead.yielding(among: whole) : [:]
    for index in whole { places[index] = yielding[index] ?? .front }
    front = whole.filter { yielding[$0] == nil }
    for index in eligible where places[index] == nil {
      let ahead = whole.filter { goal.isAhead(values[$0], of: values[index]) }
      // Of several with the same number of one objective the first stands for all.
      let member = { (leader: Int) in
        goal.objectives.count == 1 ? whole[0] : yielding[leader]?.leader ?? leader
      }
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
    places.indices.filter { ![.infeasible, .harmful, .undefined].contains(places[$0].kind) }
  }

  var eligible: [Int] { feasible.filter { places[$0] != .uncached } }

  /// The one that is nearest to keeping all constraints; nil: there is none.
  package var nearest: Int? { byDistance.first }

  /// Those that cache and do no harm, the nearest to keeping all constraints first: by how far each
  /// is beyond its worst one, and of equals by the objectives.
  package var byDistance: [Int] {
    let isCaching = candidates.contains { !$0.isUncached }
    return candidates.indices
      .filter { candidates[$0].harms.isEmpty && (!isCaching || !candidates[$0].isUncached) }
      .map { index in
        (
          index: index, excess: goal.excess(of: candidates[index]),
          values: goal.values(of: candidates[index])
        )
      }
      .sorted { left, right in
        if left.excess != right.excess { return left.excess < right.excess }
        return goal.isBefore(left.values, right.values) ?? (left.index < right.index)
      }.map(\.index)
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

  /// At which objectives a candidate is ahead of another, by as much as matters.
  package func leads(of leader: Int, before other: Int) -> [Int] {
    Lead(goal, candidates).objectives(of: leader, before: other)
  }

  /// Whether the seeds show one of these.
  func isShownAhead(_ leader: Int, of other: Int) -> Bool {
    Lead(goal, candidates).isShown(of: leader, before: other)
  }

  /// Whether the objective tells any that could be taken from the best.
  package var tellsApart: Bool { places.contains { $0.kind == .dominated } }
}

/// By what one candidate is ahead of another, where that matters.
private struct Lead {
  let values: [[Double?]]
  private let goal: Goal
  private let candidates: [GoalCandidate]

  init(_ goal: Goal, _ candidates: [GoalCandidate]) {
    self.goal = goal
    self.candidates = candidates
    values = candidates.map(goal.values)
  }

  func objectives(of leader: Int, before other: Int) -> [Int] {
    goal.objectives.indices.filter { objective in
      let (own, others) = (values[leader][objective], values[other][objective])
      return goal.objectives[objective].isBetter(own, than: others)
        && goal.smallestDifference(at: objective).isReached(from: others, by: own)
    }
  }

  /// Whether the seeds show one of them.
  func isShown(of leader: Int, before other: Int) -> Bool {
    objectives(of: leader, before: other).contains { objective in
      goal.numbers(at: objective, of: candidates[leader], from: candidates[other]).isShown
    }
  }

  /// The members of a set that give way to another one, before which they are ahead by nothing that
  /// matters. That one gives way to none, as differences that do not matter may add up to one that
  /// does.
  func yielding(among members: [Int]) -> [Int: GoalRanking.Place] {
    var given: [Int: GoalRanking.Place] = [:]
    func settle(
      _ isBehind: (_ member: Int, _ other: Int) -> Bool, _ place: (Int) -> GoalRanking.Place
    ) {
      let left = members.filter { given[$0] == nil }
      let rivals = left.map { member in
        left.filter { other in
          other != member && objectives(of: member, before: other).isEmpty
            && isBehind(member, other)
        }
      }
      let isLeading = Set(zip(left, rivals).filter { $1.isEmpty }.map { $0.0 })
      for (member, own) in zip(left, rivals) {
        given[member] = own.first(where: isLeading.contains).map(place)
      }
    }
    settle({ isShown(of: $1, before: $0) }, GoalRanking.Place.dominated)
    settle({ !objectives(of: $1, before: $0).isEmpty }, GoalRanking.Place.undecided)
    // Of those that are alike, the first of the set stays.
    let order = Dictionary(uniqueKeysWithValues: zip(members, members.indices))
    settle(
      { member, other in
        objectives(of: other, before: member).isEmpty && order[other] ?? 0 < order[member] ?? 0
      }, GoalRanking.Place.alike)
    return given
  }
}
