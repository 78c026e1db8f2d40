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
  /// What stands in the axes' columns at a point.
  func fields(at point: Int) -> [String] {
    zip(axes, values(at: point)).flatMap { $0.fields(of: $1) }
  }
}
