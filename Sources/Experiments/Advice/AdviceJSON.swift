internal import CacheReports
package import SimCore

/// Advice as JSON.
package enum AdviceJSON {
  /// Everything that the text says, and the names behind it.
  package static func json(_ outcome: Adviser.Outcome) -> JSON {
    let result = outcome.result
    return .object([
      ("scenario", JSON(.string(result.scenario))),
      ("question", JSON(.string(result.question))),
      ("command", JSON(.string(result.command))),
      ("variedSetting", text(result.variedSetting)),
      ("advice", JSON(.array(outcome.advice.map(json)))),
    ])
  }

  private static func json(_ advice: Advice) -> JSON {
    .object([
      ("varied", text(advice.varied)),
      ("ruleOfThumb", json(advice.rules)),
      ("strategies", texts(advice.strategies)),
      ("withDefaults", texts(advice.additions)),
      (
        "dropped",
        JSON(
          .array(
            advice.dropped.map { dropped in
              .object([
                ("strategy", JSON(.string(dropped.strategy))),
                ("dominator", text(dropped.dominator)),
                ("reason", JSON(.string(dropped.reason))),
              ])
            }))
      ),
      ("wishes", JSON(.array(advice.answers.map(json)))),
      ("warnings", texts(advice.warnings)),
    ])
  }

  private static func json(_ rules: RuleOfThumb) -> JSON {
    .object([
      (
        "questions",
        JSON(
          .array(
            rules.questions.map { question in
              .object([
                ("question", JSON(.string(question.text))),
                ("answer", JSON(.string(question.answer))),
                ("reason", JSON(.string(question.reason))),
              ])
            }))
      ),
      ("leadsTo", texts(rules.leadsTo)),
      ("conclusion", JSON(.string(rules.conclusion))),
    ])
  }

  private static func json(_ answer: Advice.Answer) -> JSON {
    .object([
      ("wish", JSON(.string(answer.wish))),
      ("strategy", text(answer.strategy)),
      ("runnerUp", text(answer.runnerUp)),
      ("metric", text(answer.metric)),
      ("sentences", texts(answer.sentences)),
      ("warnings", texts(answer.warnings)),
    ])
  }

  private static func text(_ text: String?) -> JSON {
    text.map { JSON(.string($0)) } ?? JSON(.null)
  }

  private static func texts(_ texts: [String]) -> JSON {
    JSON(.array(texts.map { JSON(.string($0)) }))
  }
}
