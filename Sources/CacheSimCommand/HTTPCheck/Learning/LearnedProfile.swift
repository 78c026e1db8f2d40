internal import CacheWorkloads
internal import Experiments
internal import HTTPCaching
internal import SimCore

/// What a capture says of its client's cache: the profile that agrees best with it, which of its
/// switches the capture decides, and what is left.
struct LearnedProfile {
  /// What the capture says of a switch.
  struct Evidence {
    let field: Field<HTTPSwitches>
    let value: JSON
    /// The fewest requests on which ours would do otherwise in another position.
    let requests: Int
    /// Other positions in which ours would do the same throughout: the capture leaves them open.
    let open: [JSON]
  }

  /// A request on which the two differ.
  struct Difference {
    let request: CaptureComparison.ComparedRequest
    /// The switch that, in another position, would make them agree; nil: no single one does.
    let turn: SwitchSpace.Turn?
    /// On how many others they would then differ.
    let cost: Int
  }

  let outcome: ProfileLearner.Outcome
  let comparison: CaptureComparison
  let figures: CaptureAgreementFigures
  /// The bundled profile that agrees best, as it is.
  let before: (profile: HTTPProfile, agreed: Int, judged: Int)
  let heldOut: (judged: Int, agreed: Int)
  private(set) var evidence: [Evidence] = []
  private(set) var differences: [Difference] = []

  var decided: [Evidence] { evidence.filter(\.open.isEmpty) }
  var undecided: [Evidence] { evidence.filter { !$0.open.isEmpty } }

  /// - Parameter bases: the profiles that the search can begin with.
  init(_ capture: RecordedCapture, from bases: [HTTPProfile]) {
    let replay = GroupedReplay(capture)
    let learner = ProfileLearner(replay: replay, bases: bases)
    outcome = learner.learn()
    heldOut = learner.heldOut()
    let counts = HTTPProfile.all.map { ($0, learner.count(by: $0.switches)) }
    let best = counts.min { $0.1.differing < $1.1.differing } ?? counts[0]
    before = (best.0, best.1.judged - best.1.differing, best.1.judged)
    comparison = CaptureComparison(
      capture, HTTPProfile(turning: outcome.switches, of: outcome.base))
    figures = CaptureAgreementFigures(comparison.requests)
    weigh(replay)
  }

  /// Tries every other position of every switch.
  private mutating func weigh(_ replay: GroupedReplay) {
    let parting = comparison.requests.filter { $0.browser != $0.ours }
    let present = replay.candidate(outcome.switches)
    let statuses = Set(
      replay.groups.indices.flatMap { replay.outcome(of: $0, by: present).statuses }
    ).sorted()
    var explained: [Int: (turn: SwitchSpace.Turn, cost: Int)] = [:]
    for field in SwitchSpace.fields {
      var open: [JSON] = []
      var requests = Int.max
      let usual = SwitchSpace.turns(of: field, from: outcome.switches)
      let turns = SwitchSpace.turns(of: field, from: outcome.switches, statuses: statuses)
      for turn in turns {
        guard let turned = replay.candidate(present, turning: turn) else { continue }
        let change = replay.change(from: present, to: turned, field.name)
        if usual.contains(where: { $0.value == turn.value }) {
          if change.count == 0 {
            open.append(turn.value)
          } else {
            requests = min(requests, change.count)
          }
        }
        guard change.count > 0 else { continue }
        let fixed = parting.filter { change.ours[$0.position] == $0.browser }
        let cost = change.differing + fixed.count
        for request in fixed where cost < explained[request.position]?.cost ?? .max {
          explained[request.position] = (turn, cost)
        }
      }
      evidence.append(
        Evidence(
          field: field, value: field.value(in: outcome.switches),
          requests: requests == .max ? 0 : requests, open: open))
    }
    differences = parting.map { request in
      let found = explained[request.position]
      return Difference(request: request, turn: found?.turn, cost: found?.cost ?? 0)
    }
  }
}

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
