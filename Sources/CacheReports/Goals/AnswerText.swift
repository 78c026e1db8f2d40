package import Results

extension GoalAnswer {
  /// What stands behind the answers, for a terminal.
  package static func reasons(of result: RunResult) -> String {
    var text = result.answerOverview.map { WrappedText.paragraph(WrappedText.plain($0)) } ?? ""
    for told in result.answers {
      guard let answer = told.answer else { continue }
      let heading = told.title.map { "\(MarkdownTable.plain($0)): " } ?? ""
      if !answer.reasons.isEmpty {
        text += WrappedText.paragraph(
          WrappedText.plain(heading + answer.reasons.joined(separator: " ")))
      }
      // On a line of its own, so that it can be taken as it is.
      if let command = answer.nextStep {
        text += WrappedText.plain("\(heading)Why: ") + TextWidth.printable(command) + "\n"
      }
    }
    return text
  }

  /// What a terminal ends with, a line each: the answer, or one for each group that has another.
  package static func closing(of result: RunResult) -> String {
    result.closingSentences.map { WrappedText.plain($0) + "\n" }.joined()
  }
}
