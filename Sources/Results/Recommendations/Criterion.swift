package import Measurement

/// Something by which strategies are compared: a metric, with the words of a sentence.
package struct Criterion: Sendable {
  /// What it is about, in a few words, as in "no trade-off in …".
  package var title: String
  package var metric: Metric
  /// The words behind its value, as in "265 MB written to flash per device".
  package var words: String
  /// What is said in place of an infinite value; only waits have such values.
  package var infinite = "no value"

  /// As files write it; nil when the metric is not defined.
  package func value(of row: StrategyResult) -> Double? {
    metric.value(row.pooled).map(metric.rounded)
  }

  /// As people read it, with its confidence interval over seeds.
  package func text(of row: StrategyResult) -> String {
    Display.text(value(of: row), within: row.interval(of: metric), share: nil, metric.unit)
  }

  /// The value with its confidence interval and its words.
  package func phrase(of row: StrategyResult) -> String {
    value(of: row) == .infinity ? infinite : "\(text(of: row)) \(words)"
  }

  /// Whether the seeds show a difference between two strategies; a single seed is taken as it is,
  /// and so are values that are not finite under every seed.
  package func isShown(between row: StrategyResult, and other: StrategyResult) -> Bool {
    PairedDifferences(at: metric, of: row, from: other)?.isShown ?? true
  }

  /// Whether a strategy is better than another one by more than chance: by the values of all seeds
  /// together, and by the interval of the paired differences.
  package func isShownBetter(_ row: StrategyResult, than other: StrategyResult) -> Bool {
    isBetter(value(of: row), than: value(of: other)) && isShown(between: row, and: other)
  }

  /// A difference below the digits that are shown decides nothing.
  func reads(_ value: Double, as other: Double) -> Bool {
    value == other || Display.text(value, metric.unit) == Display.text(other, metric.unit)
  }

  package func phrase(_ value: Double?) -> String {
    value == .infinity ? infinite : "\(Display.text(value, metric.unit)) \(words)"
  }

  /// One that is not defined is worse than any other.
  package func isBetter(_ value: Double?, than other: Double?) -> Bool {
    guard let value else { return false }
    guard let other else { return true }
    return metric.better == .higher ? value > other : value < other
  }
}

// MARK: - The criteria of reports and advice

extension Criterion {
  /// The wait for first content over all opens, a blank one being infinitely late: its tail and,
  /// where no strategy's tail is finite, nearer the middle.
  package static let firstContent = waits(.firstContent, "first content", "something")
  static let completeContent = waits(.completeContent, "complete content", "all of the screen")
  package static let freshContent = waits(.freshContent, "fresh content", "the origin's version")
  package static let stale = Criterion("freshness", "stale_share", "of opens outdated at first")
  static let staleParts = Criterion(
    "freshness of parts", "stale_parts_share", "of parts outdated when shown")
  static let blank = Criterion("blank opens", "blank_ratio", "of opens blank")
  package static let flash = Criterion("flash", "flash_write_bytes", "written to flash per device")
  package static let data = Criterion("data", "network_down_bytes", "received per device")
  package static let radio = Criterion(
    "radio energy", "radio_energy_j", "taken by the radio per device")
  package static let memory = Criterion("memory", "memory_peak_bytes", "at the peak of a device")
  package static let offline = Criterion(
    "offline opens", "offline_served_ratio", "of offline opens showed something")
  /// What screens need that the device has: pictures among it.
  package static let objects = Criterion(
    "hits", "object_hit_ratio", "of what screens need from the device")
  package static let storage = Criterion(
    "storage", "flash_peak_bytes", "stored at the peak of a device")
  static let refusedEdits = Criterion("edits", "edits_refused", "edits refused")

  private init(_ title: String, _ metric: String, _ words: String, infinite: String = "no value") {
    self.init(title: title, metric: Self.metric(metric), words: words, infinite: infinite)
  }

  private static func waits(_ wait: Latency, _ title: String, _ what: String) -> [Criterion] {
    [95, 90, 50].map { percent in
      Criterion(
        title, "\(wait.rawValue)_p\(percent)_ms",
        "until \(percent) of 100 opens showed \(what)",
        infinite: "fewer than \(percent) of 100 opens showed \(what)")
    }
  }

