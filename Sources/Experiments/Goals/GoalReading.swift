internal import CacheMetrics
package import Results
package import SimCore

/// The text of a constraint: `blank_ratio <= 1 %`.
package enum ConstraintText {
  /// Whether a text compares, and is no objective.
  static func isMeant(_ text: String) -> Bool {
    MetricText.first(of: ["<", ">", "="], in: text) != nil
  }

  package static func read(_ text: String) throws(InputError) -> MetricConstraint {
    let trimmed = text.trimmingSpaces
    let end = MetricText.first(of: [" ", "<", ">", "="], in: trimmed) ?? trimmed.endIndex
    let metric = try GoalMetric.named(String(trimmed[..<end]))
    var problems = Problems()
    let rest = trimmed[end...].trimmingSpaces
    guard
      let limits = MetricLimit.read(rest, of: metric, at: 0, path: "", &problems),
      limits.count == 1
    else {
      let message = problems.all.first?.message ?? "expected one comparison, found '\(rest)'"
      throw InputError("\(metric.name): \(message)")
    }
    guard metric.unit != .ratio || limits[0].limit <= 1 else {
      throw InputError("\(metric.name): expected a share of at most \"100 %\", found '\(rest)'")
    }
    return MetricConstraint(
      metric: metric, comparison: limits[0].comparison, limit: limits[0].limit,
      text: "\(metric.name) \(limits[0].text)")
  }

  static let pattern = "^ *\(MetricText.pattern) *(<=|>=|<|>|=) *[0-9im][^<>=]*$"
}

enum GoalMetric {
  /// A metric by its name; `_per_day` is short for `_per_device_day`.
  static func named(_ name: String) throws(InputError) -> Metric {
    let end = name.firstIndex(of: "{") ?? name.endIndex
    let (bare, tags) = (name[..<end], name[end...])
    let short = "_per_day"
    if bare.hasSuffix(short),
      let metric = MetricCatalog.metric(
        named: bare.dropLast(short.count) + "_per_device_day" + tags)
    {
      return metric
    }
    return try MetricCatalog.read(name)
  }
}
