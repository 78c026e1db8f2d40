internal import CacheMetrics
package import Results
package import SimCore

/// A kind of chart: a name, a caption, and how it is drawn.
///
/// A new one is a file and a line in `ChartEntry.all`.
package protocol Chart: Sendable {
  /// The name of its files without extension, in kebab case: letters, digits and hyphens.
  var name: String { get }
  var title: String { get }
  var caption: String { get }

  func canvas(of data: ChartData) -> ChartCanvas

  /// Why it would show nothing of these results, as a part of a sentence; nil: it shows something.
  func reasonToOmit(from data: ChartData) -> String?
}

extension Chart {
  package func reasonToOmit(from data: ChartData) -> String? { nil }
}

package struct Charts: Sendable {
  /// Every chart that a report can have, in the order of a report; see ``ChartEntry``.
  package static let all: [any Chart] = ChartEntry.all.map(\.chart)

  /// The files that drawing left in a folder.
  package struct Drawn: Sendable {
    package var figures: [Figure] = []
    /// The other files: the images as PNG, the data, the scripts.
    package var others: [String] = []
    package var warnings: [String] = []

    package init() {}
  }

  let charts: [any Chart]
  private let data: ChartData

  init(_ charts: [any Chart], of data: ChartData) {
    self.charts = charts
    self.data = data
  }

  package init(of result: RunResult) {
    let data = ChartData(result)
    self.init(ChartChoice(of: result, data).charts, of: data)
  }

  /// The files from which another machine can draw them: data and scripts.
  package var recipes: [String] { charts.flatMap { ["\($0.name).csv", "\($0.name).gp"] } }

  package func writeRecipes(into folder: String) throws(FileError) {
    for chart in charts { try ChartRenderer().writeRecipe(of: chart, data, into: folder) }
  }

  /// Draws all into a folder.
  ///
  /// The data and scripts of all are written before the first is drawn, and stay when gnuplot
  /// fails: see ``recipes``. Images are left of all charts or of none.
  package func draw(into folder: String, with gnuplot: Gnuplot = Gnuplot()) throws -> Drawn {
    let renderer = ChartRenderer(gnuplot: gnuplot)
    try writeRecipes(into: folder)
    var drawn = Drawn()
    do {
      for chart in charts {
        let files = try renderer.draw(chart, data, into: folder)
        if !files.warning.isEmpty { drawn.warnings.append("\(files.name): \(files.warning)") }
        drawn.figures.append(files.figure)
        drawn.others += files.files.dropFirst()
      }
    } catch {
      for chart in charts {
        for image in DrawnChart.images(of: chart.name) { try? Disk.remove("\(folder)/\(image)") }
      }
      throw error
    }
    return drawn
  }
}

/// A line of the catalogue: a chart, and the metrics that it is about.
struct ChartEntry: Sendable {
  let chart: any Chart
  /// The metrics that it is about: what their names begin with or, after `_`, what is in them.
  let about: [String]
  /// The metric in which strategies must differ for it to be worth its place.
  let metric: String
  var isStandard = false

  func isAbout(_ metric: String) -> Bool {
    about.contains { $0.hasPrefix("_") ? metric.contains($0) : metric.hasPrefix($0) }
  }

  static let all: [ChartEntry] =
    [
      ChartEntry(
        chart: HitCompositionChart(),
        about: ["opens_from_", "_hit_ratio", "answers_from_", "blank_ratio"],
        metric: "opens_from_cache_share", isStandard: true),
      ChartEntry(
        chart: LatencyDistributionChart(),
        about: [
          "first_content_", "fresh_content_", "complete_content_", "launch_", "open_to_", "apdex",
        ],
        metric: "first_content_p95_ms", isStandard: true),
      ChartEntry(
        chart: LatencyDistributionChart(population: .people),
        about: ["first_content_p95_people_", "open_to_content_p95_people_"],
        metric: "first_content_p95_people_p90_ms"),
      ChartEntry(
        chart: MetricPairChart.latencyAgainstFlash,
        about: MetricPairChart.latencyAgainstFlash.metrics,
        metric: "first_content_p95_ms", isStandard: true),
    ]
    + TimelineSubject.all.map { subject in
      ChartEntry(
        chart: TimelineChart(subject: subject), about: subject.about, metric: subject.metric,
        isStandard: subject.isStandard)
    } + [
      ChartEntry(
        chart: FlashWritesOverTimeChart(),
        about: [
          "flash_write_bytes", "flash_rewrite", "flash_life", "flash_nand", "flash_endurance",
        ],
        metric: "flash_write_bytes"),
      ChartEntry(
        chart: OriginLoadChart(),
        about: ["origin_requests_", "origin_wait_", "origin_refused_", "origin_busy_"],
        metric: "origin_requests_per_second_max"),
      ChartEntry(
        chart: FlashWritesByCauseChart(), about: ["flash_"], metric: "flash_write_bytes"),
    ]
}

