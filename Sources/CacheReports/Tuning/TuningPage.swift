internal import Measurement
internal import SimCore

/// `report.md` of a search for settings: the question, the answer, the front, how much each setting
/// matters, and which experiments would tell most.
enum TuningPage {
  static let name = "report.md"

  static func text(of result: TuningResult, charts: [ReportChart]) -> String {
    let outline = result.outline
    let text = TuningText(result)
    var sections = [
      "# \(line(outline.title)): the best settings\n", "\(line(outline.question))\n",
      "## Answer\n", text.answer.joined(separator: " ") + "\n",
      MarkdownTable.text(
        columns: text.columns.map(MarkdownTable.plain),
        rows: text.rows.map { row in
          row.enumerated().map { $0 < text.textColumns ? MarkdownTable.plain($1) : $1 }
        }, textColumns: text.textColumns),
    ]
    if outline.seeds.count > 1 {
      sections.append("± is the 95 % confidence interval over seeds (Student's t).\n")
    }
    if !charts.isEmpty {
      sections.append("## Charts\n")
      sections += charts.map { "![\(line($0.caption))](\($0.file))\n" }
    }
    if !text.sensitivities.isEmpty {
      sections += [
        "## How much each setting matters\n", text.sensitivities.map { "- \($0)\n" }.joined(),
        "Each is what changes when the setting alone takes other values than the best's; means "
          + "over the seeds that all have.\n",
      ]
    }
    sections.append("## What would tell most\n")
    sections += text.experiments.flatMap { reason, command in
      ["- \(capital(reason)):\n", MarkdownTable.fenced(command, "sh")]
    }
    sections += [
      "## What was allowed\n", outline.axes.map(sentence).joined(),
      "## How to reproduce\n", MarkdownTable.fenced(outline.command, "sh"),
      origin(of: result)
        + " `tuning.csv` has all settings that were simulated, `tuning.json` the front with all "
        + "metrics.\n",
    ]
    return sections.joined(separator: "\n")
  }

  /// The program, what it read, and the seeds.
  static func origin(of result: TuningResult) -> String {
    let outline = result.outline
    return "cachesim \(line(outline.programVersion)), scenario "
      + "\(MarkdownTable.code(outline.scenario)) (\(MarkdownTable.code(outline.hash))), "
      + "\(outline.seeds.count == 1 ? "seed" : "seeds") "
      + outline.seeds.map { "\($0)" }.joined(separator: ", ") + "."
  }

  private static func sentence(on axis: SweptSetting) -> String {
    let values = axis.values.map { MarkdownTable.code($0.text) }
    guard values.count > 12 else {
      return "- \(MarkdownTable.code(axis.name)): \(values.joined(separator: ", "))\n"
    }
    let ends = "\(values.prefix(3).joined(separator: ", ")), …, \(values[values.count - 1])"
    return "- \(MarkdownTable.code(axis.name)): \(ends) (\(values.count) values)\n"
  }

  private static func capital(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  private static func line(_ text: String) -> String { MarkdownTable.plain(text) }
}
