internal import ArgumentParser
internal import CacheMetrics
internal import CacheWorkloads
internal import Experiments
internal import Results
internal import SimCore

struct SensitivityCommand: AsyncParsableCommand, VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensitivity",
    abstract: "Runs a scenario with other plausible values of each assumed setting.",
    discussion: """
      Settings whose default is assumed, or of which others are as plausible, are marked by \
      'cachesim describe'. Each is tried alone at the ends of what is plausible, at half and \
      double where no source says what that is, and the table says which turn the answer, and at \
      which value, by the smallest change, and then by how much each strategy's metrics move, the \
      largest effect first. Differences are paired by seed. Fewer devices and a shorter time make \
      it quick.

      EXAMPLES
        cachesim sensitivity twitter --devices 1 --duration 2d
        cachesim sensitivity menus --metric stale_share --metric flash_write_bytes
      """)

  @OptionGroup var input: ScenarioArguments

  @Option(
    help: "A metric to compare; by default those of a run's table.",
    completion: .list(MetricCatalog.all.map(\.name)))
  var metric: [String] = []

  @Option(help: "The most rows of the table; CSV and JSON have all.")
  var rows = 40

  @OptionGroup(title: "How it is simulated") var simulation: SimulationArguments
  @OptionGroup(title: "Progress") var verbosity: VerbosityArguments
  @OptionGroup(title: "What is printed") var writing: FormatArguments

  func validate() throws {
    try FlagValue.check(metrics: metric)
    if rows < 1 { throw ValidationError("--rows: expected 1 or more, found \(rows)") }
  }

  func run() async throws {
    let file = try input.read(verbosity)
    let metrics = metric.isEmpty ? Sensitivity.metrics : metric
    let result = try await simulation.withProgress(verbosity) { store, line in
      try await Sensitivity.run(file, metrics: metrics, jobs: simulation.width, store: store) {
        line.show(Int64($0), of: nil, "simulations")
      }
    }
    let listing = Listing(
      Sensitivity.columns + ["answer", "unit", "halfwidth", "isShown"],
      of: result.json.elements ?? [])
    Terminal.write(
      listing.written(writing.format, document: result.document(limit: rows), json: result.json))
  }
}

extension Sensitivity {
  static let columns = [
    "setting", "value", "other", "turnsAt", "strategy", "metric", "base", "changed",
    "difference",
  ]

  /// Effects below this are left out of texts, though the seeds show them: 1 % of the number, or of
  /// a share one percentage point.
  private static let smallest = 0.01

  private var told: [Effect] {
    effects.filter { $0.turnsAt != nil && $0.size > 0 || $0.size >= Self.smallest }
  }

  /// The settings of which no effect is told.
  private var silent: [String] {
    let known = Set(told.map(\.path))
    return assumptions.map(\.path).filter { !known.contains($0) }
  }

  private func rows(limit: Int) -> [[String]] {
    told.prefix(limit).map { effect in
      let unit = effect.metric.unit
      let difference = effect.difference.map {
        ($0 > 0 ? "+" : "") + Display.difference($0, within: effect.interval, unit)
      }
      return [
        effect.path, Variation.text(of: effect.value), Variation.text(of: effect.other),
        effect.turnsAt.map(Variation.text) ?? "–", effect.strategy, effect.metric.name,
        Display.text(effect.base, unit),
        Display.text(effect.changed, unit), difference ?? "–",
      ]
    }
  }

  private var lead: String {
    NumberText.counted(
      assumptions.count, "setting that is assumed", plural: "settings that are assumed")
      + ", each at the ends of what is plausible; differences "
      + "are paired by seed"
      + (seedCount > 1 ? ", ± is their 95 % interval over \(seedCount) seeds" : ", of one seed")
      + ". Effects of less than 1 %, or 1 point of a share, are left out, and so "
      + "are waits that are infinite under a seed."
  }

  private func rest(limit: Int) -> String {
    let more = told.count - limit
    let first = more > 0 ? "\(NumberText.counted(more, "more effect")): --format csv has all. " : ""
    if silent.isEmpty { return first }
    return first
      + "No such difference that these seeds can show: \(silent.joined(separator: ", "))."
  }

  func document(limit: Int) -> Document {
    var table = ResultTable(
      "effects of assumed settings", columns: Self.columns, rows: rows(limit: limit))
    for place in [1, 2, 3, 6, 7, 8] { table.columns[place].alignment = .right }
    var document = Document(title: "What rests on assumptions", question: lead)
    document.lead = [
      .note(.facts, "Simulated", simulated.map { InlineText($0) }),
      .sentences(robustness?.sentences ?? []), .table(table),
      .paragraph(InlineText(rest(limit: limit))),
    ]
    return document
  }

  var json: JSON {
    JSON(
      effects.map { effect in
        .object([
          "setting": JSON(effect.path), "value": effect.value, "other": effect.other,
          "turnsAt": effect.turnsAt ?? JSON(.null),
          "answer": JSON(effect.answer.isEmpty ? nil : effect.answer.joined(separator: ", ")),
          "strategy": JSON(effect.strategy), "metric": JSON(effect.metric.name),
          "unit": JSON(effect.metric.unit.rawValue), "base": effect.metric.json(of: effect.base),
          "changed": effect.metric.json(of: effect.changed),
          "difference": effect.metric.json(of: effect.difference),
          "halfwidth": effect.metric.json(of: effect.interval?.halfWidth),
          "isShown": JSON(effect.isShown),
        ])
      })
  }
}
