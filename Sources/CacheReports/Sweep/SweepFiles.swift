internal import CacheMetrics
package import Results
internal import SimCore

extension ReportFile {
  /// - Complexity: O(lines × seeds × measures).
  package static func all(
    of result: SweepResult, charts: [Figure] = [], others: [String] = []
  ) -> [ReportFile] {
    let tables = [
      ReportFile(name: SweepLongFile.name, text: SweepLongFile.text(of: result)),
      ReportFile(name: SweepSummaryFile.name, text: SweepSummaryFile.text(of: result)),
    ]
    return report(
      tables, Document(result, charts: charts), version: result.outline.programVersion,
      charts: charts, others: others, SweepDescriptionFile.name
    ) { SweepDescriptionFile.text(of: result, files: $0) }
  }
}

/// `sweep.csv`: every number of every line in long form, as `metrics.csv` of a run has them.
///
/// A column for each axis, and one more with the bare amount where its values have a unit.
enum SweepLongFile {
  static let name = "sweep.csv"

  static func text(of result: SweepResult) -> String {
    let outline = result.outline
    var csv = CSV(
      ["scenario"] + outline.axes.flatMap(\.columns)
        + ["strategy", "seed", "metric", "unit", "value"] + IntervalFields.names)
    for row in result.rows {
      let start = [outline.scenario] + outline.fields(at: row.point) + [row.label]
      let seeds = zip(outline.seeds.map { "\($0)" }, row.cell.values)
      for (seed, values) in Array(seeds) + [("all", row.cell.pooled)] {
        for (place, (measure, value)) in zip(outline.measures, values).enumerated() {
          let interval = seed == "all" ? outline.interval(of: row.cell, at: place) : nil
          csv.add(
            start + [seed, measure.name, measure.unit.rawValue, measure.unit.text(of: value)]
              + IntervalFields.texts(of: interval, measure.unit))
        }
      }
    }
    return csv.text
  }
}

extension SweepOutline {
  func fields(at point: Int) -> [String] {
    zip(axes, values(at: point)).flatMap { $0.fields(of: $1) }
  }

  /// The places of the measures of `summary.csv`: those of a run's, or all where there are none.
  var headlines: [Int] {
    let names = Headline.summary(for: goal).map(\.name)
    let places = names.compactMap { name in measures.firstIndex { $0.name == name } }
    return places.isEmpty ? Array(measures.indices) : places
  }
}

/// `summary.csv`: a line for each strategy at each point, with the headline metrics and their
/// intervals as in that of a run. Where something is wanted, `place` says what that makes of the
/// line among those under the same values of what is no choice, by `GoalRanking.Place.Kind`; empty
/// for what the decision is not between.
enum SweepSummaryFile {
  static let name = "summary.csv"

  static func text(of result: SweepResult) -> String {
    let outline = result.outline
    let places = outline.headlines
    let names = places.map { outline.measures[$0].name }
    let goalPlaces = outline.goal == nil ? nil : SweepAnswer(result).places
    var csv = CSV(
      outline.axes.flatMap(\.columns) + ["strategy", "seeds"] + IntervalFields.columns(of: names)
        + (goalPlaces == nil ? [] : ["place"]))
    for (index, row) in result.rows.enumerated() {
      let numbers = places.map {
        (outline.measures[$0].unit, row.cell.pooled[$0], outline.interval(of: row.cell, at: $0))
      }
      csv.add(
        outline.fields(at: row.point) + [row.label, "\(outline.seeds.count)"]
          + IntervalFields.row(of: numbers)
          + (goalPlaces.map { [$0[index]] } ?? []))
    }
    return csv.text
  }
}

/// `sweep.json`: the sweep, how to reproduce it, and its files.
enum SweepDescriptionFile {
  static let name = "sweep.json"

  static func text(of result: SweepResult, files: [String]) -> String {
    let outline = result.outline
    return JSON.object(
      outline.description + [
        ("points", JSON(outline.pointCount)),
        ("lines", JSON(outline.rows.count)),
        ("cells", JSON(outline.cells.count)),
        ("measures", JSON(outline.measures.map(\.json))),
        (RunFile.filesMember, JSON(files)),
      ]
    ).text + "\n"
  }
}
