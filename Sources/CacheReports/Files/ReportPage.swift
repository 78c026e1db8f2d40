internal import DeviceModels
internal import Measurement
internal import SimCore

/// `report.md`: the question, the answer in sentences, the numbers, charts, settings, sections that
/// the run adds, and the command that reproduces it.
enum ReportPage {
  static func text(of result: RunResult, charts: [ReportChart]) -> String {
    var sections = ["# \(line(result.title))\n", "\(line(result.question))\n"]
    if !result.simulated.isEmpty {
      sections.append("Simulated: \(line(result.simulated.joined(separator: "; "))).\n")
    }
    if !result.inputLimits.isEmpty {
      sections.append("What the recording cannot tell:\n")
      sections.append(result.inputLimits.map { "- \(line($0))\n" }.joined())
    }
    sections += answer(of: result)
    if !result.assertions.isEmpty {
      sections += [
        "## Expectations\n",
        AssertionTable.lead(of: result) + "\n",
        AssertionTable.markdown(of: result),
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
    if let overview = ReportAnswer.overview(of: result) { sections.append("\(overview)\n") }
    for group in result.groups {
      if let heading = heading(of: group.varied, in: result) { sections.append(heading) }
      let answer = ReportAnswer(on: group.rows, varied: group.varied, of: result)
      sections.append(
        answer.leading.isEmpty
          ? "There is nothing to compare.\n" : answer.leading.joined(separator: " ") + "\n")
      if !answer.further.isEmpty {
        sections.append(answer.further.map { "- \($0)\n" }.joined())
      }
    }
    let warnings = ResultCaveats.sentences(on: result)
    if !warnings.isEmpty {
      sections.append("Caveats:\n")
      sections.append(warnings.map { "- \($0)\n" }.joined())
    }
    return sections
  }

  private static func numbers(of result: RunResult) -> [String] {
    var sections = ["## Numbers\n"]
    var tables: [ResultTable] = []
    for group in result.tableGroups {
      if let heading = heading(of: group.varied, in: result) { sections.append(heading) }
      tables.append(ResultTable(of: [group.rows]))
      sections.append(tables[tables.count - 1].markdown)
    }
    sections.append(legend(of: tables) + "\n")
    let bounds = boundSentences(on: result)
    if !bounds.isEmpty { sections.append(bounds.map { "- \($0)\n" }.joined()) }
    sections.append(
      Headline.standard(of: result.rows).map { "- \($0.title): `\($0.metric.name)`\n" }.joined())
    return sections
  }

  static func boundSentences(on result: RunResult) -> [String] {
    var labels: Set<String> = []
    return result.rows.compactMap { row in
      guard let bound = row.bound, labels.insert(row.label).inserted else { return nil }
      return "\(MarkdownTable.code(row.label)) is a bound. \(bound.statement)"
    }
  }

  static func legend(of tables: [ResultTable]) -> String {
    let interval = "± is the 95 % confidence interval over seeds (Student's t). "
    return
      "The best of each column is bold, and so are those that the seeds cannot tell from it; a "
      + "bound knows the future and is not compared. "
      + (tables.contains(where: \.hasIntervals) ? interval : "")
      + "Percentiles in the table are over all opens, with an infinite wait for one that never "
      + "showed the content; a share in brackets says how many did where they are too few. Writes, "
      + "written, requests and received are averages per device over the whole run; memory is the "
      + "highest peak."
  }

  private static func flash(of result: RunResult) -> [String] {
    var sections: [String] = []
    for group in result.tableGroups {
      guard let table = ResultTable(flashWearOf: group.rows) else { continue }
      if let heading = heading(of: group.varied, in: result) { sections.append(heading) }
      sections.append(table.markdown)
    }
    guard !sections.isEmpty else { return [] }
    return ["## Flash wear\n"] + sections + [flashLegend + "\n"]
  }

  static let flashLegend =
    "Averages per device over the whole run, from one stage to the next: the file system writes "
    + "whole blocks, metadata and its journal; the flash programs more than it receives because it "
    + "moves live pages to erase a block. The life is that of the device with everything else that "
    + "writes to it; ppm are millionths."

  private static func settings(of result: RunResult) -> [String] {
    var sections = ["## Settings\n"]
    for row in result.tableGroups.flatMap(\.rows) {
      sections.append("\(MarkdownTable.code(row.title)) is \(MarkdownTable.code(row.name)):\n")
      sections.append(MarkdownTable.fenced(row.settings.text, "json"))
    }
    return sections
  }

  private static func recipe(of result: RunResult) -> [String] {
    [
      "## How to reproduce\n",
      MarkdownTable.fenced(result.command, "sh"),
      "cachesim \(line(result.programVersion)), scenario \(MarkdownTable.code(result.scenario)) "
        + "(\(MarkdownTable.code(result.hash))), "
        + "\(NumberText.listed(result.seeds, "seed")).\n",
    ]
  }

  private static func heading(of varied: String?, in result: RunResult) -> String? {
    guard let varied else { return nil }
    let setting = result.variedSetting.map { "\(MarkdownTable.code($0)) = " } ?? ""
    return "### \(setting)\(MarkdownTable.code(varied))\n"
  }

  private static func line(_ text: String) -> String { MarkdownTable.plain(text) }
}
