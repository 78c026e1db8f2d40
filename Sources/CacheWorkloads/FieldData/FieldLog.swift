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
  }

  private struct Event {
    var what: What
    /// Nanoseconds since 1970; nil: not recorded.
    var at: Int64?
    var person: UInt32
    var session: String?
    var screen: String?
    var access: NetworkAccess?
  }

  /// How long nothing happens between two sessions, where a file names none: as in access logs.
  static let sessionGap = TraceSettings().sessionGap.nanoseconds
  /// The longest stretch over which days without use are counted.
  static let mostDays = 366

  private var events: [Event] = []
  private var numbers: [String: UInt32] = [:]
  /// Whether events say whose they are: without, nothing is told by day or by session.
  var namesPeople = true

  /// The number of a person; the name itself is forgotten with the reader.
  mutating func person(named name: String) -> UInt32 {
    let number = numbers[name] ?? UInt32(numbers.count)
    numbers[name] = number
    return number
  }

  mutating func add(
    _ what: What, person: UInt32 = 0, session: String? = nil, at: Int64? = nil,
    screen: String? = nil, access: NetworkAccess? = nil
  ) {
    events.append(
      Event(
        what: what, at: at, person: person, session: session, screen: screen, access: access))
  }

  /// - Complexity: O(n log n).
  func data() -> FieldData {
    var data = FieldData()
    data.people = Int(events.map(\.person).max() ?? 0) + (events.isEmpty ? 0 : 1)
    guard !events.isEmpty else { return data }
    data.firstDay = events.lazy.compactMap(\.at).min().map { $0 / Self.day }
    let firstDay = data.firstDay ?? 0
    func day(_ at: Int64?) -> Int32 { at.map { Int32(clamping: $0 / Self.day - firstDay) } ?? 0 }
    let order = events.indices.sorted {
      (events[$0].person, events[$0].at ?? 0, $0) < (events[$1].person, events[$1].at ?? 0, $1)
    }
    var people: [ArraySlice<Int>] = []
    var begin = 0
    for place in 1...order.count
    where place == order.count || events[order[place]].person != events[order[begin]].person {
      people.append(order[begin..<place])
      begin = place
    }
    let knows = (up: knowsAll(\.up), down: knowsAll(\.down))
    for person in people {
      var days: [(day: Int32, sums: Sums)] = []
      for index in person {
        let day = day(events[index].at)
        if days.last?.day != day { days.append((day, Sums())) }
        days[days.count - 1].sums.take(events[index].what)
        add(events[index], on: day, to: &data)
      }
      add(days, of: events[person[person.startIndex]].person, knowing: knows, to: &data)
      if namesPeople { addSessions(person, to: &data, day) }
    }
    return data
  }

  private static let day = TimeSpan.days(1).nanoseconds
}

