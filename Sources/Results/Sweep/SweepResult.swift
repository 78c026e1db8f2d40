internal import CacheMetrics
internal import SimCore

/// The results of a sweep: the source of its tables, charts and page.
///
/// It is read from the files of the cells, so that it does not depend on the processes that wrote
/// them, or on their order.
package struct SweepResult: Sendable {
  package struct Row: Sendable {
    package var point: Int
    package var label: String
    package var isBound: Bool
    package var cell: SweepCell

    /// What lines have in common that are one alternative: equal numbers of different strategies
    /// are two.
    package var alternative: String { "\(cell.key) \(label)" }
  }

  /// All but the numbers.
  package let outline: SweepOutline
  package let rows: [Row]

  /// Nil when a cell is missing.
  package init?(_ outline: SweepOutline, cells: [String: SweepCell]) {
    var rows: [Row] = []
    for row in outline.rows {
      guard let cell = cells[row.cell] else { return nil }
      rows.append(Row(point: row.point, label: row.label, isBound: row.isBound, cell: cell))
    }
    self.outline = outline
    self.rows = rows
  }

  /// Among a cell's values; nil when the sweep has none of that name.
  package func place(of measure: String) -> Int? {
    outline.measures.firstIndex { $0.name == measure }
  }

  /// Whether simulations were swept, and no replays of a trace.
  package var isOfSimulations: Bool { place(of: ResultMeasure.missRatio) == nil }

  /// What is wanted; of replays the fewest misses. Nil: the sweep does not say it.
  var goal: Goal? {
    guard isOfSimulations else {
      let misses = Metric(ResultMeasure.missRatio, .ratio, .lower, "") { _ in nil }
      return Goal(objectives: [MetricObjective(misses)], constraints: [])
    }
    return outline.goal
  }

  package func candidate(_ line: Int, _ goal: Goal) -> GoalCandidate {
    let row = rows[line]
    return GoalCandidate(
      Alternative(
        row.label, word: nil, row.cell, outline.places, seeds: row.cell.values.count), goal)
  }

  /// Which value each line has on each axis; nil: its numbers are the same for all values of the
  /// axis. Lines that have all in common with one before are the same line.
  /// - Complexity: O(lines × axes).
  package var folded: [[Int?]] {
    var values: [String: [Set<Int>]] = [:]
    for row in rows {
      let own = outline.values(at: row.point)
      var sets = values[row.alternative] ?? outline.axes.map { _ in [] }
      for axis in own.indices { sets[axis].insert(own[axis]) }
      values[row.alternative] = sets
    }
    return rows.map { row in
      let sets = values[row.alternative] ?? []
      return outline.values(at: row.point).enumerated().map { axis, value in
        let count = outline.axes[axis].values.count
        return count > 1 && sets[axis].count == count ? nil : value
      }
    }
  }
}

/// The numbers of one strategy at one point of a sweep's grid: for each seed, and for all together.
package struct SweepCell: Hashable, Sendable {
  /// The digest of everything that the numbers depend on.
  package var key: String
  /// For each seed the values of the measures, as files write them; nil: not defined.
  package var values: [[Double?]]
  package var pooled: [Double?]
  /// Whether no percentile was counted in buckets.
  package var isExact: Bool

  package init(key: String, values: [[Double?]], pooled: [Double?], isExact: Bool) {
    self.key = key
    self.values = values
    self.pooled = pooled
    self.isExact = isExact
  }

  /// The cell of a strategy's runs; the values are rounded as files write them. Metrics that
  /// are not meaningful for a relaxation are not defined.
  package init(key: String, of result: StrategyResult, _ measures: [ResultMeasure]) {
    let metrics = measures.map { MetricCatalog.metric(named: $0.name) }
    func values(_ aggregates: Aggregates) -> [Double?] {
      metrics.map { metric in
        guard let metric else { return nil }
        guard result.bound?.isMeaningful(metric) ?? true else { return nil }
        return metric.value(aggregates).map { metric.rounded($0) }
      }
    }
    self.init(
      key: key, values: result.runs.map { values($0.aggregates) }, pooled: values(result.pooled),
      isExact: result.pooled.isExact)
  }

  /// The cell as its file has it: one line, with a digest of itself by which a torn or altered
  /// file is known.
  package func text(_ outline: SweepOutline) -> String {
    let body = body(outline)
    return JSON.object(["check": JSON(Fingerprint(of: body.compact).text), "cell": body]).compact
      + "\n"
  }

  private func body(_ outline: SweepOutline) -> JSON {
    func numbers(_ values: [Double?]) -> JSON {
      .object(
        zip(outline.measures, values).map { ($0.name, JSON($1)) })
    }
    return .object([
      "key": JSON(key), "percentilesAreExact": JSON(isExact),
      "seeds": .object(zip(outline.seeds, values).map { ("\($0)", numbers($1)) }),
      "all": numbers(pooled),
    ])
  }

  /// Nil when it is not complete, or not that cell of that sweep.
  package init?(_ bytes: [UInt8], key: String, of outline: SweepOutline) {
    guard let json = try? JSON.parse(bytes), let body = json["cell"],
      json["check"]?.string == Fingerprint(of: body.compact).text,
      body["key"]?.string == key, let isExact = body["percentilesAreExact"]?.flag,
      let seeds = body["seeds"]?.members, seeds.map(\.name) == outline.seeds.map({ "\($0)" }),
      let pooled = body["all"].flatMap({ Self.numbers($0, outline) })
    else { return nil }
    let values = seeds.compactMap { Self.numbers($0.value, outline) }
    guard values.count == seeds.count else { return nil }
    self.init(key: key, values: values, pooled: pooled, isExact: isExact)
  }

  private static func numbers(_ json: JSON, _ outline: SweepOutline) -> [Double?]? {
    guard let members = json.members, members.map(\.name) == outline.measures.map(\.name) else {
      return nil
    }
    let numbers = members.map(\.value.number)
    let isRight = zip(members, numbers).allSatisfy { $1 != nil || $0.value == JSON(.null) }
    return isRight ? numbers : nil
  }
}
