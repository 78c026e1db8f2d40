internal import CacheWorkloads
internal import Experiments
internal import HTTPCaching
internal import SimCore

/// What our cache would have done with the requests of a HAR capture, compared with what the
/// client's cache did.
///
/// Compared are requests for a target of which our cache has a response: what the client's cache
/// held before the capture began is not known, except by what a 304 or a hit says of it. A decision
/// uses only answers that were complete before its request began; bodies that were cut off are no
/// answers. Only conditions are removed from a request, as the cache adds them; `Cache-Control`
/// stays, as a reload by the user adds it. A response that the client served from its cache is one
/// that the origin would have confirmed, where ours validates; a 304 confirms what is known, and if
/// nothing is, its own fields say what the client had.
/// Of a request that was never sent a browser shows a part of the header only, so that lines of the
/// last one for the target are added that `Vary` names: it could not be evaluated without.
///
/// What the client did is what the capture says of it (`_kind`), else what the entry shows; a
/// decision of ours never depends on the former.
struct CaptureComparison {
  struct ComparedRequest {
    let position: Int
    /// Nanoseconds since 1970.
    let startedAt: Int64
    let url: String
    let browser: HARCacheAction
    let ours: HARCacheAction
    let reason: DecisionReason
    /// Nil: the capture can decide between the two.
    let doubt: Doubt?
    /// What would explain a difference; nil: no known rule does.
    let rule: ClientRule?

    fileprivate var order: (Int64, Int) { (startedAt, position) }
  }

  /// Why a capture does not tell what a cache should have done.
  enum Doubt: String, CaseIterable {
    /// Another request for the target was under way: some caches wait for its answer.
    case overlap
    /// The age is so near to the lifetime that the capture's times cannot tell.
    case boundary

    var text: String {
      switch self {
      case .overlap: "another request for the URL was under way, and a cache may wait for it"
      case .boundary: "the age is so near to the lifetime that the capture's times cannot tell"
      }
    }
  }

  private(set) var requests: [ComparedRequest] = []
  /// Requests that are the first for their target in their session.
  private(set) var first = 0
  /// Requests that a client made once more for what it was asked for once (`_again`): no decision
  /// of a cache.
  private(set) var again = 0
  let sessionCount: Int
  /// Entries that are not compared: without a response, a time, or an HTTP URL.
  private(set) var unreadable = 0
  /// Answers that were cut off, so that no cache may use them as whole ones.
  private(set) var cutOff = 0
  /// Whether the client's cache answered any request of the capture, or validated one.
  let showsCache: Bool
  /// Whether it answered any without asking.
  let showsHits: Bool
  /// The client whose rules ours goes by.
  let profile: HTTPProfile
  let isChosenByCapture: Bool

  var notJudged: Int { first + again + unreadable }

  var agreed: Int { requests.count { $0.browser == $0.ours } }

  /// Compares the requests of a capture's object `log`; each of its sessions begins with an empty
  /// cache. Ours goes by the rules of `named`, else of the client that the capture names, and where
  /// it names none that is known, by RFC 9111.
  init(
    _ log: JSON, sessions reading: HARSessions.Reading = .detect, profile named: HTTPProfile? = nil
  ) {
    let profile = named ?? HTTPProfile.ofCapture(log)
    self.profile = profile ?? .rfc9111
    isChosenByCapture = named == nil && profile != nil
    // How an unknown client counts the part of a second between a date and its answer is not known.
    boundary = profile == nil ? .seconds(1) : .milliseconds(50)
    let entries = HTTPExchange.all(in: log)
    let sessions = HARSessions(log, entries, reading: reading)
    sessionCount = sessions.count
    var read = entries.compactMap(CaptureEntry.init)
    unreadable = entries.count - read.count
    showsHits = read.contains { $0.action == .used }
    showsCache = read.contains { $0.action != .loaded }
    cutOff = read.count(where: \.isCutOff)
    read.sort { ($0.startedAt, $0.position) < ($1.startedAt, $1.position) }
    var bySession = [[CaptureEntry]](repeating: [], count: sessions.count)
    for entry in read { bySession[sessions.ofEntries[entry.position]].append(entry) }
    for entries in bySession { compare(entries) }
    requests.sort { $0.order < $1.order }
  }

