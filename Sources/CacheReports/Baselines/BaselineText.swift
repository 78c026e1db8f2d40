internal import CacheMetrics
package import Results
package import SimCore

/// A comparison with a baseline in words, for a terminal.
package enum BaselineText {
  /// How many moves are listed unless all are asked for.
  package static let limit = 12

  /// Lines for a terminal: a summary, the moves with the most important first, how many others
  /// there are, what is new and gone.
  package static func terminal(
    _ comparison: BaselineComparison, isWhole: Bool = false, isColored: Bool = false
  ) -> String {
    let listing = BaselineListing(comparison, limit: isWhole ? .max : limit)
    var text = "Baseline of \(comparison.new.scenario): \(summary(comparison))\n"
    text += rows(of: listing.told, isExact: comparison.isExact, isColored: isColored)
    if isWhole {
      for fold in listing.folds {
        text += "  \(fold.moves.count) \(fold.words):\n"
        text += rows(of: fold.moves, isExact: true, isColored: false, indent: "    ")
      }
    } else if listing.foldedCount > 0 {
      text += "  \(listing.foldWords); --all lists them\n"
    }
    text += others(comparison, isWhole: isWhole).map { "  \(TextWidth.printable($0))\n" }.joined()
    return text + note(on: comparison).map { "  \($0)\n" }.joined()
  }

  private static func rows(
    of moves: [BaselineMove], isExact: Bool, isColored: Bool, indent: String = "  "
  ) -> String {
    let cells = moves.map {
      [
        $0.verdict.rawValue, $0.title, $0.metric.name, $0.change(isExact: isExact),
        $0.size(isExact: isExact),
      ]
    }
    return zip(moves, AlignedText.padded(cells, [.left])).map { move, row in
      let word = isColored ? colored(row[0], move.verdict) : row[0]
      let columns = [word] + row[1...(move.difference != nil ? 4 : 3)]
      return "\(indent)\(TextWidth.trimmed(columns.joined(separator: AlignedText.gap)))\n"
    }.joined()
  }

  /// What is not there as it was, and how many numbers moved, in a sentence.
  package static func summary(_ comparison: BaselineComparison) -> String {
    var text = ""
    for kind in BaselineDifference.Kind.allCases {
      let count = comparison.differences.count { $0.kind == kind && comparison.isFailure($0) }
      if count > 0 { text += "\(kind.title(count)): \(count); " }
    }
    let compared = NumberText.counted(comparison.comparedCount, "number")
    let counting = comparison.moves.filter { $0.standing == .counts }
    if comparison.comparedCount == 0 { return text + "no number that both runs have" }
    if comparison.moves.isEmpty && comparison.seedMoves.isEmpty {
      return text + "nothing moved, \(compared) compared"
    }
    guard !counting.isEmpty else {
      let what = comparison.moves.isEmpty ? "only single seeds moved" : "nothing moved that counts"
      return text + "\(what), \(compared) compared"
    }
    let counts = BaselineMove.Verdict.allCases.compactMap { verdict in
      let count = counting.count { $0.verdict == verdict }
      return count > 0 ? "\(count) \(verdict.rawValue)" : nil
    }
    return text + "\(counting.count) of \(compared) moved: " + counts.joined(separator: ", ")
  }

  /// Why the comparison failed, in a line: the most important finding, and how many more there are.
  package static func failure(of comparison: BaselineComparison) -> String {
    let failing = comparison.failures
    let gone = comparison.differences.filter(comparison.isFailure)
    guard let first = failing.first else { return summary(comparison) }
    let others = failing.count - 1 + gone.count
    return TextWidth.printable(first.sentence(isExact: comparison.isExact))
      + (others > 0 ? "; and \(NumberText.grouped(Int64(others))) more" : "")
  }

  /// What only one of the runs has, and where seeds differ, a sentence for each kind.
  static func others(_ comparison: BaselineComparison, isWhole: Bool) -> [String] {
    BaselineDifference.Kind.allCases.compactMap { kind in
      let texts = comparison.differences.filter { $0.kind == kind }.map(\.text)
      guard !texts.isEmpty else { return nil }
      let shown = isWhole ? texts : Array(texts.prefix(limit))
      let left = texts.count - shown.count
      return "\(kind.title(2)): \(shown.joined(separator: ", "))"
        + (left > 0 ? " and \(left) more" : "")
    }
  }

  /// What decided which moves count; none when nothing moved, or when every move counts.
  static func note(on comparison: BaselineComparison) -> [String] {
    guard !comparison.moves.isEmpty else { return [] }
    return programs(of: comparison) + rule(of: comparison)
  }

  /// That the program gives other numbers than it did; none when it does not, as far as is known.
  private static func programs(of comparison: BaselineComparison) -> [String] {
    guard let old = comparison.old.resultVersion, let new = comparison.new.resultVersion, old != new
    else { return [] }
    return [
      "The numbers are of result version \(old), now \(new): the program itself moved some of them."
    ]
  }

  private static func rule(of comparison: BaselineComparison) -> [String] {
    guard comparison.strictness == .regressions else { return [] }
    guard let count = comparison.seedCount else {
      return ["One seed has no noise floor: a move counts from the digits that mean something on."]
    }
    let share = Display.text(SignFlips.limit(seeds: count), .ratio)
    let few =
      count < SignFlips.decisiveSeeds
      ? ", or from half the number on; 'cachesim baseline power' tells what \(count) can show" : ""
    return [
      "A change counts when at most \(share) of the signs that the \(count) seeds' differences "
        + "could have reach as far\(few)."
    ]
  }

  /// Bold red, green, faint.
  private static func colored(_ text: String, _ verdict: BaselineMove.Verdict) -> String {
    switch verdict {
    case .worse, .undefined: TextWidth.styled(text, "1;31")
    case .better: TextWidth.styled(text, "32")
    case .neither: TextWidth.styled(text, "2")
    }
  }
}

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
    return .object(members.map { ($0.name, $0.value) } + [("expectations", JSON(expectations))])
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

  private static func moves(_ moves: [BaselineMove], in comparison: BaselineComparison) -> JSON {
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
