internal import CacheMetrics
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

/// What a rule says becomes of its story: lists of the views, and limits of metrics.
struct EvidenceOutcome {
  /// `opens` and `behind`, a word or a number for each view.
  private static let lists = ["opens", "behind"]

  private let views: [(name: String, value: JSON)]
  private let metrics: [(name: String, allowed: AllowedRange)]

  init(_ json: JSON) throws {
    let members = try #require(json.members)
    expect(!members.isEmpty, "an outcome says nothing")
    views = members.filter { Self.lists.contains($0.name) }.map { ($0.name, $0.value) }
    metrics = try Self.metrics(of: json).map { name, limit in
      let metric = try MetricCatalog.read(name)
      var problems = Problems()
      let limits = MetricLimit.read(limit, of: metric, at: 0, path: name, &problems)
      return (name, AllowedRange(try #require(limits, "\(problems.lines)")))
    }
  }

  /// The metrics that an outcome names, with their limits as scenarios write them.
  static func metrics(of outcome: JSON) -> [(name: String, limit: String)] {
    (outcome.members ?? []).filter { !lists.contains($0.name) }.map {
      ($0.name, $0.value.string ?? "= \($0.value.compact)")
    }
  }

  /// Whether something that both speak of cannot be so in both at once.
  func excludes(_ other: EvidenceOutcome) -> Bool {
    views.contains { view in
      other.views.contains { $0.name == view.name && $0.value != view.value }
    }
      || metrics.contains { metric in
        other.metrics.contains { $0.name == metric.name && metric.allowed.excludes($0.allowed) }
      }
  }

  /// The names whose values both allow, though they say otherwise.
  func overlaps(_ other: EvidenceOutcome) -> [String] {
    metrics.compactMap { metric in
      let same = other.metrics.first { $0.name == metric.name }
      guard let same, same.allowed != metric.allowed else { return nil }
      return metric.allowed.excludes(same.allowed) ? nil : metric.name
    }
  }
}

/// The numbers that limits allow, from the least to the most, each of which may be left out.
struct AllowedRange: Equatable {
  private var least = -Double.infinity
  private var hasLeast = true
  private var most = Double.infinity
  private var hasMost = true

  /// Limits that are all expected, of which the last of each side counts.
  init(_ limits: [MetricLimit]) {
    for limit in limits {
      switch limit.comparison {
      case .atLeast: (least, hasLeast) = (limit.limit, true)
      case .above: (least, hasLeast) = (limit.limit, false)
      case .atMost: (most, hasMost) = (limit.limit, true)
      case .below: (most, hasMost) = (limit.limit, false)
      case .equal: (least, hasLeast, most, hasMost) = (limit.limit, true, limit.limit, true)
      }
    }
  }

  func excludes(_ other: AllowedRange) -> Bool { isBelow(other) || other.isBelow(self) }

  private func isBelow(_ other: AllowedRange) -> Bool {
    most < other.least || (most == other.least && !(hasMost && other.hasLeast))
  }
}
