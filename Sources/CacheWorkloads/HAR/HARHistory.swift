internal import SimCore

struct HARHistory {
  struct Version {
    /// When the simulation requests it first: nanoseconds since 1970.
    var firstAt: Int64
    /// Nanoseconds since 1970 at which it was published, where there is a `Last-Modified`.
    var publishedAt: Int64?
    var size: Int64?
    var wireSize: Int64?
    var headers: UInt16
    var requestSize: Int64 = 0
    var parts: [Int] = []
    fileprivate(set) var serverTimes: [Int64] = []
    fileprivate var status: Int
    fileprivate var entityTag: String?
    fileprivate var lastModified: Int64?
    fileprivate var seenAt: Int64
    /// Whether the origin sent the headers, and no cache.
    fileprivate var isSent: Bool
    /// The places of the capture's entries that have its whole body.
    var entries: [Int] = []

    var serverTime: TimeSpan? {
      let sorted = serverTimes.sorted()
      return sorted.isEmpty ? nil : TimeSpan(nanoseconds: sorted[(sorted.count - 1) / 2])
    }
  }

  struct Resource {
    var url: String
    var method: HTTPMethod
    /// Of another method than GET: the resource that GET brings from the same URL; nil: none.
    var target: Int?
    var kind: ResourceKind
    var host: UInt16
    var versions: [Version]
    /// The largest size in a response that is not the size of a version.
    var size: Int64?

    func version(at instant: Int64) -> Int {
      (versions.lastIndex { $0.firstAt <= instant }) ?? 0
    }
  }

  /// When an entry's resource is requested, or a page that needs it.
  struct Occurrence {
    /// Nanoseconds since 1970.
    var at: Int64
    var position: Int
    var session: Int
    var resource: Int
    /// Whether the resource names a screen that appears; else the open one needs it.
    var opens: Bool
    var asked: [RecordedField] = []
  }

  private(set) var resources: [Resource] = []
  /// Those that no text of a page has, with the lines of their requests, in order of time.
  private(set) var steps: [Occurrence] = []
  /// In order of time.
  private(set) var occurrences: [Occurrence] = []
  private(set) var hosts = Numbering<String>()
  private(set) var headers = Numbering<CacheHeaders>()
  /// Entries beyond the 65,536 different hosts or headers that a `Content` can distinguish.
  private(set) var overflowing: [HAREntry] = []

  private var places: [String: Int] = [:]
  /// By host: the shortest time in which anything came back, which is the way there and back.
  private var roundTrips: [String: Int64] = [:]

  private struct Use {
    var entry: HAREntry
    var view: Int
    var role: Role
    var at: Int64
  }
  private enum Role { case main, listed, timed }

  init(_ views: [HARView]) {
    var uses: [Use] = []
    for (number, view) in views.enumerated() {
      uses += Self.uses(of: view, number)
      for entry in view.entries {
        guard let time = [entry.connect, entry.wait].compactMap({ $0 }).min() else { continue }
        roundTrips[entry.authority] = min(roundTrips[entry.authority] ?? time, time)
      }
    }
    uses.sort { $0.entry < $1.entry }
    var mains = [(resource: Int, version: Int)?](repeating: nil, count: views.count)
    var listed = [[Int]](repeating: [], count: views.count)
    for use in uses {
      guard let resource = meet(use.entry, at: use.at) else {
        overflowing.append(use.entry)
        continue
      }
      switch use.role {
      case .main: mains[use.view] = (resource, resources[resource].versions.count - 1)
      case .listed: listed[use.view].append(resource)
      case .timed: break
      }
      var occurrence = Occurrence(
        at: use.at, position: use.entry.position, session: views[use.view].session,
        resource: resource, opens: use.role == .main)
      occurrences.append(occurrence)
      guard use.role != .listed else { continue }
      occurrence.asked = completed(use.entry)
      steps.append(occurrence)
    }
    for (main, parts) in zip(mains, listed) {
      guard let main else { continue }
      add(parts: parts.filter { $0 != main.resource }, to: main.resource, main.version)
    }
    for place in resources.indices where resources[place].method != .get {
      let url = resources[place].url
      resources[place].target = places[String(url.drop { $0 != " " }.dropFirst())]
    }
    occurrences.sort { ($0.at, $0.position) < ($1.at, $1.position) }
    steps.sort { left, right in
      if left.at != right.at { return left.at < right.at }
      return left.opens == right.opens ? left.position < right.position : left.opens
    }
  }

  private var sentLines: [String: [RecordedField]] = [:]

  /// The lines of a request; of one that was not sent clients show fewer, so that those that
  /// `Vary` names are taken from the last one for the resource.
  private mutating func completed(_ entry: HAREntry) -> [RecordedField] {
    guard entry.action == .used else {
      sentLines[entry.url] = entry.asked
      return entry.asked
    }
    let shown = Set(entry.asked.map(\.name)).union(["cache-control", "pragma", "range"])
    return entry.asked + (sentLines[entry.url] ?? []).filter { !shown.contains($0.name) }
  }

