package import Results

extension GoalAnswer {
  /// The answer to what a scenario states that it wants, for a terminal; empty where it states
  /// nothing.
  package static func terminal(of result: RunResult) -> String {
    guard result.goal != nil else { return "" }
    var paragraphs = ReportAnswer.overview(of: result).map { [$0] } ?? []
    for (varied, rows) in result.groups {
      let answer = ReportAnswer(on: rows, varied: varied, of: result)
      let heading = varied.map { "\(MarkdownTable.plain($0)): " } ?? ""
      if !answer.leading.isEmpty {
        paragraphs.append(heading + answer.leading.joined(separator: " "))
      }
    }
    return paragraphs.map { WrappedText.paragraph(WrappedText.plain($0)) }.joined()
  }
}
