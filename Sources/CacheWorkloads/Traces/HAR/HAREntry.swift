internal import SimCore

/// One request and its answer in a capture, as far as a story needs it.
struct HAREntry {
  /// Its place among the capture's entries.
  var position: Int
  /// The `pageref`.
  var page: String?
  /// Nanoseconds since 1970.
  var startedAt: Int64
  /// The URL without its fragment.
  var url: String
  /// The URL's host and port in lower case.
  var authority: String
  /// The answer's status.
  var status: Int
  /// The body's size by the settings' rule; nil when nothing tells it.
  var size: Int64?
  /// What the body is.
  var kind: ResourceKind
  /// What it says about storing.
  var headers: CacheHeaders
  /// The `ETag` without its mark of weakness; nil when there is none.
  var entityTag: String?
  /// The `Last-Modified`, in seconds since 1970.
  var lastModified: Int64?

  /// What an entry turns out to be.
  enum Reading {
    case request(HAREntry)
    case skipped(TraceSkip)
    /// The offset in the file, and what is wrong there.
    case malformed(offset: Int, reason: String, excerpt: String)
  }

  /// Reads an entry. Only the time, the method, the URL and the status must be there.
  static func read(
    _ json: JSON, at position: Int, bodySize: TraceSettings.BodySize
  ) -> Reading {
    let url = json["request"]?["url"]?.string
    func malformed(_ place: JSON?, _ reason: String) -> Reading {
      let found = place.map { ", found \($0.found)" } ?? ""
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
    guard method == HTTPMethod.get.rawValue else {
      return .skipped(.method(HTTPMethod(rawValue: method) ?? .other))
    }
    guard let authority = authority(of: url) else { return .skipped(.scheme) }
    guard (100...599).contains(status), TraceSkip.opens(Int(status)) else {
      return .skipped((0...599).contains(status) ? .status(Int(status)) : .request)
    }
    let answer = HARResponse(response, receivedSeconds: startedAt / 1_000_000_000)
    if let field = answer.unbelievedSize {
      return malformed(nil, "\(field) is larger than \(TraceNumber.largestBodyText)")
    }
    return .request(
      HAREntry(
        position: position, page: json["pageref"]?.string, startedAt: startedAt,
        url: String(url.prefix { $0 != "#" }), authority: authority, status: Int(status),
        size: answer.size(bodySize), kind: answer.kind ?? ResourceKind(path: Array(url.utf8)),
        headers: answer.headers, entityTag: answer.entityTag, lastModified: answer.lastModified))
  }

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