/// The charts of a report, and those that would show nothing.
package struct ChartChoice: Sendable {
  package private(set) var charts: [any Chart] = []
  /// The charts that were left out because they would show nothing, with the reason.
  package private(set) var omitted: [(chart: any Chart, reason: String)] = []

  /// A report has at most so many charts: assumption, what a person looks at.
  package static let limit = 8
  private static let askedLimit = 5
  /// By how much strategies must differ for a chart that was not asked for, as a share of the most.
  private static let leastSpread = 0.1

  /// The choice for a result: a pure function of it.
  ///
  /// First comes what decides: two objectives against each other, and the strategies ranked by the
  /// objectives beside the limits of constraints. Then come the waits, a constraint against a
  /// single objective, and what the catalogue has about the metrics of the decision; then the
  /// charts that every report has, those of expectations, and those whose metric sets the
  /// strategies furthest apart, as far as the seeds can tell them apart.
  /// - Complexity: O(charts × strategies × intervals), and that of its data.
  package init(of result: RunResult) { self.init(of: result, ChartData(result)) }

  /// - Parameter data: of the result, which take longer to make than the choice.
  init(of result: RunResult, _ data: ChartData) {
    self.init(
      of: data, deciding: result.goal, expected: result.assertions.map(\.metric.name).uniqued)
    let chart = RequestsByAnswerChart()
    if data.strategies.contains(where: { $0.isObserved && chart.knows($0) }) {
      charts.append(chart)
    }
  }

  /// - Parameter expected: metrics that the scenario's expectations are about.
  init(of data: ChartData, deciding goal: Goal?, expected: [String] = []) {
    if let goal { addDecision(goal, of: data) }
    add(LatencyDistributionChart(), of: data)
    if let goal { addRest(of: goal, of: data) }
    for entry in ChartEntry.all where entry.isStandard && charts.count < Self.limit {
      add(entry.chart, of: data)
    }
    for name in goal == nil ? expected : [] where charts.count < Self.limit {
      addChart(about: name, of: data)
    }
    let rest = ChartEntry.all.filter { !has($0.chart) }
    let spreads = rest.map { Self.spread(of: $0.metric, in: data) }
    for index in rest.indices.sorted(by: { (spreads[$0], $1) > (spreads[$1], $0) }) {
      let isWorth = spreads[index] >= Self.leastSpread && charts.count < Self.limit
      add(rest[index].chart, of: data, isWorth: isWorth)
    }
  }

  private mutating func addDecision(_ goal: Goal, of data: ChartData) {
    let objectives = goal.objectives.compactMap(\.single)
    if objectives.count > 1 {
      add(MetricPairChart(objectives[1], against: objectives[0]), of: data)
    }
    add(MetricRowsChart(goal), of: data)
  }

  private mutating func addRest(of goal: Goal, of data: ChartData) {
    let metrics = goal.metrics
    if goal.objectives.count == 1, metrics.count > 1 {
      add(MetricPairChart(metrics[1], against: metrics[0]), of: data)
    }
    for metric in metrics where charts.count < Self.askedLimit {
      addChart(about: metric.name, of: data)
    }
  }

  /// A chart about a metric, rather one that not every report has.
  private mutating func addChart(about name: String, of data: ChartData) {
    let entries = ChartEntry.all.filter { $0.isAbout(name) && !has($0.chart) }
    if let entry = entries.first(where: { !$0.isStandard }) ?? entries.first {
      add(entry.chart, of: data)
    }
  }

  /// What is to be said of charts that are not there; nil: all are.
  var note: String? {
    guard !omitted.isEmpty else { return nil }
    let words = omitted.map { "`\($0.chart.name)` (\($0.reason))" }
    return "Charts that would show nothing are left out: \(words.joined(separator: ", "))."
  }

  private func has(_ chart: any Chart) -> Bool {
    charts.contains { $0.name == chart.name } || omitted.contains { $0.chart.name == chart.name }
  }

  private mutating func add(_ chart: any Chart, of data: ChartData, isWorth: Bool = true) {
    guard !has(chart) else { return }
    if let reason = chart.reasonToOmit(from: data) {
      omitted.append((chart, reason))
    } else if isWorth {
      charts.append(chart)
    }
  }

  /// How far apart the strategies are at a metric, as a share of the most; 0 where the intervals of
  /// the most and the least overlap.
  private static func spread(of metric: String, in data: ChartData) -> Double {
    let choices = data.strategies.filter { $0.bound == nil && !$0.isObserved }
    let known = choices.filter { $0.metrics[metric]?.isFinite == true }
    guard let least = known.min(by: { $0.amount(of: metric) < $1.amount(of: metric) }),
      let most = known.max(by: { $0.amount(of: metric) < $1.amount(of: metric) }),
      most.amount(of: metric) > 0,
      least.interval(of: metric).high < most.interval(of: metric).low
    else { return 0 }
    return 1 - least.amount(of: metric) / most.amount(of: metric)
  }
}
