package import SimCore

/// One request and its response in a capture, as far as a workload needs it.
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

  /// In order of time; of one instant in the capture's order.
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
    _ json: JSON, at position: Int, by settings: TraceSettings, showsSecrets: Bool
  ) -> Reading {
    let url = json["request"]?["url"]?.string
    func malformed(_ place: JSON?, _ reason: String) -> Reading {
      let found = place.map { ", found \(shown($0, showsSecrets: showsSecrets))" } ?? ""
      return .malformed(
        offset: place?.offset ?? json.offset, reason: reason + found, excerpt: url ?? "")
    }
    let started = json["startedDateTime"]
    guard let startedAt = started?.string.flatMap(ISOTime.nanoseconds) else {
      return malformed(started, "startedDateTime is not an ISO 8601 time of the years 1970 to 2199")
    }
    guard let url, !url.isEmpty else {
      return malformed(json["request"]?["url"], "request.url is not a text")
    }
    guard let method = json["request"]?["method"]?.string else {
      return malformed(json["request"]?["method"], "request.method is not a text")
    }
    guard let response = json["response"], let status = response["status"]?.integer else {
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
    let asked = HARResponse.fields(json["request"])
    let isNavigation = asked.contains { $0.name == "sec-fetch-dest" && $0.value == "document" }
    let action = HARCacheAction(json)
    let name = withoutFragment(url)
    let timings = HARTimings(json)
    return .request(
      HAREntry(
        position: position, page: json["pageref"]?.string, startedAt: startedAt,
        endedAt: startedAt + timings.whole, method: kind,
        url: kind == .get ? name : "\(method) \(name)",
        referrer: asked.first { $0.name == "referer" }.map { withoutFragment($0.value) },
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

struct HARResponse {
  let headers: CacheHeaders
  /// The `ETag` without its mark of weakness (weak comparison, RFC 9110, section 8.8.3.2).
  let entityTag: String?
  /// The `Last-Modified`, in seconds since 1970.
  let lastModified: Int64?
  let kind: ResourceKind?

  let opensPage: Bool
  /// Whether nothing says that the body was cut off: an error that the client noted, or fewer bytes
  /// than `Content-Length` promised.
  let isWhole: Bool
  /// What the body weighed on its way: `bodySize`, else `_transferSize` without the header, else
  /// `content.size` without `content.compression`; nil: none of them is recorded.
  let wireSize: Int64?

  private let contentSize: Int64?
  private let bodySize: Int64?
  private let contentLength: Int64?
  let excessiveSize: String?

  init(_ response: JSON, status: Int, receivedSeconds: Int64) {
    let fields = Self.fields(response)
    func first(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    var headers = CacheHeaders(fields: fields, receivedSeconds: receivedSeconds)
    headers.status = status == 206 || status == 304 ? 200 : UInt16(clamping: status)
    opensPage = TraceSkip.opens(status)
    headers.recorded = fields.filter { field in
      Self.decisive.contains(field.name)
        || (field.name == "expires" && HTTPDate.seconds(field.value, now: receivedSeconds) == nil)
    }
    self.headers = headers
    let tag = first("etag").map { $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0 }
    entityTag = tag?.isEmpty == false ? tag : nil
    lastModified = first("last-modified").flatMap { HTTPDate.seconds($0, now: receivedSeconds) }
    let mediaType = response["content"]?["mimeType"]?.string ?? ""
    kind = ResourceKind(mediaType: mediaType.isEmpty ? first("content-type") ?? "" : mediaType)
    let length = first("content-length")
    let reported: [(name: String, size: Double?)] = [
      ("response.content.size", response["content"]?["size"]?.real),
      ("response.bodySize", response["bodySize"]?.real),
      ("Content-Length", length.flatMap(Self.decimal)),
    ]
    excessiveSize =
      reported.first { $0.size.map { $0 > Double(TraceNumber.largestBody) } ?? false }?.name
    contentSize = Self.size(response["content"]?["size"]?.integer)
    bodySize = Self.bodySize(response)
    contentLength = Self.size(length.flatMap { Int64($0) })
    let isCoded = first("content-encoding").map { $0.lowercased() != "identity" } ?? false
    let received = isCoded ? 0 : max(bodySize ?? 0, contentSize ?? 0)
    let error = response["_error"]?.string ?? ""
    isWhole = error.isEmpty && !(received > 0 && received < contentLength ?? 0)
    let header = max(response["headersSize"]?.integer ?? 0, 0)
    if let bodySize, bodySize > 0 {
      wireSize = bodySize
    } else if let moved = Self.size(response["_transferSize"]?.integer), moved > header {
      wireSize = moved - header
    } else if let saved = response["content"]?["compression"]?.integer, let contentSize, saved > 0,
      saved < contentSize
    {
      wireSize = contentSize - saved
    } else {
      wireSize = nil
    }
  }

  /// The body's size; nil when no field has it.
  ///
  /// Uncompressed: `content.size`, then `bodySize`, then `Content-Length`. Transferred: `bodySize`,
  /// then `Content-Length`, then `content.size`. Browsers write -1 and also 0 where they do not
  /// know, so a 0 counts only when none of the fields says more.
  func size(_ rule: TraceSettings.BodySize) -> Int64? {
    let sizes =
      switch rule {
      case .uncompressed: [contentSize, bodySize, contentLength]
      case .transferred: [bodySize, contentLength, contentSize]
      }
    let reported = sizes.compactMap { $0 }
    return reported.first { $0 > 0 } ?? reported.first
  }

  static func bodySize(_ message: JSON?) -> Int64? { size(message?["bodySize"]?.integer) }

  /// The fields of a response that a cache's decisions depend on, but for the dates that move with
  /// the clock; an `Expires` that is no date does not.
  private static let decisive = [
    "age", "cache-control", "content-language", "etag", "last-modified", "pragma", "vary",
  ]

  /// The lines of a message's header: names in lower case, and values, in order.
  ///
  /// Browsers write several lines of one name as one with breaks. A line whose name is none in
  /// HTTP is left out, and a control character is read as a blank (RFC 9110, section 5.5): nothing
  /// could send them again.
  static func fields(_ message: JSON?) -> [RecordedField] {
    var fields: [RecordedField] = []
    for header in message?["headers"]?.elements ?? [] {
      guard let name = header["name"]?.string?.lowercased(), let value = header["value"]?.string,
        HeaderText.isName(name)
      else { continue }
      let parts = value.split(whereSeparator: HeaderText.isBreak)
      fields += parts.map { RecordedField(name, HeaderText.withoutControls($0)) }
      if parts.isEmpty { fields.append(RecordedField(name, "")) }
    }
    return fields
  }

  /// How many lines of a message's header are left out or changed because HTTP forbids what stands
  /// in them; the pseudo-lines of HTTP/2 (`:status`) are not meant.
  static func forbiddenLines(in message: JSON?) -> Int {
    (message?["headers"]?.elements ?? []).count { header in
      guard let name = header["name"]?.string, let value = header["value"]?.string,
        !name.hasPrefix(":")
      else { return false }
      return !HeaderText.isName(name)
        || !value.split(whereSeparator: HeaderText.isBreak).allSatisfy(HeaderText.isValue)
    }
  }

  /// A number of digits alone, however many; nil for anything else.
  private static func decimal(_ text: String) -> Double? {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { TraceNumber.digit($0) != nil }
    return isNumber ? Double(text) : nil
  }

  private static func size(_ number: Int64?) -> Int64? {
    guard let number, (0...TraceNumber.largestBody).contains(number) else { return nil }
    return number
  }
}

struct HARTimings {
  let whole: Int64
  let wait: Int64?
  /// `timings.connect` without `timings.ssl`, which it contains; nil: no connection was made.
  let connect: Int64?

  /// The longest time of an entry that is accepted: an hour, in milliseconds.
  private static let longest = 3_600_000.0

  init(_ entry: JSON) {
    func nanoseconds(_ milliseconds: Double?) -> Int64? {
      guard let milliseconds, milliseconds >= 0 else { return nil }
      return Int64((min(milliseconds, Self.longest) * 1_000_000).rounded())
    }
    let timings = entry["timings"]
    whole = nanoseconds(entry["time"]?.real) ?? 0
    wait = nanoseconds(timings?["wait"]?.real)
    let secured = max(timings?["ssl"]?.real ?? 0, 0)
    connect = nanoseconds(timings?["connect"]?.real.map { $0 - secured }).flatMap {
      $0 > 0 ? $0 : nil
    }
  }
}

package enum HARExchange {
  /// From the request to the answer's end, in nanoseconds; 0: not recorded.
  package static func duration(of entry: JSON) -> Int64 { HARTimings(entry).whole }

  package static func isCutOff(_ entry: JSON) -> Bool {
    guard let response = entry["response"], response["status"]?.integer != 304 else { return false }
    let status = Int(response["status"]?.integer ?? 0)
    return !HARResponse(response, status: status, receivedSeconds: 0).isWhole
  }
}
