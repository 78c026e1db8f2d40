internal import Measurement
internal import SimCore

/// What a reader must know before trusting a result.
package enum ResultCaveats {
  /// Sentences; empty when there is nothing.
  static func sentences(on result: RunResult) -> [String] {
    let broken = result.rows.reduce(0) { $0 + $1.pooled.devices.violationCount }
    var caveats: [String] = []
    if broken > 0 {
      caveats.append(
        "The simulation broke \(broken) of its own laws, so nothing here can be trusted; run.json "
          + "lists them.")
    }
    if let absence = absenceOfOpens(in: result) { caveats.append(absence) }
    for row in result.rows { caveats += sentences(on: row) }
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

  private static func sentences(on row: StrategyResult) -> [String] {
    var caveats: [String] = []
    let totals = row.pooled
    let name = MarkdownTable.code(row.title)
    let lost = totals.edits.stages[.lost]
    if lost > 0 { caveats.append("Edits that \(name) had accepted and lost: \(lost).") }
    if totals.memory.kills > 0, totals.devices.count > 0 {
      let kills = Double(totals.memory.kills) / Double(totals.devices.count)
      caveats.append(
        "Under \(name) the system killed the app for its memory \(NumberText.short(kills)) times "
          + "per device.")
    }
    if totals.views.givenUp > 0 {
      caveats.append(
        "Screens that users gave up under \(name): \(totals.views.givenUp); their waits are cut "
          + "short.")
    }
    if !totals.isExact {
      caveats.append("Percentiles of \(name) are up to 0.1 % too high.")
    }
    return caveats
  }
}