  private mutating func compare(_ entries: [CaptureEntry]) {
    guard let start = entries.first?.startedAt else { return }
    var session = CaptureSession(startedAt: start, profile)
    for var entry in entries {
      session.complete(until: entry.startedAt)
      let target = entry.request.target
      entry.completeHeader(from: session.sent[target], for: session.known[target])
      session.sent[target] = entry.request.headers
      let now = session.instant(entry.startedAt)
      let decision = session.cache.decide(entry.request, at: now)
      let isUnderWay = session.isUnderWay(target)
      if entry.isAgain {
        again += 1
      } else if let known = session.known[target] {
        let ours = session.isCollapsed(entry, decision) ? .used : Self.action(decision.action)
        requests.append(
          ComparedRequest(
            position: entry.position, startedAt: entry.startedAt, url: entry.url,
            browser: entry.action, ours: ours, reason: decision.reason,
            doubt: isUnderWay ? .overlap : isAtBoundary(decision) ? .boundary : nil,
            rule: entry.action == ours
              ? nil
              : showsCache
                ? ClientRule.explaining(entry, ours: decision, stored: known) : .storesNothing))
      } else {
        first += 1
      }
      session.begin(entry, decision)
    }
  }

  /// How near an age may be to a lifetime for the two to be told apart.
  private let boundary: TimeSpan

  private func isAtBoundary(_ decision: Decision) -> Bool {
    guard decision.stored != nil, decision.lifetime > .zero,
      profile.switches.age != .wholeSeconds
    else { return false }
    let distance = decision.age - decision.lifetime
    return distance >= .zero - boundary && distance <= boundary
  }

  static func action(_ action: Decision.Action) -> HARCacheAction {
    switch action {
    case .useStored, .useStaleWhileRevalidating, .gatewayTimeout: .used
    case .validate: .validated
    case .forward, .complete: .loaded
    }
  }
}

/// Our cache in one session of a capture, and the answers that are on their way to it.
private struct CaptureSession {
  var cache: HTTPCache
  /// By target: the last answer that was complete.
  private(set) var known: [TargetURI: KnownAnswer] = [:]
  /// By target: the header of the last request.
  var sent: [TargetURI: HeaderLines] = [:]

  private let origin: Int64
  private var pending: [(entry: CaptureEntry, decision: Decision, isAwaited: Bool)] = []

  init(startedAt: Int64, _ profile: HTTPProfile) {
    var options = HTTPCacheOptions(profile)
    options.secondsAtStart = startedAt / 1_000_000_000
    origin = options.secondsAtStart * 1_000_000_000
    cache = HTTPCache(options)
  }

  func instant(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds - origin) }

  func isUnderWay(_ target: TargetURI) -> Bool {
    pending.contains { $0.entry.request.target == target }
  }

  /// Whether a proxy's cache would wait for the answer to another request, and use it.
  func isCollapsed(_ entry: CaptureEntry, _ decision: Decision) -> Bool {
    let switches = cache.options.switches
    let target = entry.request.target
    guard cache.options.isShared, decision.action != .useStored,
      decision.action != .useStaleWhileRevalidating, decision.reason != .marked,
      decision.stored == nil || switches.collapsesValidations,
      let other = pending.first(where: { $0.entry.request.target == target && $0.isAwaited })
    else { return false }
    var session = self
    session.complete(until: other.entry.endedAt)
    let later = session.cache.decide(entry.request, at: session.instant(other.entry.endedAt))
    return later.action == .useStored
  }

  mutating func begin(_ entry: CaptureEntry, _ decision: Decision) {
    let isCollapsed = isCollapsed(entry, decision)
    // It brings nothing of its own.
    if isCollapsed, entry.action == .used { return }
    let isAwaited = [.validate, .forward, .complete].contains(decision.action)
    pending.append((entry, decision, isAwaited && !isCollapsed))
    if decision.action == .useStaleWhileRevalidating {
      cache.beginRevalidation(of: entry.request, by: decision)
    }
  }

  /// Takes in the answers that were complete before an instant, in order of their ends.
  mutating func complete(until instant: Int64) {
    let done = pending.filter { $0.entry.endedAt <= instant }
      .sorted { ($0.entry.endedAt, $0.entry.position) < ($1.entry.endedAt, $1.entry.position) }
    pending.removeAll { $0.entry.endedAt <= instant }
    for (entry, decision, _) in done { take(entry, after: decision) }
  }

  private mutating func take(_ entry: CaptureEntry, after decision: Decision) {
    guard !entry.isCutOff else { return }
    let target = entry.request.target
    let answer = entry.whole(confirming: known[target])
    if entry.request.method == "GET" {
      known[target] = KnownAnswer(
        status: answer.status, headers: answer.headers, size: answer.body.count,
        asked: entry.request.headers)
    }
    guard let received = entry.answer(to: decision, whole: answer, startedAt: entry.startedAt)
    else { return }
    _ = cache.received(
      received, for: entry.request, after: decision, requestTime: instant(entry.startedAt),
      responseTime: instant(entry.endedAt))
  }
}

extension HTTPResponse {
  /// The response as it would have been at another time: `Date`, and `Expires` as far behind it.
  fileprivate func dated(_ seconds: Int64) -> HTTPResponse {
    var copy = self
    guard let now = DateField.text(seconds) else { return copy }
    copy.headers.set("date", now)
    guard let date = headers["date"].flatMap({ DateField.seconds($0, now: seconds) }) else {
      return copy
    }
    if let expires = headers["expires"].flatMap({ DateField.seconds($0, now: seconds) }),
      let later = DateField.text(seconds + expires - date)
    {
      copy.headers.set("expires", later)
    }
    return copy
  }
}

