internal import CacheMetrics
package import CacheWorkloads
internal import SimCore

/// Which rows of the open screen are in view, where not all are: the pictures and media that its
/// main content lists, in that order. What else it lists is needed at once.
struct Viewport {
  /// A row that was scrolled into view, and is blank.
  private struct Blank {
    var row: ResourceIndex
    var since: Instant
  }

  /// How many rows are in view at once; nil: all are.
  let height: Int?
  private var others: [ResourceIndex] = []
  private var rows: [ResourceIndex] = []
  /// The first row in view.
  private var first = 0
  private var blanks: [Blank] = []

  init(height: Int?) { self.height = height }

  /// Behind the last row in view.
  private var end: Int { min(first + (height ?? rows.count), rows.count) }

  /// All that is needed, of what the main content lists.
  var parts: [ResourceIndex] { rows.isEmpty ? others : others + rows[first..<end] }

  /// The next rows below those in view, at most so many.
  func ahead(_ count: Int) -> [ResourceIndex] { Array(rows[end..<min(end + count, rows.count)]) }

  /// Lays out a version of the main content. Where it was scrolled, the row that was the first in
  /// view stays it, if it is still there; else new rows on top are in view.
  mutating func lay(_ rows: [ResourceIndex], beside others: [ResourceIndex]) {
    let former = first > 0 && first < self.rows.count ? self.rows[first] : nil
    (self.rows, self.others) = (rows, others)
    let last = max(rows.count - (height ?? rows.count), 0)
    first = min(former.flatMap { rows.firstIndex(of: $0) } ?? first, last)
  }

  /// Goes down by so many rows, as far as there are any below.
  /// - Returns: what is not in view any more and was, or was passed by a jump, and what came into
  ///   view; nil: nothing did.
  mutating func move(by count: Int) -> (left: [ResourceIndex], entered: [ResourceIndex])? {
    let (oldFirst, oldEnd) = (first, end)
    first = max(first, min(first + count, rows.count - (height ?? rows.count)))
    guard first > oldFirst else { return nil }
    return (Array(rows[oldFirst..<first]), Array(rows[max(oldEnd, first)..<end]))
  }

  /// Notes a row that came into view, on which nothing is.
  mutating func noteBlank(_ row: ResourceIndex, since now: Instant) {
    blanks.append(Blank(row: row, since: now))
  }

  /// Notes that a row is not blank, or not in view, any more.
  /// - Returns: since when it was blank in view; nil: it was not.
  mutating func settle(_ row: ResourceIndex) -> Instant? {
    blanks.firstIndex { $0.row == row }.map { blanks.remove(at: $0).since }
  }

  /// The rows that were scrolled into view and are blank.
  var blankRows: [ResourceIndex] { blanks.map(\.row) }
}

extension ResourceKind {
  /// Whether resources of the kind are rows, which are needed as they come into view.
  var isRow: Bool {
    switch self {
    case .image, .avatar, .media: true
    case .model, .document, .support, .other: false
    }
  }
}

extension ScreenState {
  /// The parts that the open screen needs, of those that its main content lists.
  var partsInView: [ResourceIndex] { screen.viewport.parts }

  func rowsAhead(_ count: Int) -> [ResourceIndex] { screen.viewport.ahead(count) }

  /// Scrolls down by so many rows.
  /// - Returns: those that left view, and those that came into it; nil: none did.
  mutating func scroll(
    by count: Int, at now: Instant
  ) -> (left: [ResourceIndex], entered: [ResourceIndex])? {
    guard screen.shown != nil, let moved = screen.viewport.move(by: count) else { return nil }
    for row in moved.entered where needs[row].paintedOn != serial {
      screen.viewport.noteBlank(row, since: now)
    }
    return moved
  }

  /// Notes that a row left view; one that is not on screen is awaited no more.
  /// - Returns: whether it was blank since it had been scrolled into view.
  mutating func leave(_ row: ResourceIndex) -> Bool {
    if needs[row].paintedOn != serial { needs[row].leftOn = serial }
    return screen.viewport.settle(row) != nil
  }

