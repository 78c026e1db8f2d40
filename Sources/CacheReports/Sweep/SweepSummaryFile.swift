/// `summary.csv`: a line for each strategy at each point, with the metrics that most people ask
/// for: all seeds pooled, and beside each the standard deviation of the sample of seeds, which is
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
