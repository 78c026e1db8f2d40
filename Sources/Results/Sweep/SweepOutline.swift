internal import CacheMetrics
package import SimCore

/// The plan of a sweep and the cells that it needs: all but the numbers.
///
/// It is stored with the cells, so that shards of one sweep are recognized and can be merged
/// without the scenario.
package struct SweepOutline: Hashable, Sendable {
  /// A line of the answer: a strategy at a point of the grid.
  package struct Row: Hashable, Sendable {
    /// The number of the point in the grid; the last axis counts fastest.
    package var point: Int
    package var label: String
    package var name: String
    package var isBound: Bool
    /// The key of the cell that has its numbers; lines that cannot differ share one.
    package var cell: String

    package init(point: Int, label: String, name: String, isBound: Bool, cell: String) {
      self.point = point
      self.label = label
      self.name = name
      self.isBound = isBound
      self.cell = cell
    }
  }

  package var scenario: String
  package var title: String
  package var question: String
  package var hash: String
  package var programVersion: String
  /// The versions of the forms that the numbers have: of sweeps, results and metrics; and of the
  /// numbers themselves.
  package var schemaVersions: [Int]
  package var command: String
  /// The scenario as other commands name it, with the options that change it; nil: none can.
  package var subject: String?
  package var seeds: [UInt64]
  package var axes: [SweptSetting]
  package var measures: [ResultMeasure]
  /// What is wanted, as the text of the JSON that files have; nil: nothing is stated.
  private var wanted: String?
  /// Points in order, and in each its strategies in order.
  package var rows: [Row]

  package var goal: Goal? {
    get { wantedJSON.flatMap { Goal($0) } }
    set { wanted = newValue?.json.compact }
  }

  private var wantedJSON: JSON? { wanted.flatMap { try? JSON.parse(Array($0.utf8)) } }

  package init(
    scenario: String, title: String, question: String, hash: String, programVersion: String,
    command: String, seeds: [UInt64], axes: [SweptSetting], measures: [ResultMeasure], rows: [Row]
  ) {
    self.scenario = scenario
    self.title = title
    self.question = question
    self.hash = hash
    self.programVersion = programVersion
    schemaVersions = [
      SweepSchema.version, ResultSchema.version, MetricCatalog.version, ResultVersion.number,
    ]
    self.command = command
    self.seeds = seeds
    self.axes = axes
    self.measures = measures
    self.rows = rows
  }

  var places: [String: Int] {
    Dictionary(measures.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  package var pointCount: Int { axes.reduce(1) { $0 * $1.values.count } }

  package static let mostPoints = 100_000

  /// How many points lie between neighbours on an axis.
  package func stride(of axis: Int) -> Int {
    axes.dropFirst(axis + 1).reduce(1) { $0 * $1.values.count }
  }

  /// Which value each axis has at a point; the last axis counts fastest.
  package func values(at point: Int) -> [Int] {
    Self.levels(at: point, of: axes.map(\.values.count))
  }

  /// The same of axes with so many values each.
  package static func levels(at point: Int, of counts: [Int]) -> [Int] {
    var rest = point
    return Array(
      counts.reversed().map { count in
        defer { rest /= count }
        return rest % count
      }.reversed())
  }

  /// Such as `capacity=1 MB friends=10`.
  package func title(of point: Int) -> String {
    zip(axes, values(at: point)).map { "\($0.name)=\($0.values[$1].text)" }.joined(separator: " ")
  }

  /// Each once, in the order in which lines first ask for them. - Complexity: O(rows).
  package var cells: [String] { rows.map(\.cell).uniqued(by: \.self) }

  /// Why cells of another sweep cannot be merged with those of this one; nil: they can. Axes may
  /// differ: a cell that both have is the same.
  package func mismatch(with other: SweepOutline) -> String? {
    if scenario != other.scenario || hash != other.hash {
      return "of the scenario '\(other.scenario)' (\(other.hash)), and this is '\(scenario)' "
        + "(\(hash))"
    }
    if programVersion != other.programVersion {
      return "of cachesim \(other.programVersion), and this is \(programVersion)"
    }
    return schemaVersions == other.schemaVersions ? nil : "of another version of the results"
  }

  /// As it is stored with the cells.
  package var json: JSON {
    .object(
      description + [
        ("measures", JSON(measures.map(\.json))),
        ("rows", JSON(rows.map(Self.json))),
      ])
  }

  /// The members that `sweep.json` has as well.
  package var description: [(String, JSON)] {
    zip(Self.versionNames, schemaVersions).map { ($0, JSON($1)) } + [
      ("program", .object(["name": "cachesim", "version": JSON(programVersion)])),
      (
        "scenario",
        .object([
          "name": JSON(scenario), "title": JSON(title), "question": JSON(question),
          "hash": JSON(hash),
        ])
      ),
      ("command", JSON(command)), ("subject", JSON(subject)),
      ("seeds", JSON(seeds.map { JSON("\($0)") })),
      ("axes", JSON(axes.map(\.json))),
    ] + (wantedJSON.map { [("goal", $0)] } ?? [])
  }

  private static let versionNames = [
    "sweepSchemaVersion", "resultSchemaVersion", "metricCatalogVersion", "resultVersion",
  ]

  private static func json(of row: Row) -> JSON {
    .object([
      "point": JSON(row.point), "label": JSON(row.label), "name": JSON(row.name),
      "isBound": JSON(row.isBound), "cell": JSON(row.cell),
    ])
  }

  package init?(_ bytes: [UInt8]) {
    guard let json = try? JSON.parse(bytes), let scenario = json["scenario"],
      let name = scenario["name"]?.string, let title = scenario["title"]?.string,
      let question = scenario["question"]?.string, let hash = scenario["hash"]?.string,
      let version = json["program"]?["version"]?.string, let command = json["command"]?.string,
      let seeds = json["seeds"]?.list({ $0.string.flatMap { UInt64($0) } }),
      let axes = json["axes"]?.list({ SweptSetting($0) }),
      let measures = json["measures"]?.list({ ResultMeasure($0) }),
      let rows = json["rows"]?.list(Self.row)
    else { return nil }
    self.init(
      scenario: name, title: title, question: question, hash: hash, programVersion: version,
      command: command, seeds: seeds, axes: axes, measures: measures, rows: rows)
    schemaVersions = Self.versionNames.map { Int(json[$0]?.integer ?? 0) }
    subject = json["subject"]?.string
    wanted = json["goal"]?.compact
    let points = 0..<pointCount
    guard self.rows.allSatisfy({ points.contains($0.point) }) else { return nil }
  }

  private static func row(_ json: JSON) -> Row? {
    guard let point = json["point"]?.integer, let label = json["label"]?.string,
      let name = json["name"]?.string, let isBound = json["isBound"]?.flag,
      let cell = json["cell"]?.string
    else { return nil }
    return Row(point: Int(point), label: label, name: name, isBound: isBound, cell: cell)
  }

  /// The 95 % confidence interval of a measure over a cell's seeds; nil for one seed, and where a
  /// seed has no finite value.
  package func interval(of cell: SweepCell, at place: Int) -> ConfidenceInterval? {
    ConfidenceInterval(
      of: cell.pooled[place], seeds: cell.values.map { $0[place] }, measures[place].unit,
      trials: trials(of: cell, at: place))
  }

  /// Of how many views or the like a share is; nil: it is none, or that is not known.
  func trials(of cell: SweepCell, at place: Int) -> Double? {
    guard measures[place].unit.isPart,
      let name = MetricCatalog.metric(named: measures[place].name)?.trials
    else { return nil }
    return measures.firstIndex { $0.name == name }.flatMap { cell.pooled[$0] }
  }

  /// What a strategy with values of the axes that touch it is called, such as
  /// `hybrid (prefetch=8, staleAfter=5m)`, and how commands name it.
  func names(of label: String, at levels: [Int?]) -> (label: String, word: String?) {
    let own = "\(label)."
    let others = Set(rows.map(\.label)).subtracting([label])
    var texts: [String] = []
    var word: String? = label
    for (axis, level) in zip(axes, levels) {
      guard let level, !others.contains(where: { axis.name.hasPrefix("\($0).") }) else { continue }
      let isOwn = axis.name.hasPrefix(own)
      let name = isOwn ? String(axis.name.dropFirst(own.count)) : axis.name
      texts.append("\(name)=\(axis.values[level].text)")
      word = isOwn ? word.map { "\($0):\(name)=\(axis.values[level].text)" } : nil
    }
    return (texts.isEmpty ? label : "\(label) (\(texts.joined(separator: ", ")))", word)
  }
}

package enum SweepSchema {
  /// Incremented when a column or a member of `sweep.csv`, `summary.csv` or `sweep.json` changes
  /// its meaning or is removed, or a cell's file its form; additions do not count.
  package static let version = 2

  /// The folder of the finished cells, within the report's.
  package static let cellsFolder = ".cells"
}
