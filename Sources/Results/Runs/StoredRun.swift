package import CacheMetrics
package import SimCore

/// A run as its `run.json` has it: a baseline, or what is compared with one.
package struct StoredRun: Sendable {
  /// The results of a strategy under one varied value.
  package struct Row: Sendable {
    package var strategy: String
    package var varied: String?
    package var isBound: Bool
    /// Values by the names of metrics, all seeds together; a metric that is not defined in the run
    /// has none. Those of parts are among them, by their names with tags.
    package var pooled: [String: Double]
    /// The same for each seed, in order.
    package var seeds: [(seed: String, values: [String: Double])]

    package var title: String { varied.map { "\(strategy), \($0)" } ?? strategy }
  }

  /// How error lines name it.
  package let file: String
  package let scenario: String
  package let hash: String
  package let programVersion: String
  package let metricCatalogVersion: Int
  package let metrics: [ResultMeasure]
  package let rows: [Row]
  /// The metrics of parts that stand beside `metrics`: what a tolerance can name.
  package internal(set) var tagged: [ResultMeasure] = []
  package internal(set) var expectations: [ExpectationOutcome] = []
  /// What the run answered, a sentence for each group that competes.
  package internal(set) var answers: [String] = []
  /// Of the numbers; nil: the file does not say it.
  package internal(set) var resultVersion: Int?
}

extension StoredRun {
  /// Of the same strategy and varied value.
  package func row(like other: Row) -> Row? {
    rows.first { $0.strategy == other.strategy && $0.varied == other.varied }
  }

  /// A fresh run, with the digits that its file would have.
  /// - Throws: when it has what a file cannot have, such as two metrics of one name.
  /// - Complexity: O(rows × seeds × metrics).
  package init(_ result: RunResult) throws(InputError) {
    try self.init(RunFile.json(of: result, files: []), file: "this run")
  }

  /// Refuses numbers of all seeds together that cannot be those of the seeds beside them: the file
  /// was changed by hand, and would be held against numbers that no run gave.
  ///
  /// A sum is the sum of the seeds' numbers; a share, a mean, a percentile and a peak lie between
  /// the least and the largest of them. What means nothing in the unit is not looked at, so that
  /// numbers may be rounded.
  /// - Complexity: O(rows × metrics × seeds).
  func refuseOthersThanOfTheirSeeds() throws(InputError) {
    for row in rows {
      guard !row.seeds.isEmpty || row.pooled.isEmpty else {
        throw InputError("\(file): '\(row.title)': expected numbers by seed, found none")
      }
      for definition in metrics {
        guard let metric = MetricCatalog.metric(named: definition.name) else { continue }
        let pooled = row.pooled[metric.name]
        let values = row.seeds.compactMap { $0.values[metric.name] }
        try refuse(pooled, row.title, unlike: values, metric, isSum: metric.isSum, "its seeds")
      }
    }
  }

  /// Refuses numbers of all screens, or all kinds of resources, that cannot be those of the parts
  /// beside them: sums and costs add up, all else lies between the least and the largest part.
  /// - Complexity: O(rows × seeds × parts).
  func refusePartsThatDoNotAddUp() throws(InputError) {
    let groups = partGroups
    for row in rows {
      let all = row.seeds.map { ("\(row.title), seed \($0.seed)", $0.values) }
      for (owner, values) in all + [(row.title, row.pooled)] {
        for (metric, key, parts) in groups {
          let own = parts.compactMap { values[$0] }
          guard !own.isEmpty else { continue }
          try refuse(
            values[metric.name], owner, unlike: own, metric, isSum: metric.addsUp,
            "its parts by \(key.rawValue)")
        }
      }
    }
  }

  /// The names of all parts of a metric by a key, for each metric and key that have any.
  private var partGroups: [(metric: Metric, key: MetricTag.Key, parts: [String])] {
    let byMetric = Dictionary(
      grouping: tagged.compactMap { MetricCatalog.metric(named: $0.name) }
    ) { String($0.name.prefix { $0 != "{" }) }
    return metrics.compactMap { MetricCatalog.metric(named: $0.name) }.flatMap { metric in
      MetricTag.Key.allCases.compactMap { key in
        let own = byMetric[metric.name]?.filter { $0.tags.map(\.key) == [key] } ?? []
        return own.isEmpty ? nil : (metric, key, own.map(\.name))
      }
    }
  }

  /// Refuses a number of all seeds or parts together that does not follow from theirs.
  private func refuse(
    _ whole: Double?, _ owner: String, unlike numbers: [Double], _ metric: Metric, isSum: Bool,
    _ what: String
  ) throws(InputError) {
    guard let wrong = Self.wrong(with: whole, of: numbers, metric, isSum: isSum, what) else {
      return
    }
    throw InputError(
      "\(file): '\(owner)': \(metric.name): expected \(wrong.expected), found \(wrong.found): "
        + "save the baseline anew")
  }

  /// What is wrong with such a number; nil: it follows from theirs.
  private static func wrong(
    with whole: Double?, of numbers: [Double], _ metric: Metric, isSum: Bool, _ what: String
  ) -> (expected: String, found: String)? {
    func text(_ value: Double?) -> String { value.map { metric.text(of: $0) } ?? "null" }
    guard let least = numbers.min(), let most = numbers.max() else {
      return whole.map { ("null, as \(what) have no number", text($0)) }
    }
    guard let whole else { return ("a number, as \(what) have", "null") }
    func isNear(_ value: Double) -> Bool {
      value == whole || abs(value - whole) <= metric.unit.smallestChange.size(from: value)
    }
    if isSum {
      let sum = numbers.reduce(0, +)
      // Each number was rounded to its last digit by itself.
      var lastDigit = 1.0
      for _ in 0..<metric.unit.places { lastDigit /= 10 }
      let rounding = lastDigit / 2 * Double(numbers.count + 1)
      return isNear(sum) || abs(sum - whole) <= rounding
        ? nil : ("\(text(sum)), the sum of \(what)", text(whole))
    }
    if least <= whole && whole <= most || isNear(least) || isNear(most) { return nil }
    return ("\(text(least)) to \(text(most)), as \(what) have", text(whole))
  }

  func refuseMissingNumbers(in row: Row) throws(InputError) {
    guard row.pooled["devices"] ?? 1 > 0 else { return }
    for definition in metrics where row.pooled[definition.name] == nil {
      guard MetricCatalog.metric(named: definition.name)?.isAlwaysDefined == true else { continue }
      throw InputError(
        "\(file): '\(row.title)': expected a number for '\(definition.name)', which every "
          + "run has, found null: save the baseline anew")
    }
  }
}

extension StoredRun.Row {
  /// With the digits that its file has.
  package init(_ result: StrategyResult, _ metrics: [Metric]) {
    self.init(
      result, pooled: Self.values(of: metrics, in: result.pooled),
      seeds: result.runs.map { Self.values(of: metrics, in: $0.aggregates) })
  }

  /// The same, with numbers that are known.
  package init(_ result: StrategyResult, pooled: [String: Double], seeds: [[String: Double]]) {
    self.init(
      strategy: result.label, varied: result.varied, isBound: result.isBound, pooled: pooled,
      seeds: zip(result.runs, seeds).map { ("\($0.seed)", $1) })
  }

  /// By name, as files write them.
  package static func values(of metrics: [Metric], in aggregates: Aggregates) -> [String: Double] {
    var values: [String: Double] = [:]
    for metric in metrics { values[metric.name] = metric.value(aggregates).map(metric.rounded) }
    return values
  }
}
