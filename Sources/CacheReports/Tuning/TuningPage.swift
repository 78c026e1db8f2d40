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
    sections += intervals(of: result).map { "\($0)\n" }
    if !charts.isEmpty {
      sections.append("## Charts\n")
      sections += charts.map { "![\(line($0.caption))](\($0.file))\n" }
    }
    if !text.sensitivities.isEmpty {
      sections += [
        "## How much each setting matters\n", text.sensitivities.map { "- \($0)\n" }.joined(),
        sensitivityLegend + "\n",
      ]
    }
    sections.append("## What would tell most\n")
    sections += text.experiments.flatMap { reason, command in
      ["\(lead(to: reason))\n", MarkdownTable.fenced(command, "sh")]
    }
    sections += [
      "## What was allowed\n", outline.axes.map { "- \(sentence(on: $0))\n" }.joined(),
      "## How to reproduce\n", MarkdownTable.fenced(outline.command, "sh"),
      origin(of: result) + "\n",
    ]
    return sections.joined(separator: "\n")
  }

  /// What the table's intervals are; none for a single seed.
  static func intervals(of result: TuningResult) -> [String] {
    result.outline.seeds.count > 1
      ? ["± is the 95 % confidence interval over seeds (Student's t)."] : []
  }

  static let sensitivityLegend =
    "Each is what changes when the setting alone takes other values than the best's; means over "
    + "the seeds that all have."

  static func origin(of result: TuningResult) -> String {
    let outline = result.outline
    return "cachesim \(line(outline.programVersion)), scenario "
      + "\(MarkdownTable.code(outline.scenario)) (\(MarkdownTable.code(outline.hash))), "
      + "\(NumberText.listed(outline.seeds, "seed")). `tuning.csv` has all settings that were "
      + "simulated, `tuning.json` the front with all metrics."
  }

  /// An axis and its values; of many the first ones and the last.
  static func sentence(on axis: SweptSetting) -> String {
    let values = axis.values.map { MarkdownTable.code($0.text) }
    guard values.count > 12 else {
      return "\(MarkdownTable.code(axis.name)): \(values.joined(separator: ", "))"
    }
    let ends = "\(values.prefix(3).joined(separator: ", ")), …, \(values[values.count - 1])"
    return "\(MarkdownTable.code(axis.name)): \(ends) (\(values.count) values)"
  }

  static func lead(to reason: String) -> String {
    reason.prefix(1).uppercased() + reason.dropFirst() + ":"
  }

  private static func line(_ text: String) -> String { MarkdownTable.plain(text) }
}
