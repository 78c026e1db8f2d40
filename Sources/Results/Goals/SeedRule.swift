internal import CacheMetrics
internal import SimCore

/// When a run to which seeds are added has enough of them: what its answer says is known as
/// precisely as wanted, or more seeds would not help.
///
/// It is a sequential confidence interval of fixed width (Y. S. Chow and H. Robbins, "On the
/// asymptotic theory of fixed-width sequential confidence intervals for the mean", Annals of
/// Mathematical Statistics 36(2), 1965). Few seeds that are alike by chance would end it too soon,
/// so that its intervals cover less often than those of seeds whose number was fixed; with a least
/// number of seeds it is less often by a few points.
package struct SeedRule: Sendable {
  package enum End: Hashable, Sendable {
    case precise
    case limited
    /// Nothing has an interval.
    case unknown
  }

  /// Fewer are not trusted, unless the limit is lower.
  package static let fewest = 5
  /// Where no limit is given.
  package static let usualLimit = 40

  /// Half the width of the interval, in parts of the number that it is held against.
  package let wanted: Double
  package let limit: Int
  /// How many seeds the run begins with, and adds each time.
  package let step: Int

  /// - Precondition: the step is at least 1 and at most the limit.
  package init(wanted: Double, limit: Int, step: Int) {
    precondition(1...limit ~= step)
    (self.wanted, self.limit, self.step) = (wanted, limit, step)
  }

  /// Why no more are added to so many seeds; nil: more are. `reach` is nil where nothing has an
  /// interval.
  package func end(at count: Int, reach: Double?) -> End? {
    guard count >= min(Self.fewest, limit) else { return nil }
    guard let reach else { return .unknown }
    return reach <= wanted ? .precise : count >= limit ? .limited : nil
  }

  package func next(after count: Int) -> Int { min(max(count + step, Self.fewest), limit) }

  /// Why no more are added to a run's seeds, as a phrase for its head; nil: more are.
  ///
  /// Of several answers the least precise decides, of those that have an interval.
  package func phrase(on result: RunResult) -> String? {
    let seeds = NumberText.counted(result.seeds.count, "seed")
    if result.isSameUnderAllSeeds { return "\(seeds), and no more: all give the same numbers" }
    let told = result.answers.map { ($0.title, $0.answer?.precision) }
    var known: [(title: String?, precision: AnswerPrecision)] = []
    for case (let title, let precision?) in told { known.append((title, precision)) }
    let least = known.max { $0.precision.reach < $1.precision.reach }
    guard let end = end(at: result.seeds.count, reach: least?.precision.reach) else { return nil }
    let share = "\(NumberText.decimal(wanted * 100, places: 4)) %"
    guard let least else {
      return "\(seeds), and no more: nothing that the answer says has an interval to be held to "
        + share
    }
    let place = least.title.map { " at '\($0)'" } ?? ""
    let others = told.count - known.count
    return "\(seeds), \(end == .precise ? "enough for" : "the limit, too few for") \(share): "
      + "\(least.precision.subject)\(place) is known to "
      + "±\(NumberText.short(least.precision.reach * 100)) % of \(least.precision.base)"
      + (others > 0 ? "; \(others) of \(told.count) answers have no interval" : "")
  }
}

/// How precisely the number is known that an answer rests on.
package struct AnswerPrecision: Sendable {
  /// What has the interval, in words.
  package let subject: String
  /// The number that the interval is held against, in words.
  package let base: String
  /// Half the width of the 95 % interval, in parts of the base.
  package let reach: Double
}

extension GoalAnswer {
  /// What it rests on: what is taken first, and what the answer's command compares that with, or
  /// what caches nothing where nothing else can be taken; no other where there is neither. Nil:
  /// nothing is taken.
  var basis: (best: GoalCandidate, other: GoalCandidate?)? {
    ranking.front.first.map { (candidate($0), (rival ?? uncached).map(candidate)) }
  }

  /// By the first objective, of the difference between the two that the answer rests on: in parts
  /// of the number of the other, of what is taken where that is 0. Without another, of the number
  /// of what is taken. Nil: nothing is taken, or there is no interval.
  package var precision: AnswerPrecision? {
    guard let (best, other) = basis else { return nil }
    let interval = other.map {
      goal.differences(at: 0, of: best, from: $0)?.differenceInterval
    }
    let bases = [other ?? best, best]
    let base = bases.first { goal.value(of: $0, at: 0) != 0 } ?? bases[0]
    guard let half = (interval ?? goal.interval(of: best, at: 0))?.halfWidth,
      let value = goal.value(of: base, at: 0), half == 0 || value != 0
    else { return nil }
    let name = goal.objectives[0].name
    func quoted(_ candidate: GoalCandidate) -> String { "'\(candidate.title)'" }
    return AnswerPrecision(
      subject: other.map { "the difference in \(name) between \(quoted(best)) and \(quoted($0))" }
        ?? "\(name) of \(quoted(best))",
      base: "the \(Display.text(value, goal.objectives[0].unit)) of \(quoted(base))",
      reach: half == 0 ? 0 : half / abs(value))
  }
}
