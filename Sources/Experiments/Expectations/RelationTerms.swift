internal import CacheReports
internal import SimCore

/// What a relation says beside the comparison itself.
struct RelationTerms: Settings {
  /// The comparison.
  var text = ""
  /// Why it is expected.
  var reason: String?
  /// What it leads to when it is broken.
  var level = Judgement.Level.error
  /// The varied values for which it is expected; nil: for all.
  var varied: [String]?
  /// The share of the seeds under which it must hold.
  var agreement = 1.0

  static let fields: [Field<RelationTerms>] = [
    Field(
      "is", \.text,
      "The relation, such as \"memory-tier.flash_write_ops < on-demand.flash_write_ops\".",
      isRequired: true),
    Field("reason", \.reason, ExpectationTerms.reasonSummary),
    Field("level", \.level, ExpectationTerms.levelSummary),
    Field("where", \.varied, ExpectationTerms.variedSummary, check: ExpectationTerms.wrong(with:)),
    Field(
      "agreement", \.agreement, in: 0...1,
      "The share of the seeds under which it must hold, besides over all of them; 1: under each."),
  ]

  /// Reads a relation alone, or an object of it with its terms.
  static func readShortOrLong(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> RelationTerms? {
    guard let text = json.string else { return read(json, path: path, &problems) }
    var terms = RelationTerms()
    terms.text = text
    return terms
  }
}
