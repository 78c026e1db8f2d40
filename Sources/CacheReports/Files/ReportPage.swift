internal import Measurement
internal import SimCore

/// `report.md`: the question, the answer in sentences, the numbers, charts, settings, what the
/// run adds, and how to make it again.
enum ReportPage {
  static func text(of result: RunResult, charts: [ReportChart]) -> String {
    var sections = ["# \(line(result.title))\n", "\(line(result.question))\n"]
    sections += answer(of: result)
    if !result.judgements.isEmpty {
      sections += [
        "## Expectations\n",
        "Of what the scenario expects of its results: "
          + "\(JudgementTable.summary(of: result.judgements)).\n",
        JudgementTable.markdown(of: result),
      ]
    }
    sections += numbers(of: result)
    if !charts.isEmpty {
      sections.append("## Charts\n")
      sections += charts.map { "![\(line($0.caption))](\($0.file))\n" }
    }
    sections += flash(of: result)
    sections += settings(of: result)
    sections += result.sections.map(\.markdown)
    sections += recipe(of: result)
    return sections.joined(separator: "\n")
  }

  private static func answer(of result: RunResult) -> [String] {
    var sections = ["## Answer\n"]
    for group in result.groups {
      if let heading = heading(of: group.varied, in: result) { sections.append(heading) }
      let sentences = Verdict.sentences(on: group.rows)
      sections.append(
        sentences.isEmpty
          ? "There is nothing to compare.\n" : sentences.map { "- \($0)\n" }.joined())
    }
    let warnings = Verdict.warnings(on: result)
    if !warnings.isEmpty {
      sections.append("Mind:\n")
      sections.append(warnings.map { "- \($0)\n" }.joined())
    }
    return sections
  }

  private static func numbers(of result: RunResult) -> [String] {
    let headlines = Headline.standard
    var sections = ["## Numbers\n"]
    for group in result.groups {
      if let heading = heading(of: group.varied, in: result) { sections.append(heading) }
      let rankings = headlines.map { Ranking($0, among: group.rows) }
      let rows = group.rows.enumerated().map { index, row in
        let cells = zip(headlines, rankings).map { headline, ranking in
          let text = headline.text(of: row)
          return ranking.best.contains(index) ? "**\(text)**" : text
        }
        return [MarkdownTable.code(row.label) + (row.isBound ? " (bound)" : "")] + cells
      }
      sections.append(
        MarkdownTable.text(
          columns: ["strategy"] + headlines.map(\.title), rows: rows, textColumns: 1))
    }
    sections.append(legend + "\n")
    let bounds = boundSentences(on: result)
    if !bounds.isEmpty { sections.append(bounds.map { "- \($0)\n" }.joined()) }
    let definitions = headlines.map { "- \($0.title): `\($0.metric.name)`\n" }.joined()
    sections.append(definitions)
    return sections
  }

  /// What each bound is a bound of, once for each label.
  static func boundSentences(on result: RunResult) -> [String] {
    var told: Set<String> = []
    return result.rows.compactMap { row in
      guard let bound = row.bound, told.insert(row.label).inserted else { return nil }
      return "\(MarkdownTable.code(row.label)) is a bound. \(bound.statement)"
    }
  }

  /// What the table of numbers means.
  static let legend =
    "The best of each column is bold; a bound knows the future and does not compete. Percentiles "
    + "in the table are over the opens that got there; a share in brackets says how many did, "
    + "where they are too few for that percentile of all. Who is best, there and in the sentences "
    + "above, is decided over all opens, one that never got there being infinitely late. Writes, "
    + "written, requests and received are averages per device over the whole run; memory is the "
    + "highest peak."

  private static func flash(of result: RunResult) -> [String] {
    var sections: [String] = []
    for group in result.groups {
      guard let table = FlashChain.table(of: group.rows) else { continue }
      if let heading = heading(of: group.varied, in: result) { sections.append(heading) }
      sections.append(table)
    }
    guard !sections.isEmpty else { return [] }
    return ["## What the flash went through\n"] + sections + [FlashChain.legend + "\n"]
  }

  private static func settings(of result: RunResult) -> [String] {
    var sections = ["## Settings\n"]
    for row in result.groups.flatMap(\.rows) {
      sections.append("\(MarkdownTable.code(row.title)) is \(MarkdownTable.code(row.name)):\n")
      sections.append(MarkdownTable.fenced(row.settings.text, "json"))
    }
    return sections
  }

  private static func recipe(of result: RunResult) -> [String] {
    let seeds = result.seeds.map { "\($0)" }.joined(separator: ", ")
    return [
      "## How to reproduce\n",
      MarkdownTable.fenced(result.command, "sh"),
      "cachesim \(line(result.programVersion)), scenario \(MarkdownTable.code(result.scenario)) "
        + "(\(MarkdownTable.code(result.hash))), "
        + "\(result.seeds.count == 1 ? "seed" : "seeds") \(seeds).\n",
    ]
  }

  private static func heading(of varied: String?, in result: RunResult) -> String? {
    guard let varied else { return nil }
    let setting = result.variedSetting.map { "\(MarkdownTable.code($0)) = " } ?? ""
    return "### \(setting)\(MarkdownTable.code(varied))\n"
  }

  private static func line(_ text: String) -> String { MarkdownTable.plain(text) }
}
