internal import Measurement
internal import SimCore

extension ReportFile {
  /// The tables and pages of a sweep, in the order in which they are written.
  ///
  /// They are a pure function of the arguments: equal results give equal bytes.
  /// - Parameters:
  ///   - charts: the charts in the same folder.
  ///   - others: names of further files there; `sweep.json` lists them with the rest.
  /// - Complexity: O(lines × seeds × measures).
  package static func all(
    of result: SweepResult, charts: [ReportChart] = [], others: [String] = []
  ) -> [ReportFile] {
    let tables = [
      ReportFile(name: SweepLongFile.name, text: SweepLongFile.text(of: result)),
      ReportFile(name: SweepSummaryFile.name, text: SweepSummaryFile.text(of: result)),
      ReportFile(name: SweepPage.name, text: SweepPage.text(of: result, charts: charts)),
    ]
    let names =
      tables.map(\.name) + [SweepDescriptionFile.name] + charts.map(\.file) + others
    return tables + [
      ReportFile(
        name: SweepDescriptionFile.name, text: SweepDescriptionFile.text(of: result, files: names))
    ]
  }
}

/// `sweep.csv`: every number of every line in long form, for each seed and for all together.
///
/// A column for each axis, and one more with the bare amount where its values have a unit. The
/// seed is `all` where seeds are pooled; the value is empty where the metric is not defined, and
/// `inf` where it is infinite.
enum SweepLongFile {
  static let name = "sweep.csv"

  static func text(of result: SweepResult) -> String {
    let outline = result.outline
    var csv = CSV(
      ["scenario"] + outline.axes.flatMap(\.columns)
        + ["strategy", "seed", "metric", "unit", "value"])
    for row in result.rows {
      let start = [outline.scenario] + outline.fields(at: row.point) + [row.label]
      let seeds = zip(outline.seeds.map { "\($0)" }, row.cell.values)
      for (seed, values) in Array(seeds) + [("all", row.cell.pooled)] {
        for (measure, value) in zip(outline.measures, values) {
          csv.add(start + [seed, measure.name, measure.unit.rawValue, measure.text(of: value)])
        }
      }
    }
    return csv.text
  }
}

extension SweepOutline {
  /// The fields of the axes' columns at a point.
  func fields(at point: Int) -> [String] {
    zip(axes, values(at: point)).flatMap { $0.fields(of: $1) }
  }
}

/// `summary.csv`: a line for each strategy at each point, with the headline
/// metrics: all seeds pooled, and with each the standard deviation of the sample of seeds, which is
/// empty for one seed, and where a seed has no finite value.
enum SweepSummaryFile {
  static let name = "summary.csv"

  static func text(of result: SweepResult) -> String {
    let outline = result.outline
    let places = outline.headlines
    let columns = places.map { outline.measures[$0].name }.flatMap { [$0, "\($0)_deviation"] }
    var csv = CSV(outline.axes.flatMap(\.columns) + ["strategy", "seeds"] + columns)
    for row in result.rows {
      let values = places.flatMap { place in
        let measure = outline.measures[place]
        return [
          measure.text(of: row.cell.pooled[place]), measure.text(of: row.cell.deviation(at: place)),
        ]
      }
      csv.add(outline.fields(at: row.point) + [row.label, "\(outline.seeds.count)"] + values)
    }
    return csv.text
  }
}

extension SweepOutline {
  /// The places of the measures of `summary.csv`: those of a run's, or all where there are none.
  var headlines: [Int] {
    let names = Headline.summary.map(\.name)
    let places = names.compactMap { name in measures.firstIndex { $0.name == name } }
    return places.isEmpty ? Array(measures.indices) : places
  }
}

extension SweepCell {
  /// How far seeds lie from each other at a measure: the standard deviation of the sample; nil for
  /// one seed, and where a seed has no finite value.
  func deviation(at place: Int) -> Double? {
    let finite = values.compactMap { $0[place] }.filter(\.isFinite)
    guard finite.count == values.count, finite.count > 1 else { return nil }
    let count = Double(finite.count)
    let mean = finite.reduce(0, +) / count
    let squares = finite.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / (count - 1)).squareRoot()
  }
}

/// `sweep.json`: the sweep, how to reproduce it, and its files.
enum SweepDescriptionFile {
  static let name = "sweep.json"

  static func text(of result: SweepResult, files: [String]) -> String {
    let outline = result.outline
    return JSON.object(
      outline.description + [
        ("points", JSON(.integer(Int64(outline.pointCount)))),
        ("lines", JSON(.integer(Int64(outline.rows.count)))),
        ("cells", JSON(.integer(Int64(outline.cells.count)))),
        ("measures", JSON(.array(outline.measures.map(\.json)))),
        (RunFile.filesMember, JSON(.array(files.map { JSON(.string($0)) }))),
      ]
    ).text + "\n"
  }
}
