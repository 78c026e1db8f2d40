internal import CacheMetrics
internal import CacheWorkloads
internal import SimCore

/// One exchange with the origin that is under way.
struct Exchange {
  var purpose: Purpose
  var resource: ResourceIndex
  var startedAt: Instant
  /// The version that the client named in a conditional request; 0: none.
  var condition: UInt32
  var asking = ListRequest.page
  /// Of a segment of media: in which rate of the ladder it is requested, from 0; nil: there is one.
  var rung: Int?
  /// Of the list of records: when the client fetched it last; nil: it has none.
  var cursor: Instant?
  /// Of the list of records by page: which page, from 0 on.
  var page = 0
  /// Of the list of records by page: whether the next page may hold what the client lacks.
  var hasMore = false
  /// What the origin sends of a list instead of all of it; nil: it sends all.
  var delta: Bytes?
  /// What the origin had when the request reached it.
  var content: Content?
  /// What copies of that share.
  var published: PublishedVersion?
  var status: UInt16 = 0
  /// What the answer's Retry-After says; nil: it has none.
  var retryAfter: TimeSpan?
  var edits: [PendingEdit] = []
  var verdicts: [EditVerdict] = []
  var manifest: [ManifestEntry] = []
  var fieldChanges: [FieldChange] = []
  /// The number of the screen that it was requested for last; 0: for none.
  var screen: UInt32 = 0
  /// Whether it was requested ahead as well, or only that.
  var isAhead = false
  /// Whether its screen was left, so that it is cancelled unless something else turns out to need
  /// it at the same instant.
  var isLeft = false

  init(
    _ purpose: Purpose, _ resource: ResourceIndex, at instant: Instant, condition: UInt32 = 0
  ) {
    self.purpose = purpose
    self.resource = resource
    self.startedAt = instant
    self.condition = condition
  }
}

/// The exchanges under way, by number; numbers are used again.
///
/// Each has memory of its own, which goes with its end: a client that once fetched fifty resources
/// at a time would otherwise keep room for as many.
struct ExchangePool: ~Copyable {
  private final class Slot {
    var exchange: Exchange

    init(_ exchange: Exchange) { self.exchange = exchange }
  }

  private var slots: [Slot?] = []
  private var free: [UInt32] = []
  /// By resource: the number of the latest fetch under way.
  private var fetches: [ResourceIndex: UInt32] = [:]
  /// By resource: how often it was fetched.
  private var attempts = PagedMap<UInt32>(filling: 0)
  /// How many exchanges brought no resource.
  private var others: UInt32 = 0

  /// An exchange under way.
  subscript(id: UInt32) -> Exchange {
    get { slot(id).exchange }
    _modify { yield &slot(id).exchange }
  }

  private func slot(_ id: UInt32) -> Slot {
    guard let slot = slots[Int(id)] else { preconditionFailure("the exchange has ended") }
    return slot
  }

  /// The fetch of a resource that is under way. - Complexity: O(1).
  func fetch(of resource: ResourceIndex) -> UInt32? { fetches[resource] }

  /// What the conditions of an exchange are drawn by: the resource and how often it was fetched,
  /// this time included. Lists and edits have a count of their own, so that a strategy that asks
  /// for them meets the same conditions with its fetches as one that does not.
  func key(of exchange: Exchange) -> (entity: UInt32, attempt: UInt32) {
    exchange.isFetch ? (exchange.resource, attempts[exchange.resource]) : (.max, others)
  }

  mutating func insert(_ exchange: Exchange) -> UInt32 {
    let id: UInt32
    if let reused = free.popLast() {
      id = reused
      slots[Int(id)] = Slot(exchange)
    } else {
      id = UInt32(slots.count)
      slots.append(Slot(exchange))
    }
    if exchange.isFetch {
      attempts[exchange.resource] += 1
      fetches[exchange.resource] = id
    } else {
      others += 1
    }
    return id
  }

  /// - Precondition: it has not ended.
  mutating func remove(_ id: UInt32) -> Exchange {
    let exchange = take(id)
    slots[Int(id)] = nil
    if exchange.isFetch, fetches[exchange.resource] == id { fetches[exchange.resource] = nil }
    free.append(id)
    return exchange
  }

  /// Takes an exchange out of its place, which is empty until it is put back: one is large, and
  /// refers to much, so that to move it is cheaper than to copy it.
  func take(_ id: UInt32) -> Exchange {
    var exchange = Exchange(.demand, 0, at: .start)
    swap(&exchange, &slot(id).exchange)
    return exchange
  }

  func forEachResource(_ body: (ResourceIndex) -> Void) {
    for case let slot? in slots where slot.exchange.isFetch { body(slot.exchange.resource) }
  }

  /// Takes back the memory for a page of resources that nothing leads to.
  mutating func removePage(from start: ResourceIndex) { attempts.removePage(of: start) }

  var isEmpty: Bool { free.count == slots.count }

  /// The numbers of all that is under way, in order.
  var numbers: [UInt32] { slots.indices.filter { slots[$0] != nil }.map { UInt32($0) } }
}

extension Exchange {
  var isFetch: Bool { purpose == .demand || purpose == .refresh || purpose == .prefetch }
  /// The resource that it is about; nil: the list of all.
  var subject: ResourceIndex? { purpose == .manifest ? nil : resource }
}
