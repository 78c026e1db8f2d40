internal import Measurement
internal import SimCore

/// The one sentence that answers: what to take, by how much it is ahead, and what that hangs on.
extension GoalAnswer {
  package var sentence: String {
    let answer =
      rows.count == 1
      ? soleSentence
      : ranking.front.isEmpty
        ? infeasibleSentence : goal.objectives.count == 1 ? bestSentence : frontSentence
    let clauses = ([answer] + boundClauses + hangsOn).joined(separator: "; ")
    return (subject.map { "\(code($0)): " } ?? "") + clauses + "."
  }

  /// What bounds come to, where they are all that the one strategy can be held against.
  private var boundClauses: [String] {
    guard rows.count == 1 else { return [] }
    return bounds.map { bound in
      let values = goal.objectives.map { objective in
        Display.text(objective.value { $0.value(bound.pooled) }, objective.unit)
      }
      return "\(code(bound.label)), a bound, comes to \(values.joined(separator: ", "))"
    }
  }

  private var soleSentence: String {
    let values = goal.objectives.indices.map { value(0, at: $0) }.joined(separator: ", ")
    let broken = brokenText(0)
    return "\(name(0)) is the only \(noun): \(values) (\(code(goal.text)))"
      + (broken.isEmpty ? "" : ", which it breaks with \(broken)")
  }

  private var bestSentence: String {
    if let uselessSentence { return uselessSentence }
    if let amount { return "Take \(name(ranking.peers[0])): \(amount) (\(code(goal.text)))" }
    let peers = ranking.peers
    let best = peers[0]
    let texts = peers.map { value($0, at: 0) }
    let members =
      texts.allSatisfy { $0 == texts[0] }
      ? "\(list(peers.map(name))) (\(texts[0]))"
      : list(zip(peers, texts).map { "\(name($0)) (\($1))" })
    guard let next = next(behind: best) else {
      return "These do not differ in what was asked for, \(code(goal.text)): \(members), \(tieText)"
    }
    let amount = difference(of: best, from: next, at: 0).map { " by \($0.text)" } ?? ""
    return "\(members) are alike, \(tieText), ahead of \(name(next))\(amount) (\(code(goal.text)))"
  }

  /// What the one to be taken has, and by how much it is ahead; nil: several are to be, or several
  /// objectives decide.
  var amount: String? {
    let peers = ranking.peers
    guard goal.objectives.count == 1, rows.count > 1, peers.count == 1, uselessSentence == nil
    else { return nil }
    return value(peers[0], at: 0) + lead(of: peers[0])
  }

  /// By how much the best of a single objective is ahead of the next one, or of no cache where
  /// nothing else competes.
  private func lead(of best: Int) -> String {
    let uncached = rows.indices.filter { ranking.places[$0] == .uncached }
    guard let next = next(behind: best) ?? uncached.first else {
      return ranking.eligible.count == 1 ? ", the only one that can be taken" : ""
    }
    let other = ranking.places[next] == .uncached ? Self.cachesNothing : ""
    // Ahead of other caches it may still be behind none at all.
    let rest = uncached.first { $0 != next && !isWorse($0, than: best) }.map {
      ", but no better than \(name($0))\(Self.cachesNothing)"
    }
    guard let difference = difference(of: best, from: next, at: 0) else {
      return ", ahead of \(name(next)) (\(value(next, at: 0)))\(other)\(rest ?? "")"
    }
    return ", \(difference.text) \(difference.isMore ? "more" : "less") than \(name(next))"
      + other + (rest ?? "")
  }

  private static let cachesNothing = ", which caches nothing"

  /// That the one that can be taken is no better than no cache; nil: it is, or several can be taken.
  private var uselessSentence: String? {
    guard let best = ranking.front.first, goal.objectives.count == 1, ranking.eligible.count == 1,
      let uncached = rows.indices.first(where: { ranking.places[$0] == .uncached }),
      !isWorse(uncached, than: best), !isWorse(best, than: uncached)
    else { return nil }
    return "Caching gains nothing in what was asked for, \(code(goal.text)): \(name(best)) "
      + "(\(value(best, at: 0))), the only one that can be taken, is no better than "
      + "\(name(uncached)) (\(value(uncached, at: 0)))\(Self.cachesNothing)"
  }

  /// Whether one is behind another at the only objective, by as much as matters and as the seeds
  /// show.
  private func isWorse(_ index: Int, than other: Int) -> Bool {
    let values = [index, other].map { goal.value(of: candidate($0), at: 0) }
    return goal.objectives[0].isBetter(values[1], than: values[0])
      && goal.smallestDifference(at: 0).isReached(from: values[0], by: values[1])
      && goal.differences(at: 0, of: candidate(other), from: candidate(index))?.isShown ?? true
  }

  /// A difference without its sign, with its interval; nil where it has no finite number.
  private func difference(
    of index: Int, from other: Int, at objective: Int
  ) -> (text: String, isMore: Bool)? {
    let differences = goal.differences(
      at: objective, of: candidate(index), from: candidate(other))
    guard let differences else { return nil }
    let isMore = differences.difference > 0
    let interval = differences.differenceInterval.map { isMore ? $0 : $0.negated }
    let text = Display.difference(
      abs(differences.difference), within: interval, goal.objectives[objective].unit)
    return (text, isMore)
  }

