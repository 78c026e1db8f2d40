internal import Results

/// What simulations tell about settings that are searched: their order, which are shown to be
/// worse, and what few seeds let expect of all.
extension Goal {
  /// The places of candidates, the best first: layers of Pareto sets among those that can be taken,
  /// then the others by how far they are beyond the constraints, and of equals by the objectives.
  /// - Complexity: O(n log n) for one objective, O(n²) for several.
  func order(of candidates: [GoalCandidate]) -> [Int] {
    func values(_ place: Int) -> [Double?] {
      objectives.indices.map { value(of: candidates[place], at: $0) }
    }
    let isFeasible = candidates.map { isOpen($0) && broken(by: $0).isEmpty }
    let others = candidates.indices.filter { !isFeasible[$0] }
      .map { place in
        let excess = isOpen(candidates[place]) ? excess(of: candidates[place]) : .infinity
        return (place: place, excess: excess, values: values(place))
      }
      .sorted { left, right in
        if left.excess != right.excess { return left.excess < right.excess }
        return isBefore(left.values, right.values) ?? (left.place < right.place)
      }
    var rest = candidates.indices.filter { isFeasible[$0] }
      .map { (place: $0, values: values($0)) }
      .sorted { isBefore($0.values, $1.values) ?? ($0.place < $1.place) }
    guard objectives.count > 1 else { return rest.map(\.place) + others.map(\.place) }
    var order: [Int] = []
    while !rest.isEmpty {
      // What is ahead of a setting stands before it: it is enough to look at the layer so far.
      var layer: [(place: Int, values: [Double?])] = []
      for entry in rest where !layer.contains(where: { isAhead($0.values, of: entry.values) }) {
        layer.append(entry)
      }
      order += layer.map(\.place)
      let places = Set(layer.map(\.place))
      rest.removeAll { places.contains($0.place) }
    }
    return order + others.map(\.place)
  }

  /// Whether a candidate caches and does no harm: no other is ever taken.
  private func isOpen(_ candidate: GoalCandidate) -> Bool {
    candidate.harms.isEmpty && !candidate.isUncached
  }

  /// How far beyond a limit few seeds may be, as a part of it, where more of them may still bring a
  /// setting back: a tenth. A convention.
  private static let doubt = 0.1

  /// Whether the seeds show that a setting is worse in every objective, or breaks a constraint that
  /// the other keeps.
  func isShownWorse(_ candidate: GoalCandidate, than best: GoalCandidate) -> Bool {
    let isFeasible = broken(by: candidate).isEmpty
    guard isFeasible else { return broken(by: best).isEmpty && excess(of: candidate) > Goal.doubt }
    guard best.seeds.count > 1 else { return false }
    return objectives.indices.allSatisfy { index in
      let numbers = numbers(at: index, of: best, from: candidate)
      guard let differences = PairedDifferences(numbers) else {
        return numbers.isShown
          && objectives[index].isBetter(
            value(of: best, at: index), than: value(of: candidate, at: index))
      }
      return differences.isShown && objectives[index].isBetter(differences.mean, than: 0)
    }
  }

  /// What a candidate with few seeds would come to under all seeds of another one: the other's
  /// values, moved by the mean difference under the seeds that both have. Under a seed all settings
  /// meet the same random numbers, so that a difference varies less than a value (the method of
  /// control variates, Glasserman, "Monte Carlo methods in financial engineering", section 4.1).
  /// A value without a finite difference stays as it is.
  func expected(_ candidate: GoalCandidate, beside finished: GoalCandidate) -> GoalCandidate {
    var expected = candidate
    for place in candidate.pooled.indices {
      let pairs = zip(candidate.seeds, finished.seeds).map { ($0[place], $1[place]) }
      var sum = 0.0
      for case (let own?, let others?) in pairs { sum += own - others }
      let isDefined = !pairs.isEmpty && pairs.allSatisfy { $0.0 != nil && $0.1 != nil }
      guard isDefined, sum.isFinite, let base = finished.pooled[place], base.isFinite else {
        continue
      }
      expected.pooled[place] = base + sum / Double(pairs.count)
    }
    return expected
  }
}
