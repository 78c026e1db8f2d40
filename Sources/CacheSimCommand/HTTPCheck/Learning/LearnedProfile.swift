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
    let learner = ProfileLearner(replay, from: bases)
    outcome = learner.learn()
    heldOut = learner.heldOut()
    let counts = HTTPProfile.all.map { ($0, learner.count(by: $0.switches)) }
    var best = counts[0]
    for count in counts where count.1.differing < best.1.differing { best = count }
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
