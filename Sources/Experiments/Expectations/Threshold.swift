internal import CacheReports
internal import SimCore

/// What a scenario expects of one metric of one strategy.
struct Threshold: Sendable {
  /// How the scenario calls the strategy.
  var label: String
  var metric: Metric
  /// All of them are expected.
  var bounds: [Bound]
  var terms: ExpectationTerms
  /// As the scenario writes it, with its place.
  var written: JSON
  var path: String

  /// Reads `">= 0.60"`, or an object that has more to say.
  static func read(
    _ json: JSON, label: String, metric: Metric, path: String, _ problems: inout Problems
  ) -> Threshold? {
    guard let terms = ExpectationTerms.readShortOrLong(json, path: path, &problems) else {
      return nil
    }
    let place = json["is"] == nil ? path : "\(path).is"
    let offset = json["is"]?.offset ?? json.offset
    return Bound.read(terms.text, of: metric, at: offset, path: place, &problems).map { bounds in
      Threshold(
        label: label, metric: metric, bounds: bounds, terms: terms, written: json, path: path)
    }
  }
}
