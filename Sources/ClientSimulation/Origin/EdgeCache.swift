internal import CachePolicies
internal import CacheWorkloads
internal import HTTPCaching
internal import SimCore

/// A version that caches on the way hold, whatever device it was loaded for.
final class EdgeVersion {
  let content: Content
  /// The resources that a screen with it needs.
  let parts: [ResourceIndex]
  /// When a version with a higher number was first published; nil: none was.
  var supersededAt: Instant?

  init(_ content: Content, parts: [ResourceIndex]) {
    (self.content, self.parts) = (content, parts)
  }
}

/// What a point, the shield or the origin answers.
struct EdgeAnswer {
  /// 200 or 304, with a version; or that of a failure.
  var status: UInt16
  var version: EdgeVersion?
  var size = Bytes.zero
  var retryAfter: TimeSpan?
  /// When the origin made it.
  var date: Instant
  /// Of one that a cache had.
  var age: TimeSpan?

  var isFailure: Bool { version == nil }
}

/// A cache that devices share: a point of presence, or the shield behind all points.
///
/// The engine says what may be stored and used, a store with an eviction policy what there is space
/// for. Answers come with the instants at which they arrive, and are not there before. Requests
/// come in order of time. An object, so that devices have it in common.
final class EdgeCache {
  enum Reply {
    /// From the store; a stale one with the decision to validate it in the background.
    case stored(EdgeAnswer, revalidation: Decision?)
    /// Once the answer to another request is there.
    case collapsed(Flight)
    /// Nothing may be used without asking.
    case forward(Decision)
  }

  /// An answer that is under way.
  struct Flight {
    var answer: EdgeAnswer
    var arrival: Instant
    var number = 0
  }

  private struct Held {
    var version: EdgeVersion
    var target: TargetURI
    var size: Bytes
    var date: Instant
  }

  private enum Event {
    case answer(ObjectKey, HTTPRequest, Decision, Flight, begun: Instant)
    case purge(ObjectKey, TargetURI)
  }

  private var engine: HTTPCache
  private let store: AnyCacheStore
  private var held = DenseMap<Held?>(filling: nil)
  /// By key: what other requests wait for.
  private var flights: [ObjectKey: Flight] = [:]
  private var flightCount = 0
  private var events = EventQueue<Event>()
  private var patterns: ResponseHeaders
  private let headers: [CacheHeaders]
  private let collapses: Bool

  /// - Parameters:
  ///   - headers: those of the workload, by index.
  ///   - seed: for a policy that draws random numbers.
  init(_ settings: EdgeSettings, headers: [CacheHeaders], secondsAtStart: Int64, seed: UInt64) {
    var options = HTTPCacheOptions(settings.profile)
    options.secondsAtStart = secondsAtStart
    options.isShared = true
    // An origin that fails says so.
    options.servesStaleWhenDisconnected = false
    engine = HTTPCache(options)
    store = settings.policy.product.makeStore(capacity: settings.capacity, seed: seed)
    patterns = ResponseHeaders(secondsAtStart: secondsAtStart, syntax: options.switches.syntax)
    self.headers = headers.map(settings.headers)
    collapses = settings.collapses
  }

  private var switches: HTTPSwitches { engine.options.switches }

  /// Answers a request from the store, or says what has to be asked for it; then `begin` with the
  /// answer.
  /// - Complexity: the policy's.
  func ask(_ request: HTTPRequest, for key: ObjectKey, at now: Instant) -> Reply {
    pass(to: now)
    _ = store.lookup(Access(key: key)) { entry, _ in drop(entry.key) }
    let decision = engine.decide(request, at: now)
    switch decision.action {
    case .useStored, .useStaleWhileRevalidating:
      guard let held = held[key] else { return .forward(decision) }
      let refreshes = decision.action == .useStaleWhileRevalidating
      if refreshes { engine.beginRevalidation(of: request, by: decision) }
      let says = switches.saysAge
      return .stored(
        EdgeAnswer(
          status: 200, version: held.version, size: held.size, date: says ? held.date : now,
          age: says ? decision.age : nil),
        revalidation: refreshes ? decision : nil)
    case .validate, .forward, .complete, .gatewayTimeout:
      let waits = decision.stored == nil || switches.collapsesValidations
      if collapses, waits, decision.reason != .marked, let flight = flights[key] {
        return .collapsed(flight)
      }
      return .forward(decision)
    }
  }

  /// The version that a request to validate names; nil: there is none, or it is no such request.
  func named(by decision: Decision, for key: ObjectKey) -> EdgeVersion? {
    switch decision.action {
    case .validate, .useStaleWhileRevalidating: held[key]?.version
    default: nil
    }
  }

