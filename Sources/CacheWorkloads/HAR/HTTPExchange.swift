package import SimCore

/// A request and its answer as they were recorded, whatever of them is missing or wrong: an entry
/// of a capture, or what a live client did.
package struct HTTPExchange: Sendable {
  package let position: Int
  package let json: JSON
  package let page: String?
  /// Nanoseconds since 1970; nil: it is not recorded.
  package let startedAt: Int64?
  package let method: String?
  package let url: String?
  package let status: Int64?
  package let asked: [RecordedField]
  package let action: HARCacheAction

  package init(_ json: JSON, at position: Int) {
    let request = json["request"]
    self.json = json
    self.position = position
    page = json["pageref"]?.string
    startedAt = json["startedDateTime"]?.string.flatMap(ISOTime.nanoseconds)
    method = request?["method"]?.string
    url = request?["url"]?.string
    status = json["response"]?["status"]?.integer
    asked = HARResponse.fields(request)
    action = HARCacheAction(json)
  }

  package static func all(in log: JSON) -> [HTTPExchange] {
    (log["entries"]?.elements ?? []).enumerated().map { HTTPExchange($1, at: $0) }
  }

  package var answered: [RecordedField] { HARResponse.fields(json["response"]) }
  /// From the request to the answer's end, in nanoseconds; 0: not recorded.
  package var duration: Int64 { timings.whole }

  /// What the answer is for, in Fetch's words (`document`, `image`, `style`, `script`, `font`;
  /// `empty` for what a script asks): by `Sec-Fetch-Dest`, else, as no line is recorded of a
  /// request that the browser's cache answers, by the members that Chrome's developer tools add
  /// (ChromeDevTools/devtools-frontend, front_end/models/har/Log.ts at 038d808e): `_resourceType`,
  /// and of what a page's text names `_initiator.type` with the answer's media type. Nil: nothing
  /// says it.
  package var destination: String? {
    if let line = asked.value("sec-fetch-dest"), !line.isEmpty { return line }
    let isOfText = ["parser", "preload"].contains(json["_initiator"]?["type"]?.string)
    switch json["_resourceType"]?.string {
    case "document": return isOfText ? "iframe" : "document"
    case "stylesheet": return "style"
    case .some(let type) where ["image", "script", "font"].contains(type): return type
    case "fetch", "xhr": return "empty"
    // What a page's text asks for ahead, a prefetch, is no part of the page.
    case "other", "prefetch": return nil
    default: break
    }
    let named = json["response"]?["content"]?["mimeType"]?.string ?? ""
    let type = named.isEmpty ? answered.value("content-type") : named
    guard let type = type?.lowercased(), isOfText else { return nil }
    let parts = [
      ("image/", "image"), ("font/", "font"), ("text/css", "style"), ("javascript", "script"),
    ]
    return parts.first { type.contains($0.0) }?.1
  }

  package var isCutOff: Bool { status != 304 && answer.map { !$0.isWhole } ?? false }

  var answer: HARResponse? {
    json["response"].map {
      HARResponse(
        $0, status: Int(status ?? 0), receivedSeconds: (startedAt ?? 0) / 1_000_000_000)
    }
  }

  var timings: HARTimings { HARTimings(json) }
}

extension [RecordedField] {
  package func value(_ name: String) -> String? { first { $0.name == name }?.value }
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
    var headers = CacheHeaders(fields: fields, receivedSeconds: receivedSeconds)
    headers.status = status == 206 || status == 304 ? 200 : UInt16(clamping: status)
    opensPage = TraceSkip.opens(status)
    headers.recorded = fields.filter { field in
      Self.decisive.contains(field.name)
        || (field.name == "expires" && HTTPDate.seconds(field.value, now: receivedSeconds) == nil)
    }
    self.headers = headers
    let tag = fields.value("etag").map { $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0 }
    entityTag = tag?.isEmpty == false ? tag : nil
    lastModified = fields.value("last-modified").flatMap {
      HTTPDate.seconds($0, now: receivedSeconds)
    }
    let mediaType = response["content"]?["mimeType"]?.string ?? ""
    kind = ResourceKind(
      mediaType: mediaType.isEmpty ? fields.value("content-type") ?? "" : mediaType)
    let length = fields.value("content-length")
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
    let isCoded = fields.value("content-encoding").map { $0.lowercased() != "identity" } ?? false
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
  let receive: Int64?

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
    receive = nanoseconds(timings?["receive"]?.real)
    let secured = max(timings?["ssl"]?.real ?? 0, 0)
    connect = nanoseconds(timings?["connect"]?.real.map { $0 - secured }).flatMap {
      $0 > 0 ? $0 : nil
    }
  }
}

package enum HARCacheAction: String, CaseIterable, Sendable {
  case used
  case validated
  case loaded

  package static let conditions = [
    "if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range",
  ]

  /// Reads it from an entry of a capture.
  ///
  /// A request with a condition was validated. A 304 to a request without one, for which no bytes
  /// are said to have come, is not the origin's: it is how some tools show a hit. A response came
  /// from the cache also when the entry says so (`_fromCache`; `_fetchType`, which WebKit writes:
  /// Source/WebInspectorUI/UserInterface/Controllers/HARBuilder.js at 62ddfba7), when nothing was
  /// transferred for it (`_transferSize` 0, Chrome), or when the cache is named
  /// (`cache.afterRequest`) and no bytes of a content that is not empty were moved (Firefox).
  package init(_ entry: JSON) {
    let response = entry["response"]
    let isConditional = (entry["request"]?["headers"]?.elements ?? []).contains { header in
      header["name"]?.string.map { Self.conditions.contains($0.lowercased()) } ?? false
    }
    let isSent304 =
      response?["status"]?.integer == 304 && (response?["_transferSize"]?.integer ?? 0) > 0
    let isFromCache =
      entry["_fromCache"]?.string != nil || response?["_transferSize"]?.integer == 0
      || ["Memory Cache", "Disk Cache"].contains(entry["_fetchType"]?.string)
      || (response?["status"]?.integer == 304 && !isSent304)
      || (entry["cache"]?["afterRequest"] != nil && response?["bodySize"]?.integer == 0
        && (response?["content"]?["size"]?.integer ?? 0) > 0)
    self = isConditional || isSent304 ? .validated : isFromCache ? .used : .loaded
  }

  /// What really happened, where the entry says so (`_kind`), as a capture does that was made with
  /// a log of the origin; nil: it does not. An answer that was used and refreshed behind was used;
  /// but of a redirect that was sent it is the target that was used.
  package static func told(by entry: JSON) -> HARCacheAction? {
    let isRedirect =
      (300..<304).contains(entry["response"]?["status"]?.integer ?? 0)
      || [307, 308].contains(entry["response"]?["status"]?.integer ?? 0)
    return switch entry["_kind"]?.string {
    case "used": .used
    case "used+background": isRedirect ? nil : .used
    case "validated": .validated
    case "loaded": .loaded
    default: nil
    }
  }
}
