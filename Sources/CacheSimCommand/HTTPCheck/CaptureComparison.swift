internal import CacheWorkloads
internal import HTTPCaching
internal import SimCore

/// What our cache would have done with the requests of a HAR capture, compared with what the
/// browser did.
///
/// Compared are requests for a target of which our cache has received a response before: what the
/// browser's cache held before the capture began is not known. Only conditions are removed from a
/// request, as the cache adds them; `Cache-Control` stays, as a reload by the user adds it. A
/// response that the browser served from its cache is one that the origin would have confirmed,
/// where ours validates.
/// Of a request that was never sent a browser shows a part of the header only, so that the lines of
/// the last one for the target are added: `Vary` could not be evaluated without.
struct CaptureComparison {
  /// One request and what both caches did with it.
  struct ComparedRequest {
    let position: Int
    /// Nanoseconds since 1970.
    let startedAt: Int64
    let url: String
    let browser: HARCacheAction
    let ours: HARCacheAction
    let reason: DecisionReason

    fileprivate var order: (Int64, Int) { (startedAt, position) }
  }

  /// The compared requests in order of time.
  private(set) var requests: [ComparedRequest] = []
  /// Requests that are the first for their target in their session.
  private(set) var first = 0
  /// How many sessions there are.
  let sessionCount: Int
  /// Entries that are not compared: without a response, a time, or an HTTP URL.
  private(set) var unreadable = 0

  var agreed: Int { requests.count { $0.browser == $0.ours } }

  /// Compares the requests of a capture.
  /// - Parameters:
  ///   - log: the object named `log`.
  ///   - reading: how its sessions are found; each begins with an empty cache.
  init(_ log: JSON, sessions reading: HARSessions.Reading = .detect) {
    let entries = log["entries"]?.elements ?? []
    let sessions = HARSessions(log, reading: reading)
    sessionCount = sessions.count
    var read = entries.enumerated().compactMap { CaptureEntry($0.element, at: $0.offset) }
    unreadable = entries.count - read.count
    read.sort { ($0.startedAt, $0.position) < ($1.startedAt, $1.position) }
    var bySession = [[CaptureEntry]](repeating: [], count: sessions.count)
    for entry in read { bySession[sessions.ofEntries[entry.position]].append(entry) }
    for entries in bySession { compare(entries) }
    requests.sort { $0.order < $1.order }
  }

  /// Compares the requests of one session, in order of time.
  private mutating func compare(_ entries: [CaptureEntry]) {
    guard let start = entries.first?.startedAt else { return }
    var options = HTTPCacheOptions()
    options.secondsAtStart = start / 1_000_000_000
    let origin = options.secondsAtStart * 1_000_000_000
    var cache = HTTPCache(options)
    var known: Set<TargetURI> = []
    var sent: [TargetURI: HeaderLines] = [:]
    for var entry in entries {
      entry.completeHeader(from: sent[entry.request.target])
      sent[entry.request.target] = entry.request.headers
      let now = Instant(nanoseconds: entry.startedAt - origin)
      let decision = cache.decide(entry.request, at: now)
      if known.insert(entry.request.target).inserted {
        first += 1
      } else {
        requests.append(
          ComparedRequest(
            position: entry.position, startedAt: entry.startedAt, url: entry.url,
            browser: entry.action, ours: Self.action(decision.action), reason: decision.reason))
      }
      guard let answer = entry.answer(to: decision) else { continue }
      _ = cache.received(
        answer, for: entry.request, after: decision, requestTime: now,
        responseTime: now + entry.duration)
    }
  }

  private static func action(_ action: Decision.Action) -> HARCacheAction {
    switch action {
    case .useStored, .useStaleWhileRevalidating, .gatewayTimeout: .used
    case .validate: .validated
    case .forward, .complete: .loaded
    }
  }
}

/// One entry of a HAR capture with its header lines, as a cache needs it.
struct CaptureEntry {
  let position: Int
  let url: String
  /// Nanoseconds since 1970.
  let startedAt: Int64
  let duration: TimeSpan
  private(set) var request: HTTPRequest
  /// What the browser did.
  let action: HARCacheAction
  private let response: HTTPResponse

  /// The longest time of an entry that is accepted: an hour.
  private static let longest = 3_600_000.0

  /// Reads an entry; nil where it has no time, no HTTP URL or no final response.
  init?(_ json: JSON, at position: Int) {
    guard let startedAt = json["startedDateTime"]?.string.flatMap(ISOTime.nanoseconds),
      let url = json["request"]?["url"]?.string, url.lowercased().hasPrefix("http"),
      let method = json["request"]?["method"]?.string,
      let response = json["response"], let status = response["status"]?.integer,
      (200...599).contains(status)
    else { return nil }
    self.position = position
    self.startedAt = startedAt
    self.url = url
    let milliseconds = json["time"]?.real ?? 0
    duration = TimeSpan(rounding: min(max(milliseconds, 0), Self.longest) / 1_000)
    var asked = Self.lines(json["request"])
    asked.remove(HARCacheAction.conditions)
    request = HTTPRequest(method, url, headers: asked)
    action = HARCacheAction(json)
    var answered = Self.lines(response)
    // The content is uncompressed and its length that of transfer; captures hold whole bodies.
    answered.remove("content-length")
    let size = response["content"]?["size"]?.integer ?? 0
    self.response = HTTPResponse(
      Int(status), headers: answered, body: MessageBody(count: max(size, 0)))
  }

  /// Adds the lines of an earlier request that this one, which was not sent, does not show.
  mutating func completeHeader(from earlier: HeaderLines?) {
    guard action == .used, let earlier else { return }
    var headers = request.headers
    let missing = earlier.lines.filter {
      $0.name != "cache-control" && $0.name != "pragma" && !headers.contains($0.name)
    }
    headers.append(contentsOf: missing)
    request = HTTPRequest(request.method, request.target, headers: headers)
  }

  /// The origin's response to our cache; nil where none is requested, or the browser requested less
  /// than ours needs.
  func answer(to decision: Decision) -> HTTPResponse? {
    switch decision.action {
    case .useStored, .useStaleWhileRevalidating, .gatewayTimeout: return nil
    case .validate: return action == .used ? HTTPResponse(304) : response
    case .forward, .complete: return response.status == 304 ? nil : response
    }
  }

  /// The header lines of a message; browsers write several lines of one name as one with breaks.
  private static func lines(_ message: JSON?) -> HeaderLines {
    var lines = HeaderLines()
    for header in message?["headers"]?.elements ?? [] {
      guard let name = header["name"]?.string, let value = header["value"]?.string,
        !name.hasPrefix(":")
      else { continue }
      for part in value.split(separator: "\n") { lines.append(name, String(part)) }
    }
    return lines
  }
}