  /// Whether a row of the open screen left view before it was on screen.
  func hasLeft(_ row: ResourceIndex) -> Bool { isOpen && needs[row].leftOn == serial }

  /// Since when a row that is painted now was blank in view; nil: it was not.
  mutating func settleRow(_ row: ResourceIndex) -> Instant? { screen.viewport.settle(row) }

  /// Tells rows, which are needed as they come into view, from parts that are needed at once.
  mutating func layOut(_ parts: [ResourceIndex], _ origin: borrowing Origin) {
    let hasRows = screen.viewport.height != nil
    // Its player asks for the segments of a medium.
    let isPlayed = (origin.content(of: screen.main)?.playingTime ?? 0) > 0
    guard hasRows || isPlayed else { return screen.viewport.lay([], beside: parts) }
    var (rows, others): ([ResourceIndex], [ResourceIndex]) = ([], [])
    for part in parts {
      let content = origin.content(of: part)
      if isPlayed, content.map({ $0.playingTime > 0 }) ?? false { continue }
      if hasRows, content?.kind.isRow ?? false {
        rows.append(part)
      } else {
        others.append(part)
      }
    }
    screen.viewport.lay(rows, beside: others)
    // What had left view before it came is awaited again where it is in view now.
    for part in screen.viewport.parts where needs[part].leftOn == serial { needs[part].leftOn = 0 }
  }
}

extension DeviceSimulation {
  /// The user scrolls the open screen down; nothing happens while nothing is on it.
  mutating func scroll(_ main: ResourceIndex, by count: Int) {
    guard screens.main == main, let (left, entered) = screens.scroll(by: count, at: now)
    else { return }
    for row in left where screens.leave(row) { noteRow(row, after: nil) }
    agenda.append(.need(entered))
    tell(.advanced)
  }

  /// A row that was scrolled into view was blank for so long; nil: until it was in view no more.
  mutating func noteRow(_ row: ResourceIndex, after wait: TimeSpan?) {
    if !screens.isReaction { record(.row(after: wait), of: row) }
  }

  /// The next rows below those in view of the open screen, at most so many; none where all are in
  /// view at once.
  package func rowsAhead(_ count: Int) -> [ResourceIndex] { screens.rowsAhead(count) }
}

/// The newest versions that users have seen, of main contents and of what stands on lists.
struct SeenVersions {
  /// By user and record, or item; those that were only ever seen in their first version are left
  /// out, as nothing is older.
  private var versions: [UInt64: UInt32] = [:]
  /// Of items that lead to no record, most of which have one version: nothing is hashed then.
  private var versionsOfItems: [UInt64: UInt32] = [:]
  private var users: UInt16 = 1

  private static func key(_ id: UInt32, of user: UInt16) -> UInt64 {
    UInt64(user) << 32 | UInt64(id)
  }

  var count: Int { versions.count + versionsOfItems.count }

  /// Notes what is on screen. - Complexity: O(items).
  /// - Returns: whether anything of it is older than what the user has seen.
  mutating func note(
    _ copy: ResourceCopy, of resource: ResourceIndex, by user: UInt16
  ) -> Bool {
    let items = copy.items
    var isOlder = false
    users = max(users, user + 1)
    func note(_ id: UInt32, _ version: UInt32, in versions: inout [UInt64: UInt32]) {
      let key = Self.key(id, of: user)
      if version < versions[key] ?? 1 {
        isOlder = true
      } else if version > 1 {
        versions[key] = version
      }
    }
    if !items.contains(where: { $0.id == resource }) {
      note(resource, copy.version, in: &versions)
    }
    for item in items {
      if item.id < ListItem.firstWithoutRecord {
        note(item.id, item.version, in: &versions)
      } else {
        note(item.id, item.version, in: &versionsOfItems)
      }
    }
    return isOlder
  }

  /// Takes back the memory for a page of resources that nothing leads to.
  mutating func removePage(from start: ResourceIndex) {
    for id in start..<start + ResourceIndex(PagedMap<UInt32>.pageSize) {
      for user in 0..<users { versions[Self.key(id, of: user)] = nil }
    }
  }
}
