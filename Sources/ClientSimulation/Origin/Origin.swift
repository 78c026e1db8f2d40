public import CacheWorkloads
internal import SimCore

/// What the origin has: the present content of each resource, when its versions were published, and
/// the fields of records.
struct Origin {
  /// Their parts are in `publications`.
  private var contents = OriginContents()
  private var publications = PublicationHistory()
  /// By resource: the last answer to a fetch of it; nil: there was none.
  private var answers = PagedMap<AnswerDate?>(filling: nil)
  /// The lines of the list of records in the order of publication, among them such as newer ones
  /// have replaced: these have no version. In one piece, as each poll reads them all.
  private var lines: [ManifestEntry] = []
  /// By resource: the place of its line; -1: it has none.
  private var linePlaces = PagedMap<Int32>(filling: -1)
  /// How many of these there may be before the replaced ones leave.
  private var lineLimit = 64
  /// By list: what stands on it, as far as it is known and asked for.
  private var lists: [ResourceIndex: ListHistory] = [:]
  var fields = OriginFields()

  /// The present content of a resource; nil before it is published.
  @inline(__always)
  func content(of resource: ResourceIndex) -> Content? { contents.content(of: resource) }

  /// What the copies of the present content share; nil: there is nothing.
  mutating func version(of resource: ResourceIndex) -> PublishedVersion? {
    publications.present(resource)
  }

  /// The resources that a screen with the present content needs beside it.
  func parts(of resource: ResourceIndex) -> [ResourceIndex] { publications.parts(of: resource) }

  /// When a later version than this one was first published; nil while it is the newest.
  /// - Complexity: O(1).
  func outdated(_ resource: ResourceIndex, _ version: PublishedVersion?) -> Instant? {
    publications.outdated(resource, version)
  }

  /// The first resource of each page that something is known of.
  var pages: [ResourceIndex] { contents.pageStarts }

  /// When the last answer to a fetch of a resource was made; nil: there was none.
  func lastAnswer(for resource: ResourceIndex) -> AnswerDate? { answers[resource] }

  /// The list of records: a line for each screen's main resource, the newest first; recorded dates
  /// may say otherwise. - Complexity: O(lines).
  /// - Parameters:
  ///   - oldest: records published before have no line when they are retired.
  func manifest(since oldest: Instant, _ retired: RetiredResources) -> [ManifestEntry] {
    var entries: [ManifestEntry] = []
    entries.reserveCapacity(lines.count)
    for line in lines.reversed()
    where line.version > 0
      && (line.isList || line.publishedAt >= oldest || !retired.contains(line.resource))
    {
      entries.append(line)
    }
    if !lists.isEmpty { rank(&entries) }
    return entries
  }

  /// Notes that the list of records gets a line, or a newer one. - Complexity: O(1), amortised.
  private mutating func noteLine(of resource: ResourceIndex, _ content: Content) {
    let line = ManifestEntry(
      resource: resource, version: content.version, publishedAt: content.publishedAt,
      isList: content.isList)
    let place = Int(linePlaces[resource])
    if place >= 0, content.hasLine, lines[place].version == content.version {
      lines[place] = line
      return
    }
    removeLine(of: resource)
    guard content.hasLine else { return }
    linePlaces[resource] = Int32(lines.count)
    lines.append(line)
    guard lines.count >= lineLimit else { return }
    lines.removeAll { $0.version == 0 }
    for place in lines.indices { linePlaces[lines[place].resource] = Int32(place) }
    lineLimit = max(64, 2 * lines.count)
  }

  private mutating func removeLine(of resource: ResourceIndex) {
    let place = Int(linePlaces[resource])
    guard place >= 0 else { return }
    lines[place].version = 0
    linePlaces[resource] = -1
  }

  /// Says in the lines how high the records stand on lists. - Complexity: O(lines and items), and
  /// a word for each resource between the first and the last that stands on a list.
  private func rank(_ entries: inout [ManifestEntry]) {
    let histories = entries.compactMap { $0.isList ? lists[$0.resource] : nil }
    var (first, last) = (ResourceIndex.max, ResourceIndex.min)
    for history in histories {
      history.forEachRecord { _, record in (first, last) = (min(first, record), max(last, record)) }
    }
    guard first <= last else { return }
    var ranks = Array(repeating: Int.max, count: Int(last - first) + 1)
    for history in histories {
      history.forEachRecord { place, record in
        ranks[Int(record - first)] = min(place, ranks[Int(record - first)])
      }
    }
    for index in entries.indices where first...last ~= entries[index].resource {
      let rank = ranks[Int(entries[index].resource - first)]
      if rank < .max { entries[index].rank = rank }
    }
  }

