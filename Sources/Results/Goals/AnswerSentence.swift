internal import CacheMetrics
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

  /// What bounds come to, where they are all that the one strategy can be held against; one that is
  /// of other versions or opens, so that the strategy has a better number, says nothing.
  private var boundClauses: [String] {
    guard rows.count == 1 else { return [] }
    return bounds.compactMap { bound in
      let values = goal.objectives.map { objective in objective.value { $0.value(bound.pooled) } }
      let isBeaten = goal.objectives.indices.contains { place in
        goal.objectives[place]
          .isBetter(goal.value(of: candidate(0), at: place), than: values[place])
      }
      let texts = zip(values, goal.objectives).map { Display.text($0, $1.unit) }
        .joined(separator: ", ")
      return isBeaten ? nil : "\(code(bound.label)), a bound, comes to \(texts)"
    }
  }

  private var soleSentence: String {
    let broken = brokenText(0)
    return "\(name(0)) is the only \(noun): \(values(0)) (\(code(goal.text)))"
      + (broken.isEmpty ? "" : ", which it breaks with \(broken)")
      + (candidate(0).harms.isEmpty ? "" : ", and \(harmText(of: 0))")
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
    guard let next = next(behind: best) else { return undecidedSentence(members, tieText) }
    let amount = difference(of: best, from: next, at: 0).map { " by \($0.text)" } ?? ""
    let isAhead = peers.allSatisfy { ranking.isShownAhead($0, of: next) }
    let ahead = isAhead ? ", ahead of" : "; \(name(best)) is ahead of"
    return "\(members) are alike, \(tieText)\(ahead) \(name(next))\(amount) "
      + "(\(code(goal.text)))" + noGain(of: best)
  }

  /// That all that can be taken is alike, or that the seeds do not tell.
  private func undecidedSentence(_ members: String, _ tie: String) -> String {
    let best = ranking.front[0]
    let isOpen = ranking.places.contains(.undecided(from: best))
    return isOpen
      ? "\(NumberText.counted(rows[best].seedCount, "seed")) do not tell these apart in what was "
        + "asked for, \(code(goal.text)): \(members)"
      : "These do not differ in what was asked for, \(code(goal.text)): \(members), \(tie)"
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
    guard let next = next(behind: best) ?? uncached else {
      return ranking.eligible.count == 1 ? ", the only one that can be taken" : ""
    }
    let other = next == uncached ? Self.cachesNothing : noGain(of: best)
    guard let difference = difference(of: best, from: next, at: 0) else {
      return ", ahead of \(name(next)) (\(value(next, at: 0)))\(other)"
    }
    return ", \(difference.text) \(difference.isMore ? "more" : "less") than \(name(next))\(other)"
  }

  /// The first that caches nothing and keeps the constraints; nil: none does.
  var uncached: Int? { rows.indices.first { ranking.places[$0] == .uncached } }

  private static let cachesNothing = ", which caches nothing"

  /// That what is ahead of other caches is not ahead of none.
  private func noGain(of best: Int) -> String {
    guard let uncached, !ranking.isShownAhead(best, of: uncached) else { return "" }
    let words = ranking.isShownAhead(uncached, of: best) ? "worse" : "no better"
    return ", but \(words) than \(name(uncached))\(Self.cachesNothing)"
  }

  /// That the only one that can be taken is no better than no cache; nil: it is, or several can be.
  var uselessSentence: String? {
    guard let best = ranking.front.first, goal.objectives.count == 1, ranking.eligible.count == 1,
      let uncached, !ranking.isShownAhead(best, of: uncached)
    else { return nil }
    let words = ranking.isShownAhead(uncached, of: best) ? "worse" : "no better"
    return "Caching gains nothing in what was asked for, \(code(goal.text)): \(name(best)) "
      + "(\(value(best, at: 0))), the only one that can be taken, is \(words) than "
      + "\(name(uncached)) (\(value(uncached, at: 0)))\(Self.cachesNothing)"
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
      let alike = ranking.places.indices.filter { ranking.places[$0] == .alike(to: index) }
      let names = NameList.text(([index] + alike).map(name), "or")
      return "\(names) (\(values(index)))"
    }
    let metrics = goal.objectives.map { code($0.name) }.joined(separator: ", ")
    if members.count == 1 { return soleMemberSentence(metrics) }
    func behind(_ start: String, _ kind: GoalRanking.Place.Kind, _ word: String) -> String {
      let texts = ranking.places.indices.filter { ranking.places[$0].kind == kind }.compactMap {
        index in
        ranking.places[index].leader.map { "\(name(index)) \(word) \(name($0))" }
      }
      return texts.isEmpty ? "" : start + list(texts)
    }
    return "No \(noun) is best in all of \(metrics)\(limits); the Pareto set: \(list(members))"
      + behind("; dominated: ", .dominated, "by")
      + behind("; the seeds do not tell ", .undecided, "from")
  }

  private var limits: String {
    goal.constraints.isEmpty ? "" : " with \(list(goal.constraints.map { code($0.text) }))"
  }

  /// What is best by all objectives: by how much at those that decide, and what it costs at others.
  private func soleMemberSentence(_ metrics: String) -> String {
    let best = ranking.front[0]
    let members = ranking.peers.map { "\(name($0)) (\(values($0)))" }
    let tie = "by less than matters or than the seeds can show"
    if members.count > 1, members.count == ranking.eligible.count {
      return undecidedSentence(list(members), tie)
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
      members.count == 1 ? "Take \(members[0]): " : "\(list(members)) are alike, \(tie); "
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
