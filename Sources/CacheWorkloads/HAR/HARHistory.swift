internal import SimCore

/// The resources of a capture and their versions, as its page views show them.
struct HARHistory {
  /// One version of a resource.
  struct Version {
    /// The first page view that received it.
    var view: Int
    /// Nanoseconds since 1970 at which it was published, where there is a `Last-Modified`.
    var publishedAt: Int64?
    var size: Int64?
    var headers: UInt16
    /// The subresources of a screen with it, in the order in which they were requested.
    var parts: [Int] = []
    fileprivate var entityTag: String?
    fileprivate var lastModified: Int64?
    fileprivate var seenAt: Int64
  }

  /// A resource, identified by its URL.
  struct Resource {
    var url: String
    var kind: ResourceKind
    var host: UInt16
    var versions: [Version]
    /// The largest size in a response that is not the size of a version.
    var size: Int64?

    /// The index of the version that was current at a page view.
    func version(at view: Int) -> Int {
      (versions.lastIndex { $0.view <= view }) ?? 0
    }
  }

  /// The resources in order of first appearance.
  private(set) var resources: [Resource] = []
  /// The main resource of each page view.
  private(set) var mains: [Int] = []
  /// The names of the hosts.
  private(set) var hosts: [String] = []
  /// The different headers.
  private(set) var headers: [CacheHeaders] = []
  /// Entries beyond the 65,536 different hosts or headers that a `Content` can distinguish.
  private(set) var overflowing: [HAREntry] = []

  private var places: [String: Int] = [:]
  private var hostPlaces: [String: UInt16] = [:]
  private var headersPlaces: [CacheHeaders: UInt16] = [:]

  init(_ views: [HARPageView]) {
    for (number, view) in views.enumerated() {
      var met: [Int] = []
      var known: Set<Int> = []
      for entry in view.entries {
        guard let resource = meet(entry, in: number, isFirst: { !known.contains($0) }) else {
          overflowing.append(entry)
          continue
        }
        if known.insert(resource).inserted { met.append(resource) }
      }
      guard let main = places[view.main.url] ?? met.first else {
        mains.append(-1)
        continue
      }
      mains.append(main)
      add(parts: met.filter { $0 != main }, to: main, at: number)
    }
  }

  /// Adds an entry: of several for one URL in one page view, only the first can be a new version.
  private mutating func meet(
    _ entry: HAREntry, in view: Int, isFirst: (Int) -> Bool
  ) -> Int? {
    guard let host = Self.place(of: entry.authority, in: &hosts, &hostPlaces),
      let headers = Self.place(of: entry.headers, in: &self.headers, &headersPlaces)
    else { return nil }
    let isWhole = entry.status == 200 || entry.status == 203
    var version = Version(
      view: view, publishedAt: entry.lastModified.flatMap(Self.nanoseconds),
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
      resources[place].last.merge(version)
    }
    return place
  }

  private mutating func add(parts: [Int], to main: Int, at view: Int) {
    let version = resources[main].version(at: view)
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
  /// Compared by the best validator that both have: `ETag`, `Last-Modified`, size.
  fileprivate func differs(from other: Self) -> Bool {
    if let mine = entityTag, let theirs = other.entityTag { return mine != theirs }
    if let mine = lastModified, let theirs = other.lastModified { return mine != theirs }
    if let mine = size, let theirs = other.size, mine > 0, theirs > 0 { return mine != theirs }
    return false
  }

  /// Adds what another response with the same version has and this one lacks.
  fileprivate mutating func merge(_ other: Self) {
    seenAt = max(seenAt, other.seenAt)
    if (size ?? 0) == 0 { size = other.size ?? size }
    entityTag = entityTag ?? other.entityTag
    lastModified = lastModified ?? other.lastModified
    publishedAt = publishedAt ?? other.publishedAt
  }
}
