internal import CacheReports
internal import CacheWorkloads
internal import Experiments
internal import HTTPCaching
internal import SimCore

/// What a report on a capture of repeated visits says of the browser's cache and ours.
struct CaptureAgreement {
  let judgement: CaptureJudgement

  /// Judges the capture that is a scenario's workload; nil where there is none, or nobody asks for
  /// anything twice in it.
  init?(of workload: Chosen<AnyWorkload>) {
    guard workload.name == "trace", let path = workload.settings["path"]?.string,
      let log = try? HARFile(path: path).log
    else { return nil }
    let reading = workload.settings["reading"]?["sessions"]?.string
      .flatMap(HARSessions.Reading.init(rawValue:))
    let judgement = CaptureJudgement(log, sessions: reading ?? .detect)
    guard !judgement.verdicts.isEmpty else { return nil }
    self.judgement = judgement
  }

  /// One sentence for the terminal.
  var note: String {
    "\(judgement.agreed) of \(judgement.verdicts.count) repeated requests of the capture are "
      + "treated by our HTTP cache as the browser's treated them."
  }

  /// The report's section.
  var section: ReportSection {
    let deeds = HARDeed.allCases
    let rows = deeds.map { browser in
      ["browser \(browser.rawValue)"]
        + deeds.map { ours in
          "\(judgement.verdicts.count { $0.browser == browser && $0.ours == ours })"
        }
    }
    let columns = ["request"] + deeds.map { "ours \($0.rawValue)" }
    let differences = disagreements
    return ReportSection(
      title: "The browser's cache and ours",
      [.text(sentences), .table(columns: columns, rows: rows)]
        + (differences.isEmpty ? [] : [.text(differences)]))
  }

  private func count(_ deed: HARDeed, _ cache: KeyPath<CaptureJudgement.Verdict, HARDeed>) -> Int {
    judgement.verdicts.count { $0[keyPath: cache] == deed }
  }

  private var sentences: String {
    let verdicts = judgement.verdicts
    let sessions =
      judgement.sessionCount == 1
      ? "" : " in \(judgement.sessionCount) sessions, each of which began with an empty cache"
    func deeds(_ cache: KeyPath<CaptureJudgement.Verdict, HARDeed>) -> String {
      "answered \(count(.used, cache)), asked about \(count(.validated, cache)) and loaded "
        + "\(count(.loaded, cache))"
    }
    return """
      \(verdicts.count) requests of the capture are for something that was asked for \
      before\(sessions). Of these the browser's cache \(deeds(\.browser)); ours, decided by the \
      recorded header lines, \(deeds(\.ours)). They agree on \
      **\(judgement.agreed) of \(verdicts.count)**.

      """
  }

  /// Of the requests that the caches treat otherwise, why ours does so: most frequent first.
  private var disagreements: String {
    let others = judgement.verdicts.filter { $0.browser != $0.ours }
    guard !others.isEmpty else { return "" }
    var reasons: [(reason: DecisionReason, browser: HARDeed, ours: HARDeed, count: Int)] = []
    for verdict in others {
      if let place = reasons.firstIndex(where: {
        $0.reason == verdict.reason && $0.browser == verdict.browser && $0.ours == verdict.ours
      }) {
        reasons[place].count += 1
      } else {
        reasons.append((verdict.reason, verdict.browser, verdict.ours, 1))
      }
    }
    let lines = reasons.enumerated()
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      .map { _, each in
        "- \(each.count) × browser \(each.browser.rawValue), ours \(each.ours.rawValue): "
          + "\(each.reason.text)\n"
      }
    return "Where they differ:\n\n" + lines.joined()
  }
}
