internal import SimCore

/// One number computed from aggregates, with its unit, its direction and its definition.
///
/// Ratios and percentiles pool the opens of all devices and seeds. Costs are averages per device
/// over the whole run, and for each device and day where the name says so. Peaks are maxima and
/// 95th percentiles over devices. Metrics over people take each device's own number first. A device
/// under three seeds counts three times.
package struct Metric: Sendable {
  /// The name in files: snake case, the unit last, such as `first_content_p95_ms`.
  package let name: String
  package let unit: MetricUnit
  package let better: Better
  package let definition: String
  /// The number; nil when it is not defined in the run, infinity when its rank falls on an open
  /// that never reached it. Of a run that only its origin observed it is nil unless an origin can
  /// know it.
  package var value: @Sendable (Aggregates) -> Double? {
    { [computed, name, isKnownToOrigin] aggregates in
      if let reported = aggregates.reported { return reported[name] }
      return isKnownToOrigin || !aggregates.isObserved ? computed(aggregates) : nil
    }
  }

  /// The number, also of a run that only its origin observed.
  private let computed: @Sendable (Aggregates) -> Double?

  package init(
    _ name: String, _ unit: MetricUnit, _ better: Better, _ definition: String,
    trials: String = "opens", value: @escaping @Sendable (Aggregates) -> Double?
  ) {
    self.name = name
    self.unit = unit
    self.better = better
    self.definition = definition
    self.trials = unit.isPart ? trials : nil
    computed = value
  }

  /// Whether an origin that knows nothing of the client can tell the number.
  package fileprivate(set) var isKnownToOrigin = false
  /// Whether the number of several seeds is the sum of theirs; any other lies between theirs.
  package fileprivate(set) var isSum = false
  /// The metric that counts of how many it is a share or a score, as near as one does; nil: it is
  /// neither.
  package fileprivate(set) var trials: String?
  /// Whether every run with a device has the number.
  package fileprivate(set) var isAlwaysDefined = false
  /// What it is counted of, by whose tags it can be asked for; nil: of a device as a whole.
  package fileprivate(set) var counted: Counted?
  /// What of that alone; empty: all.
  package private(set) var tags: [MetricTag] = []
  /// Whether the number is the sum of those of all screens, or of all kinds of resources.
  package var addsUp: Bool { isSum || isCost }
  fileprivate var isCost = false
  /// Whether what it counts is harm to a user, which no number of seeds makes chance: something
  /// lost, broken, blank, or shown to another user.
  private var isHarm = false

  /// The number where no harm is done; nil: the metric counts none.
  package var harmless: Double? { isHarm ? (better == .higher ? 1 : 0) : nil }

  /// The number as files write it; empty when it is not defined.
  package func text(of value: Double?) -> String {
    value.map { NumberText.decimal($0, places: unit.places) } ?? ""
  }

  /// The number that files write, so that what reads the same is the same.
  package func rounded(_ value: Double) -> Double {
    Double(NumberText.decimal(value, places: unit.places)) ?? value
  }
}

extension Metric {
  /// The events that a metric is counted of, each of which has tags.
  package enum Counted: Sendable {
    case views
    case answers
    case exchanges

    package var keys: [MetricTag.Key] {
      switch self {
      case .views: [.screen, .kind]
      case .answers: [.screen, .kind, .resource]
      case .exchanges: [.resource]
      }
    }
  }

  /// The same metric of what has all these tags, each of a key by which it is counted.
  package func tagged(_ tags: [MetricTag]) -> Metric {
    guard !tags.isEmpty else { return self }
    let words = tags.map(\.words).joined(separator: " and ")
    var metric = Metric(
      "\(name){\(tags.map(\.text).joined(separator: ","))}", unit, better,
      "Only \(words): \(definition)"
    ) { [computed, counted] in computed($0.restricted(to: tags, for: counted)) }
    (metric.counted, metric.isSum, metric.isCost) = (counted, isSum, isCost)
    (metric.isAlwaysDefined, metric.isHarm) = (false, isHarm)
    metric.tags = tags
    // Views of a part are counted; where nothing counts what a share is of, its seeds alone tell.
    let text = tags.map(\.text).joined(separator: ",")
    metric.trials = counted == .exchanges ? nil : trials.map { "\($0){\(text)}" }
    return metric
  }
}

extension [Metric] {
  func counted(by counted: Metric.Counted) -> [Metric] {
    map {
      var metric = $0
      metric.counted = counted
      return metric
    }
  }

  var knownToOrigin: [Metric] {
    map {
      var metric = $0
      metric.isKnownToOrigin = true
      return metric
    }
  }

