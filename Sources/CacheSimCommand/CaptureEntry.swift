internal import CacheWorkloads
internal import HTTPCaching
internal import SimCore

/// One entry of a HAR capture with its header lines, as a cache needs it.
struct CaptureEntry {
  let position: Int
  let url: String
  /// Nanoseconds since 1970.
  let startedAt: Int64
  let duration: TimeSpan
  private(set) var request: HTTPRequest
  /// What the browser did.
  let deed: HARDeed
  private let response: HTTPResponse

  /// The longest time that a capture can mean; a longer one is not believed: an hour.
  private static let longest = 3_600_000.0

  /// Reads an entry; nil where it has no time, no address of the web or no final answer.
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
    asked.remove(HARDeed.conditions)
    request = HTTPRequest(method, url, headers: asked)
    deed = HARDeed(json)
    var answered = Self.lines(response)
    // The content is told uncompressed and its length as it was sent; captures hold whole answers.
    answered.remove("content-length")
    let size = response["content"]?["size"]?.integer ?? 0
    self.response = HTTPResponse(
      Int(status), headers: answered, body: MessageBody(count: max(size, 0)))
  }

  /// Adds the lines of an earlier request that this one, which was not sent, does not show.
  mutating func completeHeader(from earlier: HeaderLines?) {
    guard deed == .used, let earlier else { return }
    var headers = request.headers
    let missing = earlier.lines.filter {
      $0.name != "cache-control" && $0.name != "pragma" && !headers.contains($0.name)
    }
    headers.append(contentsOf: missing)
    request = HTTPRequest(request.method, request.target, headers: headers)
  }

  /// What the origin would have answered our cache; nil where it is not asked, or was asked by the
  /// browser for less than ours needs.
  func answer(to decision: Decision) -> HTTPResponse? {
    switch decision.action {
    case .useStored, .useStaleWhileRevalidating, .gatewayTimeout: return nil
    case .validate: return deed == .used ? HTTPResponse(304) : response
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