  /// Takes in what was asked for a request.
  /// - Parameter now: when it was asked; the answer comes later.
  /// - Returns: a stale answer in place of one that failed, or the answer.
  func begin(
    _ flight: Flight, for request: HTTPRequest, key: ObjectKey, after decision: Decision,
    at now: Instant
  ) -> EdgeAnswer {
    var flight = flight
    flightCount += 1
    flight.number = flightCount
    let answer = flight.answer
    if !answer.isFailure, decision.action != .useStaleWhileRevalidating, mayShare(answer, request) {
      // Who waits gets the whole answer, whatever was asked.
      flights[key] = flight
      flights[key]?.answer.status = 200
    }
    events.schedule(.answer(key, request, decision, flight, begun: now), at: flight.arrival)
    guard answer.isFailure, decision.action != .useStaleWhileRevalidating, let held = held[key],
      engine.permitStale(for: request, after: decision, at: flight.arrival) != nil
    else { return answer }
    let age = decision.age + (flight.arrival - now)
    return EdgeAnswer(
      status: 200, version: held.version, size: held.size,
      date: switches.saysAge ? held.date : flight.arrival, age: switches.saysAge ? age : nil)
  }

  func purge(_ key: ObjectKey, _ target: TargetURI, at instant: Instant) {
    events.schedule(.purge(key, target), at: instant)
  }

  // MARK: Time

  private func pass(to now: Instant) {
    while events.nextInstant <= now, let (at, event) = events.next() {
      switch event {
      case .answer(let key, let request, let decision, let flight, let begun):
        if flights[key]?.number == flight.number { flights[key] = nil }
        take(flight.answer, request, key, decision, begun: begun, at: at)
      case .purge(let key, let target):
        flights[key] = nil
        engine.removeAll(at: target)
        remove(key)
      }
    }
  }

  private func take(
    _ answer: EdgeAnswer, _ request: HTTPRequest, _ key: ObjectKey, _ decision: Decision,
    begun: Instant, at now: Instant
  ) {
    guard let version = answer.version else {
      engine.note(isStored: false, for: request, after: decision, at: now)
      let isUsed = engine.permitStale(for: request, after: decision, at: now) != nil
      if switches.dropsReplaced, !isUsed {
        engine.removeAll(at: request.target)
        remove(key)
      }
      return
    }
    let (pattern, stamp) = message(answer, version)
    if answer.status == 304 {
      _ = engine.confirmed(
        by: pattern, stamp, for: request, after: decision, requestTime: begun, responseTime: now)
      held[key]?.date = answer.date
      return
    }
    let change = engine.received(
      pattern, stamp, at: key, for: request, after: decision, requestTime: begun, responseTime: now)
    guard change.stored != nil else {
      if change.removed.contains(key) { remove(key) }
      return
    }
    if store.peek(key) == nil || held[key]?.size != answer.size {
      remove(key)
      let entry = CacheEntry(key: key, size: answer.size)
      guard store.insert(entry, onEvict: { entry, _ in drop(entry.key) }) != nil else {
        return engine.discard(key, at: request.target)
      }
    }
    held[key] = Held(
      version: version, target: request.target, size: answer.size, date: answer.date)
  }

  private func mayShare(_ answer: EdgeAnswer, _ request: HTTPRequest) -> Bool {
    guard let version = answer.version else { return false }
    let (pattern, stamp) = message(answer, version)
    return engine.obstacle(to: pattern, stamp, for: request, at: answer.date, isShared: true) == nil
  }

  private func message(
    _ answer: EdgeAnswer, _ version: EdgeVersion
  ) -> (ResponsePattern, ResponseStamp) {
    let copy = ResourceCopy(of: version.content, at: answer.date)
    return patterns.answer(
      copy, headers[Int(copy.headers)], date: answer.date, age: answer.age?.wholeSeconds)
  }

  /// Has an entry that the store evicted leave the engine.
  private func drop(_ key: ObjectKey) {
    if let target = held[key]?.target { engine.discard(key, at: target) }
    held[key] = nil
  }

  private func remove(_ key: ObjectKey) {
    _ = store.remove(key)
    held[key] = nil
  }
}

extension EdgeSettings {
  /// What the origin says to the points.
  fileprivate func headers(_ headers: CacheHeaders) -> CacheHeaders {
    guard maxAge ?? staleWhileRevalidate ?? staleIfError != nil,
      !headers.noStore, !headers.isPrivate
    else { return headers }
    var own = headers
    own.recorded = nil
    if let maxAge {
      (own.maxAge, own.sharedMaxAge, own.expiresAfter) = (maxAge, nil, nil)
      (own.noCache, own.mustRevalidate) = (false, false)
    }
    own.staleWhileRevalidate = staleWhileRevalidate ?? own.staleWhileRevalidate
    own.staleIfError = staleIfError ?? own.staleIfError
    return own
  }
}

extension TimeSpan {
  /// Towards zero, as HTTP counts.
  var wholeSeconds: Int64 { nanoseconds / 1_000_000_000 }
}
