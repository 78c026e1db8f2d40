internal import CacheMetrics
package import Results
package import SimCore

/// The text of an objective: `minimise first_content_p95_ms`, or a weighted sum whose terms say
/// which amounts count the same:
/// `minimise first_content_p95_ms / 100 ms + 2 * network_down_bytes / 10 MB`.
package enum ObjectiveText {
  static let form = "an objective such as \"minimise first_content_p95_ms\""
  static let pattern = "^ *(minimi[sz]e|maximi[sz]e) +[a-z0-9_.]+.*$"

  private static let directions: [(word: String, direction: MetricObjective.Direction)] = [
    ("minimise", .minimise), ("minimize", .minimise), ("maximise", .maximise),
    ("maximize", .maximise),
  ]

  /// Whether a text begins with a direction, or nearly so.
  static func isMeant(_ text: String) -> Bool {
    nearest(to: String(text.trimmingSpaces.prefix { $0 != " " })) != nil
  }

  private static func nearest(to word: String) -> String? {
    Suggestion.nearest(to: word, among: directions.map(\.word))
  }

  package static func read(_ text: String) throws(InputError) -> MetricObjective {
    let trimmed = text.trimmingSpaces
    let word = String(trimmed.prefix { $0 != " " })
    guard let direction = directions.first(where: { $0.word == word })?.direction else {
      let hint = nearest(to: word)
      throw InputError(
        hint.map { "unknown word '\(word)' (did you mean '\($0)'?)" }
          ?? "expected \(form), found the text \"\(text)\"")
    }
    let sum = trimmed.dropFirst(word.count).trimmingSpaces
    guard !sum.isEmpty else {
      throw InputError("expected a metric behind '\(word)', found nothing")
    }
    var terms: [MetricObjective.Term] = []
    for piece in MetricText.split(sum, at: "+") { terms.append(try term(piece.trimmingSpaces)) }
    if terms.count > 1, let bare = terms.first(where: { $0.scale == nil }),
      terms.contains(where: { $0.metric.unit != bare.metric.unit || $0.scale != nil })
    {
      throw InputError(
        "expected '/' and the amount that counts as much as those of the others behind "
          + "\(bare.metric.name), such as \"\(bare.metric.name) / "
          + "\(example(of: bare.metric.unit))\"")
    }
    if let metric = terms.count == 1 && terms[0].scale == nil ? terms[0].metric : nil {
      try check(direction, metric)
    }
    let words = terms.map(Self.text).joined(separator: " + ")
    return MetricObjective(
      direction: direction, terms: terms, text: "\(direction.rawValue) \(words)")
  }

  /// Refuses to make a metric worse: a word that was mistaken would answer the opposite question.
  private static func check(
    _ direction: MetricObjective.Direction, _ metric: Metric
  ) throws(InputError) {
    guard metric.better != .neither,
      (metric.better == .higher) != (direction == .maximise)
    else { return }
    let right = metric.better == .higher ? "maximise" : "minimise"
    throw InputError(
      "\(metric.name) is better when it is \(metric.better.rawValue): expected "
        + "'\(right)', found '\(direction.rawValue)'")
  }

  /// Reads `2 * METRIC / AMOUNT`, of which the factor and the amount may be missing.
  private static func term(_ text: String) throws(InputError) -> MetricObjective.Term {
    var rest = text
    var weight = 1.0
    if let star = MetricText.first(of: ["*"], in: rest) {
      let factor = rest[..<star].trimmingSpaces
      guard let number = LimitValue.number(factor), number > 0 else {
        throw InputError("expected a weight above 0 before '*', found '\(factor)'")
      }
      weight = number
      rest = rest[rest.index(after: star)...].trimmingSpaces
    }
    let slash = MetricText.first(of: ["/"], in: rest)
    let name = rest[..<(slash ?? rest.endIndex)].trimmingSpaces
    let metric = try GoalMetric.named(name)
    guard let slash else { return MetricObjective.Term(metric: metric, weight: weight) }
    let amount = rest[rest.index(after: slash)...].trimmingSpaces
    guard let scale = LimitValue.read(amount, metric.unit), scale > 0, scale.isFinite else {
      throw InputError(
        "expected \(LimitValue.form(metric.unit)) above 0 behind '/', found '\(amount)'")
    }
    return MetricObjective.Term(metric: metric, weight: weight, scale: scale)
  }

  private static func text(of term: MetricObjective.Term) -> String {
    let weight = term.weight == 1 ? "" : "\(NumberText.short(term.weight)) * "
    let scale = term.scale.map { " / \(Display.text($0, term.metric.unit))" } ?? ""
    return weight + term.metric.name + scale
  }

  private static func example(of unit: MetricUnit) -> String {
    switch unit {
    case .milliseconds, .millisecondsPerDay: "100 ms"
    case .bytes, .bytesPerDay: "10 MB"
    case .ratio: "1 %"
    default: "10"
    }
  }
}

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
