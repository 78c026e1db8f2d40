internal import CacheMetrics
package import Results
internal import SimCore

extension Document {
  /// What a run says: the question, the answer in sentences, the numbers, charts, settings,
  /// sections that the run adds, and the command that reproduces it.
  package init(_ result: RunResult, charts: [Figure]) {
    self.init(title: result.title, question: result.question)
    lead = [
      .note(.facts, "Simulated", result.simulated.map { InlineText($0) }),
      .note(.facts, "What the recording cannot tell", result.inputLimits.map { InlineText($0) }),
    ].filter { !$0.isEmpty }
    add("Answer", result.answerBlocks)
    if !result.assertions.isEmpty {
      add(
        "Expectations",
        [
          .sentence(AssertionTable.lead(of: result)),
          .sentences(AssertionTable.sentences(of: result)),
        ])
    }
    add("Numbers", result.numberBlocks)
    add("Charts", charts.map { .figure($0) })
    add("By part", TagTables(of: result).blocks)
    add("Flash wear", result.flashBlocks)
    add("Settings", result.settingBlocks)
    for section in result.sections { add(section) }
    add(
      "Definitions",
      [
        .sentence(
          "Each number has a name, by which files have it; `cachesim list metrics` tells of all."),
        .definitions(Headline.definitions(of: result)),
      ])
    let seeds = NumberText.listed(result.seeds, "seed")
    add(
      "How to reproduce",
      [
        .command(result.command), .paragraph("The same scenario and \(seeds) give the same bytes."),
      ])
    origin = """
      cachesim \(result.programVersion), scenario \(code: result.scenario) \
      (\(code: result.hash)), \(seeds). In the folder of the report, \(code: "summary.csv"), \
      \(code: "metrics.csv") and \(code: "run.json") have the numbers.
      """
    data = PageData.json(of: result)
  }
}

extension RunResult {
  fileprivate var answerBlocks: [Block] {
    var blocks = answerOverview.map { [Block.sentence($0)] } ?? []
    for told in answers {
      blocks += heading(of: told.title)
      blocks.append(
        told.answer.map { .sentences($0.sentences) } ?? .paragraph("There is nothing to choose."))
      blocks += robustness.first { $0.title == told.title }?.blocks ?? []
      if var table = told.further {
        table.name = name(table.name, of: told.title)
        blocks.append(.details("What is best by other objectives", [.table(table)]))
      }
    }
    return blocks + [.caveats(ResultCaveats.sentences(on: self))]
  }

  fileprivate var numberBlocks: [Block] {
    var blocks: [Block] = []
    var hasIntervals = false
    for (place, group) in tableGroups.enumerated() {
      var table = ResultTable(
        Headline.standard(of: group.rows, for: goal), of: [group.rows],
        name: name("numbers", of: group.varied))
      table.index = place
      hasIntervals = hasIntervals || table.hasIntervals
      blocks += heading(of: group.varied) + [.table(table)]
    }
    return blocks + [
      Self.legend(hasIntervals: hasIntervals), .sentences(boundSentences),
      .legend("The \("definitions of the columns", section: "Definitions") are at the end."),
    ]
  }

  /// What each bound bounds, once for each label.
  var boundSentences: [String] {
    rows.filter(\.isBound).uniqued(by: \.label).compactMap { row in
      row.bound.map { "\(MarkdownTable.code(row.label)) is a bound. \($0.statement)" }
    }
  }

  private static func legend(hasIntervals: Bool) -> Block {
    let interval = hasIntervals ? Display.intervalLegend + ". " : ""
    return .legend(
      markdown:
        "The best of each column is marked, and so are those that the seeds cannot tell from "
        + "it; a bound knows the future and is not compared. \(interval)"
        + "Percentiles in the table are over all opens, with an infinite wait for one that never "
        + "showed the content; a share in brackets says how many did where they are too few. "
        + "Writes, written, requests and received are averages per device over the whole run; "
        + "memory is the highest peak.")
  }

  fileprivate var flashBlocks: [Block] {
    let blocks = tableGroups.flatMap { group -> [Block] in
      ResultTable(flashWearOf: group.rows, name: name("flash wear", of: group.varied)).map {
        heading(of: group.varied) + [.table($0)]
      } ?? []
    }
    guard !blocks.isEmpty else { return [] }
    return blocks + [
      .legend(
        markdown: "Averages per device over the whole run, from one stage to the next: the file "
          + "system writes whole blocks, metadata and its journal; the flash programs more than it "
          + "receives because it moves live pages to erase a block. The life is that of the "
          + "device with everything else that writes to it; ppm are millionths.")
    ]
  }

  fileprivate var settingBlocks: [Block] {
    let changed = ChangedSetting.all(of: rows)
    var blocks: [Block] = []
    if !changed.isEmpty {
      let rows: [[InlineText]] = changed.map {
        ["\($0.title)", "\(code: $0.path)", "\($0.value)", "\($0.standard)"]
      }
      let columns = ["strategy", "setting", "value", "default"]
      blocks = [
        .paragraph("What differs from the defaults of its strategy:"),
        .table(ResultTable("settings that differ from defaults", columns: columns, rows: rows)),
      ]
    }
    blocks += ChangedSetting.sentence(onUnchanged: rows).map { [.sentence($0)] } ?? []
    return blocks + tableGroups.flatMap(\.rows).map(settingDetails)
  }

  private func settingDetails(of row: StrategyResult) -> Block {
    let settings = ChangedSetting.rows(of: row.settings)
    let rows: [[InlineText]] = settings.map { ["\(code: $0.path)", "\($0.value)"] }
    let table = ResultTable("settings of \(row.title)", columns: ["setting", "value"], rows: rows)
    return .details(
      "All settings of \(strong: row.title), which is \(code: row.name)",
      [settings.isEmpty ? .paragraph("It has no settings.") : .table(table)])
  }

  private func name(_ table: String, of varied: String?) -> String {
    [table, varied].compactMap(\.self).joined(separator: ", ")
  }
}

extension Headline {
  /// The columns of all tables, each once.
  fileprivate static func definitions(of result: RunResult) -> [Definition] {
    let parts = TagTables(of: result).isEmpty ? [] : ofParts
    let all = standard(for: result.goal) { _ in 1 } + flashWear + parts
    return all.uniqued(by: \.metric.name).map { headline in
      let metric = headline.metric
      return Definition(
        title: headline.title, name: metric.name, InlineText(markdown: metric.definition))
    }
  }
}
