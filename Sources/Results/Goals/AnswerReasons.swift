internal import CacheMetrics
internal import SimCore

/// What stands behind an answer: what is excluded and why, what the seeds leave open, and in what
/// else the alike differ.
extension GoalAnswer {
  /// In what else those differ that the objective does not tell apart; nil: there are none.
  var differenceSentence: String? {
    let peers = goal.objectives.count == 1 || ranking.front.count == 1 ? ranking.peers : []
    guard peers.count > 1 else { return nil }
    let asked = goal.metrics.map(\.name)
    var found: [(ratio: Double, text: String)] = []
    for metric in headlines(of: peers)
    where metric.better != .neither && !asked.contains(metric.name) {
      let values = peers.compactMap { rows[$0].pooled(metric) }.filter(\.isFinite)
      guard values.count == peers.count, let least = values.min(), let most = values.max(),
        let low = values.firstIndex(of: least), let high = values.firstIndex(of: most),
        PairedNumbers(at: metric, of: rows[peers[high]], from: rows[peers[low]]).isShown
      else { continue }
      let smallest = goal.smallestDifference(at: metric)
      guard smallest.isReached(from: least, by: most) else { continue }
      let ends = [(least, low), (most, high)].map { value, place in
        "\(Display.text(value, metric.unit)) under \(name(peers[place]))"
      }
      found.append(
        (
          (most - least) / smallest.size(from: least),
          "\(code(metric.name)), \(ends.joined(separator: ", "))"
        ))
    }
    guard !found.isEmpty else {
      return "What is alike in that does not differ by as much as matters in anything that the "
        + "table has."
    }
    // The sort is stable for equal ratios by the table's order.
    let order = found.indices.sorted {
      (-found[$0].ratio, $0) < (-found[$1].ratio, $1)
    }
    let most = order.prefix(Self.mostDifferences).map { found[$0].text }
    return "Those that are alike differ most in \(most.joined(separator: "; "))."
  }

  private func headlines(of peers: [Int]) -> [Metric] {
    Headline.standard(for: nil) { metric in peers.compactMap { rows[$0].pooled(metric) }.max() }
      .map(\.metric)
  }

  private static let mostDifferences = 3

  /// For how many people the one to be taken is ahead of the next; nil: none is to be taken, people
  /// are few, or have no number of what was asked for.
  var peopleSentence: String? {
    guard ranking.peers.count == 1, uselessSentence == nil, let best = ranking.front.first,
      let next = next(behind: best) ?? uncached, let row = rows[best].row,
      let other = rows[next].row,
      let quantity = goal.objectives[0].single.flatMap(PersonQuantity.init(of:))
    else { return nil }
    let people = PeopleComparison(of: row, from: other, at: quantity) { own, theirs in
      goal.smallestDifference(at: 0).isReached(from: theirs, by: own)
        ? goal.objectives[0].isBetter(own, than: theirs) : nil
    }
    guard people.count >= PeopleComparison.leastCount else { return nil }
    let part =
      people.ahead == people.count ? "all \(people.count)" : "\(people.ahead) of \(people.count)"
    let alike =
      people.alike == 0 ? "" : "; \(people.alike) \(people.alike == 1 ? "is" : "are") alike"
    return "For \(part) people \(name(best)) \(quantity.advantage) than \(name(next))\(alike)."
  }

  var otherSentence: [String] {
    guard !others.isEmpty else { return [] }
    return [
      "The decision is between \(rows.count) of the \(rows.count + others.count); "
        + "\(list(others.map { code($0.label) })) \(others.count == 1 ? "stands" : "stand") "
        + "beside it."
    ]
  }

  /// Who is never taken, whatever it saves.
  var harmSentences: [String] {
    rows.indices.filter { ranking.places[$0] == .harmful }.map { index in
      "\(name(index)) is no candidate: \(harmText(of: index))."
    }
  }

  func harmText(of index: Int) -> String {
    list(
      candidate(index).harms.map { harm in
        let metric = MetricCatalog.known(harm)
        let value = Display.text(rows[index].pooled(metric), metric.unit)
        return "\(GoalCandidate.words(of: harm)) (\(value) \(code(harm)))"
      })
  }

  var excludedSentences: [String] {
    var sentences: [String] = []
    let broken = rows.indices.filter { ranking.places[$0].kind == .infeasible }
    if !broken.isEmpty {
      let facts = broken.map { "\(name($0)) with \(brokenText($0))" }
      let more = facts.count - Self.mostNamed
      sentences.append(
        "Excluded by \(constraintText): "
          + facts.prefix(Self.mostNamed).joined(separator: "; ")
          + (more > 0 ? "; and \(more) more." : "."))
    } else if !goal.constraints.isEmpty, isComplete {
      sentences.append(keptSentence)
    }
    let uncached = rows.indices.filter { ranking.places[$0] == .uncached }.map(name)
    if !uncached.isEmpty {
      sentences.append(
        list(uncached)
          + (uncached.count == 1
            ? " caches nothing and is no candidate." : " cache nothing and are no candidates."))
    }
    return sentences
  }

  private static let mostNamed = 8

  /// That none breaks a constraint, as surely as the seeds tell it.
  private var keptSentence: String {
    let caching = rows.indices.filter { ranking.places[$0] != .uncached }.map(candidate)
    let isSure = goal.constraints.allSatisfy { constraint in
      !caching.contains { goal.isOpen(constraint, of: $0) }
    }
    let all = noun == "value" ? "values" : "strategies"
    return isSure
      ? "All \(all) keep \(constraintText)."
      : "The means of all \(all) are within \(constraintText)."
  }

  /// Whether the chosen one may break a constraint under other seeds.
  var doubtSentence: String? {
    let doubts = ranking.front.flatMap { index in
      goal.constraints.filter { goal.isOpen($0, of: candidate(index)) }.map { constraint in
        "whether \(name(index)) keeps \(code(constraint.text)) "
          + "(\(goal.text(of: candidate(index), at: constraint.metric)))"
      }
    }
    return doubts.isEmpty ? nil : "These seeds do not tell \(list(doubts)): run more."
  }

  var constraintText: String { list(goal.constraints.map { code($0.text) }) }

  func brokenText(_ index: Int) -> String {
    list(
      goal.broken(by: candidate(index)).map { place in
        let constraint = goal.constraints[place]
        return goal.text(of: candidate(index), at: constraint.metric)
          + " \(code(constraint.metric.name))"
          + (goal.isOpen(constraint, of: candidate(index))
            ? ", which these seeds cannot tell from the limit" : "")
      })
  }
}
