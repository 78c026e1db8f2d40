internal import CacheMetrics
internal import CacheReports
internal import CacheWorkloads
internal import Experiments
internal import Results
internal import SimCore

extension Document {
  /// What was fitted, what was not, and how far the fitted scenario is from what was held back.
  init(_ result: CalibrationResult, charts: [Figure] = []) {
    self.init(
      title: "\(result.scenario), calibrated",
      question: "What does field data say of the scenario, and how far is the model off?")
    lead = [
      .note(Note(.facts, "Field data", result.facts.map { InlineText($0) })),
      .paragraph(InlineText(result.verdict)),
    ]
    add(
      "Fitted",
      [
        .table(
          ResultTable(
            "what was fitted", columns: CalibrationResult.settingColumns, rows: result.settingRows,
            textColumns: 1)), .legend(result.settingLegend),
      ])
    if !result.spreads.isEmpty {
      add("Between people", [.table(result.spreadTable), .legend(CalibrationResult.spreadLegend)])
    }
    if !result.measures.isEmpty {
      add(
        "Held back",
        [.table(result.measureTable), .legend(result.measureLegend)]
          + charts.map { .figure($0) })
    }
    add(
      "Not told",
      [
        .list(
          result.untold.map { "\(code: $0.path): \($0.reason)" }
            + result.uncompared.map { "\($0.quantity.words): \($0.reason)" }),
        result.assumed.isEmpty
          ? .list([])
          : .details(
            "Assumed, and in no field data (\(String(result.assumed.count)))",
            [.paragraph(InlineText(result.assumed.joined(separator: ", ")))]),
      ])
  }
}

extension CalibrationResult {
  /// One for each measure: quantiles of what was held back, and those of the simulation beside
  /// them; equal ones lie on the diagonal.
  var charts: [any Chart] {
    measures.map { measure in
      // Axes have no more than two places.
      let isShort =
        measure.quantity.unit == "s" && measure.quantiles.allSatisfy { $0.heldBack < 10 }
      let scale = isShort ? 1_000.0 : 1
      let pairs = measure.quantiles.filter { $0.heldBack > 0 && $0.simulated > 0 }
        .map { (x: $0.heldBack * scale, y: $0.simulated * scale) }
      let ends = [pairs.map { min($0.x, $0.y) }.min(), pairs.map { max($0.x, $0.y) }.max()]
        .compactMap { $0.map { (x: $0, y: $0) } }
      let unit = isShort ? "ms" : measure.quantity.unit
      let words = measure.quantity.words + (unit.isEmpty || unit == "share" ? "" : ", \(unit)")
      return LineChart(
        name: "quantiles-" + measure.quantity.words.replacing(" ", with: "-"),
        title: "Quantiles of \(measure.quantity.words)",
        caption: "The quantiles p10 to p99 of what was held back and of what the fitted scenario "
          + "shows. On the diagonal they are the same; those that are zero are left out.",
        x: LineChart.Axis("held back: \(words)", column: "held_back", .logarithmic),
        y: LineChart.Axis("simulated: \(words)", column: "simulated", .logarithmic),
        [
          LineChart.Line(label: "p10 to p99", points: pairs),
          LineChart.Line(label: "the same", points: ends),
        ])
    }
  }

  static let settingColumns = ["setting", "was", "fitted", "low", "high", "values", "of"]

  var settingRows: [[String]] {
    settings.map { setting in
      [
        setting.path, setting.before.plain, setting.now.plain, setting.ends?.low.plain ?? "–",
        setting.ends?.high.plain ?? "–", NumberText.grouped(Int64(setting.count)),
        "\(setting.units) \(unit)",
      ]
    }
  }

  fileprivate var settingLegend: InlineText {
    InlineText(
      "low and high are the 95 % interval: each of the \(unit) left out in turn (jackknife), by "
        + "Student's distribution; of sigmas between people, by the χ² distribution.")
  }

  fileprivate static let spreadLegend = InlineText(
    "Standard deviations of logarithms: how much people differ from each other, and how much the "
      + "values of a person do.")

  fileprivate var spreadTable: ResultTable {
    ResultTable(
      "how much people differ", columns: ["quantity", "between", "within", "people"],
      rows: spreads.map {
        [
          $0.quantity.words, NumberText.fixed($0.between, places: 2),
          NumberText.fixed($0.within, places: 2), "\($0.people)",
        ]
      }, textColumns: 1)
  }

  static let measureColumns =
    ["measure", "values", "p10", "p50", "p90", "p95", "p99", "distance", "halves", "told apart"]

  var measureRows: [[String]] {
    measures.map { measure in
      let ratios = [Percentile.p10, .p50, .p90, .p95, .p99].map { percentile in
        measure.quantiles.first { $0.percentile == percentile }.map {
          NumberText.fixed($0.ratio, places: 2)
        } ?? "–"
      }
      return [measure.quantity.words, NumberText.grouped(Int64(measure.count))] + ratios + [
        NumberText.fixed(measure.distance, places: 3), NumberText.fixed(measure.spread, places: 3),
        measure.isToldApart ? "yes" : "no",
      ]
    }
  }

  fileprivate var measureTable: ResultTable {
    ResultTable(
      "simulated against held back", columns: Self.measureColumns, rows: measureRows,
      textColumns: 1)
  }

  fileprivate var measureLegend: InlineText {
    InlineText(
      "p10 to p99: the simulated quantile divided by that held back. distance: the mean of their "
        + "absolute logarithms. halves: the same between two random halves of the data, by the "
        + "median; told apart: farther than 95 % of these halves are.")
  }

  var json: JSON {
    func object(_ setting: Setting) -> JSON {
      .object([
        ("setting", JSON(setting.path)), ("was", setting.before), ("fitted", setting.now),
        ("low", setting.ends?.low ?? JSON(.null)), ("high", setting.ends?.high ?? JSON(.null)),
        ("values", JSON(setting.count)), ("of", JSON(setting.units)), ("unit", JSON(unit)),
      ])
    }
    func object(_ measure: Measure) -> JSON {
      .object([
        ("measure", JSON(measure.quantity.rawValue)), ("values", JSON(measure.count)),
        (
          "quantiles",
          JSON(
            .array(
              measure.quantiles.map {
                .object([
                  ("percentile", JSON($0.percentile.name)), ("simulated", JSON($0.simulated)),
                  ("heldBack", JSON($0.heldBack)), ("ratio", JSON($0.ratio)),
                  ("halves", JSON($0.spread)),
                ])
              }))
        ),
        ("distance", JSON(measure.distance)), ("halves", JSON(measure.spread)),
        ("limit", JSON(measure.limit)), ("isToldApart", JSON(measure.isToldApart)),
      ])
    }
    return .object([
      ("scenario", JSON(scenario)), ("strategy", JSON(strategy)), ("verdict", JSON(verdict)),
      ("settings", JSON(.array(settings.map(object)))),
      (
        "notTold",
        JSON(
          .array(
            untold.map { .object([("setting", JSON($0.path)), ("reason", JSON($0.reason))]) }))
      ),
      ("measures", JSON(.array(measures.map(object)))), ("assumed", JSON(assumed)),
    ])
  }
}

extension JSON {
  /// A quantity or a number without quotes.
  fileprivate var plain: String { string ?? compact }
}
