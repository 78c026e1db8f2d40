package import CacheWorkloads
package import HTTPCaching

/// What a client has got for a target.
package struct KnownAnswer: Sendable {
  package var status: Int
  package var headers: HeaderLines
  package var size: Int64
  package var asked: HeaderLines
  /// What it was asked for, by the last entry that says it, in Fetch's words.
  package var destination: String?
}

/// One entry of a HAR capture with its header lines, as a cache needs it.
package struct CaptureEntry: Sendable {
  package let position: Int
  package let url: String
  /// Nanoseconds since 1970.
  package let startedAt: Int64
  /// When the answer was complete.
  package let endedAt: Int64
  /// The page that it belongs to, and how that was come to.
  package let page: String?
  package let navigation: PageNavigation
  package let isDocument: Bool
  /// What it is for, in Fetch's words (`image`; `empty` for a script's); nil: the entry does not
  /// say, as no line is recorded of a request that was not sent.
  package let destination: String?
  /// Under which our cache knows it.
  package var target: TargetURI
  package var request: HTTPRequest
  /// As it was asked, whatever our cache makes of it.
  package let method: String
  /// Those that were sent: the client's cache added them, or the app.
  package let conditions: HeaderLines
  package private(set) var hasOwnConditions = false
  /// Whether a 304 leaves what is stored as old as it was.
  package var renewsNothing = false
  package let action: HARCacheAction
  private let shown: HARCacheAction
  /// Whether fewer bytes came than were promised.
  package let isCutOff: Bool
  /// Whether the client made it once more for what it was asked for once.
  package let isAgain: Bool
  /// Whether another such request was under way.
  package let overlaps: Bool
  private let response: HTTPResponse
  /// The status of a failure that a validation behind the answer met with.
  private let background: Int?

  package init(_ exchange: RecordedExchange) {
    position = exchange.position
    startedAt = exchange.startedAt
    endedAt = exchange.endedAt
    url = exchange.url
    method = exchange.method
    var asked = Self.lines(exchange.asked)
    var conditions = HeaderLines()
    for line in asked.lines where HARCacheAction.conditions.contains(line.name) {
      conditions.append(line.name, line.value)
    }
    self.conditions = conditions
    asked.remove(HARCacheAction.conditions)
    request = HTTPRequest(method, url, headers: asked)
    target = request.target
    page = exchange.page
    navigation = exchange.navigation.flatMap(PageNavigation.init) ?? .link
    isDocument = exchange.isDocument
    destination = exchange.destination
    shown = exchange.shown
    action = exchange.told ?? shown
    isAgain = exchange.isAgain
    background = exchange.background
    isCutOff = exchange.isCutOff
    overlaps = exchange.overlaps
    var answered = Self.lines(exchange.answered)
    // The content is uncompressed and its length that of transfer; captures hold whole bodies.
    answered.remove("content-length")
    response = HTTPResponse(
      exchange.status, headers: answered, body: MessageBody(count: exchange.size))
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

  package var status: Int { response.status }

  /// Where a redirect leads; nil: it is none.
  package var redirectTarget: TargetURI? {
    (300..<400).contains(status) && status != 304
      ? response.headers["location"].map(target.resolve) : nil
  }

  /// What its answer names beside itself, as what an unsafe method changed.
  package var named: [TargetURI] {
    ["location", "content-location"].compactMap { response.headers[$0] }.map(target.resolve)
  }

  /// What a cache can ask by: the values of `ETag`, `Last-Modified` and `Date`.
  static func validators(in headers: HeaderLines) -> [String] {
    ["etag", "last-modified", "date"].flatMap(headers.values)
  }

  /// Gives the request those of its conditions that no cache has added: their values are in no
  /// answer of the target.
  mutating func addOwnConditions(knowing validators: Set<String>) {
    guard !conditions.lines.isEmpty, !validators.isEmpty, request.policy == .useProtocol else {
      return
    }
    let tags = Set(validators.compactMap { EntityTag($0)?.opaque })
    // A date counts for nothing beside a tag (RFC 9110 §13.1.3): beside one of the cache it is the
    // cache's, whatever clock has written it.
    let hasCacheTag = conditions.values(of: "if-none-match").flatMap(EntityTag.list).contains {
      tags.contains($0.opaque)
    }
    let own = conditions.lines.compactMap { line -> HeaderLine? in
      switch line.name {
      case "if-none-match":
        // A cache adds its tag to those of the app.
        let apps = EntityTag.list(line.value).filter { !tags.contains($0.opaque) }.map(\.text)
        return apps.isEmpty ? nil : HeaderLine(line.name, apps.joined(separator: ", "))
      case "if-modified-since":
        return hasCacheTag || validators.contains(line.value) ? nil : line
      // No cache asks by these.
      case "if-match", "if-unmodified-since": return line
      default: return nil
      }
    }
    guard !own.isEmpty else { return }
    hasOwnConditions = own.contains { ["if-none-match", "if-modified-since"].contains($0.name) }
    var headers = request.headers
    headers.append(contentsOf: own)
    request = HTTPRequest(request.method, request.target, headers: headers)
  }

  /// What the client has after the exchange: the answer, or what a 304 confirms, with its fields in
  /// place of those that were stored (RFC 9111, section 3.2).
  package func whole(confirming known: KnownAnswer?) -> HTTPResponse {
    guard response.status == 304 else { return response }
    var headers = known?.headers ?? HeaderLines()
    headers.remove(response.headers.lines.map(\.name))
    headers.append(contentsOf: response.headers.lines)
    return HTTPResponse(
      known?.status ?? 200, headers: headers, body: MessageBody(count: known?.size ?? 0))
  }

  /// The origin's response to our cache; nil where none is requested. To a request that the client
  /// did not send the origin would have answered with what is known, at that time.
  package func answer(to decision: Decision, whole: HTTPResponse, startedAt: Int64) -> HTTPResponse?
  {
    switch decision.action {
    case .useStored, .gatewayTimeout: return nil
    case .useStaleWhileRevalidating:
      return HTTPResponse(background ?? 304).dated(startedAt / 1_000_000_000)
    case .validate:
      return shown == .used ? HTTPResponse(304).dated(startedAt / 1_000_000_000) : response
    case .forward, .complete:
      // It is the app's, which has what it asked about.
      if hasOwnConditions, response.status == 304 { return response }
      guard shown == .used else { return whole }
      return whole.dated(startedAt / 1_000_000_000)
    }
  }

  /// The lines that say something, as ours has them; empty ones that caches make something of.
  private static func lines(_ fields: [RecordedField]) -> HeaderLines {
    var lines = HeaderLines()
    for field in fields
    where !field.value.isEmpty || ["age", "cache-control", "expires", "vary"].contains(field.name) {
      lines.append(field.name, field.value)
    }
    return lines
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
