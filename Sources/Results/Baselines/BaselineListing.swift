internal import CacheMetrics
internal import SimCore

/// The moves of a comparison as they are told: the most important first, the rest folded.
package struct BaselineListing {
  /// Moves that are only counted unless all are asked for.
  package struct Fold {
    /// What they have in common, behind their number.
    package var words: String
    package var moves: [BaselineMove]
  }

  /// Worse ones first and, among these, the most important ones.
  package let told: [BaselineMove]
  /// The others, by what they have in common; none is empty.
  package let folds: [Fold]

  /// At most `limit` moves are told.
  package init(_ comparison: BaselineComparison, limit: Int) {
    let counting = Self.sorted(comparison.moves.filter { $0.standing == .counts })
    let isTwin = Self.twins(among: counting)
    let distinct = counting.filter { !isTwin($0) }
    let (told, left) = Self.split(distinct, limit: limit)
    self.told = told
    func those(_ standing: BaselineMove.Standing) -> [BaselineMove] {
      Self.sorted(comparison.moves.filter { $0.standing == standing })
    }
    let floor = comparison.seedCount.map { "below the noise floor of \($0) seeds" }
    let folds = [
      Fold(words: "of less importance", moves: left),
      Fold(words: "that say the same in another name or per day", moves: counting.filter(isTwin)),
      Fold(words: floor ?? "below the noise floor", moves: those(.withinNoise)),
      Fold(words: "below the digits that mean something", moves: those(.unchanged)),
      Fold(words: "within tolerance", moves: those(.tolerated)),
      Fold(
        words: "of single seeds, where all together stand still",
        moves: Self.sorted(comparison.seedMoves)),
    ]
    self.folds = folds.filter { !$0.moves.isEmpty }
  }

  /// The most important moves of a list of sorted ones, and the others: a third of the places is
  /// for what did not get worse, as far as there is any, so that a price is told together with what
  /// it buys.
  private static func split(
    _ moves: [BaselineMove], limit: Int
  ) -> (told: [BaselineMove], left: [BaselineMove]) {
    guard moves.count > limit else { return (moves, []) }
    let worse = moves.prefix { $0.verdict != .better && $0.verdict != .neither }
    let others = moves.dropFirst(worse.count)
    let count = min(worse.count, max(limit - others.count, limit - limit / 3))
    return (
      Array(worse.prefix(count) + others.prefix(limit - count)),
      Array(worse.dropFirst(count) + others.dropFirst(limit - count))
    )
  }

  package var foldedCount: Int { folds.reduce(0) { $0 + $1.moves.count } }

  /// In a clause; empty when nothing is folded.
  package var foldWords: String {
    guard foldedCount > 0 else { return "" }
    let changes = NumberText.counted(foldedCount, "further change")
    if folds.count == 1 { return "and \(changes) \(folds[0].words)" }
    let parts = folds.map { "\(NumberText.grouped(Int64($0.moves.count))) \($0.words)" }
    return "and \(changes): \(parts.joined(separator: "; "))"
  }

  /// Those that count before all others, those that made something worse first, and among these
  /// what the scenario expects something of; then the most important ones.
  package static func sorted(_ moves: [BaselineMove]) -> [BaselineMove] {
    func rank(_ verdict: BaselineMove.Verdict) -> Int {
      switch verdict {
      case .worse, .undefined: 0
      case .better: 1
      case .neither: 2
      }
    }
    return moves.enumerated().sorted { left, right in
      let counts = (left.element.standing == .counts, right.element.standing == .counts)
      if counts.0 != counts.1 { return counts.0 }
      let ranks = (rank(left.element.verdict), rank(right.element.verdict))
      if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
      let isExpected = (left.element.isExpected, right.element.isExpected)
      if isExpected.0 != isExpected.1 { return isExpected.0 }
      let sizes = (left.element.importance, right.element.importance)
      return sizes.0 == sizes.1 ? left.offset < right.offset : sizes.0 > sizes.1
    }.map(\.element)
  }

  /// Whether a move says what another one says that is at least as important: the same numbers in
  /// another name, or a cost per device and day beside that of the whole run.
  private static func twins(among moves: [BaselineMove]) -> (BaselineMove) -> Bool {
    func name(_ move: BaselineMove, _ metric: some StringProtocol) -> String {
      "\(move.title)\n\(metric)\n\(move.verdict)"
    }
    let named = Set(moves.map { name($0, $0.metric.name) })
    var numbers: Set<String> = []
    var twins: Set<String> = []
    for move in moves {
      let values = "\(move.title)\n\(move.metric.unit)\n\(move.old ?? -1) \(move.new ?? -1)"
      let whole = move.metric.name.hasSuffix(perDay) ? move.metric.name.dropLast(perDay.count) : nil
      let isKnown = whole.map { named.contains(name(move, $0)) } ?? false
      if !numbers.insert(values).inserted || isKnown && !move.isExpected {
        twins.insert(name(move, move.metric.name))
      }
    }
    return { twins.contains(name($0, $0.metric.name)) }
  }

  private static let perDay = "_per_device_day"
}

extension BaselineMove {
  /// Old and new; exactly, with the digits of the file.
  package func change(isExact: Bool) -> String {
    let shown = [old, new].map { value in
      value.map { Display.text($0, metric.unit) } ?? "not defined"
    }
    if !isExact, shown[0] != shown[1] { return "\(shown[0]) → \(shown[1])" }
    return "\(digits(of: old)) → \(digits(of: new))\(unit)"
  }

  /// By how much, absolute and in parts of the old number; with what chance explains where that is
  /// known. Empty where there is no difference to measure.
  package func size(isExact: Bool) -> String {
    guard let difference else { return "" }
    let sign = difference > 0 ? "+" : ""
    if isExact {
      let part = relative.map { " (\(sign)\(NumberText.decimal($0 * 100, places: 2)) %)" } ?? ""
      return sign + digits(of: difference) + unit + part
    }
    let rest = relative.map { " (\(sign)\(NumberText.short($0 * 100)) %)" } ?? ""
    // An interval that includes zero would take the digits of what the seeds show all the same.
    guard let noise, let noiseWidth, let agreeing = noise.agreeing, noiseWidth >= abs(difference)
    else {
      return sign + Display.difference(difference, plusOrMinus: noiseWidth ?? 0, metric.unit) + rest
    }
    let seeds =
      agreeing < noise.seedCount
      ? "\(agreeing) of \(noise.seedCount) seeds show it"
      : (noise.seedCount == 2 ? "both seeds agree" : "all \(noise.seedCount) seeds agree")
    return sign + Display.difference(difference, metric.unit) + rest + ", \(seeds)"
  }

  package func sentence(isExact: Bool) -> String {
    let size = size(isExact: isExact)
    let words = verdict == .neither ? "moved" : "is \(verdict.rawValue)"
    return "\(metric.name) of \(title) \(words): \(change(isExact: isExact))"
      + (size.isEmpty ? "" : ", \(size)")
  }

  private func digits(of value: Double?) -> String {
    value.map { NumberText.decimal($0, places: metric.unit.places) } ?? "not defined"
  }

  private var unit: String {
    switch metric.unit {
    case .ratio, .count, .score, .factor: ""
    default: " \(metric.unit.rawValue)"
    }
  }
}
