internal import CacheMetrics
package import Results
package import SimCore

extension ReportFile {
  package static func all(
    of result: TuningResult, charts: [Figure] = [], others: [String] = []
  ) -> [ReportFile] {
    let tables = [ReportFile(name: TuningTable.name, text: TuningTable.text(of: result))]
    return report(
      tables, Document(result, charts: charts), version: result.outline.programVersion,
      charts: charts, others: others, TuningDescription.name
    ) { TuningDescription.json(of: result, files: $0).text + "\n" }
  }
}

/// `tuning.csv`: every setting that was simulated, with the number of seeds, whether it keeps the
/// constraints, its place, and the goal's metrics with intervals; all metrics of the front are in
/// `tuning.json`.
enum TuningTable {
  static let name = "tuning.csv"

  static func text(of result: TuningResult) -> String {
    let metrics = result.goal.metrics
    var csv = CSV(
      ["strategy"] + result.outline.axes.flatMap(\.columns) + ["seeds", "feasible", "place"]
        + IntervalFields.columns(of: metrics.map(\.name)))
    let isInFront = Set(result.front).contains
    for (index, line) in result.lines.enumerated() {
      let axes = zip(result.outline.axes, line.levels).flatMap { axis, level in
        level.map { axis.fields(of: $0) } ?? axis.columns.map { _ in "" }
      }
      let candidate = result.candidate(index)
      let numbers = metrics.map { metric in
        (
          metric.unit, result.goal.value(of: candidate, at: metric),
          result.goal.interval(of: candidate, at: metric)
        )
      }
      csv.add(
        [line.label] + axes + [
          "\(line.seeds)", "\(result.isFeasible(index))", isInFront(index) ? "front" : "",
        ] + IntervalFields.row(of: numbers))
    }
    return csv.text
  }
}

/// `tuning.json`: the search, its answer, and how to make it again.
package enum TuningDescription {
  static let name = "tuning.json"

  package static func json(of result: TuningResult, files: [String] = []) -> JSON {
    let nearest = result.nearest.prefix(TuningPage.mostNearest).map { setting($0, of: result) }
    return .object(
      result.outline.description + [
        ("objectives", JSON(result.goal.objectives.map(\.text))),
        ("constraints", JSON(result.goal.constraints.map(\.text))),
        ("simulations", JSON(result.simulations)),
        ("gridSimulations", JSON(result.gridSimulations)),
        ("gridSettings", JSON(result.settingCount)),
        ("settings", JSON(result.lines.count)),
        ("answer", JSON(result.sentences)),
        ("front", JSON(result.front.map { setting($0, of: result) })),
        ("undecided", JSON(result.alike.map { setting($0, of: result) })),
        ("nearest", JSON(nearest)),
        ("sensitivities", JSON(result.sensitivities.map { sensitivity($0, of: result) })),
        (
          "experiments",
          JSON(
            result.nextExperiments.map { experiment in
              .object(["reason": JSON(experiment.reason), "command": JSON(experiment.command)])
            })
        ),
        (RunFile.filesMember, JSON(files)),
      ])
  }

  private static func setting(_ index: Int, of result: TuningResult) -> JSON {
    let line = result.lines[index]
    let settings = zip(result.outline.axes, line.levels).compactMap { axis, level in
      level.map { (axis.name, choice(axis.values[$0], axis.unit)) }
    }
    let measures = result.outline.measures
    return .object([
      "strategy": JSON(line.label), "settings": .object(settings), "seeds": JSON(line.seeds),
      "metrics": .object(measures.enumerated().map { ($1.name, JSON(line.cell.pooled[$0])) }),
      "intervals": .object(
        measures.enumerated().map { place, measure in
          (measure.name, JSON(result.outline.interval(of: line.cell, at: place)?.halfWidth))
        }),
    ])
  }

  /// A value as a scenario writes it: a number without a unit as a number.
  private static func choice(_ value: SweptSetting.Value, _ unit: SweptSetting.Unit?) -> JSON {
    let number = unit == .number ? try? JSON.parse(Array(value.text.utf8)) : nil
    return number ?? JSON(value.text)
  }

  private static func sensitivity(
    _ sensitivity: SettingSensitivity, of result: TuningResult
  ) -> JSON {
    let axis = result.outline.axes[sensitivity.axis]
    func text(_ level: Int?) -> JSON { level.map { JSON(axis.values[$0].text) } ?? JSON(.null) }
    return .object([
      "setting": JSON(axis.name), "from": text(sensitivity.levels.first),
      "to": text(sensitivity.levels.last), "smallestAsGood": text(sensitivity.smallest),
      "movements": .object(
        sensitivity.movements.map { movement in
          (
            movement.metric.name,
            .object([
              "lowest": JSON(movement.lowest), "highest": JSON(movement.highest),
              "first": JSON(movement.values.first), "last": JSON(movement.values.last),
              "atBest": JSON(movement.atBest), "matters": JSON(movement.matters),
              "helps": JSON(movement.helps?.rawValue),
            ])
          )
        }),
    ])
  }
}