  var harmful: [Metric] { map(\.harmful) }
}

// MARK: - Forms that metrics share

extension Metric {
  /// A part of a whole; not defined when the whole is zero. `trials` names the metric that counts
  /// the whole, or what of it is independent at most.
  static func ratio(
    _ name: String, _ better: Better, _ definition: String, trials: String = "opens",
    of part: @escaping @Sendable (Aggregates) -> Int64,
    in whole: @escaping @Sendable (Aggregates) -> Int64
  ) -> Metric {
    Metric(name, .ratio, better, definition, trials: trials) { aggregates in
      let whole = whole(aggregates)
      return whole == 0 ? nil : Double(part(aggregates)) / Double(whole)
    }
  }

  /// A sum over all devices and seeds.
  static func sum(
    _ name: String, _ better: Better, _ what: String,
    _ total: @escaping @Sendable (Aggregates) -> Int64
  ) -> Metric {
    Metric(name, .count, better, "\(what); sum over all devices and seeds.") { Double(total($0)) }
      .summed
  }

  /// The metric as one whose number of several seeds is the sum of theirs.
  var summed: Metric {
    var metric = self
    (metric.isSum, metric.isAlwaysDefined) = (true, true)
    return metric
  }

  var harmful: Metric {
    var metric = self
    metric.isHarm = true
    return metric
  }

  /// A cost of a run: the average per device, and the same for each day of virtual time.
  static func cost(
    _ name: String, _ unit: MetricUnit, _ what: String, better: Better = .lower,
    _ total: @escaping @Sendable (Aggregates) -> Double
  ) -> [Metric] {
    guard let perDay = unit.perDay else {
      preconditionFailure("a cost is a time, an energy, bytes or a count")
    }
    var whole = Metric(
      name, unit, better, "\(what); average per device over the whole run."
    ) { aggregates in
      aggregates.devices.count == 0 ? nil : total(aggregates) / Double(aggregates.devices.count)
    }
    (whole.isAlwaysDefined, whole.isCost) = (true, true)
    var daily = Metric(
      name + "_per_device_day", perDay, better,
      "\(what); divided by the days of virtual time of all devices."
    ) { aggregates in
      aggregates.devices.days == 0 ? nil : total(aggregates) / aggregates.devices.days
    }
    daily.isCost = true
    return [whole, daily]
  }

  /// A peak of each device: the highest of all, and the 95th percentile over devices.
  static func peaks(
    _ name: String, _ what: String, _ samples: @escaping @Sendable (Aggregates) -> Samples
  ) -> [Metric] {
    [
      Metric("\(name)_bytes", .bytes, .lower, "\(what); the highest over devices.") { aggregates in
        let samples = samples(aggregates)
        return samples.count == 0 ? nil : Double(samples.maximum)
      },
      Metric(
        "\(name)_p95_bytes", .bytes, .lower,
        "\(what); the 95th percentile over devices by nearest rank."
      ) { samples($0).value(at: .p95) },
    ]
  }
}

/// The unit of a metric.
public enum MetricUnit: String, Sendable, CaseIterable {
  /// A part of a whole, 0 to 1.
  case ratio
  case millionths = "ppm"
  /// Thousandths of a second.
  case milliseconds = "ms"
  case seconds = "s"
  case bytes
  /// A count; an average of counts has a fraction.
  case count
  case days
  case joules = "J"
  /// Joules for each device and day of virtual time.
  case joulesPerDay = "J/day"
  /// Milliseconds for each device and day of virtual time.
  case millisecondsPerDay = "ms/day"
  /// Bytes for each device and day of virtual time.
  case bytesPerDay = "bytes/day"
  /// A count for each device and day of virtual time.
  case countPerDay = "count/day"
  /// A count for each second of virtual time.
  case countPerSecond = "count/s"
  case dollars = "USD"
  /// A score, 0 to 1.
  case score
  case factor
  /// Years of 365 days.
  case years

  /// Whether it is a part of a whole, 0 to 1.
  package var isPart: Bool { self == .ratio || self == .score }

  /// The same unit for each device and day; nil for units that are no costs.
  var perDay: MetricUnit? {
    switch self {
    case .milliseconds: .millisecondsPerDay
    case .bytes: .bytesPerDay
    case .joules: .joulesPerDay
    case .count: .countPerDay
    default: nil
    }
  }

  /// Digits after the point in files: a millionth of a whole, a thousandth of all else.
  package var places: Int { isPart ? 6 : 3 }
}

/// The direction in which a metric is better.
public enum Better: String, Sendable, CaseIterable {
  case lower
  case higher
  /// The metric describes the run and does not rate the strategy.
  case neither
}
