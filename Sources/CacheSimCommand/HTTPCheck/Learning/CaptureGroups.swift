internal import ClientStrategies
internal import HTTPCaching

/// The requests of a capture for targets that lead to one another: no others change what a cache
/// does with them.
struct CaptureGroup {
  /// Those of one session, in order of time.
  fileprivate(set) var entries: [CaptureEntry] = []
  /// Of other groups, by their places: they empty the cache, and are not judged here.
  fileprivate(set) var guests: Set<Int> = []
  fileprivate(set) var traits: CaptureTraits = []
}

extension CaptureGroup {
  /// A capture's requests in groups, by redirects, other forms of a URL, and what unsafe methods
  /// name.
  static func all(of capture: RecordedCapture) -> [CaptureGroup] {
    capture.sessions.flatMap { groups(of: $0, capture.traits) }
  }

  private static func groups(
    of entries: [CaptureEntry], _ traits: [Int: CaptureTraits]
  ) -> [CaptureGroup] {
    var all: [CaptureGroup] = []
    var union = TargetUnion()
    for entry in entries {
      for other in entry.related { union.join(entry.target, other) }
    }
    var forms: [Int: Set<TargetURI>] = [:]
    for entry in entries { forms[union.root(of: entry.target), default: []].insert(entry.target) }
    var places: [Int: Int] = [:]
    var client = RecordedClient(HTTPSwitches())
    let clearing = entries.filter { traits[$0.position]?.contains(.clearSiteData) ?? false }
    for entry in entries {
      let root = union.root(of: entry.target)
      let place = places[root] ?? all.count
      if place == all.count {
        places[root] = place
        all.append(CaptureGroup())
        if forms[root]?.count ?? 0 > 1 { all[place].traits.insert(.otherForms) }
      }
      all[place].entries.append(entry)
      all[place].traits.formUnion(traits[entry.position] ?? [])
      // What an app asks by is seen by what its client has got.
      var asked = entry
      client.prepare(&asked)
      if asked.hasOwnConditions { all[place].traits.insert(.ownCondition) }
      _ = client.note(asked)
    }
    guard !clearing.isEmpty else { return all }
    for place in all.indices {
      let own = Set(all[place].entries.map(\.position))
      let guests = clearing.filter { !own.contains($0.position) }
      all[place].traits.insert(.clearSiteData)
      all[place].guests = Set(guests.map(\.position))
      all[place].entries = (all[place].entries + guests)
        .sorted { ($0.startedAt, $0.position) < ($1.startedAt, $1.position) }
    }
    return all
  }
}

extension CaptureEntry {
  /// Targets that a cache may reach from this one.
  fileprivate var related: [TargetURI] {
    var related = [target.normalized]
    if let redirectTarget { related.append(redirectTarget) }
    if !["GET", "HEAD"].contains(method) { related += named }
    return related
  }
}

/// Which targets belong together: a forest in which each points to another of its group.
private struct TargetUnion {
  private var numbers: [TargetURI: Int] = [:]
  private var parents: [Int] = []

  private mutating func number(of target: TargetURI) -> Int {
    if let number = numbers[target] { return number }
    numbers[target] = parents.count
    parents.append(parents.count)
    return parents.count - 1
  }

  mutating func root(of target: TargetURI) -> Int {
    var number = number(of: target)
    while parents[number] != number {
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }

  mutating func join(_ left: TargetURI, _ right: TargetURI) {
    let (left, right) = (root(of: left), root(of: right))
    parents[max(left, right)] = min(left, right)
  }
}