  /// What stands on a list; nil: it is not known.
  func items(of resource: ResourceIndex) -> ListHistory? { lists[resource] }

  /// Notes what stands on a version of a list.
  /// - Parameter instant: since when changes are kept; nil: none are asked for.
  mutating func noteItems(
    _ items: [ListItem], of resource: ResourceIndex, version: UInt32, at now: Instant,
    keptSince instant: Instant?
  ) {
    guard let instant else {
      lists[resource, default: ListHistory(from: version)].note(items, version: version)
      return
    }
    lists[resource, default: ListHistory(from: version)].note(items, version: version, at: now)
    lists[resource]?.dropChanges(before: instant)
  }

  /// Publishes a version; versions of one resource come in order, from 1.
  /// - Parameter block: the table that the content's parts stand in.
  mutating func publish(
    _ resource: ResourceIndex, _ content: Content, parts block: [ResourceIndex]
  ) {
    publications.note(resource, content, in: block)
    var content = content
    content.parts = .none
    content.items = .none
    contents.note(content, of: resource)
    noteLine(of: resource, content)
  }

  /// Takes back the memory for a page of resources that nothing leads to.
  mutating func removePage(from start: ResourceIndex) {
    for resource in start..<start + UInt32(PagedMap<Bool>.pageSize) {
      removeLine(of: resource)
      if !lists.isEmpty { lists[resource] = nil }
    }
    contents.removePage(from: start)
    linePlaces.removePage(of: start)
    answers.removePage(of: start)
    publications.removePage(from: start)
  }

  func forEachLiveVersion(_ body: (ResourceIndex, _ parts: [ResourceIndex]) -> Void) {
    publications.forEachLiveVersion(body)
  }

  /// Lets go of the table that the last contents' parts stand in: it is used again.
  mutating func releaseParts() { publications.settle() }

  mutating func noteAnswer(for resource: ResourceIndex, at date: Instant, age: Int64? = nil) {
    answers[resource] = AnswerDate(date: date, age: age)
  }

  /// What copies share of a version that the origin has no more, but a cache on the way.
  func version(of resource: ResourceIndex, earlier: EdgeVersion) -> PublishedVersion {
    publications.earlier(
      resource, earlier.content.version, parts: earlier.parts, until: earlier.supersededAt)
  }
}

/// What an answer says of when it was made.
struct AnswerDate {
  var date: Instant
  /// Its `Age` in seconds; nil: no cache on the way had it.
  var age: Int64?
}

extension Content {
  /// Whether the list of records has a line for it: it is a screen's main resource.
  fileprivate var hasLine: Bool { kind.isMain && method == .get }
}

extension ResourceKind {
  /// Whether it is a screen's main resource, and no part of one.
  public var isMain: Bool {
    switch self {
    case .model, .document, .other: true
    case .image, .avatar, .support, .media: false
    }
  }
}

extension DeviceSimulation {
  /// Whether a resource is a list that leads to records and no record itself.
  package func isList(_ resource: ResourceIndex) -> Bool {
    origin.content(of: resource)?.isList ?? false
  }

  package func requestLines(of resource: ResourceIndex) -> [RecordedField] {
    plan.requests.lines(of: resource, on: device, at: now)
  }

  mutating func publish(
    _ resource: ResourceIndex, _ content: Content, parts block: [ResourceIndex]
  ) {
    origin.publish(resource, content, parts: block)
    common?.edge?.notePublication(of: resource, content, on: device, at: now)
    noteItems(of: resource, content, in: block)
    markOutdated(resource, version: content.version)
    if reachabilityLog != nil {
      let copy = ResourceCopy(
        of: content, origin.version(of: resource), at: now, for: app.user)
      tell(.published(resource, copy))
    }
  }
}

extension DeviceSimulation {
  var manifest: [ManifestEntry] {
    var oldest = Instant(nanoseconds: .min)
    if let span = plan.origin.lists.keepsRetired { oldest = now - span }
    return origin.manifest(since: oldest, retired)
  }
}
