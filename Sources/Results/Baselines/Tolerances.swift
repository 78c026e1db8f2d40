package import CacheMetrics
package import SimCore

/// By metric; none where nothing is said.
package struct Tolerances: Sendable {
  private var general: Tolerance?
  private var named: [String: Tolerance] = [:]

  package init() {}

  /// Reads tolerances: `5%` is for every metric and in parts of the baseline's number,
  /// `METRIC=5%` for one; `METRIC=10 ms` is in the metric's unit. Later ones replace earlier ones.
  package init(_ texts: [String]) throws(InputError) {
    for text in texts { try add(text) }
  }

  /// The metrics of parts, which are compared because they are named.
  package var tagged: [Metric] {
    named.keys.sorted().compactMap(MetricCatalog.metric).filter { !$0.tags.isEmpty }
  }

  package func tolerance(of metric: String) -> Tolerance? { named[metric] ?? general }

  private mutating func add(_ text: String) throws(InputError) {
    guard let equals = MetricText.first(of: ["="], in: text) else {
      guard let part = Self.part(text) else {
        throw InputError("expected a tolerance such as 5%, METRIC=5% or METRIC=10, found '\(text)'")
      }
      general = Tolerance(relative: part)
      return
    }
    let name = text[..<equals].trimmingSpaces
    let value = text[text.index(after: equals)...].trimmingSpaces
    let metric = try MetricCatalog.read(name)
    if let part = Self.part(value) {
      named[metric.name] = Tolerance(relative: part)
    } else if let limit = LimitValue.read(value, metric.unit), limit.isFinite {
      named[metric.name] = Tolerance(absolute: limit)
    } else {
      throw InputError(
        "\(name): expected a percentage of the baseline's number, or "
          + "\(LimitValue.form(metric.unit)), found '\(value)'")
    }
  }

  /// A percentage as a part; also of ratios, whose absolute tolerance is a number alone.
  private static func part(_ text: String) -> Double? {
    text.last == "%" ? LimitValue.read(text, .ratio) : nil
  }
}

/// By how much a number may differ from the baseline's before it counts as moved.
package struct Tolerance: Hashable, Sendable {
  /// In the metric's unit.
  package var absolute = 0.0
  /// In parts of the baseline's number.
  package var relative = 0.0

  /// Nothing may move: the simulator is deterministic.
  package static let none = Tolerance()

  /// Whether a difference is more than that.
  ///
  /// Differences are rounded to a millionth first, so that what decimal fractions cost in binary
  /// does not count.
  func isExceeded(from old: Double, to new: Double) -> Bool {
    guard old != new else { return false }
    guard old.isFinite, new.isFinite else { return true }
    return Self.rounded(abs(new - old)) > max(absolute, relative * abs(old))
  }

  /// To a millionth.
  package static func rounded(_ difference: Double) -> Double {
    Double(NumberText.decimal(difference, places: 6)) ?? difference
  }
}
