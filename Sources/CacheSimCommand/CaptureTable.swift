internal import CacheWorkloads
internal import HTTPCaching
internal import SimCore

/// The agreement of a capture's browser and our cache, in words and as JSON.
enum CaptureTable {
  /// A row for each deed of the browser.
  static func listing(of judgement: CaptureJudgement) -> Listing {
    let verdicts = judgement.verdicts
    let deeds = HARDeed.allCases
    let rows = deeds.map { browser in
      ["browser \(browser.rawValue)"]
        + deeds.map { ours in
          "\(verdicts.count { $0.browser == browser && $0.ours == ours })"
        }
    }
    let columns = ["request"] + deeds.map { "ours \($0.rawValue)" }
    return Listing(columns, rows, numbers: Set(columns.dropFirst()))
  }

  /// The rows, and what they mean.
  static func text(of judgement: CaptureJudgement) -> String {
    let verdicts = judgement.verdicts
    var text = listing(of: judgement).text
    text += "\n\(judgement.agreed) of \(verdicts.count) repeated requests agree; "
    text += "our cache answers \(verdicts.count { $0.ours == .used }), "
    text += "the browser's \(verdicts.count { $0.browser == .used }).\n"
    if judgement.sessionCount > 1 {
      text +=
        "The capture is taken for \(judgement.sessionCount) sessions, each of which begins with "
      text += "an empty cache.\n"
    }
    text += "Not judged: \(judgement.first) first requests, \(judgement.unreadable) entries "
    text += "without time, address or final answer.\n"
    for verdict in verdicts where verdict.browser != verdict.ours {
      text += "\nentry \(verdict.position): \(verdict.url)\n"
      text += "  browser \(verdict.browser.rawValue), ours \(verdict.ours.rawValue)"
      text += " [\(verdict.reason.rawValue)], \(verdict.reason.text)\n"
    }
    return text
  }

  static func json(of judgement: CaptureJudgement) -> JSON {
    let verdicts = judgement.verdicts
    func number(_ count: Int) -> JSON { JSON(.integer(Int64(count))) }
    return .object([
      ("judged", number(verdicts.count)), ("agreed", number(judgement.agreed)),
      ("answered", number(verdicts.count { $0.ours == .used })),
      ("sessions", number(judgement.sessionCount)), ("first", number(judgement.first)),
      ("unreadable", number(judgement.unreadable)),
      (
        "disagreements",
        JSON(
          .array(
            verdicts.filter { $0.browser != $0.ours }.map { verdict in
              .object([
                ("entry", number(verdict.position)), ("url", JSON(.string(verdict.url))),
                ("browser", JSON(.string(verdict.browser.rawValue))),
                ("ours", JSON(.string(verdict.ours.rawValue))),
                ("reason", JSON(.string(verdict.reason.rawValue))),
              ])
            }))
      ),
    ])
  }
}
