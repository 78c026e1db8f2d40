internal import HTTPCaching
internal import SimCore

/// A search for the switches by which an HTTP cache does what a capture's client did.
///
/// Greedy: from a bundled profile on, switch by switch in the order of their list, the position
/// that leaves the fewest requests on which the two differ, until none leaves fewer. A position
/// counts as better from two requests on: one may be chance. What had been turned, and by the end
/// is worth no two requests, is turned back. Nothing is drawn, so that a capture has one outcome.
struct ProfileLearner {
  /// Which resources count, by the order in which they are first asked for; those that lead to one
  /// another count as one.
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

  let replay: GroupedReplay
  let bases: [HTTPProfile]

  /// The fewest requests for which a switch is turned.
  static let leastGain = 2
  /// From how many of the bundled profiles a search starts: those that agree best.
  static let starts = 2
  /// The most sweeps over all switches, so that a search ends.
  private static let sweeps = 12

  /// The profile that agrees best with a part of the resources.
  func learn(from part: Part = .all, starts: Int = starts) -> Outcome {
    let ranked = bases.map { ($0, differing: count(by: $0.switches, part).differing) }
      .sorted { $0.differing < $1.differing }
    return ranked.prefix(starts).map { descend(from: $0.0, part) }
      .min { $0.differing < $1.differing }
      ?? Outcome(base: .rfc9111, switches: HTTPSwitches(), differing: 0)
  }

  /// What is learned of every second resource, held against the others, for both halves.
  func heldOut() -> (judged: Int, agreed: Int) {
    [Part.even, .odd].reduce((0, 0)) { sum, part in
      let others = count(by: learn(from: part, starts: 1).switches, part.other)
      return (sum.0 + others.judged, sum.1 + others.judged - others.differing)
    }
  }

  /// On how many requests of a part ours and the client's differ.
  func count(
    by switches: HTTPSwitches, _ part: Part = .all
  ) -> (judged: Int, differing: Int) {
    let candidate = replay.candidate(switches)
    return replay.groups.indices.reduce((0, 0)) { sum, group in
      guard isOf(part, group) else { return sum }
      let outcome = replay.outcome(of: group, by: candidate)
      return (sum.0 + outcome.actions.count, sum.1 + outcome.differing)
    }
  }

  private func isOf(_ part: Part, _ group: Int) -> Bool {
    switch part {
    case .all: true
    case .even: group.isMultiple(of: 2)
    case .odd: !group.isMultiple(of: 2)
    }
  }

  private func descend(from base: HTTPProfile, _ part: Part) -> Outcome {
    var present = replay.candidate(base.switches)
    var differing = count(by: base.switches, part).differing
    for _ in 0..<Self.sweeps {
      let before = differing
      for field in SwitchSpace.fields { improve(&present, &differing, field, part) }
      if differing == before { break }
    }
    turnBack(&present, &differing, to: base, part)
    return Outcome(base: base, switches: present.switches, differing: differing)
  }

  private func improve(
    _ present: inout GroupedReplay.Candidate, _ differing: inout Int,
    _ field: Field<HTTPSwitches>, _ part: Part
  ) {
    let start = present
    // Those of what was stored where ours and the client's differ.
    let isOfStatuses = field.name.lowercased().contains("statuses")
    let groups = isOfStatuses ? replay.groups.indices.filter { isOf(part, $0) } : []
    let statuses = Set(groups.flatMap { replay.outcome(of: $0, by: start).statuses }).sorted()
    var gained = 0
    for turn in SwitchSpace.turns(of: field, from: start.switches, statuses: statuses) {
      guard let turned = replay.candidate(start, turning: turn) else { continue }
      let needed = gained == 0 ? Self.leastGain : gained + 1
      guard differing + gained >= needed,
        let gain = gain(from: start, to: turned, field.name, part, atLeast: needed)
      else { continue }
      (present, gained) = (turned, gain)
    }
    differing -= gained
  }

  /// On how many requests fewer the two differ by other rules; nil: on fewer than are needed.
  ///
  /// Where they agree already nothing can be gained, so that these requests come last.
  private func gain(
    from start: GroupedReplay.Candidate, to turned: GroupedReplay.Candidate, _ name: String,
    _ part: Part, atLeast needed: Int
  ) -> Int? {
    var gain = 0
    var agreeing: [Int] = []
    for group in replay.groups(decidedBy: name, start, turned) where isOf(part, group) {
      let before = replay.outcome(of: group, by: start).differing
      guard before > 0 else {
        agreeing.append(group)
        continue
      }
      gain += before - replay.outcome(of: group, by: turned).differing
    }
    for group in agreeing {
      guard gain >= needed else { return nil }
      gain -= replay.outcome(of: group, by: turned).differing
    }
    return gain >= needed ? gain : nil
  }

  /// Gives switches the base's position that are turned for less than two requests.
  private func turnBack(
    _ present: inout GroupedReplay.Candidate, _ differing: inout Int, to base: HTTPProfile,
    _ part: Part
  ) {
    for field in SwitchSpace.fields {
      let value = field.value(in: base.switches)
      let turn = SwitchSpace.Turn(name: field.name, value: value)
      guard value != field.value(in: present.switches),
        let turned = replay.candidate(present, turning: turn),
        let gain = gain(
          from: present, to: turned, field.name, part, atLeast: 1 - Self.leastGain)
      else { continue }
      present = turned
      differing -= gain
    }
  }
}
