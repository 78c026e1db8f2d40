internal import SimCore

struct HAREntry: Comparable {
  var position: Int
  var page: String?
  /// Nanoseconds since 1970.
  var startedAt: Int64
  var endedAt: Int64
  var method: HTTPMethod
  /// The URL without its fragment; behind its method unless that is GET, as its answer is another
  /// one.
  var url: String
  var referrer: String?
  /// The URL's host and port in lower case.
  var authority: String
  var status: Int
  var answer: HARResponse
  var action: HARCacheAction
  /// Whether the response is all that the origin has to send: no part, and not cut off.
  var isWhole: Bool
  var requestSize: Int64
  /// The body's size by the settings' rule; nil when it is not recorded.
  var size: Int64?
  /// What the body weighed on its way; nil when it is not recorded, or nothing was sent.
  var wireSize: Int64?
  /// From the request's last byte to the answer's first, in nanoseconds; nil: not recorded.
  var wait: Int64?
  /// How long a connection took without TLS, in nanoseconds: a round trip; nil: not recorded.
  var connect: Int64?
  var kind: ResourceKind
  /// Whether its media type or the request's destination says that it is a page of a browser.
  var isPage: Bool
  var isNavigation: Bool
  /// The lines of its request that matter to a cache.
  var asked: [RecordedField]

  var opens: Bool { TraceSkip.opens(status) && method == .get }

  static func < (left: HAREntry, right: HAREntry) -> Bool {
    (left.startedAt, left.position) < (right.startedAt, right.position)
  }
  static func == (left: HAREntry, right: HAREntry) -> Bool { left.position == right.position }

  enum Reading {
    case request(HAREntry)
    case skipped(TraceSkip)
    case malformed(offset: Int, reason: String, excerpt: String)
  }

  /// What was found, as an error names it; of a text known words only, unless secrets are shown.
  private static func shown(_ found: JSON, showsSecrets: Bool) -> String {
    guard !showsSecrets, let text = found.string else { return found.found }
    let words = String(decoding: Redaction.excerpt(Array(text.utf8)), as: UTF8.self)
    return JSON(words).found
  }

  /// Reads an entry. Only the time, the method, the URL and the status must be there.
  static func read(
    _ exchange: HTTPExchange, by settings: TraceSettings, showsSecrets: Bool
  ) -> Reading {
    let (json, url, asked) = (exchange.json, exchange.url, exchange.asked)
    func malformed(_ place: JSON?, _ reason: String) -> Reading {
      let found = place.map { ", found \(shown($0, showsSecrets: showsSecrets))" } ?? ""
      return .malformed(
        offset: place?.offset ?? json.offset, reason: reason + found, excerpt: url ?? "")
    }
    guard let startedAt = exchange.startedAt else {
      return malformed(
        json["startedDateTime"],
        "startedDateTime is not an ISO 8601 time of the years 1970 to 2199")
    }
    guard let url, !url.isEmpty else {
      return malformed(json["request"]?["url"], "request.url is not a text")
    }
    guard let method = exchange.method else {
      return malformed(json["request"]?["method"], "request.method is not a text")
    }
    guard let response = json["response"], let status = exchange.status else {
      return malformed(json["response"]?["status"], "response.status is not a whole number")
    }
    let kind = HTTPMethod(rawValue: method) ?? .other
    // A tunnel of a proxy's, and no request for a resource.
    guard kind != .connect else { return .skipped(.method(kind)) }
    let isHead = kind == .head
    guard let authority = authority(of: url) else { return .skipped(.scheme) }
    guard (200...599).contains(status) else {
      return .skipped((0...599).contains(status) ? .status(Int(status)) : .request)
    }
    let answer = HARResponse(
      response, status: Int(status), receivedSeconds: startedAt / 1_000_000_000)
    if let field = answer.excessiveSize {
      return malformed(nil, "\(field) is larger than \(TraceNumber.largestBodyText)")
    }
    let isNavigation = asked.contains { $0.name == "sec-fetch-dest" && $0.value == "document" }
    let action = exchange.action
    let name = withoutFragment(url)
    let timings = exchange.timings
    return .request(
      HAREntry(
        position: exchange.position, page: exchange.page, startedAt: startedAt,
        endedAt: startedAt + timings.whole, method: kind,
        url: kind == .get ? name : "\(method) \(name)",
        referrer: asked.value("referer").map(withoutFragment),
        authority: authority, status: Int(status), answer: answer, action: action,
        isWhole: !isHead && answer.isWhole && status != 206 && status != 304,
        requestSize: HARResponse.bodySize(json["request"]) ?? 0,
        size: isHead || status == 204 ? 0 : answer.size(settings.bodySize),
        wireSize: action == .used || isHead || status == 304 ? nil : answer.wireSize,
        wait: action == .used ? nil : timings.wait, connect: timings.connect,
        kind: settings.kind(of: url.utf8) ?? answer.kind ?? ResourceKind(path: Array(url.utf8)),
        isPage: !isHead && answer.opensPage
          && (answer.kind == .document || isNavigation),
        isNavigation: isNavigation,
        asked: decisive(asked, answer.headers.vary)))
  }

  /// The lines of a request that a cache's decision depends on: directives, a range, and the fields
  /// that the answer's `Vary` names, but for those that only the client itself sets.
  private static func decisive(_ lines: [RecordedField], _ vary: String?) -> [RecordedField] {
    let named = (vary ?? "").lowercased().split { $0 == "," || $0 == " " }.map(String.init)
    let clients = ["accept-encoding", "cookie", "user-agent"]
    return lines.filter { line in
      ["cache-control", "pragma", "range"].contains(line.name)
        || (named.contains(line.name) && !clients.contains(line.name))
    }
  }

  private static func withoutFragment(_ url: String) -> String { String(url.prefix { $0 != "#" }) }

  /// The host and port of an `http` or `https` URL in lower case; nil for other URLs.
  private static func authority(of url: String) -> String? {
    let scheme = url.prefix { $0 != ":" }
    let rest = url.dropFirst(scheme.count)
    guard ["http", "https"].contains(scheme.lowercased()), rest.hasPrefix("://") else {
      return nil
    }
    let authority = rest.dropFirst(3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return host.isEmpty ? nil : host.lowercased()
  }
}
