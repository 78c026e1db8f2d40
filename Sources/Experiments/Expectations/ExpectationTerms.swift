internal import CacheReports
internal import SimCore

/// What a threshold says beside the comparison itself.
struct ExpectationTerms: Settings {
  /// The comparison.
  var text = ""
  /// Why it is expected.
  var reason: String?
  /// What it leads to when it is broken.
  var level = Judgement.Level.error
  /// The varied values for which it is expected; nil: for all.
  var varied: [String]?

  static let fields: [Field<ExpectationTerms>] = [
    Field(
      "is", \.text, "What is expected, such as \">= 0.60\" or \"<= 400 ms\".", isRequired: true),
    Field("reason", \.reason, reasonSummary),
    Field("level", \.level, levelSummary),
    Field("where", \.varied, variedSummary, check: wrong(with:)),
  ]

  static let reasonSummary = "Why; reports show it."
  static let levelSummary =
    "What a broken one leads to: an error ends the command with exit code 2, a warning is told."
  static let variedSummary = "The varied values, or networks, that it is about; null: all."

  static func wrong(with varied: [String]?) -> String? {
    varied?.isEmpty == true ? "expected at least one varied value" : nil
  }

  /// Reads a comparison alone, or an object of it with its terms.
  static func readShortOrLong(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> ExpectationTerms? {
    guard let text = json.string else { return read(json, path: path, &problems) }
    var terms = ExpectationTerms()
    terms.text = text
    return terms
  }
}
