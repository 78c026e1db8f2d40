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
struct PublicationHistory {
  private struct Line {
    var present: PublishedVersion
    var highest: PublishedVersion
    /// Numbers that were passed over, and when: a version may be published after a higher one.
    var skipped: [(numbers: Range<UInt32>, at: Instant)] = []

    /// Publishes a version; most have a higher number than all before.
    mutating func note(
      _ number: UInt32, parts: [ResourceIndex], at instant: Instant, among live: LiveVersions
    ) {
      if number > highest.number {
        let version = PublishedVersion(number, of: highest.resource, parts: parts, among: live)
        advance(to: version, at: instant)
      } else if number < highest.number {
        present = PublishedVersion(
          number, of: highest.resource, parts: parts, supersededAt: take(number) ?? instant,
          among: live)
      } else if highest.parts != parts {
        let version = PublishedVersion(
          number, of: highest.resource, parts: parts, earlier: highest, among: live)
        (present, highest) = (version, version)
      } else {
        present = highest
      }
    }

    /// Publishes the next version, and notes the numbers that were passed over.
    private mutating func advance(to version: PublishedVersion, at instant: Instant) {
      highest.supersede(at: instant)
      if highest.number + 1 < version.number {
        skipped.append((highest.number + 1..<version.number, instant))
      }
      (present, highest) = (version, version)
    }

    /// When a number was passed over; it is not waited for any more.
    private mutating func take(_ number: UInt32) -> Instant? {
      guard let place = skipped.firstIndex(where: { $0.numbers.contains(number) }) else {
        return nil
      }
      let (numbers, instant) = skipped.remove(at: place)
      for rest in [numbers.lowerBound..<number, number + 1..<numbers.upperBound]
      where !rest.isEmpty {
        skipped.append((rest, instant))
      }
      return instant
    }
  }

  private var lines = PagedMap<Line?>(filling: nil)
  private let live = LiveVersions()
  /// When a version after the first was published, of resources whose first may have no object.
  private var secondAt = PagedMap<Instant?>(filling: nil)

  /// Goes through all versions with parts that the origin or a copy refers to.
  func forEachLiveVersion(_ body: (ResourceIndex, _ parts: [ResourceIndex]) -> Void) {
    live.forEach { body($0.resource, $0.parts) }
  }

  /// Takes back the memory for a page of resources that nothing leads to.
  mutating func removePage(from start: ResourceIndex) {
    lines.removePage(of: start)
    secondAt.removePage(of: start)
  }

  /// What the origin has; nil: the first version, of a part without parts.
  func present(_ resource: ResourceIndex) -> PublishedVersion? { lines[resource]?.present }

  /// Notes a version; versions of a resource are of one kind, and number 1 comes first.
  mutating func note(
    _ resource: ResourceIndex, _ content: Content, parts: [ResourceIndex],
    itemWords: [ResourceIndex] = []
  ) {
    let (number, instant) = (content.version, content.publishedAt)
    if number > 1, !content.kind.isMain, secondAt[resource] == nil { secondAt[resource] = instant }
    if content.kind.isMain || number > 1 || !parts.isEmpty {
      Self.note(number, of: resource, parts: parts, at: instant, among: live, in: &lines[resource])
    }
    if !itemWords.isEmpty { lines[resource]?.present.itemWords = itemWords }
  }

  private static func note(
    _ number: UInt32, of resource: ResourceIndex, parts: [ResourceIndex], at instant: Instant,
    among live: LiveVersions, in line: inout Line?
  ) {
    guard line == nil else {
      line?.note(number, parts: parts, at: instant, among: live)
      return
    }
    let version = PublishedVersion(number, of: resource, parts: parts, among: live)
    // All that comes before, and has not come yet, is outdated when it comes.
    line = Line(
      present: version, highest: version, skipped: number > 1 ? [(1..<number, instant)] : [])
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