  /// Why the best is not ahead of others.
  private var tieText: String {
    let best = ranking.peers[0]
    let others = ranking.peers.dropFirst()
    var reasons: [String] = []
    if others.contains(where: { ranking.places[$0] == .undecided(from: best) }) {
      reasons.append(
        "no difference that \(NumberText.counted(rows[best].seedCount, "seed")) can show")
    }
    if others.contains(where: { ranking.places[$0] == .alike(to: best) }) {
      let smallest = goal.smallestDifference(at: 0)
      reasons.append("less than \(smallest.text(goal.objectives[0].unit)) apart")
    }
    return reasons.isEmpty ? "the same number" : reasons.joined(separator: " or ")
  }

  private var frontSentence: String {
    let members = ranking.front.map { index in
      let values = goal.objectives.indices.map { value(index, at: $0) }
      return "\(name(index)) (\(values.joined(separator: ", ")))"
    }
    let metrics = goal.objectives.map { code($0.name) }.joined(separator: ", ")
    if members.count == 1 { return soleMemberSentence(members[0], metrics) }
    let dominated = ranking.places.indices.compactMap { index -> String? in
      switch ranking.places[index] {
      case .dominated(let by): "\(name(index)) by \(name(by))"
      case .undecided(let from):
        "\(name(index)) by \(name(from)), by less than these seeds can show"
      case .alike(let to): "\(name(index)) by \(name(to)), by less than matters"
      default: nil
      }
    }
    return "No \(noun) is best in all of \(metrics)\(limits); the Pareto set: \(list(members))"
      + (dominated.isEmpty ? "" : "; dominated: \(list(dominated))")
  }

  private var limits: String {
    goal.constraints.isEmpty ? "" : " with \(list(goal.constraints.map { code($0.text) }))"
  }

  /// What is best by all objectives: by how much at those that decide, and what it costs at others.
  private func soleMemberSentence(_ member: String, _ metrics: String) -> String {
    let best = ranking.front[0]
    let alike = ranking.alike(best).map { index in
      let values = goal.objectives.indices.map { value(index, at: $0) }
      return "\(name(index)) (\(values.joined(separator: ", ")))"
    }
    let tie = "by less than matters or than the seeds can show"
    if !alike.isEmpty, alike.count == ranking.eligible.count - 1 {
      return "These do not differ in what was asked for, \(code(goal.text)): "
        + "\(list([member] + alike)), \(tie)"
    }
    var clauses = ["no other is better by as much as matters in any of \(metrics)\(limits)"]
    if let next = next(behind: best) {
      let leads = ranking.leads(of: best, before: next).compactMap { objective in
        difference(of: best, from: next, at: objective).map {
          "\($0.text) of \(code(goal.objectives[objective].name))"
        }
      }
      if !leads.isEmpty { clauses.insert("ahead of \(name(next)) by \(list(leads))", at: 0) }
      clauses += savings(of: next, before: best)
    }
    let taken =
      alike.isEmpty ? "Take \(member): " : "\(list([member] + alike)) are alike, \(tie); "
    return taken + clauses.joined(separator: "; ")
  }

  /// In what the next one is better, by less than matters.
  private func savings(of next: Int, before best: Int) -> [String] {
    let parts = goal.objectives.indices.compactMap { index -> String? in
      let objective = goal.objectives[index]
      let (own, others) = (
        goal.value(of: candidate(next), at: index), goal.value(of: candidate(best), at: index)
      )
      guard objective.isBetter(own, than: others), let own, let others, own.isFinite, others > 0,
        let amount = difference(of: next, from: best, at: index)
      else { return nil }
      let share = (others - own) / others
      let isSaving = objective.direction == .minimise && objective.unit != .ratio
      // What reads as nothing is not told.
      guard abs(share) >= 0.001 else { return nil }
      return isSaving
        ? "\(Display.share(share)) of \(code(objective.name))"
        : "\(amount.text) of \(code(objective.name))"
    }
    return parts.isEmpty ? [] : ["\(name(next)) is better by \(list(parts)), less than matters"]
  }

  private var infeasibleSentence: String {
    if ranking.places.allSatisfy({ $0 == .harmful || $0 == .uncached }) {
      return "No \(noun) that caches can be taken" + uncachedText
    }
    let nearest = ranking.byDistance.prefix(Self.mostNearest)
    guard !nearest.isEmpty, !goal.constraints.isEmpty else {
      return "No \(noun) that caches has a value of "
        + "\(list(goal.objectives.map { code($0.name) }))" + uncachedText
    }
    let texts = nearest.map { index in
      let broken = brokenText(index)
      return name(index) + (broken.isEmpty ? "" : " with \(broken)")
    }
    return "No \(noun) that caches keeps \(constraintText); the nearest "
      + (texts.count == 1 ? "is \(texts[0])" : "are \(texts.joined(separator: "; then "))")
      + uncachedText
  }

  /// How many a sentence names that come nearest to the constraints.
  private static let mostNearest = 3

  /// What caching nothing comes to, where no cache keeps the constraints.
  private var uncachedText: String {
    let keeping = rows.indices.filter {
      ranking.places[$0] == .uncached && goal.broken(by: candidate($0)).isEmpty
    }
    guard let first = keeping.first else { return "" }
    return
      goal.constraints.isEmpty
      ? "; \(name(first)), which caches nothing, has \(value(first, at: 0))"
      : "; \(name(first)), which caches nothing, keeps "
        + "\(goal.constraints.count == 1 ? "it" : "them") with \(value(first, at: 0))"
  }
}
