package import CacheMetrics
package import SimCore

/// The result of an expectation that a scenario has of its own results.
///
/// Numbers are compared as files write them, so that what reads the same is the same. What is not
/// defined fulfils no expectation: it is broken, and the finding says so.
package struct Assertion: Sendable {
  package enum Level: String, WordSettingValue {
    case error
    case warn
  }

  package struct Agreement: Sendable {
    package var seedCount: Int
    package var agreeing: Int
    package var expectedShare: Double
    /// Left less right, seed by seed; nil when one of them is not finite.
    package var differences: PairedDifferences?

    package init(
      seedCount: Int, agreeing: Int, expectedShare: Double, differences: PairedDifferences?
    ) {
      self.seedCount = seedCount
      self.agreeing = agreeing
      self.expectedShare = expectedShare
      self.differences = differences
    }

    package var share: Double { seedCount == 0 ? 0 : Double(agreeing) / Double(seedCount) }
    package var isEnough: Bool { share >= expectedShare }
  }

  /// A sentence of the scenario: `on-demand.object_hit_ratio >= 60 %`.
  package var claim: String
  package var level: Level
  package var reason: String?
  package var varied: String?
  /// On the left; the numbers have its unit.
  package var metric: Metric
  package var comparison: Comparison
  /// All seeds pooled; nil: the metric is not defined in the run.
  package var found: Double?
  /// Nil: the other strategy's metric is not defined in the run.
  package var expected: Double?
  /// Whether it was compared with a result, and not with a number of the scenario's.
  package var isRelation: Bool
  /// Nil: one seed, or no relation.
  package var agreement: Agreement?
  package var factor: Double
  /// In the scenario's text, in bytes; nil: not known.
  package var offset: Int?

  package init(
    claim: String, level: Level = .error, reason: String? = nil, varied: String? = nil,
    metric: Metric, comparison: Comparison, found: Double?, expected: Double?,
    isRelation: Bool = false, agreement: Agreement? = nil, factor: Double = 1, offset: Int? = nil
  ) {
    self.claim = claim
    self.level = level
    self.reason = reason
    self.varied = varied
    self.metric = metric
    self.comparison = comparison
    self.found = found.map(metric.rounded)
    self.expected = expected
    self.isRelation = isRelation
    self.agreement = agreement
    self.factor = factor
    self.offset = offset
  }

  package var holdsOverAll: Bool {
    guard let found, let expected else { return false }
    return comparison.holds(found, expected)
  }

  /// Whether the expectation is fulfilled: over all seeds and, for a relation under several seeds,
  /// under as many of them as it asks for.
  package var holds: Bool { holdsOverAll && agreement?.isEnough != false }

  package var isError: Bool { !holds && level == .error }

  /// What was found, and by how much it misses what was expected; for a relation under several
  /// seeds also what the seeds say.
  package var finding: String {
    guard let found else { return "not defined in this run" }
    guard let expected else { return "found \(show(found)), nothing defined to compare it with" }
    // What reads the same and is not needs all its digits.
    let isClose = found != expected && show(found) == show(expected)
    var words = "found \(isClose ? digits(found) : show(found))"
    if isRelation { words += against(expected, isClose) }
    if !holdsOverAll { words += ", \(miss(found, expected, isClose))" }
    return words + seeds
  }

  /// With a factor also as the product that it is.
  private func against(_ expected: Double, _ isClose: Bool) -> String {
    let words = " against \(isClose ? digits(expected) : show(expected))"
    guard factor != 1, factor != 0, expected.isFinite else { return words }
    return words
      + ", which is \(NumberText.decimal(factor, places: 6)) × \(show(expected / factor))"
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
      words +=
        ", difference "
        + Display.difference(differences.mean, within: differences.interval, metric.unit)
    }
    if !agreement.isEnough {
      words += ", expected \(Display.text(agreement.expectedShare, .ratio)) of them"
    }
    return words
  }

  package var json: JSON {
    .object([
      "claim": JSON(claim), "level": JSON(level.rawValue), "reason": JSON(reason),
      "varied": JSON(varied), "metric": JSON(metric.name), "unit": JSON(metric.unit.rawValue),
      "comparison": JSON(comparison.rawValue), "expected": metric.json(of: expected),
      "found": metric.json(of: found), "holds": JSON(holds), "finding": JSON(finding),
      "seeds": agreement.map(json(of:)) ?? JSON(.null),
    ])
  }

  private func json(of agreement: Agreement) -> JSON {
    .object([
      "count": JSON(agreement.seedCount), "agreeing": JSON(agreement.agreeing),
      "expectedShare": JSON(agreement.expectedShare),
      "meanDifference": metric.json(of: agreement.differences?.mean),
      "standardDeviation": metric.json(of: agreement.differences?.standardDeviation),
      "halfWidth95": metric.json(of: agreement.differences?.interval?.halfWidth),
    ])
  }
}

package enum Comparison: String, Sendable, CaseIterable {
  case atMost = "<="
  case atLeast = ">="
  case below = "<"
  case above = ">"
  case equal = "="

  /// Infinity is greater than all else and equal to itself.
  package func holds(_ left: Double, _ right: Double) -> Bool {
    switch self {
    case .atMost: left <= right
    case .atLeast: left >= right
    case .below: left < right
    case .above: left > right
    case .equal: left == right
    }
  }
}

/// What became of an expectation, in words: of a run, or as a `run.json` tells it.
package struct ExpectationOutcome: Hashable, Sendable {
  /// Such as `as shipped.outdated_time_share <= 5 %`.
  package var claim: String
  package var metric: String
  package var varied: String?
  package var holds: Bool
  /// Whether it fails a run when it is broken, and does not only warn.
  package var isRequired: Bool
  package var finding: String
  package var reason: String?
  /// Of the scenario's text; nil: not known.
  package var line: Int?

  package var title: String { varied.map { "\(claim) [\($0)]" } ?? claim }

  /// What it is about, without its limit: the strategy and metric, in which direction they are
  /// held, of a relation the other side, and the varied value.
  package var subject: String {
    let words = MetricText.split(claim, at: " ")
    let place = words.indices.last { Comparison(rawValue: String(words[$0])) != nil }
    guard let place else { return title }
    var right = words[(place + 1)...]
    if let star = right.lastIndex(of: "*") { right = right[(star + 1)...] }
    let other = right.joined(separator: " ")
    let name = MetricText.beginning(atEndOf: other).map { String(other[$0...]) }
    let isRelation = name.flatMap(MetricCatalog.metric) != nil
    return "\(words[..<place].joined(separator: " ")) \(words[place].prefix(1)) "
      + "\(isRelation ? other : "") [\(varied ?? "")]"
  }

  package var isError: Bool { !holds && isRequired }
  package var word: String { holds ? "holds" : isRequired ? "BROKEN" : "warning" }

  package var words: String { reason.map { "\(finding); because: \($0)" } ?? finding }

  /// `text` is the scenario's, in which they have their lines; nil: not known.
  package static func all(of result: RunResult, in text: [UInt8]? = nil) -> [ExpectationOutcome] {
    result.assertions.map { assertion in
      ExpectationOutcome(
        claim: assertion.claim, metric: assertion.metric.name, varied: assertion.varied,
        holds: assertion.holds,
        isRequired: assertion.level == .error, finding: assertion.finding,
        reason: assertion.reason,
        line: text.flatMap { text in assertion.offset.map { Problems.place(of: $0, in: text).line }
        })
    }
  }
}
