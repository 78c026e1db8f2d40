package import CacheWorkloads
public import SimCore

/// What an origin offers of lists, and what parts of an answer weigh.
///
/// A list is fetched as it is, or as a delta: what has changed since the version that a client has,
/// its cursor. A delta weighs `envelope` + Σ (items that are new or changed) + `tombstone` × (items
/// that were deleted), as JSON, which travels compressed as other texts do. An item that only left
/// the end of a list, behind newer ones, is not told: a client drops it by itself.
package struct ListSettings: Settings {
  package var offers: [ListRequest] = [.whole, .page]
  package var pageSize = 20
  package var keepsRetired: TimeSpan? = .days(90)
  package var keepsChanges = TimeSpan.days(7)
  package var envelope = Bytes(250)
  package var tombstone = Bytes(40)

  package init() {}
  package static let fields: [Field<ListSettings>] = [
    Field(
      "offers", \.offers,
      "How lists may be asked for: whole, by page, as a delta since the client's version. What is "
        + "asked for and not offered is answered by page, or else whole."
    ) { $0.isEmpty ? "expected at least one of whole, page, delta" : nil },
    Field(
      "pageSize", \.pageSize, in: 1...10_000,
      "Lines on a page of the list of records. Pages of other lists are resources of their own, "
        + "each with what the workload puts on it."
    ).assumed(),
    Field(
      "keepsRetired", \.keepsRetired, in: .zero...(.days(3_650)),
      "For how long after its version was published a record that the workload names no more "
        + "(retire) has a line in the list of records; null: for ever. 90 days, as long as "
        + "pre-caches keep records unless told otherwise."
    ).assumed(),
    Field(
      "keepsChanges", \.keepsChanges, in: .zero...(.days(3_650)),
      "How long the origin keeps changes and deletions: a cursor of a version that was replaced "
        + "longer ago is answered with 410, and the client fetches the list anew, in a second "
        + "request, as Google's calendars have it (Calendar API, \"Synchronize resources "
        + "efficiently\")."
    ).assumed(),
    Field(
      "envelopeBytes", \.envelope, in: .zero...(.megabytes(1)),
      "What a delta weighs beside its items, as JSON: the next cursor and the counts."
    ).assumed(),
    Field(
      "tombstoneBytes", \.tombstone, in: .zero...(.megabytes(1)),
      "What a deleted item weighs in a delta, as JSON: its identifier and a mark."
    ).assumed(),
  ]

  func answered(_ asked: ListRequest) -> ListRequest {
    if offers.contains(asked) { return asked }
    return offers.contains(.page) ? .page : .whole
  }
}

/// How a client asks for a list.
public enum ListRequest: String, WordSettingValue {
  case whole
  case page
  /// What has changed since the version that the client has.
  case delta
}

/// What stands on a list, and what of it changed when.
struct ListHistory {
  private struct Line {
    var item: ListItem
    /// The version of the list that had it first, and that it changed in last.
    var addedIn: UInt32
    var changedIn: UInt32
  }
  private struct Tombstone {
    var addedIn: UInt32
    var deletedIn: UInt32
  }

  private var lines: [Line] = []
  private var tombstones: [Tombstone] = []
  /// The versions of the list and when they were published, the oldest first.
  private var versions: [(number: UInt32, at: Instant)] = []
  /// Versions below this one are not known any more.
  private var oldestCursor: UInt32
  /// From how many versions on old ones are dropped.
  private var limit = 64

  /// - Parameter version: the first version of which the items are known.
  init(from version: UInt32) { oldestCursor = version }

  func forEachRecord(_ body: (_ place: Int, ResourceIndex) -> Void) {
    for (place, line) in lines.enumerated() where line.item.id < ListItem.firstWithoutRecord {
      body(place, line.item.id)
    }
  }

  mutating func note(_ items: [ListItem], version: UInt32) {
    lines = items.map { Line(item: $0, addedIn: version, changedIn: version) }
    oldestCursor = version
  }

