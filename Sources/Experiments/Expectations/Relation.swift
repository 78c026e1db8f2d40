internal import CacheReports
internal import SimCore

/// What a scenario expects of two results beside each other:
/// `memory-tier.flash_write_ops < on-demand.flash_write_ops`.
struct Relation: SettingValue {
  /// A metric of a strategy.
  struct Operand: Sendable {
    /// How the scenario calls the strategy.
    var label: String
    var metric: Metric
  }

  var left: Operand
  var comparison: Comparison
  /// What the right side is multiplied with.
  var factor: Double
  var right: Operand
  var terms: RelationTerms
  /// As the scenario writes it, with its place.
  var json: JSON
  var path: String

  /// Where the comparison stands.
  var textOffset: Int { json["is"]?.offset ?? json.offset }
  /// The way to the comparison.
  var textPath: String { json["is"] == nil ? path : "\(path).is" }

  static func read(_ json: JSON, path: String, _ problems: inout Problems) -> Relation? {
    guard let terms = RelationTerms.readShortOrLong(json, path: path, &problems) else { return nil }
    let place = json["is"] == nil ? path : "\(path).is"
    let text = RelationText(terms.text)
    do throws(RelationText.Mistake) {
      let (left, comparison, factor, right) = try text.parse()
      return Relation(
        left: left, comparison: comparison, factor: factor, right: right, terms: terms, json: json,
        path: path)
    } catch {
      problems.note(at: json["is"]?.offset ?? json.offset, path: place, error.message)
      return nil
    }
  }

  static var schema: JSON {
    let text = JSON.object([("type", "string"), ("pattern", JSON(.string(RelationText.pattern)))])
    return .object([("anyOf", [text, RelationTerms.schema])])
  }
}