extension FieldLog {
  private func add(_ event: Event, on day: Int32, to data: inout FieldData) {
    var kind: ResourceKind?
    func add(_ quantity: FieldQuantity, _ value: Double?) {
      guard let value, value.isFinite, value >= 0 else { return }
      data.add(
        FieldData.Observation(
          quantity, value, person: event.person, day: day, kind: kind, screen: event.screen,
          access: event.access))
    }
    switch event.what {
    case .view: break
    case .value(let quantity, let value): add(quantity, value)
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
    var up: Int64? = 0
    var down: Int64? = 0
    var sent = 0

    mutating func take(_ what: What) {
      switch what {
      case .value: break
      case .view(let isCached): views.take(isCached)
      case .exchange(let exchange):
        hits.take(exchange.action.map { $0 == .used })
        guard exchange.action != .used else { return }
        sent += 1
        notModified.take(exchange.status.map { $0 == 304 })
        sharedHits.take(exchange.isSharedHit)
        up = Self.sum(up, exchange.up)
        down = Self.sum(down, exchange.down)
      }
    }

    private static func sum(_ total: Int64?, _ bytes: Int64?) -> Int64? {
      guard let total, let bytes else { return nil }
      let (sum, overflows) = total.addingReportingOverflow(bytes)
      return overflows ? nil : sum
    }
  }

  private func add(
    _ days: [(day: Int32, sums: Sums)], of person: UInt32, knowing knows: (up: Bool, down: Bool),
    to data: inout FieldData
  ) {
    for (day, sums) in days {
      for (quantity, share) in [
        (FieldQuantity.cachedShare, sums.views), (.objectHitShare, sums.hits),
        (.notModifiedShare, sums.notModified), (.sharedHitShare, sums.sharedHits),
      ] where share.whole > 0 {
        data.add(
          FieldData.Observation(
            quantity, Double(share.part) / Double(share.whole), count: share.whole, person: person,
            day: day))
      }
      guard namesPeople, sums.sent > 0 || sums.hits.whole > 0 else { continue }
      // A day of hits alone has no bytes, where the file knows bytes.
      let up = sums.sent > 0 || knows.up ? sums.up : nil
      let down = sums.sent > 0 || knows.down ? sums.down : nil
      let both: Int64? = if let up, let down { up &+ down } else { nil }
      for (quantity, bytes) in [
        (FieldQuantity.upBytesPerDay, up), (.downBytesPerDay, down),
        (.networkBytesPerDay, both),
      ] {
        guard let bytes, bytes >= 0 else { continue }
        data.add(FieldData.Observation(quantity, Double(bytes), person: person, day: day))
      }
    }
  }

  /// Whether something is known of all requests that were sent.
  private func knowsAll(_ bytes: (Exchange) -> Int64?) -> Bool {
    events.allSatisfy { event in
      guard case .exchange(let exchange) = event.what else { return true }
      return exchange.action == .used || bytes(exchange) != nil
    }
  }

  /// Sessions by their names, else by pauses; nothing where times are missing.
  private func addSessions(
    _ person: ArraySlice<Int>, to data: inout FieldData, _ day: (Int64?) -> Int32
  ) {
    var sessions: [(start: Int64, end: Int64, opens: Int, requests: Int)] = []
    var places: [String: Int] = [:]
    var (hasViews, hasExchanges) = (false, false)
    for index in person {
      guard let at = events[index].at else { continue }
      let name = events[index].session
      // Two sessions of a name may bring their events in turns.
      let isOfLast = sessions.last.map { at - $0.end < Self.sessionGap } ?? false
      let own = name.map { places[$0] } ?? (isOfLast ? sessions.count - 1 : nil)
      let place = own ?? sessions.count
      if own == nil { sessions.append((at, at, 0, 0)) }
      if let name { places[name] = place }
      sessions[place].end = max(sessions[place].end, at)
      switch events[index].what {
      case .view:
        sessions[place].opens += 1
        hasViews = true
      case .exchange(let exchange):
        if exchange.action != .used { sessions[place].requests += 1 }
        hasExchanges = true
      case .value: break
      }
    }
    guard hasViews || hasExchanges, let first = sessions.first, let last = sessions.last else {
      return
    }
    let number = events[person[person.startIndex]].person
    for session in sessions {
      func add(_ quantity: FieldQuantity, _ value: Double) {
        data.add(FieldData.Observation(quantity, value, person: number, day: day(session.start)))
      }
      add(.sessionLength, Double(session.end - session.start) / 1e9)
      if hasViews { add(.opensPerSession, Double(session.opens)) }
      if hasExchanges { add(.requestsPerSession, Double(session.requests)) }
    }
    let (from, to) = (day(first.start), day(last.start))
    guard Int(to) - Int(from) < Self.mostDays else { return }
    var counts = [Int](repeating: 0, count: Int(to - from) + 1)
    for session in sessions { counts[Int(day(session.start) - from)] += 1 }
    for (place, count) in counts.enumerated() {
      data.add(
        FieldData.Observation(
          .sessionsPerDay, Double(count), person: number, day: from + Int32(place)))
    }
  }
}
