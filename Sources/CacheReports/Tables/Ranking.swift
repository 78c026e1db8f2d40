/// Who is best and who is worst at one metric among strategies that are compared with each other.
struct Ranking {
  /// The places of the best rows, more than one when they tie; empty when nobody is.
  private(set) var best: Set<Int> = []
  /// The places of the worst rows; empty whenever nobody is best.
  private(set) var worst: Set<Int> = []

  /// Compares rows for a column of a table.
  init(_ headline: Headline, among rows: [StrategyResult]) {
    for metric in headline.rankedBy where best.isEmpty { self = Ranking(metric, among: rows) }
  }

  /// Compares rows; bounds do not take part. Values are compared as files write them, so that what
  /// reads the same ties. Nobody is best when all that take part are the same, or only one does.
  init(_ metric: Metric, among rows: [StrategyResult]) {
    guard metric.better != .neither else { return }
    var places: [(index: Int, value: Double)] = []
    for (index, row) in rows.enumerated() where !row.isBound {
      guard let value = metric.value(row.pooled) else { continue }
      places.append((index, metric.rounded(value)))
    }
    let values = places.map(\.value)
    guard let lowest = values.min(), let highest = values.max(), lowest < highest else { return }
    let (first, last) = metric.better == .lower ? (lowest, highest) : (highest, lowest)
    for place in places where place.value == first { best.insert(place.index) }
    for place in places where place.value == last { worst.insert(place.index) }
  }
}

extension Metric {
  /// The value as files write it.
  package func rounded(_ value: Double) -> Double {
    Double(NumberText.decimal(value, places: unit.places)) ?? value
  }
}
