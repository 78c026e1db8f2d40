internal import Measurement

extension Metric {
  /// Where the answers to needs came from; the five shares add up to 1.
  static let answerShares = Source.allCases.map { source in
    Metric.ratio(
      "answers_from_\(source.word)_share", source.better,
      "Share of all needs of screens whose answer \(source.meaning). A screen needs its main "
        + "resource and its parts, each once. The five shares add up to 1.",
      of: { $0.answers.needs[source] }, in: { $0.answers.needs.total })
  }
}
