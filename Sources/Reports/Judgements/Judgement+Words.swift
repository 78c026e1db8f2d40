extension Judgement {
  /// What became of it, in a word.
  var outcome: String {
    switch (holds, level) {
    case (true, _): "holds"
    case (false, .error): "BROKEN"
    case (false, .warn): "warning"
    }
  }

  /// What was found, and by how much it misses what was expected; for a relation under several
  /// seeds also what the seeds say.
  public var finding: String {
    guard let found else { return "not defined in this run" }
    guard let expected else { return "found \(show(found)), nothing defined to compare it with" }
    var words = "found \(show(found))"
    if isRelation { words += " against \(show(expected))" }
    if !holdsOverAll { words += ", \(Self.miss(found, expected, show))" }
    return words + seeds
  }

  private func show(_ value: Double) -> String { Display.text(value, metric.unit) }

  /// By how much a number misses another, absolute and in parts of the other.
  private static func miss(
    _ found: Double, _ expected: Double, _ show: (Double) -> String
  ) -> String {
    if found == expected { return "which is the same" }
    let words = found > expected ? "too much" : "too little"
    guard found.isFinite, expected.isFinite else { return words }
    let difference = abs(found - expected)
    let part = expected == 0 ? "" : " (\(Display.text(difference / abs(expected), .ratio)))"
    return "\(show(difference)) \(words)\(part)"
  }

  private var seeds: String {
    guard let agreement else { return "" }
    var words = "; \(agreement.agreeing) of \(agreement.seedCount) seeds agree"
    if let differences = agreement.differences {
      words += ", difference \(show(differences.mean))"
      if let deviation = differences.standardDeviation { words += " ± \(show(deviation))" }
    }
    if !agreement.isEnough {
      words += ", expected \(Display.text(agreement.expectedShare, .ratio)) of them"
    }
    return words
  }
}
