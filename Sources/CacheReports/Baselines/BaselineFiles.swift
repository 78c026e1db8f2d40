internal import Measurement
package import Results
package import SimCore

/// A comparison with a baseline as JSON.
package enum BaselineJSON {
  /// Everything: both runs by name, every move, what is new and gone, and whether it failed.
  package static func json(_ comparison: BaselineComparison) -> JSON {
    .object([
      "scenario": JSON(comparison.new.scenario), "isBroken": JSON(comparison.isBroken),
      "baseline": origin(comparison.old), "run": origin(comparison.new),
      "compared": JSON(comparison.comparedCount),
      "withinTolerance": JSON(comparison.toleratedCount),
      "noiseFloorSeeds": comparison.seedCount.map { JSON($0) } ?? JSON(.null),
      "moves": moves(comparison.moves, in: comparison),
      "seedMoves": moves(comparison.seedMoves, in: comparison),
      "addedStrategies": names(comparison, .newStrategy),
      "vanishedStrategies": names(comparison, .vanishedStrategy),
      "addedMetrics": names(comparison, .newMetric),
      "vanishedMetrics": names(comparison, .vanishedMetric),
      "expectationsNotEvaluated": names(comparison, .vanishedExpectation),
      "otherSeeds": JSON(comparison.differences.filter { $0.kind == .otherSeeds }.map(seeds)),
    ])
  }

  /// The same with what became of the expectations of the later run.
  package static func json(_ check: RunCheck) -> JSON {
    let expectations = check.expectations.map { outcome in
      JSON.object([
        "claim": JSON(outcome.claim), "metric": JSON(outcome.metric),
        "varied": JSON(outcome.varied), "holds": JSON(outcome.holds),
        "isFailure": JSON(outcome.isError), "finding": JSON(outcome.finding),
      ])
    }
    let members = check.comparison.flatMap { json($0).members } ?? []
    return .object(
      members.map { ($0.name, $0.value) } + [("expectations", JSON(expectations))])
  }

  private static func seeds(_ difference: BaselineDifference) -> JSON {
    .object([
      "strategy": JSON(difference.name), "old": JSON(difference.oldSeeds),
      "new": JSON(difference.newSeeds),
    ])
  }

  private static func names(
    _ comparison: BaselineComparison, _ kind: BaselineDifference.Kind
  ) -> JSON {
    JSON(comparison.differences.filter { $0.kind == kind }.map(\.name))
  }

  private static func origin(_ run: StoredRun) -> JSON {
    .object([
      "file": JSON(run.file), "scenario": JSON(run.scenario), "hash": JSON(run.hash),
      "programVersion": JSON(run.programVersion),
    ])
  }

  /// The most important first.
  private static func moves(
    _ moves: [BaselineMove], in comparison: BaselineComparison
  ) -> JSON {
    JSON(BaselineListing.sorted(moves).map { move($0, comparison.isFailure($0)) })
  }

  private static func move(_ move: BaselineMove, _ isFailure: Bool) -> JSON {
    let places = move.metric.unit.places
    let importance = move.importance.isFinite ? move.importance : nil
    return .object([
      "strategy": JSON(move.strategy), "varied": JSON(move.varied), "seed": JSON(move.seed),
      "metric": JSON(move.metric.name), "unit": JSON(move.metric.unit.rawValue),
      "better": JSON(move.metric.better.rawValue), "old": JSON(move.old), "new": JSON(move.new),
      "difference": rounded(move.difference, places: places),
      "relative": rounded(move.relative, places: 6),
      "noiseFloor": rounded(move.noiseWidth, places: places),
      "chance": rounded(move.noise?.chance, places: 6),
      "smallestChange": rounded(move.smallest, places: places),
      "importance": rounded(importance, places: 3), "verdict": JSON(move.verdict.rawValue),
      "standing": JSON(move.standing.rawValue), "isFailure": JSON(isFailure),
    ])
  }

  private static func rounded(_ value: Double?, places: Int) -> JSON {
    guard let value else { return JSON(.null) }
    return JSON(Double(NumberText.decimal(value, places: places)) ?? value)
  }
}