  /// Notes a version of the list, and what has changed.
  ///
  /// An item that is gone was deleted if one behind it is still there; otherwise newer ones have
  /// pushed it off the end.
  /// - Complexity: O(n), n the items, and O(n) more for each item that is new or moved.
  mutating func note(_ items: [ListItem], version: UInt32, at instant: Instant) {
    var isKept = Array(repeating: false, count: lines.count)
    var next = 0
    let former = lines
    lines = items.map { item in
      let isNext = next < former.count && former[next].item.id == item.id
      let place = isNext ? next : former.firstIndex { $0.item.id == item.id }
      guard let place else { return Line(item: item, addedIn: version, changedIn: version) }
      isKept[place] = true
      next = place + 1
      return former[place].item == item
        ? former[place]
        : Line(item: item, addedIn: former[place].addedIn, changedIn: version)
    }
    for place in 0..<(isKept.lastIndex(of: true) ?? 0) where !isKept[place] {
      tombstones.append(Tombstone(addedIn: former[place].addedIn, deletedIn: version))
    }
    versions.append((version, instant))
  }

  /// Drops what no good cursor needs, now and then, so that a version costs O(1), amortised.
  mutating func dropChanges(before instant: Instant) {
    guard versions.count >= limit else { return }
    let kept = versions.firstIndex { $0.at >= instant } ?? versions.endIndex
    if kept > 0 { oldestCursor = versions[kept - 1].number }
    versions.removeFirst(kept)
    tombstones.removeAll { $0.deletedIn <= oldestCursor }
    limit = max(64, 2 * versions.count)
  }

  /// What a client needs that has a version; nil: the version was replaced before an instant, and
  /// is not known any more.
  func delta(since version: UInt32, keptSince instant: Instant) -> (items: Bytes, deleted: Int)? {
    guard version >= oldestCursor else { return nil }
    if let replaced = versions.first(where: { $0.number > version }), replaced.at < instant {
      return nil
    }
    let changed = lines.reduce(Bytes.zero) { sum, line in
      line.changedIn > version ? sum + Bytes(Int64(line.item.size)) : sum
    }
    let deleted = tombstones.count { $0.deletedIn > version && $0.addedIn <= version }
    return (changed, deleted)
  }
}

extension DeviceSimulation {
  /// The page behind a page of a list, as a client knows that has the page; nil: there is none.
  package func nextPage(of resource: ResourceIndex) -> ResourceIndex? {
    origin.content(of: resource)?.next
  }

  /// The origin notes what stands on a list, as far as anything it offers needs it.
  mutating func noteItems(
    of resource: ResourceIndex, _ content: Content, in table: [ResourceIndex]
  ) {
    let lists = plan.origin.lists
    let offersDelta = lists.offers.contains(.delta)
    guard !content.items.isEmpty, content.isList || offersDelta else { return }
    origin.noteItems(
      content.items.items(in: table), of: resource, version: content.version, at: now,
      keptSince: offersDelta ? now - lists.keepsChanges : nil)
  }

  /// What an answer to a request for a list's changes weighs, before compression; nil: the cursor
  /// is too old.
  func deltaSize(of resource: ResourceIndex, since version: UInt32) -> Bytes? {
    let lists = plan.origin.lists
    return origin.items(of: resource)?.delta(
      since: version, keptSince: now - lists.keepsChanges
    ).map { lists.envelope + $0.items + Bytes(lists.tombstone.count * Int64($0.deleted)) }
  }

  func answerManifest(_ exchange: inout Exchange) -> Bytes {
    exchange.status = 200
    let (lists, lines) = (plan.origin.lists, exchange.manifest)
    let cursor = exchange.cursor ?? Instant(nanoseconds: .min)
    switch exchange.asking {
    case .whole: return plan.origin.manifestSize(lines: lines.count)
    case .page:
      let page = lines.count - exchange.page * lists.pageSize
      exchange.hasMore =
        page > lists.pageSize
        && lines.count { $0.publishedAt > cursor } >= (exchange.page + 1) * lists.pageSize
      return plan.origin.manifestSize(lines: max(0, min(page, lists.pageSize)))
    case .delta:
      guard let since = exchange.cursor else {
        return plan.origin.manifestSize(lines: lines.count)
      }
      guard now - since <= lists.keepsChanges else {
        exchange.status = Self.gone
        return .zero
      }
      let changed = lines.count { $0.publishedAt > since }
      return lists.envelope + plan.origin.manifestSize(lines: changed)
    }
  }
}
