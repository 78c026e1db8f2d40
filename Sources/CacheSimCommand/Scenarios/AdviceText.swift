internal import CacheReports
package import Experiments
package import Results
package import SimCore

extension Document {
  /// What advice says: for each varied value the rule of thumb, what was measured, and what to take
  /// for each objective.
  package init(_ outcome: Advice.Outcome) {
    self.init(
      title: "\(outcome.result.title): which strategy to take", question: outcome.result.question)
    for advice in outcome.advice {
      let parts = AdviceText.parts(of: advice)
      if let varied = advice.varied {
        add(
          "\(outcome.result.variedSetting ?? "") = \(varied)",
          parts.flatMap { [.heading(InlineText($0.title))] + $0.blocks })
      } else {
        for part in parts { add(part) }
      }
    }
    add("How to reproduce", [.command(outcome.result.command)])
  }
}

private enum AdviceText {
  static func parts(of advice: Advice) -> [Document.Section] {
    let rules = advice.rules
    let rows = rules.questions.map {
      [$0.text, "\(capital($0.answer)). \($0.reason)", $0.consequence].map {
        InlineText(markdown: $0)
      }
    }
    let columns = ["question", "answer for this scenario", "consequence"]
    let names = rules.leadsTo.map(MarkdownTable.code).joined(separator: " or ")
    return [
      Document.Section(
        "The rule of thumb",
        [
          .table(ResultTable("the rule of thumb", columns: columns, rows: rows)),
          .sentence("\(rules.conclusion) That is \(names)."),
        ]),
      Document.Section(
        "Measured", [.sentence(tried(advice)), .sentences(advice.dropped.map(dropped))]),
    ]
      + advice.answers.map { answer in
        Document.Section(
          answer.title,
          [.sentence(answer.sentences.joined(separator: " ")), .caveats(answer.caveats)])
      } + advice.libraries.map(section)
      + [Document.Section("Caveats", [.sentences(advice.caveats)])].filter { !$0.blocks.isEmpty }
  }

  private static func section(on library: LibraryAdvice) -> Document.Section {
    let changes = library.changes.map { change in
      let sides = [("better in", change.better), ("worse in", change.worse)]
        .filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.joined(separator: ", "))" }
      let verdict = sides.isEmpty ? "no difference that these seeds can show" : nil
      let setting = MarkdownTable.code("\(change.setting) = \(change.value)")
      return "\(setting) (\(change.name)): \(verdict ?? sides.joined(separator: "; "))."
    }
    let improvements = library.improvements.map {
      MarkdownTable.code("\($0.setting) = \($0.value)")
    }
    let isNothingShown = library.changes.allSatisfy { $0.better.isEmpty && $0.worse.isEmpty }
    return Document.Section(
      "\(library.library) as it ships, and with other settings",
      [
        .sentence("As it ships: \(library.shipped.joined(separator: "; "))."),
        .sentences(changes),
        .sentence(
          improvements.isEmpty
            ? isNothingShown
              ? "More seeds, devices or days may show a difference."
              : "None of them is better in something and worse in nothing."
            : "Better in something and worse in nothing: \(improvements.joined(separator: ", "))."
        ),
      ])
  }

  private static func tried(_ advice: Advice) -> String {
    let count = advice.strategies.count
    var text = NumberText.counted(count, "strategy was", plural: "strategies were") + " tried"
    if !advice.additions.isEmpty {
      let names = advice.additions.map(MarkdownTable.code).joined(separator: ", ")
      text += ", \(names) with defaults, as the scenario does not list them"
    }
    switch advice.dropped.count {
    case 0: return text + "; none is dominated by another one."
    case 1: return text + "; one is ruled out:"
    default: return text + "; \(advice.dropped.count) are ruled out:"
    }
  }

  private static func dropped(_ dropped: Advice.Dropped) -> String {
    let name = MarkdownTable.code(dropped.strategy)
    guard let dominator = dropped.dominator else { return "\(name): \(dropped.reason)." }
    return "\(name): dominated by \(MarkdownTable.code(dominator)), with \(dropped.reason)."
  }

  private static func capital(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }
}

package enum AdviceJSON {
  /// Everything that the text says, and the names behind it.
  package static func json(_ outcome: Advice.Outcome) -> JSON {
    let result = outcome.result
    return .object([
      ("scenario", JSON(result.scenario)),
      ("question", JSON(result.question)),
      ("command", JSON(result.command)),
      ("variedSetting", JSON(result.variedSetting)),
      ("advice", JSON(.array(outcome.advice.map(json)))),
    ])
  }

  private static func json(_ advice: Advice) -> JSON {
    .object([
      ("varied", JSON(advice.varied)),
      ("ruleOfThumb", json(advice.rules)),
      ("strategies", JSON(advice.strategies)),
      ("withDefaults", JSON(advice.additions)),
      (
        "dropped",
        JSON(
          .array(
            advice.dropped.map { dropped in
              .object([
                ("strategy", JSON(dropped.strategy)),
                ("dominator", JSON(dropped.dominator)),
                ("reason", JSON(dropped.reason)),
              ])
            }))
      ),
      ("recommendations", JSON(.array(advice.answers.map(json)))),
      ("warnings", JSON(advice.caveats)),
      ("libraries", JSON(.array(advice.libraries.map(json)))),
    ])
  }

  private static func json(_ library: LibraryAdvice) -> JSON {
    .object([
      ("library", JSON(library.library)), ("asItShips", JSON(library.shipped)),
      (
        "changes",
        JSON(
          .array(
            library.changes.map { change in
              .object([
                ("setting", JSON(change.setting)), ("name", JSON(change.name)),
                ("value", JSON(change.value)), ("better", JSON(change.better)),
                ("worse", JSON(change.worse)),
              ])
            }))
      ),
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
                ("question", JSON(question.text)),
                ("answer", JSON(question.answer)),
                ("reason", JSON(question.reason)),
                ("consequence", JSON(question.consequence)),
              ])
            }))
      ),
      ("leadsTo", JSON(rules.leadsTo)),
      ("conclusion", JSON(rules.conclusion)),
    ])
  }

  private static func json(_ answer: Advice.Answer) -> JSON {
    .object([
      ("objective", JSON(answer.objective)),
      ("strategy", JSON(answer.strategy)),
      ("runnerUp", JSON(answer.runnerUp)),
      ("metric", JSON(answer.metric)),
      ("sentences", JSON(answer.sentences)),
      ("warnings", JSON(answer.caveats)),
    ])
  }
}
