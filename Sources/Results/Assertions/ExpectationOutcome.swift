internal import Measurement
internal import SimCore

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
    let words = claim.split(separator: " ", omittingEmptySubsequences: false)
    let place = words.indices.last { Comparison(rawValue: String(words[$0])) != nil }
    guard let place else { return title }
    var right = words[(place + 1)...]
    if let star = right.lastIndex(of: "*") { right = right[(star + 1)...] }
    let other = right.joined(separator: " ")
    let name = other.split(separator: ".").last.map(String.init) ?? ""
    let isRelation = MetricCatalog.metric(named: name) != nil
    return "\(words[..<place].joined(separator: " ")) \(words[place].prefix(1)) "
      + "\(isRelation ? other : "") [\(varied ?? "")]"
  }

  package var isError: Bool { !holds && isRequired }

  package var words: String { reason.map { "\(finding); because: \($0)" } ?? finding }

  /// `text` is the scenario's, in which they have their lines; nil: not known.
  package static func all(of result: RunResult, in text: [UInt8]? = nil) -> [ExpectationOutcome] {
    result.assertions.map { assertion in
      ExpectationOutcome(
        claim: assertion.claim, metric: assertion.metric.name, varied: assertion.varied,
        holds: assertion.holds,
        isRequired: assertion.level == .error, finding: assertion.finding,
        reason: assertion.reason,
        line: text.flatMap { text in
          assertion.offset.map { Problems.place(of: $0, in: text).line }
        })
    }
  }
}
