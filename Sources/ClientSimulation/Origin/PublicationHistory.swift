internal import CacheWorkloads
internal import SimCore

/// What all copies of one version share: its parts, and when a later version was published.
///
/// An object, so that it lives as long as the origin or any copy on the device refers to it: what
/// is known of old versions does not grow with the time that is simulated. Belongs to one device.
/// Access is not checked when the program runs: each is of one field, and calls nothing.
final class PublishedVersion: @unchecked Sendable {
  /// The resources that a screen with this version needs beside it.
  let parts: [ResourceIndex]
  /// The words of what stands on it, if it is a list and that is said: most are never asked for.
  @exclusivity(unchecked) fileprivate(set) var itemWords: [ResourceIndex] = []
  /// When a version with a higher number was first published; nil: none was.
  @exclusivity(unchecked) fileprivate(set) var supersededAt: Instant?
  fileprivate let resource: ResourceIndex
  fileprivate let number: UInt32
  /// The same version as it was published before with other parts.
  private let earlier: PublishedVersion?
  /// Those that are alive and have parts; nil: it has none.
  private let peers: LiveVersions?
  /// Its neighbours in the list of its peers, which leave the list before they end.
  @exclusivity(unchecked) fileprivate var before: Unmanaged<PublishedVersion>?
  @exclusivity(unchecked) fileprivate var after: Unmanaged<PublishedVersion>?

  fileprivate init(
    _ number: UInt32, of resource: ResourceIndex, parts: [ResourceIndex],
    supersededAt: Instant? = nil, earlier: PublishedVersion? = nil, among peers: LiveVersions
  ) {
    self.resource = resource
    self.number = number
    self.parts = parts
    self.supersededAt = supersededAt
    self.earlier = earlier
    self.peers = parts.isEmpty ? nil : peers
    self.peers?.insert(self)
  }

  deinit { peers?.remove(self) }

  /// What stands on it, if it is a list and that is said. - Complexity: O(items).
  var items: [ListItem] { ItemsRange.items(of: itemWords[...]) }

  fileprivate func supersede(at instant: Instant) {
    supersededAt = supersededAt ?? instant
    earlier?.supersede(at: instant)
  }
}

/// The versions with parts that are alive: a list through them, which does not keep them alive.
private final class LiveVersions: @unchecked Sendable {
  @exclusivity(unchecked) private var first: Unmanaged<PublishedVersion>?

  func insert(_ version: PublishedVersion) {
    let entry = Unmanaged.passUnretained(version)
    version.after = first
    first?._withUnsafeGuaranteedRef { $0.before = entry }
    first = entry
  }

  func remove(_ version: PublishedVersion) {
    if let before = version.before {
      before._withUnsafeGuaranteedRef { $0.after = version.after }
    } else {
      first = version.after
    }
    version.after?._withUnsafeGuaranteedRef { $0.before = version.before }
  }

  func forEach(_ body: (PublishedVersion) -> Void) {
    var next = first
    while let entry = next {
      let version = entry.takeUnretainedValue()
      body(version)
      next = version.after
    }
  }
}

/// The newest version of each resource, so that an outdated copy's age is known.
///
/// Most resources of a long run are pictures without parts that never change. Their first versions
/// have no object; where one is superseded all the same, a table says when. Grows with the
/// resources that are updated, not with their versions, nor with the requests.
///
/// Most versions of a list are superseded before anybody asks for them: until then a version waits,
/// as places in the table of the workload's block, and has no object either.
struct PublicationHistory {
  private struct Line {
    /// What the origin has, and the version with the highest number.
    var present: PublishedVersion
    var highest: PublishedVersion
  }

  /// A version that was not asked for; it has the highest number of its resource.
  private struct Waiting {
    let resource: ResourceIndex
    var number: UInt32
    var parts: PartsRange
    var items: ItemsRange
  }

  /// Nil where a version waits too: what came before it is superseded.
  private var lines = PagedMap<Line?>(filling: nil)
  private let live = LiveVersions()
  /// Numbers that were passed over, and when: a version may be published after a higher one.
  private var skipped: [ResourceIndex: [(numbers: Range<UInt32>, at: Instant)]] = [:]
  /// When a version after the first was published, of resources whose first may have no object.
  private var secondAt = PagedMap<Instant?>(filling: nil)
  private var waiting: [Waiting] = []
  /// By resource, the place of the version that waits.
  private var places = PagedMap(filling: Self.noneWaits)
  /// What the versions that wait are places in.
  private var table: [ResourceIndex] = []

  private static let noneWaits = UInt32.max

  /// Goes through all versions with parts that the origin or a copy refers to.
  func forEachLiveVersion(_ body: (ResourceIndex, _ parts: [ResourceIndex]) -> Void) {
    live.forEach { body($0.resource, $0.parts) }
    for version in waiting { body(version.resource, Array(table[version.parts.indices])) }
  }

  /// Takes back the memory for a page of resources that nothing leads to.
  mutating func removePage(from start: ResourceIndex) {
    settle()
    if !skipped.isEmpty {
      for resource in start..<start + UInt32(PagedMap<Bool>.pageSize) { skipped[resource] = nil }
    }
    lines.removePage(of: start)
    places.removePage(of: start)
    secondAt.removePage(of: start)
  }

