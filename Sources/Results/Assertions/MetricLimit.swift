package import CacheMetrics
package import SimCore

package struct MetricLimit: Sendable {
  package var comparison: Comparison
  /// In the metric's unit.
  package var limit: Double
  /// As the scenario writes it.
  package var text: String

  /// Reads one or more of them, joined by `and`: `>= 0.60`, `> 10 ms and < 0.4 s`. Nil after
  /// telling what is wrong.
  package static func read(
    _ text: String, of metric: Metric, at offset: Int, path: String, _ problems: inout Problems
  ) -> [MetricLimit]? {
    var limits: [MetricLimit] = []
    for part in text.split(separator: " and ", omittingEmptySubsequences: false) {
      let part = part.trimmingSpaces
      guard let comparison = Comparison.allCases.first(where: { part.hasPrefix($0.rawValue) })
      else {
        problems.note(
          at: offset, path: path,
          "expected a comparison such as \"\(example(of: metric))\", found the text \"\(text)\"")
        return nil
      }
      let number = part.dropFirst(comparison.rawValue.count).trimmingSpaces
      guard let limit = LimitValue.read(number, metric.unit) else {
        problems.note(
          at: offset, path: path,
          "expected \(LimitValue.form(metric.unit)) after '\(comparison.rawValue)', found "
            + "'\(number)'")
        return nil
      }
      limits.append(
        MetricLimit(comparison: comparison, limit: limit, text: "\(comparison.rawValue) \(number)"))
    }
    return limits
  }

  private static func example(of metric: Metric) -> String {
    let sign = metric.better == .higher ? ">=" : "<="
    return switch metric.unit {
    case .ratio, .score: "\(sign) 0.60"
    case .milliseconds, .millisecondsPerDay: "\(sign) 400 ms"
    case .bytes, .bytesPerDay: "\(sign) 2 MB"
    default: "\(sign) 10"
    }
  }

  /// What a JSON Schema can say of the text.
  package static let pattern =
    "^ *(<=|>=|<|>|=) *[0-9im][^<>=]*( and *(<=|>=|<|>|=) *[0-9im][^<>=]*)*$"
}

/// The number of an expectation, as a scenario writes it.
///
/// A number alone has the metric's own unit, as `cachesim list metrics` names it. Lengths of time,
/// amounts of bytes and percentages are accepted where the unit is one of these, and so is the
/// unit's own name behind the number. `inf` is what never ends; a limit of a system has a name.
package enum LimitValue {
  /// What an app writes within 24 h when iOS reports a disk write exception (Apple, MetricKit,
  /// `MXDiskWriteExceptionDiagnostic`, which has no number): "Writes limit: 1073.74 MB, limit
  /// duration: 86400s" in such reports, as in the issues firebase/firebase-ios-sdk#6391 and
  /// melke/LogglyLogger-CocoaLumberjack#50.
  package static let diskWriteException = (name: "metrickit-disk-writes", bytes: Bytes(1 << 30))

  package static func read(_ text: String, _ unit: MetricUnit) -> Double? {
    if text == "inf" { return .infinity }
    if let number = number(text) { return number }
    switch unit {
    case .milliseconds, .millisecondsPerDay: return span(text).map { $0 / 1e6 }
    case .seconds: return span(text).map { $0 / 1e9 }
    case .days: return span(text).map { $0 / 86_400e9 }
    case .bytes, .bytesPerDay:
      guard text != Bytes.unlimited.text else { return nil }
      if text == diskWriteException.name { return Double(diskWriteException.bytes.count) }
      return Bytes(json: JSON(text)).map { Double($0.count) }
    case .ratio: return number(text, before: "%").map(hundredth)
    case .millionths, .count, .joules, .joulesPerDay, .countPerDay, .countPerSecond, .score,
      .factor, .years, .dollars:
      return number(text, before: unit.rawValue)
    }
  }

  /// How such a number is written, for "expected …".
  package static func form(_ unit: MetricUnit) -> String {
    switch unit {
    case .milliseconds: "a number of milliseconds, or a length of time such as \"400 ms\""
    case .millisecondsPerDay: "a number of milliseconds a day, or a length of time such as \"2 s\""
    case .seconds: "a number of seconds, or a length of time such as \"15m\""
    case .days: "a number of days, or a length of time such as \"36h\""
    case .bytes: "a number of bytes, or an amount such as \"2 MB\""
    case .bytesPerDay: "a number of bytes a day, or an amount such as \"2 MB\""
    case .ratio: "a share such as 0.6 or \"60 %\""
    case .millionths, .joules, .joulesPerDay, .years, .dollars: "a number of \(unit.rawValue)"
    case .count, .countPerDay, .countPerSecond, .score, .factor: "a number"
    }
  }

  private static func span(_ text: String) -> Double? {
    TimeSpan(json: JSON(text)).map { Double($0.nanoseconds) }
  }

  /// A number in digits with a point; nil for anything else that `Double` would read.
  package static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") }),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }

  private static func number(_ text: String, before unit: String) -> Double? {
    text.hasSuffix(unit) ? number(text.dropLast(unit.count).trimmingSpaces) : nil
  }

  /// The share of a percentage, without the last bit that a division of decimals may cost.
  private static func hundredth(_ percentage: Double) -> Double {
    Double(NumberText.decimal(percentage / 100, places: 9)) ?? percentage / 100
  }
}

package enum MetricName {
  /// One of the catalogue, with tags behind it or without.
  package static var schema: JSON {
    let tagged = JSON.object(["type": "string", "pattern": "^[a-z0-9_]+\\{.+\\}$"])
    return .object(["anyOf": [CatalogName.schema(MetricCatalog.all.map(\.name)), tagged]])
  }
}
