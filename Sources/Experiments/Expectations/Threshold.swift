internal import CacheMetrics
internal import Results
internal import SimCore

/// What a scenario expects of its strategies, by label and metric:
/// `{"on-demand": {"object_hit_ratio": ">= 0.60"}}`.
struct Thresholds: SettingValue {
  var all: [Threshold] = []
  /// Where each strategy's name stands, in order.
  var labels: [(name: String, offset: Int, path: String)] = []
  var json = JSON(.object([]))

  static func read(_ json: JSON, path: String, _ problems: inout Problems) -> Thresholds? {
    guard let members = members(of: json, "an object of strategies", path: path, &problems) else {
      return nil
    }
    var thresholds = Thresholds()
    var isRight = true
    thresholds.json = json
    for member in members {
      let labelPath = "\(path).\(member.name)"
      thresholds.labels.append((member.name, member.nameOffset, labelPath))
      let metrics = self.members(
        of: member.value, "an object of metrics", path: labelPath, &problems)
      isRight = isRight && metrics != nil
      for each in metrics ?? [] {
        let metricPath = "\(labelPath).\(each.name)"
        let metric: Metric
        do throws(InputError) {
          metric = try MetricCatalog.read(each.name)
        } catch {
          problems.note(at: each.nameOffset, path: metricPath, error.message)
          isRight = false
          continue
        }
        if let threshold = Threshold.read(
          each.value, label: member.name, metric: metric, path: metricPath, &problems)
        {
          thresholds.all.append(threshold)
        } else {
          isRight = false
        }
      }
    }
    return isRight ? thresholds : nil
  }

  /// The members of an object in which no name stands twice.
  private static func members(
    of json: JSON, _ form: String, path: String, _ problems: inout Problems
  ) -> [JSON.Member]? {
    guard let members = json.members else {
      problems.note(at: json.offset, path: path, "expected \(form), found \(json.found)")
      return nil
    }
    var names: Set<String> = []
    var isRight = true
    for member in members where !names.insert(member.name).inserted {
      problems.note(at: member.nameOffset, path: "\(path).\(member.name)", "said twice")
      isRight = false
    }
    return isRight ? members : nil
  }

  static var schema: JSON {
    let text = JSON.object(["type": "string", "pattern": JSON(MetricLimit.pattern)])
    let threshold = JSON.object(["anyOf": [text, ExpectationTerms.schema]])
    let metrics = JSON.object([
      "type": "object", "propertyNames": MetricName.schema, "additionalProperties": threshold,
    ])
    return .object(["type": "object", "additionalProperties": metrics])
  }
}

struct Threshold: Sendable {
  var label: String
  var metric: Metric
  /// All of them are expected.
  var limits: [MetricLimit]
  var terms: ExpectationTerms
  /// As the scenario writes it, with its place.
  var written: JSON
  var path: String

  var textOffset: Int { written["is"]?.offset ?? written.offset }

  /// Reads `">= 0.60"`, or an object that has more to say.
  static func read(
    _ json: JSON, label: String, metric: Metric, path: String, _ problems: inout Problems
  ) -> Threshold? {
    guard let terms = ExpectationTerms.readShortOrLong(json, path: path, &problems) else {
      return nil
    }
    let place = json["is"] == nil ? path : "\(path).is"
    let offset = json["is"]?.offset ?? json.offset
    return MetricLimit.read(terms.text, of: metric, at: offset, path: place, &problems).map {
      limits in
      Threshold(
        label: label, metric: metric, limits: limits, terms: terms, written: json, path: path)
    }
  }
}

/// What is expected in a text, with more to say of it.
protocol TermsOfText: Settings {
  var text: String { get set }
}

extension TermsOfText {
  /// Reads a text alone, or an object of it with its terms.
  static func readShortOrLong(_ json: JSON, path: String, _ problems: inout Problems) -> Self? {
    guard let text = json.string else { return read(json, path: path, &problems) }
    var terms = Self()
    terms.text = text
    return terms
  }
}

struct ExpectationTerms: TermsOfText {
  var text = ""
  var reason: String?
  var level = Assertion.Level.error
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
    "What a broken one leads to: an error ends the command with exit code 2, a warning is printed."
  static let variedSummary = "The varied values, or networks, that it is about; null: all."

  static func wrong(with varied: [String]?) -> String? {
    varied?.isEmpty == true ? "expected at least one varied value" : nil
  }
}