struct KnownAnswer {
  var status: Int
  var headers: HeaderLines
  var size: Int64
  var asked: HeaderLines
}

/// One entry of a HAR capture with its header lines, as a cache needs it.
struct CaptureEntry {
  let position: Int
  let url: String
  /// Nanoseconds since 1970.
  let startedAt: Int64
  /// When the answer was complete.
  let endedAt: Int64
  private(set) var request: HTTPRequest
  let conditions: HeaderLines
  let action: HARCacheAction
  private let shown: HARCacheAction
  /// Whether fewer bytes came than were promised.
  let isCutOff: Bool
  /// Whether the client made it once more for what it was asked for once.
  let isAgain: Bool
  private let response: HTTPResponse
  /// The status of a failure that a validation behind the answer met with.
  private let background: Int?

  /// Reads an entry; nil where it has no time, no HTTP URL or no final response, or where its body
  /// is larger than any.
  init?(_ exchange: HTTPExchange) {
    let json = exchange.json
    guard let startedAt = exchange.startedAt, let url = exchange.url,
      url.lowercased().hasPrefix("http"), let method = exchange.method,
      let status = exchange.status, (200...599).contains(status)
    else { return nil }
    let content = json["response"]?["content"]?["size"]
    guard content?.real ?? 0 <= Double(TraceNumber.largestBody) else { return nil }
    position = exchange.position
    self.startedAt = startedAt
    self.url = url
    endedAt = startedAt + exchange.duration
    var asked = Self.lines(exchange.asked)
    var conditions = HeaderLines()
    for line in asked.lines where HARCacheAction.conditions.contains(line.name) {
      conditions.append(line.name, line.value)
    }
    self.conditions = conditions
    asked.remove(HARCacheAction.conditions)
    request = HTTPRequest(method, url, headers: asked)
    shown = exchange.action
    action = HARCacheAction.told(by: json) ?? shown
    isAgain = json["_again"] == true
    background = json["_background"]?.integer.map(Int.init).flatMap { $0 >= 400 ? $0 : nil }
    isCutOff = shown != .used && method == "GET" && exchange.isCutOff
    var answered = Self.lines(exchange.answered)
    // The content is uncompressed and its length that of transfer; captures hold whole bodies.
    answered.remove("content-length")
    response = HTTPResponse(
      Int(status), headers: answered, body: MessageBody(count: max(content?.integer ?? 0, 0)))
  }

  /// Adds the lines of an earlier request that this one, which was not sent, does not show, as far
  /// as the answer's `Vary` names them.
  mutating func completeHeader(from earlier: HeaderLines?, for known: KnownAnswer?) {
    guard shown == .used, let earlier, let vary = known?.headers.combined("vary")?.lowercased()
    else { return }
    var headers = request.headers
    let named = vary.split { $0 == "," || $0 == " " }
    let missing = earlier.lines.filter { line in
      named.contains { $0 == line.name } && !headers.contains(line.name)
    }
    headers.append(contentsOf: missing)
    request = HTTPRequest(request.method, request.target, headers: headers)
  }

  /// What the client has after the exchange: the answer, or what a 304 confirms, with its fields in
  /// place of those that were stored (RFC 9111, section 3.2).
  func whole(confirming known: KnownAnswer?) -> HTTPResponse {
    guard response.status == 304 else { return response }
    var headers = known?.headers ?? HeaderLines()
    headers.remove(response.headers.lines.map(\.name))
    headers.append(contentsOf: response.headers.lines)
    return HTTPResponse(
      known?.status ?? 200, headers: headers, body: MessageBody(count: known?.size ?? 0))
  }

  /// The origin's response to our cache; nil where none is requested. To a request that the client
  /// did not send the origin would have answered with what is known, at that time.
  func answer(to decision: Decision, whole: HTTPResponse, startedAt: Int64) -> HTTPResponse? {
    switch decision.action {
    case .useStored, .gatewayTimeout: return nil
    case .useStaleWhileRevalidating:
      return HTTPResponse(background ?? 304).dated(startedAt / 1_000_000_000)
    case .validate:
      return shown == .used ? HTTPResponse(304).dated(startedAt / 1_000_000_000) : response
    case .forward, .complete:
      guard shown == .used else { return whole }
      return whole.dated(startedAt / 1_000_000_000)
    }
  }

  /// The lines that say something, as ours has them.
  private static func lines(_ fields: [RecordedField]) -> HeaderLines {
    var lines = HeaderLines()
    for field in fields where !field.value.isEmpty { lines.append(field.name, field.value) }
    return lines
  }
}
