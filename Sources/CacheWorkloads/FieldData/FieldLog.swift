internal import SimCore

/// What people did and were sent, event by event, on its way to `FieldData`: days, sessions and
/// shares are made of events here, whatever file they stood in.
struct FieldLog {
  /// A resource that was needed, from a cache or from the origin.
  struct Exchange {
    /// Nil: it is not known whether a cache had it.
    var action: HARCacheAction?
    /// 0: no answer came.
    var status: Int64?
    var kind: ResourceKind?
    /// The body as it is stored.
    var body: Int64?
    /// On the wire, headers included.
    var up: Int64?
    var down: Int64?
    /// In seconds.
    var roundTrip: Double?
    var serverTime: Double?
    var lifetime: Double?
    /// The body on its way, and for how many seconds it came.
    var transfer: (bytes: Int64, seconds: Double)?
    /// Whether a cache on the way answered; nil: not said.
    var isSharedHit: Bool?
  }

  enum What {
    /// A screen opened; nil: it is not known whether a cache had its main content.
    case view(isCached: Bool?)
    case exchange(Exchange)
    case value(FieldQuantity, Double)
    case histogram(FieldQuantity, [FieldData.Histogram.Bucket])
  }

  private struct Event {
    var what: What
    /// Nanoseconds since 1970; nil: not recorded.
    var at: Int64?
    var session: String?
    var screen: String?
    var access: NetworkAccess?
  }

  /// How long nothing happens between two sessions, where a file names none: as in access logs.
  static let sessionGap = TraceSettings().sessionGap.nanoseconds
  /// The longest stretch over which days without use are counted.
  static let mostDays = 366

  /// Of each person.
  private var events: [[Event]] = []
  private var people = Numbering<String>()
  /// Whether events say whose they are: without, nothing is told by day or by session.
  var namesPeople = true

  /// The number of a person; the name itself is forgotten with the reader.
  mutating func person(named name: String) -> Int { people.number(of: name) }

  mutating func add(
    _ what: What, person: Int = 0, session: String? = nil, at: Int64? = nil,
    screen: String? = nil, access: NetworkAccess? = nil
  ) {
    while events.count <= person { events.append([]) }
    events[person].append(
      Event(what: what, at: at, session: session, screen: screen, access: access))
  }

  /// - Complexity: O(n log n).
  func data() -> FieldData {
    var data = FieldData()
    data.people = max(events.count, people.values.count)
    data.firstDay = events.joined().lazy.compactMap(\.at).min().map { $0 / Self.day }
    let knows = (up: knowsAll(\.up), down: knowsAll(\.down))
    for (number, events) in events.enumerated() {
      let order = events.indices.sorted { (events[$0].at ?? 0, $0) < (events[$1].at ?? 0, $1) }
      let person = Person(
        events: order.map { events[$0] }, number: UInt32(number), firstDay: data.firstDay ?? 0,
        namesPeople: namesPeople, knows: knows)
      person.tell(&data)
    }
    return data
  }

  private static let day = TimeSpan.days(1).nanoseconds

  /// Whether something is known of all requests that were sent.
  private func knowsAll(_ bytes: (Exchange) -> Int64?) -> Bool {
    events.joined().allSatisfy { event in
      guard case .exchange(let exchange) = event.what else { return true }
      return exchange.action == .used || bytes(exchange) != nil
    }
  }
}

extension FieldLog {
  /// What a person did, in order of time.
  private struct Person {
    let events: [Event]
    let number: UInt32
    let firstDay: Int64
    let namesPeople: Bool
    let knows: (up: Bool, down: Bool)

    private func day(_ at: Int64?) -> Int32 {
      at.map { Int32(clamping: $0 / FieldLog.day - firstDay) } ?? 0
    }

    func tell(_ data: inout FieldData) {
      var days: [(day: Int32, sums: Sums)] = []
      for event in events {
        let day = day(event.at)
        if days.last?.day != day { days.append((day, Sums())) }
        days[days.count - 1].sums.take(event.what)
        tell(event, on: day, &data)
      }
      for (day, sums) in days { tell(sums, of: day, &data) }
      if namesPeople { tellSessions(&data) }
    }

    private func tell(_ event: Event, on day: Int32, _ data: inout FieldData) {
      var kind: ResourceKind?
      func add(_ quantity: FieldQuantity, _ value: Double?) {
        guard let value, value.isFinite, value >= 0 else { return }
        data.add(
          FieldData.Observation(
            quantity, value, person: number, day: day, kind: kind, screen: event.screen,
            access: event.access))
      }
      switch event.what {
      case .view: break
      case .value(let quantity, let value): add(quantity, value)
      case .histogram(let quantity, let buckets):
        data.add(
          FieldData.Histogram(quantity: quantity, buckets: buckets, person: number, day: day))
      case .exchange(let exchange):
        kind = exchange.kind
        add(.freshnessLifetime, exchange.lifetime)
        guard exchange.action != .used else { return }
        add(.roundTrip, exchange.roundTrip)
        add(.serverTime, exchange.serverTime)
        if exchange.status != 304 { add(.responseBytes, exchange.body.map(Double.init)) }
        if let (bytes, seconds) = exchange.transfer, bytes >= FieldData.rateBytes, seconds > 0 {
          add(.rateDown, Double(bytes) * 8 / seconds)
        }
      }
    }

