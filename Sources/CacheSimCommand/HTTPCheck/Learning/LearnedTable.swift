internal import CacheWorkloads
internal import HTTPCaching
internal import SimCore

/// What was learned of a client, in the forms in which it is written.
struct LearnedTable {
  let learned: LearnedProfile
  let hiding: NameHiding

  private static func text(_ value: JSON) -> String { value.string ?? value.compact }

  /// The switches that are not as RFC 9111 has them.
  private var changes: [(field: Field<HTTPSwitches>, value: String)] {
    learned.outcome.switches.changes
  }

  var listing: Listing {
    let columns = ["switch", "position", "decided by", "open"]
    return Listing(
      columns,
      learned.evidence.map { evidence in
        [
          evidence.field.name, Self.text(evidence.value), "\(evidence.requests)",
          evidence.open.map(Self.text).joined(separator: ", "),
        ]
      }, numbers: ["decided by"])
  }

  func text(writtenTo path: String?, _ name: String) -> String {
    let figures = learned.figures
    let shown = figures.cells
    let held = learned.heldOut
    var text = """
      \(figures.agreed) of \(NumberText.counted(figures.judged, "repeated request")) agree \
      (\(shown.agreement)); a cache that never answers agrees on \(shown.null). Cohen's kappa is \
      \(shown.kappa).
      Of the bundled profiles \(learned.before.profile.name) agrees best, on \
      \(learned.before.agreed) of \(learned.before.judged). The search began with \
      \(learned.outcome.base.name).
      Held out: what every second resource teaches agrees on \(held.agreed) of \(held.judged) \
      requests for the others.

      The profile, beside RFC 9111:

      """
    text += changes.map { "  \($0.field.name) \($0.value): \($0.field.summary)\n" }.joined()
    if let path {
      text += "\nIt is written; a scenario names it as \"profile\": \"\(path)#\(name)\".\n"
    }
    text += "\nThe capture decides \(learned.decided.count) of \(learned.evidence.count) switches. "
    text += learned.undecided.isEmpty ? "\n" : "It leaves open, with what would decide them:\n"
    for evidence in learned.undecided {
      let open = evidence.open.map(Self.text).joined(separator: ", ")
      text += "  \(evidence.field.name) \(Self.text(evidence.value)), or \(open)\n"
      text += "    \(Self.requests(deciding: evidence.field.name))\n"
    }
    return text + differences
  }

  private static func requests(deciding name: String) -> String {
    let cases = ProbeCase.deciding(name)
    return cases.isEmpty
      ? "nothing that a client's own requests show" : cases.map(\.text).joined(separator: "; ")
  }

  private var differences: String {
    guard !learned.differences.isEmpty else { return "" }
    let shown = ShownRequests(of: learned.comparison, client: "client", hiding)
    return "\nWhere they still differ:\n"
      + learned.differences.map {
        shown.text(of: $0.request) + "  \(Self.explanation($0))\n"
      }.joined()
  }

  private static func explanation(_ difference: LearnedProfile.Difference) -> String {
    if let turn = difference.turn {
      return "\(turn.name) \(text(turn.value)) would explain it, and part them on "
        + NumberText.counted(difference.cost, "other request")
    }
    if let rule = difference.request.rule { return "[\(rule.rawValue)], \(rule.text)" }
    return difference.request.probe.map { "to be decided by: \($0.text)" }
      ?? "no switch explains it"
  }

  func json(_ name: String) -> JSON {
    let figures = learned.figures
    let comparison = learned.comparison
    return .object([
      "profile": JSON(name), "base": JSON(learned.outcome.base.name),
      "judged": JSON(figures.judged), "agreed": JSON(figures.agreed),
      "agreement": JSON(figures.agreement), "nullAgreed": JSON(figures.nullAgreed),
      "kappa": JSON(figures.kappa), "notJudged": JSON(comparison.notJudged),
      "before": .object([
        "profile": JSON(learned.before.profile.name), "judged": JSON(learned.before.judged),
        "agreed": JSON(learned.before.agreed),
      ]),
      "heldOut": .object([
        "judged": JSON(learned.heldOut.judged), "agreed": JSON(learned.heldOut.agreed),
      ]),
      "switches": .object(changes.map { ($0.field.name, $0.field.value(in: switches)) }),
      "decided": JSON(
        learned.decided.map {
          .object([
            "switch": JSON($0.field.name), "value": $0.value, "requests": JSON($0.requests),
          ])
        }),
      "undecided": JSON(
        learned.undecided.map {
          .object([
            "switch": JSON($0.field.name), "value": $0.value, "open": JSON($0.open),
            "requests": JSON(ProbeCase.deciding($0.field.name).map(\.text)),
          ])
        }),
      "disagreements": JSON(disagreements),
    ])
  }

  private var switches: HTTPSwitches { learned.outcome.switches }

  private var disagreements: [JSON] {
    let shown = ShownRequests(of: learned.comparison, client: "client", hiding)
    return learned.differences.map { difference in
      shown.json(
        of: difference.request,
        [
          ("switch", JSON(difference.turn?.name)),
          ("value", difference.turn?.value ?? JSON(.null)),
          ("cost", difference.turn == nil ? JSON(.null) : JSON(difference.cost)),
        ])
    }
  }
}

extension LearnedProfile {
  /// The profile as a file of the form of http-profiles.json.
  func file(named name: String) -> JSON {
    let turned = outcome.switches.withoutDefaults(over: outcome.base.switches).members ?? []
    let settings = [JSON.Member("preset", JSON(outcome.base.name))] + turned
    let share = figures.cells.agreement
    return .object([
      "http-profiles": JSON([
        .object([
          "name": JSON(name), "summary": "learned from a capture",
          "settings": JSON(.object(settings)),
          "source": JSON(
            "a capture, by cachesim http-check learn: \(figures.agreed) of \(figures.judged) "
              + "requests agree (\(share))"),
          "confidence": "measured",
        ])
      ])
    ])
  }
}
