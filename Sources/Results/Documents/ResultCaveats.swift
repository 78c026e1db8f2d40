internal import CacheMetrics
internal import SimCore

/// What a reader must know before trusting a result.
package enum ResultCaveats {
  package static func sentences(on result: RunResult) -> [String] {
    let broken = result.rows.reduce(0) { $0 + $1.pooled.devices.violationCount }
    var caveats: [String] = []
    if broken > 0 {
      caveats.append(
        "The simulation broke \(broken) of its own laws, so nothing here can be trusted; run.json "
          + "lists them.")
    }
    if let absence = absenceOfOpens(in: result) { caveats.append(absence) }
    for row in result.rows { caveats += sentences(on: row) }
    if let impatience = givenUpScreens(in: result) { caveats.append(impatience) }
    if let engines = differingEngines(in: result) { caveats.append(engines) }
    caveats += StructuralDifferences.sentences(on: result)
    if result.seeds.count == 1 {
      caveats.append("This is one seed; small differences may be chance.")
    }
    return caveats
  }

  /// What a result without a single open lacks; nil when there are opens.
  package static func absenceOfOpens(in result: RunResult) -> String? {
    guard result.rows.allSatisfy({ $0.pooled.views.opens == 0 }) else { return nil }
    return "No screen was opened in this run, so that it has no waits, shares or hits: a dash "
      + "stands for each. The workload's settings decide how often screens are opened."
  }

  /// In which storage engines models lie, where rows differ in that; nil: they do not.
  private static func differingEngines(in result: RunResult) -> String? {
    let rows = result.rows.filter { $0.isCompared && $0.engine != nil }.groups { $0.engine ?? "" }
    guard rows.count > 1 else { return nil }
    let words = rows.map { engine, rows in
      "\(NameList.text(rows.map { MarkdownTable.code($0.label) }.uniqued)) in "
        + MarkdownTable.code(engine)
    }
    return "Models lie in different storage engines, which decides a part of what is written to "
      + "flash and read from it: \(words.joined(separator: "; ")). The scenario's `shared.engine` "
      + "names one for all."
  }

  /// Under which strategies users gave screens up; nil: under none.
  private static func givenUpScreens(in result: RunResult) -> String? {
    let rows = result.rows.filter { $0.pooled.views.givenUp > 0 }
    guard !rows.isEmpty else { return nil }
    let counts = rows.map { row in
      "\(MarkdownTable.code(row.title)) (\(NumberText.grouped(Int64(row.pooled.views.givenUp))))"
    }
    return "Users gave up screens, whose waits are cut short, under "
      + NameList.text(counts) + "."
  }

  private static func sentences(on row: StrategyResult) -> [String] {
    var caveats: [String] = []
    let totals = row.pooled
    let name = MarkdownTable.code(row.title)
    let lost = totals.edits.stages[.lost]
    if lost > 0 { caveats.append("Edits that \(name) had accepted and lost: \(lost).") }
    if totals.memory.kills > 0, totals.devices.count > 0 {
      let kills = Double(totals.memory.kills) / Double(totals.devices.count)
      caveats.append(
        "Under \(name) the system killed the app for its memory "
          + "\(NumberText.counted(kills, "time")) per device.")
    }
    let limit = LimitValue.diskWriteException.bytes
    let people = totals.people.people
    let writing = people.count { $0.worstDayFlashBytes > limit }
    if writing > 0 {
      caveats.append(
        "Under \(name) \(writing) of \(people.count) people "
          + "\(writing == 1 ? "has" : "have") a day with more than "
          + "\(Display.text(Double(limit.count), .bytes)) written to flash, which iOS reports as a "
          + "disk write exception (MetricKit).")
    }
    if !totals.views.isExact {
      caveats.append("Percentiles of \(name) are up to 0.1 % too high.")
    }
    return caveats
  }
}

/// In what the best and the next one differ beside the storage engine, of which all rows are told:
/// what decides a part of their numbers, and could be the same for both.
enum StructuralDifferences {
  private struct Aspect: Sendable {
    var words: String
    var isSaidOfOne: Bool
    var decides: String
    var remedy: String
    var value: @Sendable (StrategyResult) -> String?
  }

  private static let aspects = [
    Aspect(
      words: "encode models in another form", isSaidOfOne: false,
      decides: "what is written to flash, and how long it takes to decode",
      remedy: "; the scenario's `shared.codec` names one for all", value: { $0.codec }),
    Aspect(
      words: "show content of another age without asking", isSaidOfOne: false,
      decides: "`stale_share` and the number of requests", remedy: "",
      value: { text(of: $0.settings["staleAfter"]) }),
    Aspect(
      words: "poll at another interval", isSaidOfOne: true,
      decides: "what is received, and how old content is", remedy: "",
      value: { text(of: $0.settings["interval"]) }),
  ]

  private static func text(of value: JSON?) -> String? {
    value.flatMap { $0 == JSON(.null) ? nil : $0.string ?? $0.compact }
  }

  /// Each once, of all answers of a run.
  static func sentences(on result: RunResult) -> [String] {
    var sentences: [String] = []
    for answer in result.answers.compactMap(\.answer) {
      guard let (first, second) = answer.contenders, first.label != second.label else { continue }
      for aspect in aspects {
        guard let sentence = sentence(aspect, first, second), !sentences.contains(sentence)
        else { continue }
        sentences.append(sentence)
      }
    }
    return sentences
  }

  private static func sentence(
    _ aspect: Aspect, _ first: StrategyResult, _ second: StrategyResult
  ) -> String? {
    let values = [aspect.value(first), aspect.value(second)]
    guard values[0] != values[1], aspect.isSaidOfOne || !values.contains(nil) else { return nil }
    let names = zip([first, second], values).map { row, value in
      "\(MarkdownTable.code(row.label)) (\(value.map(MarkdownTable.code) ?? "none"))"
    }
    return "\(names[0]) and \(names[1]) \(aspect.words), which decides a part of \(aspect.decides)"
      + "\(aspect.remedy)."
  }
}
