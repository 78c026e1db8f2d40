package import CacheMetrics

/// For how many people one strategy is ahead of another, by a number of each: a person is a device
/// under a seed, which meets the same workload and network under both.
package struct PeopleComparison: Sendable, Hashable {
  package private(set) var ahead = 0
  /// Whose numbers differ by less than matters.
  package private(set) var alike = 0
  /// All who have the number under both.
  package private(set) var count = 0

  /// Fewer people are told one by one, and not as a share: assumption.
  package static let leastCount = 8

  /// - Complexity: O(people).
  package init(
    of row: StrategyResult, from other: StrategyResult, at quantity: PersonQuantity,
    isAhead: (_ own: Double, _ other: Double) -> Bool?
  ) {
    for (run, base) in zip(row.runs, other.runs) where run.seed == base.seed {
      let others = base.aggregates.people.people
      for (person, theirs) in zip(run.aggregates.people.people, others)
      where person.device == theirs.device {
        guard let own = quantity.value(person), let value = quantity.value(theirs) else { continue }
        count += 1
        switch isAhead(own, value) {
        case true?: ahead += 1
        case false?: break
        case nil: alike += 1
        }
      }
    }
  }
}