    private func tell(_ sums: Sums, of day: Int32, _ data: inout FieldData) {
      func add(_ quantity: FieldQuantity, _ value: Double, count: Int = 1) {
        data.add(FieldData.Observation(quantity, value, count: count, person: number, day: day))
      }
      for (quantity, share) in [
        (FieldQuantity.cachedShare, sums.views), (.objectHitShare, sums.hits),
        (.notModifiedShare, sums.notModified), (.sharedHitShare, sums.sharedHits),
      ] where share.whole > 0 {
        add(quantity, Double(share.part) / Double(share.whole), count: share.whole)
      }
      guard namesPeople, sums.sent > 0 || sums.hits.whole > 0 else { return }
      // A day of hits alone has no bytes, where the file knows bytes.
      let up = sums.sent > 0 || knows.up ? sums.up : nil
      let down = sums.sent > 0 || knows.down ? sums.down : nil
      if let up { add(.upBytesPerDay, up) }
      if let down { add(.downBytesPerDay, down) }
      if let up, let down { add(.networkBytesPerDay, up + down) }
    }

    /// Sessions by their names, else by pauses; nothing where times are missing.
    private func tellSessions(_ data: inout FieldData) {
      var sessions: [(start: Int64, end: Int64, opens: Int, requests: Int)] = []
      var places: [String: Int] = [:]
      var (hasViews, hasExchanges) = (false, false)
      for event in events {
        guard let at = event.at else { continue }
        // Two sessions of a name may bring their events in turns.
        let isOfLast = sessions.last.map { at - $0.end < FieldLog.sessionGap } ?? false
        let own = event.session.map { places[$0] } ?? (isOfLast ? sessions.count - 1 : nil)
        let place = own ?? sessions.count
        if own == nil { sessions.append((at, at, 0, 0)) }
        if let name = event.session { places[name] = place }
        sessions[place].end = max(sessions[place].end, at)
        switch event.what {
        case .view:
          sessions[place].opens += 1
          hasViews = true
        case .exchange(let exchange):
          if exchange.action != .used { sessions[place].requests += 1 }
          hasExchanges = true
        case .value, .histogram: break
        }
      }
      guard hasViews || hasExchanges, let first = sessions.first, let last = sessions.last else {
        return
      }
      func add(_ quantity: FieldQuantity, _ value: Double, on day: Int32) {
        data.add(FieldData.Observation(quantity, value, person: number, day: day))
      }
      for session in sessions {
        let day = day(session.start)
        add(.sessionLength, Double(session.end - session.start) / 1e9, on: day)
        if hasViews { add(.opensPerSession, Double(session.opens), on: day) }
        if hasExchanges { add(.requestsPerSession, Double(session.requests), on: day) }
      }
      let (from, to) = (day(first.start), day(last.start))
      guard Int(to) - Int(from) < FieldLog.mostDays else { return }
      var counts = [Int](repeating: 0, count: Int(to - from) + 1)
      for session in sessions { counts[Int(day(session.start) - from)] += 1 }
      for (place, count) in counts.enumerated() {
        add(.sessionsPerDay, Double(count), on: from + Int32(place))
      }
    }
  }

  /// A part of as many as are known.
  private struct Share {
    var part = 0
    var whole = 0

    mutating func take(_ isPart: Bool?) {
      guard let isPart else { return }
      part += isPart ? 1 : 0
      whole += 1
    }
  }

  /// What a person did on a day.
  private struct Sums {
    var views = Share()
    var hits = Share()
    var notModified = Share()
    var sharedHits = Share()
    /// Nil: of an answer they are not known.
    var up: Double? = 0
    var down: Double? = 0
    var sent = 0

    mutating func take(_ what: What) {
      switch what {
      case .value, .histogram: break
      case .view(let isCached): views.take(isCached)
      case .exchange(let exchange):
        hits.take(exchange.action.map { $0 == .used })
        guard exchange.action != .used else { return }
        sent += 1
        notModified.take(exchange.status.map { $0 == 304 })
        sharedHits.take(exchange.isSharedHit)
        up = exchange.up.flatMap { bytes in up.map { $0 + Double(bytes) } }
        down = exchange.down.flatMap { bytes in down.map { $0 + Double(bytes) } }
      }
    }
  }
}
