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
  package var finding: String {
    guard let found else { return "not defined in this run" }
    guard let expected else { return "found \(show(found)), nothing defined to compare it with" }
    // What reads the same and is not needs all its digits.
    let isClose = found != expected && show(found) == show(expected)
    var words = "found \(isClose ? digits(found) : show(found))"
    if isRelation { words += " against \(isClose ? digits(expected) : show(expected))" }
    if !holdsOverAll { words += ", \(miss(found, expected, isClose))" }
    return words + seeds
  }

  private func show(_ value: Double) -> String { Display.text(value, metric.unit) }

  /// A number with the digits of files, in the metric's own unit.
  private func digits(_ value: Double) -> String {
    let unit = metric.unit == .ratio ? "" : " \(metric.unit.rawValue)"
    return metric.text(of: value) + unit
  }

  /// By how much a number misses another, absolute and in parts of the other.
  private func miss(_ found: Double, _ expected: Double, _ isClose: Bool) -> String {
    if found == expected { return "which is the same" }
    let words = found > expected ? "too much" : "too little"
    guard found.isFinite, expected.isFinite else { return words }
    let difference = abs(found - expected)
    if isClose { return "\(digits(difference)) \(words)" }
    let part = expected == 0 ? "" : " (\(Display.text(difference / abs(expected), .ratio)))"
    return "\(Display.difference(difference, metric.unit)) \(words)\(part)"
  }

  private var seeds: String {
    guard let agreement else { return "" }
    var words = "; \(agreement.agreeing) of \(agreement.seedCount) seeds agree"
    if let differences = agreement.differences {
      words += ", difference \(Display.difference(differences.mean, metric.unit))"
      if let deviation = differences.standardDeviation {
        words += " ± \(Display.difference(deviation, metric.unit))"
      }
    }
    if !agreement.isEnough {
      words += ", expected \(Display.text(agreement.expectedShare, .ratio)) of them"
    }
    return words
  }
}
