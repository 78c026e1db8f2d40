/// What a sweep is to find out, and which cells it needs for that: all but the numbers.
///
/// It lies beside the cells, so that shards of one sweep know each other and whoever puts them
/// together needs no scenario.
package struct SweepOutline: Hashable, Sendable {
  /// A line of the answer: a strategy at a point of the grid.
  package struct Row: Hashable, Sendable {
    /// The number of the point in the grid; the last axis counts fastest.
    package var point: Int
    /// How the scenario calls the strategy there.
    package var label: String
    /// The strategy's canonical name.
    package var name: String
    /// Whether it knows the future, and is no choice but a bound.
    package var isBound: Bool
    /// The key of the cell that has its numbers; lines that cannot differ share one.
    package var cell: String

    /// Makes a line.
    package init(point: Int, label: String, name: String, isBound: Bool, cell: String) {
      self.point = point
      self.label = label
      self.name = name
      self.isBound = isBound
      self.cell = cell
    }
  }

  /// The scenario's name, which is its file's.
  package var scenario: String
  /// Its title.
  package var title: String
  /// The question that it asks.
  package var question: String
  /// A digest of the scenario.
  package var hash: String
  /// The version of the program.
  package var programVersion: String
  /// The versions of the forms that the numbers have: of sweeps, results and metrics.
  package var schemaVersions: [Int]
  /// How to make the same result again.
  package var command: String
  /// The seeds, in order.
  package var seeds: [UInt64]
  /// The settings that are varied, in order.
  package var axes: [SweptSetting]
  /// The numbers that each cell has.
  package var measures: [SweepMeasure]
  /// The lines: points in order, and in each its strategies in order.
  package var rows: [Row]

  /// Makes an outline.
  package init(
    scenario: String, title: String, question: String, hash: String, programVersion: String,
    command: String, seeds: [UInt64], axes: [SweptSetting], measures: [SweepMeasure], rows: [Row]
  ) {
    self.scenario = scenario
    self.title = title
    self.question = question
    self.hash = hash
    self.programVersion = programVersion
    schemaVersions = [SweepSchema.version, ResultSchema.version, MetricCatalog.version]
    self.command = command
    self.seeds = seeds
    self.axes = axes
    self.measures = measures
    self.rows = rows
  }

  /// How many points the grid has.
  package var pointCount: Int { axes.reduce(1) { $0 * $1.values.count } }

  /// The most points that a grid can have, and the most lines of an answer.
  package static let mostPoints = 100_000

  /// How many points lie between neighbours on an axis.
  func stride(of axis: Int) -> Int {
    axes.dropFirst(axis + 1).reduce(1) { $0 * $1.values.count }
  }

  /// Which value each axis has at a point; the last axis counts fastest.
  package func values(at point: Int) -> [Int] {
    var rest = point
    var values: [Int] = []
    for axis in axes.reversed() {
      values.append(rest % axis.values.count)
      rest /= axis.values.count
    }
    return values.reversed()
  }

  /// A point in words, such as `capacity=1 MB friends=10`.
  package func title(of point: Int) -> String {
    zip(axes, values(at: point)).map { "\($0.name)=\($0.values[$1].text)" }.joined(separator: " ")
  }

  /// The keys of the cells, each once, in the order in which lines first ask for them.
  /// - Complexity: O(rows).
  package var cells: [String] {
    var seen: Set<String> = []
    return rows.map(\.cell).filter { seen.insert($0).inserted }
  }

  /// Why cells of another sweep cannot stand beside those of this one; nil: they can. Axes may
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
}
