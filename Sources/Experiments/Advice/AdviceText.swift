internal import CacheReports
package import SimCore

/// Advice as a text for a terminal, and as Markdown.
package enum AdviceText {
  /// Paragraphs for a terminal, lines of 78 columns at most where words allow.
  package static func terminal(_ outcome: Advice.Outcome) -> String {
    var text = "\(TextWidth.printable(outcome.result.question))\n"
    for part in parts(of: outcome) {
      switch part {
      case .heading(_, let title): text += "\n\(TextWidth.printable(title).uppercased())\n"
      case .paragraph(let sentence): text += wrapped(sentence, indentation: "")
      case .item(let sentence): text += wrapped(sentence, indentation: "  ")
      case .table(let rows): text += table(rows) + "\n"
      }
    }
    return text
  }

  /// The same with headings and lists.
  package static func markdown(_ outcome: Advice.Outcome) -> String {
    var text = "# \(MarkdownTable.plain(outcome.result.title)): which strategy to take\n\n"
    text += "\(MarkdownTable.plain(outcome.result.question))\n"
    var isInList = false
    for part in parts(of: outcome) {
      switch part {
      case .heading(let level, let title):
        text += "\n\(String(repeating: "#", count: level)) \(MarkdownTable.plain(title))\n"
      case .paragraph(let sentence): text += "\n\(MarkdownTable.escaped(sentence))\n"
      case .item(let sentence):
        text += "\(isInList ? "" : "\n")- \(MarkdownTable.escaped(sentence))\n"
      case .table(let rows):
        text += "\n" + MarkdownTable.text(columns: rows[0], rows: Array(rows.dropFirst()))
      }
      if case .item = part { isInList = true } else { isInList = false }
    }
    return text
  }

  private enum Part {
    case heading(Int, String)
    case paragraph(String)
    case item(String)
    /// Rows of sentences, the first one with the columns' titles.
    case table([[String]])
  }

  private static func parts(of outcome: Advice.Outcome) -> [Part] {
    outcome.advice.flatMap { advice in
      let setting = outcome.result.variedSetting ?? ""
      var parts: [Part] = []
      if let varied = advice.varied {
        parts.append(.heading(2, "\(setting) = \(varied)"))
      }
      let level = advice.varied == nil ? 2 : 3
      parts.append(.heading(level, "The rule of thumb"))
      let rows = advice.rules.questions.map {
        [$0.text, "\(capital($0.answer)). \($0.reason)", $0.consequence]
      }
      parts.append(.table([["question", "answer for this scenario", "consequence"]] + rows))
      let names = advice.rules.leadsTo.map(MarkdownTable.code).joined(separator: " or ")
      parts.append(.paragraph("\(advice.rules.conclusion) That is \(names)."))
      parts.append(.heading(level, "Measured"))
      parts.append(.paragraph(tried(advice)))
      parts += advice.dropped.map { .item(dropped($0)) }
      for answer in advice.answers {
        parts.append(.heading(level, answer.title))
        parts.append(.paragraph(answer.sentences.joined(separator: " ")))
        parts += answer.caveats.map { .item("Caveat: \($0)") }
      }
      for library in advice.libraries { parts += Self.parts(of: library, level) }
      if !advice.caveats.isEmpty {
        parts.append(.heading(level, "Caveats"))
        parts += advice.caveats.map(Part.item)
      }
      return parts
    }
  }

  private static func parts(of library: LibraryAdvice, _ level: Int) -> [Part] {
    var parts: [Part] = [
      .heading(level, "\(library.library) as it ships, and with other settings"),
      .paragraph("As it ships: \(library.shipped.joined(separator: "; "))."),
    ]
    parts += library.changes.map { change in
      let sides = [("better in", change.better), ("worse in", change.worse)]
        .filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.joined(separator: ", "))" }
      let verdict = sides.isEmpty ? "no difference that these seeds can show" : nil
      let setting = MarkdownTable.code("\(change.setting) = \(change.value)")
      return .item(
        "\(setting) (\(change.name)): \(verdict ?? sides.joined(separator: "; ")).")
    }
    let improvements = library.improvements.map {
      MarkdownTable.code("\($0.setting) = \($0.value)")
    }
    let isNothingShown = library.changes.allSatisfy { $0.better.isEmpty && $0.worse.isEmpty }
    parts.append(
      .paragraph(
        improvements.isEmpty
          ? isNothingShown
            ? "More seeds, devices or days may show a difference."
            : "None of them is better in something and worse in nothing."
          : "Better in something and worse in nothing: \(improvements.joined(separator: ", "))."))
    return parts
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

  private static func plain(_ text: String) -> String { WrappedText.plain(text) }

  private static func wrapped(_ text: String, indentation: String) -> String {
    WrappedText.paragraph(plain(text), indentation: indentation)
  }

  /// Rows of sentences in columns, each broken at blanks, with an empty line between rows.
  private static func table(_ rows: [[String]]) -> String {
    let columns = rows[0].count
    let width = (WrappedText.lineLimit - 2 - AlignedText.gap.count * (columns - 1)) / columns
    let blocks = rows.map { row in
      let cells = row.map { WrappedText.lines(of: plain($0), limit: width) }
      let height = cells.map(\.count).max() ?? 0
      return (0..<height).map { line in
        let texts = cells.map { line < $0.count ? $0[line] : "" }
        let padded = texts.map { TextWidth.padded($0, to: width, onLeft: false) }
        var text = "  " + padded.joined(separator: AlignedText.gap)
        while text.last == " " { text.removeLast() }
        return text + "\n"
      }.joined()
    }
    return blocks.joined(separator: "\n")
  }
}

/// Advice as JSON.
package enum AdviceJSON {
  /// Everything that the text says, and the names behind it.
  package static func json(_ outcome: Advice.Outcome) -> JSON {
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
      ("recommendations", JSON(.array(advice.answers.map(json)))),
      ("warnings", texts(advice.caveats)),
      ("libraries", JSON(.array(advice.libraries.map(json)))),
    ])
  }

  private static func json(_ library: LibraryAdvice) -> JSON {
    .object([
      ("library", JSON(.string(library.library))), ("asItShips", texts(library.shipped)),
      (
        "changes",
        JSON(
          .array(
            library.changes.map { change in
              .object([
                ("setting", JSON(.string(change.setting))), ("name", JSON(.string(change.name))),
                ("value", JSON(.string(change.value))), ("better", texts(change.better)),
                ("worse", texts(change.worse)),
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
                ("question", JSON(.string(question.text))),
                ("answer", JSON(.string(question.answer))),
                ("reason", JSON(.string(question.reason))),
                ("consequence", JSON(.string(question.consequence))),
              ])
            }))
      ),
      ("leadsTo", texts(rules.leadsTo)),
      ("conclusion", JSON(.string(rules.conclusion))),
    ])
  }

  private static func json(_ answer: Advice.Answer) -> JSON {
    .object([
      ("objective", JSON(.string(answer.objective))),
      ("strategy", text(answer.strategy)),
      ("runnerUp", text(answer.runnerUp)),
      ("metric", text(answer.metric)),
      ("sentences", texts(answer.sentences)),
      ("warnings", texts(answer.caveats)),
    ])
  }

  private static func text(_ text: String?) -> JSON {
    text.map { JSON(.string($0)) } ?? JSON(.null)
  }

  private static func texts(_ texts: [String]) -> JSON {
    JSON(.array(texts.map { JSON(.string($0)) }))
  }
}
