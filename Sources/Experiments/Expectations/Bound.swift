internal import CacheReports
internal import SimCore

/// A side that a metric must keep to: a comparison and a number.
struct Bound: Sendable {
  var comparison: Comparison
  /// In the metric's unit.
  var limit: Double
  /// As the scenario writes it.
  var text: String

  /// Reads one or more of them, joined by `and`: `>= 0.60`, `> 10 ms and < 0.4 s`.
  /// - Returns: nil after telling what is wrong.
  static func read(
    _ text: String, of metric: Metric, at offset: Int, path: String, _ problems: inout Problems
  ) -> [Bound]? {
    var bounds: [Bound] = []
    for part in text.split(separator: " and ", omittingEmptySubsequences: false) {
      let part = trimmed(part)
      guard let comparison = Comparison.allCases.first(where: { part.hasPrefix($0.rawValue) })
      else {
        problems.note(
          at: offset, path: path,
          "expected a comparison such as \"\(example(of: metric))\", found the text \"\(text)\"")
        return nil
      }
      let number = trimmed(part.dropFirst(comparison.rawValue.count))
      guard let limit = LimitText.read(number, metric.unit) else {
        problems.note(
          at: offset, path: path,
          "expected \(LimitText.form(metric.unit)) after '\(comparison.rawValue)', found "
            + "'\(number)'")
        return nil
      }
      bounds.append(
        Bound(comparison: comparison, limit: limit, text: "\(comparison.rawValue) \(number)"))
    }
    return bounds
  }

  /// What a bound of the metric may look like.
  private static func example(of metric: Metric) -> String {
    let sign = metric.better == .higher ? ">=" : "<="
    return switch metric.unit {
    case .ratio, .score: "\(sign) 0.60"
    case .milliseconds, .millisecondsPerDay: "\(sign) 400 ms"
    case .bytes, .bytesPerDay: "\(sign) 2 MB"
    default: "\(sign) 10"
    }
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    var rest = Substring(text).drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }

  /// What a JSON Schema can say of the text.
  static let pattern = "^ *(<=|>=|<|>|=) *[0-9i][^<>=]*( and *(<=|>=|<|>|=) *[0-9i][^<>=]*)*$"
}