  /// How a view's entries are requested.
  ///
  /// A browser's page has its parts in its text, and requests them as soon as it is there: they are
  /// the content's parts. What was requested before the page, as redirects are, or requested again,
  /// or by another method than GET and HEAD, and everything that an app requests, is requested at
  /// its recorded time.
  private static func uses(of view: HARView, _ number: Int) -> [Use] {
    let main = view.main
    let page = view.entries[main]
    let opening = page.isPage ? view.openedAt : view.entries[0].startedAt
    var known: Set<String> = [page.url]
    return view.entries.enumerated().map { place, entry in
      if place == main { return Use(entry: entry, view: number, role: .main, at: opening) }
      let isNew = known.insert(entry.url).inserted
      let isRead = entry.method == .get || entry.method == .head
      guard page.isPage, isNew, place > main, isRead else {
        return Use(entry: entry, view: number, role: .timed, at: entry.startedAt)
      }
      return Use(entry: entry, view: number, role: .listed, at: opening)
    }
  }

  private mutating func meet(_ entry: HAREntry, at instant: Int64) -> Int? {
    guard let host = hosts.number(of: entry.authority, below: 1 << 16),
      let headers = headers.number(of: entry.answer.headers, below: 1 << 16)
    else { return nil }
    let isSent = entry.action != .used
    var version = Version(
      firstAt: instant, publishedAt: entry.answer.lastModified.flatMap(Self.nanoseconds),
      size: entry.isWhole ? entry.size : nil, wireSize: entry.isWhole ? entry.wireSize : nil,
      headers: UInt16(headers), status: entry.opens ? 200 : entry.status,
      entityTag: entry.answer.entityTag, lastModified: entry.answer.lastModified,
      seenAt: entry.startedAt,
      isSent: isSent && entry.isWhole)
    version.requestSize = entry.requestSize
    if entry.isWhole { version.entries = [entry.position] }
    if let wait = entry.wait, let roundTrip = roundTrips[entry.authority] {
      version.serverTimes = [max(wait - roundTrip, 0)]
    }
    guard let place = places[entry.url] else {
      let resource = Resource(
        url: entry.url, method: entry.method, kind: entry.kind, host: UInt16(host),
        versions: [version], size: entry.isWhole ? nil : entry.size)
      places[entry.url] = resources.count
      resources.append(resource)
      return resources.count - 1
    }
    if !entry.isWhole {
      resources[place].size = [resources[place].size, entry.size].compactMap { $0 }.max()
    }
    let last = resources[place].last
    if isSent, entry.isWhole, version.differs(from: last) {
      if let published = version.publishedAt, published <= last.seenAt { version.publishedAt = nil }
      resources[place].versions.append(version)
    } else {
      resources[place].last.merge(version, confirms: isSent)
    }
    return place
  }

  private mutating func add(parts: [Int], to main: Int, _ version: Int) {
    var list = resources[main].versions[version].parts
    var known = Set(list)
    for part in parts where known.insert(part).inserted { list.append(part) }
    resources[main].versions[version].parts = list
  }

  private static func nanoseconds(_ seconds: Int64) -> Int64? {
    TraceNumber.times.contains(seconds) ? seconds * 1_000_000_000 : nil
  }
}

extension HARHistory.Resource {
  fileprivate var last: HARHistory.Version {
    get { versions[versions.count - 1] }
    set { versions[versions.count - 1] = newValue }
  }
}

extension HARHistory.Version {
  /// Compared by the status, then by the best validator that both have: `ETag`, `Last-Modified`,
  /// size.
  fileprivate func differs(from other: Self) -> Bool {
    if status != other.status { return true }
    if let mine = entityTag, let theirs = other.entityTag { return mine != theirs }
    if let mine = lastModified, let theirs = other.lastModified { return mine != theirs }
    if let mine = size, let theirs = other.size, mine > 0, theirs > 0 { return mine != theirs }
    return false
  }

  /// Adds what another response with the same version has and this one lacks.
  /// - Parameter confirms: whether the origin answered, and no cache.
  fileprivate mutating func merge(_ other: Self, confirms: Bool) {
    if confirms { seenAt = max(seenAt, other.seenAt) }
    if (size ?? 0) == 0 { size = other.size ?? size }
    wireSize = wireSize ?? other.wireSize
    entityTag = entityTag ?? other.entityTag
    lastModified = lastModified ?? other.lastModified
    publishedAt = publishedAt ?? other.publishedAt
    serverTimes += other.serverTimes
    entries += other.entries
    if !isSent, other.isSent {
      headers = other.headers
      isSent = true
    }
  }
}
