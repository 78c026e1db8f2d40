internal import CacheWorkloads
internal import ClientStrategies
internal import HTTPCaching
internal import SimCore

/// What caches by many rules do with a capture, group by group.
///
/// A group is played anew only where a switch has another position that may decide about it: what
/// was played is kept by the positions of these.
final class GroupedReplay {
  /// Rules that are tried.
  struct Candidate {
    let switches: HTTPSwitches
    /// By place of the field: the number of its position.
    fileprivate var positions: [UInt16]
  }

  /// What a cache did with the judged requests of a group.
  struct Outcome {
    fileprivate(set) var actions: [(position: Int, ours: HARCacheAction)] = []
    fileprivate(set) var differing = 0
    /// The statuses of what the client had got where the two differ.
    fileprivate(set) var statuses: [Int] = []
  }

  let groups: [CaptureGroup]
  private let fields = SwitchSpace.fields
  private let places: [String: Int]
  /// By group: the places of the fields that may decide about it, and of those that do while a
  /// 304 may take a lifetime away.
  private let deciding: [[Int]]
  private let decidingMore: [[Int]]
  /// By place of the field: the groups.
  private let decided: [[Int]]
  /// By place of the field: the numbers of its positions.
  private var numbers: [[String: UInt16]]
  private var known: [[[UInt16]: Outcome]]

  init(_ capture: RecordedCapture) {
    let groups = CaptureGroup.all(of: capture)
    let fields = SwitchSpace.fields
    self.groups = groups
    places = Dictionary(uniqueKeysWithValues: fields.enumerated().map { ($1.name, $0) })
    numbers = Array(repeating: [:], count: fields.count)
    known = Array(repeating: [:], count: groups.count)
    func touches(_ field: Field<HTTPSwitches>, _ group: CaptureGroup, loses: Bool = false) -> Bool {
      guard let needed = SwitchSpace.traits(of: field.name) else { return true }
      return (loses && needed == [.unsaid]) || !group.traits.isDisjoint(with: needed)
    }
    deciding = groups.map { group in fields.indices.filter { touches(fields[$0], group) } }
    decidingMore = groups.map { group in
      fields.indices.filter { touches(fields[$0], group, loses: true) }
    }
    decided = fields.map { field in groups.indices.filter { touches(field, groups[$0]) } }
  }

  func candidate(_ switches: HTTPSwitches) -> Candidate {
    Candidate(
      switches: switches,
      positions: fields.indices.map { number(of: fields[$0].value(in: switches), at: $0) })
  }

  /// The rules with a switch in another position; nil: it is none.
  func candidate(_ base: Candidate, turning turn: SwitchSpace.Turn) -> Candidate? {
    guard let place = places[turn.name], let switches = turn.applied(to: base.switches) else {
      return nil
    }
    var positions = base.positions
    positions[place] = number(of: fields[place].value(in: switches), at: place)
    return Candidate(switches: switches, positions: positions)
  }

  private func number(of value: JSON, at place: Int) -> UInt16 {
    let text = value.compact
    if let number = numbers[place][text] { return number }
    let number = UInt16(numbers[place].count)
    numbers[place][text] = number
    return number
  }

  /// The groups that a turn may decide about.
  func groups(decidedBy name: String, _ left: Candidate, _ right: Candidate) -> [Int] {
    let losesLifetimes =
      left.switches.confirmationReplaces || right.switches.confirmationReplaces
    let isOfLifetimes = SwitchSpace.traits(of: name) == [.unsaid] && losesLifetimes
    let isOfUsual = SwitchSpace.parts(name, left.switches, right.switches)
    guard let place = places[name], !isOfLifetimes, !isOfUsual else { return Array(groups.indices) }
    return decided[place]
  }

  func outcome(of group: Int, by candidate: Candidate) -> Outcome {
    let fields = candidate.switches.confirmationReplaces ? decidingMore : deciding
    let key =
      fields[group].map { candidate.positions[$0] } + SwitchSpace.usual(candidate.switches)
    if let known = known[group][key] { return known }
    var outcome = Outcome()
    let (entries, guests) = (groups[group].entries, groups[group].guests)
    RecordedCapture.replay(entries, by: candidate.switches) { replayed in
      guard replayed.isJudged, !guests.contains(replayed.entry.position) else { return true }
      outcome.actions.append((replayed.entry.position, replayed.ours))
      if !replayed.isAgreed {
        outcome.differing += 1
        if let status = replayed.known?.status { outcome.statuses.append(status) }
      }
      return true
    }
    known[group][key] = outcome
    return outcome
  }
}

extension GroupedReplay {
  /// How what is done changes by other rules.
  struct Change {
    /// With how many requests.
    var count = 0
    /// On how many more requests ours and the client's differ.
    var differing = 0
    /// By place of the entry: what is done with those of the groups in which anything changed.
    var ours: [Int: HARCacheAction] = [:]
  }

  func change(from present: Candidate, to turned: Candidate, _ name: String) -> Change {
    var change = Change()
    for group in groups(decidedBy: name, present, turned) {
      let (before, after) = (outcome(of: group, by: present), outcome(of: group, by: turned))
      change.differing += after.differing - before.differing
      let former = Dictionary(uniqueKeysWithValues: before.actions.map { ($0.position, $0.ours) })
      let changed = after.actions.count { former[$0.position] != $0.ours }
      let common = after.actions.count { former[$0.position] != nil }
      change.count += changed + before.actions.count - common
      guard changed > 0 else { continue }
      for action in after.actions { change.ours[action.position] = action.ours }
    }
    return change
  }
}

extension SwitchSpace {
  /// What the sets of statuses say of 200, the status of most: other statuses matter only where
  /// there are such.
  static func usual(_ switches: HTTPSwitches) -> [UInt16] {
    let sets = [
      switches.statuses ?? .final, switches.statusesWithoutLifetime, switches.permanentStatuses,
      switches.heuristicStatuses, switches.validatedStatuses ?? .final, switches.unfreshStatuses,
    ]
    return [sets.enumerated().reduce(0) { $0 | ($1.element.contains(200) ? 1 << $1.offset : 0) }]
  }

  /// Whether a switch differs in what it says of 200.
  static func parts(_ name: String, _ left: HTTPSwitches, _ right: HTTPSwitches) -> Bool {
    name.lowercased().contains("statuses") && usual(left) != usual(right)
  }
}
