internal import CacheMetrics
internal import Results
internal import SimCore

/// How a scenario expects two results to be related:
/// `memory-tier.flash_write_ops < on-demand.flash_write_ops`.
struct Relation: SettingValue {
  struct Operand: Sendable {
    var label: String
    var metric: Metric
  }

  var left: Operand
  var comparison: Comparison
  /// What the right side is multiplied with.
  var factor: Double
  var right: Operand
  var terms: RelationTerms
  var json: JSON
  var path: String

  var textOffset: Int { json["is"]?.offset ?? json.offset }
  /// The way to the comparison.
  var textPath: String { json["is"] == nil ? path : "\(path).is" }

  static func read(_ json: JSON, path: String, _ problems: inout Problems) -> Relation? {
    guard let terms = RelationTerms.readShortOrLong(json, path: path, &problems) else { return nil }
    let place = json["is"] == nil ? path : "\(path).is"
    let text = RelationText(text: terms.text)
    do throws(InputError) {
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
    let text = JSON.object(["type": "string", "pattern": JSON(RelationText.pattern)])
    return .object(["anyOf": [text, RelationTerms.schema]])
  }
}

extension Relation: HoldingValue {
  static var held: Any.Type { RelationTerms.self }
}

struct RelationTerms: TermsOfText {
  var text = ""
  var reason: String?
  var level = Assertion.Level.error
  var varied: [String]?
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
}

/// The text of a relation, `STRATEGY.METRIC < STRATEGY.METRIC`, with a factor before the right
/// side if need be: `a.flash_write_bytes <= 0.5 * b.flash_write_bytes`.
///
/// A strategy's label may have blanks, points and signs of its own: the metric is what stands
/// behind the last point, and the comparison is the first sign between blanks that leaves a metric
/// on both sides.
struct RelationText {
  let text: String

  func parse() throws(InputError) -> (
    left: Relation.Operand, comparison: Comparison, factor: Double, right: Relation.Operand
  ) {
    var first: InputError?
    for (left, comparison, right) in splits {
      do throws(InputError) {
        let (factor, rest) = Self.factor(of: right)
        let operands = (try Self.operand(left), try Self.operand(rest))
        let units = (operands.0.metric.unit, operands.1.metric.unit)
        guard units.0 == units.1 else {
          throw InputError(
            "expected two metrics of one unit, found \(units.0.rawValue) and " + units.1.rawValue)
        }
        return (operands.0, comparison, factor, operands.1)
      } catch {
        first = first ?? error
      }
    }
    throw first
      ?? InputError(
        "expected a relation such as \"memory-tier.flash_write_ops < "
          + "on-demand.flash_write_ops\", found the text \"\(text)\"")
  }

  /// The ways to cut the text at a sign between blanks, from left to right.
  private var splits: [(left: String, comparison: Comparison, right: String)] {
    let words = MetricText.split(text, at: " ")
    return words.indices.compactMap { index in
      guard let comparison = Comparison(rawValue: String(words[index])) else { return nil }
      let left = words[..<index].joined(separator: " ")
      let right = words[(index + 1)...].joined(separator: " ")
      return (left.trimmingSpaces, comparison, right.trimmingSpaces)
    }
  }

  /// The number before a `*`, or 1, and what is left.
  private static func factor(of text: String) -> (Double, String) {
    guard let star = MetricText.first(of: ["*"], in: text),
      let factor = LimitValue.number(text[..<star].trimmingSpaces)
    else { return (1, text) }
    return (factor, text[text.index(after: star)...].trimmingSpaces)
  }

  private static func operand(_ text: String) throws(InputError) -> Relation.Operand {
    guard let start = MetricText.beginning(atEndOf: text), text.first != "." else {
      throw InputError("expected a strategy, a point and a metric, found '\(text)'")
    }
    do throws(InputError) {
      return Relation.Operand(
        label: String(text[..<text.index(before: start)]),
        metric: try MetricCatalog.read(String(text[start...])))
    } catch {
      throw InputError(error.message)
    }
  }

  static let pattern =
    "^.+\\.\(MetricText.pattern) +(<=|>=|<|>|=) +([0-9.]+ *\\* *)?.+\\.\(MetricText.pattern)$"
}