  /// What the origin has; nil: the first version, of a part without parts.
  mutating func present(_ resource: ResourceIndex) -> PublishedVersion? {
    settle(resource)
    return lines[resource]?.present
  }

  /// The parts of what the origin has.
  func parts(of resource: ResourceIndex) -> [ResourceIndex] {
    let place = places[resource]
    guard place == Self.noneWaits else { return Array(table[waiting[Int(place)].parts.indices]) }
    return lines[resource]?.present.parts ?? []
  }

  /// Notes a version; versions of a resource are of one kind, and number 1 comes first.
  /// - Parameter block: the table that the content's parts stand in.
  mutating func note(_ resource: ResourceIndex, _ content: Content, in block: [ResourceIndex]) {
    let (number, instant) = (content.version, content.publishedAt)
    if number > 1, !content.kind.isMain, secondAt[resource] == nil { secondAt[resource] = instant }
    guard content.kind.isMain || number > 1 || content.parts.count > 0 else { return }
    if !isTable(block) {
      settle()
      table = block
    }
    let place = Int(places[resource])
    if place < waiting.count, number > waiting[place].number {
      noteSkipped(waiting[place].number + 1..<number, of: resource, at: instant)
      waiting[place].number = number
      waiting[place].parts = content.parts
      waiting[place].items = content.items
      return
    }
    settle(resource)
    if let highest = lines[resource]?.highest, number > highest.number {
      highest.supersede(at: instant)
      noteSkipped(highest.number + 1..<number, of: resource, at: instant)
      lines[resource] = nil
      places[resource] = UInt32(waiting.count)
      waiting.append(
        Waiting(resource: resource, number: number, parts: content.parts, items: content.items))
      return
    }
    let parts = Array(block[content.parts.indices])
    let version = version(number, of: resource, parts: parts, at: instant)
    if !content.items.isEmpty { version.itemWords = content.items.words(in: block) }
    lines[resource]?.present = version
  }

  private mutating func noteSkipped(
    _ numbers: Range<UInt32>, of resource: ResourceIndex, at instant: Instant
  ) {
    if !numbers.isEmpty { skipped[resource, default: []].append((numbers, instant)) }
  }

  /// The first version that is published of a resource, or one that has no higher number than all
  /// before.
  private mutating func version(
    _ number: UInt32, of resource: ResourceIndex, parts: [ResourceIndex], at instant: Instant
  ) -> PublishedVersion {
    guard let highest = lines[resource]?.highest else {
      // All that comes before, and has not come yet, is outdated when it comes.
      if number > 1 { noteSkipped(1..<number, of: resource, at: instant) }
      let version = PublishedVersion(number, of: resource, parts: parts, among: live)
      lines[resource] = Line(present: version, highest: version)
      return version
    }
    if number < highest.number {
      return PublishedVersion(
        number, of: resource, parts: parts,
        supersededAt: takeSkipped(number, of: resource) ?? instant, among: live)
    }
    guard highest.parts != parts else { return highest }
    let version = PublishedVersion(
      number, of: resource, parts: parts, earlier: highest, among: live)
    lines[resource]?.highest = version
    return version
  }

  /// When a number was passed over; it is not waited for any more.
  private mutating func takeSkipped(_ number: UInt32, of resource: ResourceIndex) -> Instant? {
    guard var ranges = skipped[resource],
      let place = ranges.firstIndex(where: { $0.numbers.contains(number) })
    else { return nil }
    let (numbers, instant) = ranges.remove(at: place)
    for rest in [numbers.lowerBound..<number, number + 1..<numbers.upperBound]
    where !rest.isEmpty {
      ranges.append((rest, instant))
    }
    skipped[resource] = ranges
    return instant
  }

  /// Whether the versions that wait are places in this table.
  private func isTable(_ block: [ResourceIndex]) -> Bool {
    table.withUnsafeBufferPointer { own in
      block.withUnsafeBufferPointer { $0.baseAddress == own.baseAddress && $0.count == own.count }
    }
  }

  /// Makes an object of the version of a resource that waits, if one does.
  private mutating func settle(_ resource: ResourceIndex) {
    let place = places[resource]
    guard place != Self.noneWaits else { return }
    let found = waiting[Int(place)]
    places[waiting[waiting.count - 1].resource] = place
    places[resource] = Self.noneWaits
    waiting.swapAt(Int(place), waiting.count - 1)
    waiting.removeLast()
    let version = PublishedVersion(
      found.number, of: resource, parts: Array(table[found.parts.indices]), among: live)
    version.itemWords = found.items.words(in: table)
    lines[resource] = Line(present: version, highest: version)
  }

  /// Makes objects of all versions that wait, and lets go of the table.
  mutating func settle() {
    while let version = waiting.last { settle(version.resource) }
    table = []
  }

  /// A version that was published before the present one.
  /// - Parameter instant: when a version with a higher number was first published.
  func earlier(
    _ resource: ResourceIndex, _ number: UInt32, parts: [ResourceIndex], until instant: Instant?
  ) -> PublishedVersion {
    PublishedVersion(number, of: resource, parts: parts, supersededAt: instant, among: live)
  }

  /// When a version with a higher number was first published; nil: none was.
  /// - Parameter version: nil: the first, without an object.
  /// - Complexity: O(1).
  func outdated(_ resource: ResourceIndex, _ version: PublishedVersion?) -> Instant? {
    guard let version else { return secondAt[resource] }
    return version.supersededAt
  }
}
