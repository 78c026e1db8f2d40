internal import HTTPCaching
internal import SimCore

/// A search for the switches by which an HTTP cache does what a capture's client did.
///
/// Greedy: from a bundled profile on, switch by switch in the order of their list, the position
/// that leaves the fewest requests on which the two differ, until none leaves fewer. A position
/// counts as better from two requests on: one may be chance. What had been turned, and by the end
/// is worth no two requests, is turned back. Nothing is drawn, so that a capture has one outcome.
struct ProfileLearner {
  /// Which resources count, by the order in which they are first asked for.
  enum Part {
    case all
    case even
    case odd

    var other: Part { self == .even ? .odd : .even }
  }

  struct Outcome {
    let base: HTTPProfile
    var switches: HTTPSwitches
    var differing: Int
  }

  let capture: RecordedCapture
  private let bases: [HTTPProfile]
  /// By place of the entry: the number of its resource.
  private let resources: [Int: Int]

  /// The fewest requests for which a switch is turned.
  static let leastGain = 2
  /// From how many of the bundled profiles a search starts: those that agree best.
  static let starts = 2
  /// The most sweeps over all switches, so that a search ends.
  private static let sweeps = 12

  init(_ capture: RecordedCapture, from bases: [HTTPProfile]) {
    self.capture = capture
    self.bases = bases
    var numbers: [TargetURI: Int] = [:]
    var resources: [Int: Int] = [:]
    for entry in capture.sessions.joined() {
      let number = numbers[entry.target] ?? numbers.count
      numbers[entry.target] = number
      resources[entry.position] = number
    }
    self.resources = resources
  }

  /// The profile that agrees best with a part of the resources.
  func learn(from part: Part = .all, starts: Int = starts) -> Outcome {
    let ranked = bases.enumerated()
      .map { (place: $0, profile: $1, differing: count(by: $1.switches, part).differing) }
      .sorted { ($0.differing, $0.place) < ($1.differing, $1.place) }
    var best: Outcome?
    for start in ranked.prefix(starts) {
      let outcome = descend(from: start.profile, part)
      if outcome.differing < best?.differing ?? .max { best = outcome }
    }
    return best ?? Outcome(base: .rfc9111, switches: HTTPSwitches(), differing: 0)
  }

  /// What is learned of every second resource, held against the others, for both halves.
  func heldOut() -> (judged: Int, agreed: Int) {
    var (judged, agreed) = (0, 0)
    for part in [Part.even, .odd] {
      let learned = learn(from: part, starts: 1)
      let others = count(by: learned.switches, part.other)
      judged += others.judged
      agreed += others.judged - others.differing
    }
    return (judged, agreed)
  }

  /// On how many requests of a part ours and the client's differ; where they are more than
  /// `limit`, no more are counted.
  func count(
    by switches: HTTPSwitches, _ part: Part = .all, limit: Int = .max
  ) -> (judged: Int, differing: Int) {
    var (judged, differing) = (0, 0)
    capture.replay(by: switches) { replayed in
      guard replayed.isJudged, isOf(part, replayed.entry) else { return true }
      judged += 1
      differing += replayed.isAgreed ? 0 : 1
      return differing <= limit
    }
    return (judged, differing)
  }

  private func isOf(_ part: Part, _ entry: CaptureEntry) -> Bool {
    switch part {
    case .all: true
    case .even: (resources[entry.position] ?? 0).isMultiple(of: 2)
    case .odd: !(resources[entry.position] ?? 0).isMultiple(of: 2)
    }
  }

  private func descend(from base: HTTPProfile, _ part: Part) -> Outcome {
    var outcome = Outcome(
      base: base, switches: base.switches, differing: count(by: base.switches, part).differing)
    // Turns that changed no count are left out until nothing else is better.
    var idle: Set<String> = []
    for _ in 0..<Self.sweeps {
      let before = outcome.differing
      let isWhole = idle.isEmpty
      for field in SwitchSpace.fields { improve(&outcome, field, part, &idle) }
      guard outcome.differing == before else { continue }
      if isWhole { break }
      idle = []
    }
    turnBack(&outcome, part)
    return outcome
  }

  private func improve(
    _ outcome: inout Outcome, _ field: Field<HTTPSwitches>, _ part: Part, _ idle: inout Set<String>
  ) {
    let isOfStatuses = field.name.lowercased().contains("statuses")
    let statuses = isOfStatuses ? differingStatuses(by: outcome.switches, part) : []
    let start = outcome.switches
    for turn in SwitchSpace.turns(of: field, from: start, statuses: statuses)
    where !idle.contains(turn.key) {
      guard let turned = turn.applied(to: start) else { continue }
      let limit = outcome.differing - (outcome.switches == start ? Self.leastGain : 1)
      guard limit >= 0 else { return }
      let differing = count(by: turned, part, limit: outcome.differing).differing
      if differing == outcome.differing { idle.insert(turn.key) }
      if differing <= limit { (outcome.switches, outcome.differing) = (turned, differing) }
    }
  }

  /// Gives switches the base's position that are turned for less than two requests.
  private func turnBack(_ outcome: inout Outcome, _ part: Part) {
    for field in SwitchSpace.fields {
      let value = field.value(in: outcome.base.switches)
      guard value != field.value(in: outcome.switches),
        let turned = SwitchSpace.Turn(name: field.name, value: value).applied(to: outcome.switches)
      else { continue }
      let limit = outcome.differing + Self.leastGain - 1
      let differing = count(by: turned, part, limit: limit).differing
      if differing <= limit { (outcome.switches, outcome.differing) = (turned, differing) }
    }
  }

  /// The statuses of what was stored where ours and the client's differ.
  private func differingStatuses(by switches: HTTPSwitches, _ part: Part) -> [Int] {
    var statuses: Set<Int> = []
    capture.replay(by: switches) { replayed in
      if replayed.isJudged, !replayed.isAgreed, isOf(part, replayed.entry),
        let known = replayed.known
      {
        statuses.insert(known.status)
      }
      return true
    }
    return statuses.sorted()
  }
}
