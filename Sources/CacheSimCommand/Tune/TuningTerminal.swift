internal import CacheReports
internal import SimCore

/// The result of a search for settings on a terminal: the answer, the table, how much each setting
/// matters, and what would tell most.
enum TuningTerminal {
  static func text(of result: TuningResult) -> String {
    let text = TuningText(result)
    let sides = Array(repeating: AlignedText.Side.left, count: text.textColumns) + [.right]
    var parts = [
      WrappedText.paragraph(TextWidth.printable(result.outline.question)),
      paragraph(text.answer.joined(separator: " ")),
      AlignedText.table([text.columns] + text.rows, sides),
    ]
    if !text.sensitivities.isEmpty {
      parts.append(
        "How much each setting matters:\n" + text.sensitivities.map { item($0) }.joined())
    }
    if !text.experiments.isEmpty {
      let lines = text.experiments.map { reason, command in
        item("\(reason):") + "      \(TextWidth.printable(command))\n"
      }
      parts.append("What would tell most:\n" + lines.joined())
    }
    return parts.joined(separator: "\n")
  }

  private static func paragraph(_ text: String) -> String {
    WrappedText.paragraph(WrappedText.plain(text))
  }

  private static func item(_ text: String) -> String {
    WrappedText.paragraph("- " + WrappedText.plain(text), indentation: "  ")
  }
}
