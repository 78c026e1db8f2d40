internal import Measurement

extension Metric {
  /// Where first contents came from; the five shares add up to 1.
  static let firstSourceShares = Source.allCases.map { source in
    Metric.ratio(
      "opens_from_\(source.word)_share", source.better,
      "Share of all opens whose first content \(source.meaning). The five shares add up to 1.",
      of: { $0.visits.firstSources[source] }, in: { Int64($0.visits.opens) })
  }
}
