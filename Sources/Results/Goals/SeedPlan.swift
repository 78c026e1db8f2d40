internal import CacheMetrics

/// With how many seeds the 95 % interval of an objective is as narrow as wanted.
///
/// The spread between the seeds that were run is taken as that of any number of seeds, so that half
/// the width goes with t·s/√n (A. M. Law, "Simulation Modeling and Analysis", 5th ed., 2015,
/// section 9.4.1, on means of a wanted relative precision).
package struct SeedPlan: Sendable {
  package struct Need: Sendable {
    package var title: String
    /// With all seeds pooled; of a difference the mean over seeds.
    package var value: Double?
    package var interval: ConfidenceInterval?
    /// Half the interval's width, in parts of the value; of a difference in parts of the mean of
    /// what is compared with. Nil: not known, as one seed has no finite value, or all have 0.
    package var reach: Double?
    /// The least number of seeds with which the reach is as wanted; nil: more than `most`, or the
    /// reach is not known.
    package var seeds: Int?
  }

  /// The least number of seeds whose spread tells anything of more.
  package static let fewestSeeds = 3
  package static let most = 1_000

  package let objective: MetricObjective
  package let wanted: Double
  /// What competes, in order.
  package let rows: [Need]
  /// What the answer rests on, as `--until` has it; nil: there is no difference.
  package let difference: Need?

  package init(_ answer: GoalAnswer, reach wanted: Double) {
    let (goal, candidates) = (answer.goal, answer.ranking.candidates)
    objective = goal.objectives[0]
    self.wanted = wanted
    rows = candidates.map { candidate in
      let value = goal.value(of: candidate, at: 0)
      return Self.need(candidate.title, value, wanted, of: value) {
        goal.interval(of: candidate, at: 0, as: $0)
      }
    }
    guard let (best, other) = answer.basis, let other else {
      difference = nil
      return
    }
    let numbers = goal.numbers(at: 0, of: other, from: best)
    let differences = PairedDifferences(numbers)
    let means = [numbers.pairs.compactMap(\.value), numbers.pairs.compactMap(\.base)].map {
      $0.reduce(0, +) / Double($0.count)
    }
    difference = Self.need(
      "\(other.title) less \(best.title)", differences?.mean, wanted,
      of: means.first { $0 != 0 }
    ) { count in differences.flatMap { ConfidenceInterval(of: $0.values, as: count) } }
  }

  package var needs: [Need] { rows + (difference.map { [$0] } ?? []) }

  private static func need(
    _ title: String, _ value: Double?, _ wanted: Double, of base: Double?,
    _ interval: (_ count: Int?) -> ConfidenceInterval?
  ) -> Need {
    func reach(_ count: Int?) -> Double? {
      guard let base, base != 0, base.isFinite else { return nil }
      return interval(count).map { $0.halfWidth / abs(base) }
    }
    let own = reach(nil)
    return Need(
      title: title, value: value, interval: interval(nil), reach: own,
      seeds: own.flatMap { _ in (2...most).first { reach($0) ?? .infinity <= wanted } })
  }
}
