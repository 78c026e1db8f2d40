internal import SimCore

/// The resources of a capture and their versions, as its visits show them.
struct HARHistory {
  /// One version of a resource.
  struct Version {
    /// The first visit that met it.
    var visit: Int
    /// Nanoseconds since 1970 at which it was published, where a `Last-Modified` tells it.
    var publishedAt: Int64?
    var size: Int64?
    var headers: UInt16
    /// What a screen with it needs beside it: resources in the order in which they were asked for.
    var parts: [Int] = []
    fileprivate var entityTag: String?
    fileprivate var lastModified: Int64?
    fileprivate var seenAt: Int64
  }

  /// A resource, told by its URL.
  struct Resource {
    var url: String
    var kind: ResourceKind
    var host: UInt16
    var versions: [Version]
    /// The largest size that an answer told which is not the size of a version.
    var size: Int64?

    /// The place of the version that was current at a visit.
    func version(at visit: Int) -> Int {
      (versions.lastIndex { $0.visit <= visit }) ?? 0
    }
  }

  /// The resources in order of first appearance.
  private(set) var resources: [Resource] = []
  /// The main resource of each visit.
  private(set) var mains: [Int] = []
  /// The names of the hosts.
  private(set) var hosts: [String] = []
  /// The different headers.
  private(set) var headers: [CacheHeaders] = []
  /// Entries beyond the 65,536 different hosts or headers that a `Content` can tell apart.
  private(set) var overflowing: [HAREntry] = []

  private var places: [String: Int] = [:]
  private var hostPlaces: [String: UInt16] = [:]
  private var headersPlaces: [CacheHeaders: UInt16] = [:]

  init(_ visits: [HARVisit]) {
    for (number, visit) in visits.enumerated() {
      var met: [Int] = []
      var known: Set<Int> = []
      for entry in visit.entries {
        guard let resource = meet(entry, in: number, isFirst: { !known.contains($0) }) else {
          overflowing.append(entry)
          continue
        }
        if known.insert(resource).inserted { met.append(resource) }
      }
      guard let main = places[visit.main.url] ?? met.first else {
        mains.append(-1)
        continue
      }
      mains.append(main)
      add(parts: met.filter { $0 != main }, to: main, at: number)
    }
  }

  /// Takes in an entry: of several for one URL in one visit, only the first can be a new version.
  private mutating func meet(
    _ entry: HAREntry, in visit: Int, isFirst: (Int) -> Bool
  ) -> Int? {
    guard let host = Self.place(of: entry.authority, in: &hosts, &hostPlaces),
      let headers = Self.place(of: entry.headers, in: &self.headers, &headersPlaces)
    else { return nil }
    let isWhole = entry.status == 200 || entry.status == 203
    var version = Version(
      visit: visit, publishedAt: entry.lastModified.flatMap(Self.nanoseconds),
      size: isWhole ? entry.size : nil, headers: headers, entityTag: entry.entityTag,
      lastModified: entry.lastModified, seenAt: entry.startedAt)
    guard let place = places[entry.url] else {
      let resource = Resource(
        url: entry.url, kind: entry.kind, host: host, versions: [version],
        size: isWhole ? nil : entry.size)
      places[entry.url] = resources.count
      resources.append(resource)
      return resources.count - 1
    }
    guard isWhole else {
      resources[place].size = [resources[place].size, entry.size].compactMap { $0 }.max()
      resources[place].last.seenAt = max(resources[place].last.seenAt, entry.startedAt)
      return place
    }
    let last = resources[place].last
    if isFirst(place), version.differs(from: last) {
      if let published = version.publishedAt, published <= last.seenAt { version.publishedAt = nil }
      resources[place].versions.append(version)
    } else {
      resources[place].last.learn(from: version)
    }
    return place
  }

  private mutating func add(parts: [Int], to main: Int, at visit: Int) {
    let version = resources[main].version(at: visit)
    var list = resources[main].versions[version].parts
    var known = Set(list)
    for part in parts where known.insert(part).inserted { list.append(part) }
    resources[main].versions[version].parts = list
  }

  /// Seconds since 1970 as nanoseconds, when they lie in the years of a trace.
  private static func nanoseconds(_ seconds: Int64) -> Int64? {
    TraceNumber.times.contains(seconds) ? seconds * 1_000_000_000 : nil
  }

  /// The place of a value in a list without repetitions; nil when the list is full.
  private static func place<Value: Hashable>(
    of value: Value, in list: inout [Value], _ places: inout [Value: UInt16]
  ) -> UInt16? {
    if let place = places[value] { return place }
    guard let place = UInt16(exactly: list.count) else { return nil }
    places[value] = place
    list.append(value)
    return place
  }
}

extension HARHistory.Resource {
  fileprivate var last: HARHistory.Version {
    get { versions[versions.count - 1] }
    set { versions[versions.count - 1] = newValue }
  }
}

extension HARHistory.Version {
  /// Told apart by the best mark that both have: `ETag`, `Last-Modified`, size.
  fileprivate func differs(from other: Self) -> Bool {
    if let mine = entityTag, let theirs = other.entityTag { return mine != theirs }
    if let mine = lastModified, let theirs = other.lastModified { return mine != theirs }
    if let mine = size, let theirs = other.size, mine > 0, theirs > 0 { return mine != theirs }
    return false
  }

  /// The same version, met again: what it did not tell before, it may tell now.
  fileprivate mutating func learn(from other: Self) {
    seenAt = max(seenAt, other.seenAt)
    if (size ?? 0) == 0 { size = other.size ?? size }
    entityTag = entityTag ?? other.entityTag
    lastModified = lastModified ?? other.lastModified
    publishedAt = publishedAt ?? other.publishedAt
  }
}