  /// - Precondition: the catalogue has one of that name.
  package static func metric(_ name: String) -> Metric {
    guard let metric = MetricCatalog.metric(named: name) else {
      preconditionFailure("the catalogue has no metric \(name)")
    }
    return metric
  }

  /// The first of several that is finite for some strategy; the last where none is.
  /// - Precondition: there is one.
  package static func first(of criteria: [Criterion], among rows: [StrategyResult]) -> Criterion {
    criteria.first { criterion in
      rows.contains { criterion.value(of: $0)?.isFinite == true }
    } ?? criteria[criteria.count - 1]
  }

  /// The criteria by which a library is compared with itself under other settings. Metrics that
  /// neither defines are left out, and so are outdated subresources where there are none.
  package static func ofLibraries(among rows: [StrategyResult]) -> [Criterion] {
    let parts = rows.contains { (staleParts.value(of: $0) ?? 0) > 0 } ? [staleParts] : []
    return ([objects, stale] + parts + [flash, storage, memory, data])
      .filter { criterion in rows.contains { criterion.value(of: $0) != nil } }
  }

  /// The criteria by which strategies of a group are compared as a whole: those of the objectives
  /// that are advised on, and edits that are refused. Metrics that no strategy defines are left
  /// out.
  package static func all(among rows: [StrategyResult]) -> [Criterion] {
    [first(of: firstContent, among: rows), stale, flash, data, offline, refusedEdits]
      .filter { criterion in rows.contains { criterion.value(of: $0) != nil } }
  }
}

/// What a cache is chosen for: the criterion that decides, and what is said beside it.
package struct Objective: Sendable {
  package var name: String
  package var title: String
  /// The first one that is finite for some strategy decides.
  var deciding: [Criterion]
  /// Between equal strategies, in order.
  var tieBreakers: [[Criterion]] = []
  /// By which a report says what the best strategy gives up.
  package var tradeOffs: [[Criterion]]
  /// The bounds that are reported beside it, and by which metric where not by the deciding one.
  package var bound: (quantity: OracleBound.Quantity, metric: Metric?)?

  package static let all: [Objective] = [
    fastest, fastestFresh, leastStale, leastFlash, leastData, leastRadioEnergy, leastMemory,
    offlineProof,
  ]
  /// Those that advice answers.
  package static let advised: [Objective] = [fastest, leastFlash, leastData, offlineProof]

  package static let fastest = Objective(
    name: "fastest-first-content", title: "Fastest first content",
    deciding: Criterion.firstContent, tieBreakers: [[.stale], [.flash], [.data]],
    tradeOffs: [[.stale], [.blank], [.flash]], bound: (.waits, nil))
  static let fastestFresh = Objective(
    name: "fastest-fresh-content", title: "Fastest fresh content",
    deciding: Criterion.freshContent, tradeOffs: [[.blank], [.flash], [.data]],
    bound: (.waits, nil))
  static let leastStale = Objective(
    name: "least-stale", title: "Least stale content", deciding: [.stale],
    tradeOffs: [Criterion.firstContent, [.blank], [.data]])
  package static let leastFlash = Objective(
    name: "least-flash", title: "Least flash", deciding: [.flash],
    tieBreakers: [Criterion.firstContent, [.stale], [.data]],
    tradeOffs: [Criterion.firstContent, [.stale], [.blank]],
    bound: (.flashWrites, nil))
  package static let leastData = Objective(
    name: "least-data", title: "Least data", deciding: [.data],
    tieBreakers: [Criterion.firstContent, [.stale], [.flash]],
    tradeOffs: [Criterion.firstContent, [.stale], [.blank]],
    bound: (.receivedBodies, Criterion.metric("network_body_bytes")))
  static let leastRadioEnergy = Objective(
    name: "least-radio-energy", title: "Least radio energy", deciding: [.radio],
    tradeOffs: [Criterion.firstContent, [.stale], [.blank]])
  static let leastMemory = Objective(
    name: "least-memory", title: "Least memory", deciding: [.memory],
    tradeOffs: [Criterion.firstContent, [.flash]])
  package static let offlineProof = Objective(
    name: "offline-proof", title: "Offline-proof", deciding: [.offline],
    tieBreakers: [[.refusedEdits], Criterion.firstContent, [.stale], [.flash]],
    tradeOffs: [[.stale], [.flash], [.data]], bound: (.waits, nil))
}
