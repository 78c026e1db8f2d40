internal import SimCore

/// All readers of headers, given any bytes: the way in for programs that look for what breaks them.
public enum HeaderFuzz {
  private static let fields = [
    "cache-control", "expires", "age", "vary", "etag", "last-modified", "date", "content-range",
    "connection", "content-length", "location", "content-location", "content-language",
    "if-none-match", "if-modified-since", "range", "if-range", "pragma", "accept-language", "foo",
  ]

  /// Reads the bytes as every kind of value, and as the lines of a request and a response that go
  /// through a cache. - Returns: how many things were found, so that no reader is left out.
  /// - Complexity: O(bytes).
  @discardableResult
  public static func run(_ bytes: [UInt8]) -> Int {
    let text = FieldSyntax.text(bytes)
    var found = FieldSyntax.members(of: text).count + EntityTag.list(text).count
    found += CacheControl([text]).flags.rawValue.nonzeroBitCount
    found += DateField.seconds(text, now: 0) == nil ? 0 : 1
    found += ContentRange(text) == nil ? 0 : 1
    found += PreferredLanguage.of(text) == nil ? 0 : 1
    if let range = ByteRange(text)?.resolved(in: 10) { found += range.count }
    let target = TargetURI(text)
    found += target.resolve(text).text.utf8.count
    return found + exchange(lines(bytes), target)
  }

  /// Lines of known names: in each, the first byte chooses the name.
  private static func lines(_ bytes: [UInt8]) -> HeaderLines {
    HeaderLines(
      bytes.split(separator: UInt8(ascii: "\n")).map { line in
        HeaderLine(
          fields[Int(line.first ?? 0) % fields.count], FieldSyntax.text(line.dropFirst()))
      })
  }

  private static func exchange(_ headers: HeaderLines, _ target: TargetURI) -> Int {
    var cache = HTTPCache()
    var found = 0
    let steps: [(method: String, status: Int)] = [
      ("GET", 200), ("GET", 206), ("GET", 304), ("HEAD", 200), ("GET", 503), ("POST", 200),
    ]
    for (index, step) in steps.enumerated() {
      let now = Instant(nanoseconds: Int64(index) * 1_000_000_000)
      let request = HTTPRequest(
        step.method, target, headers: index % 2 == 0 ? headers : HeaderLines())
      let decision = cache.decide(request, at: now)
      let response = HTTPResponse(step.status, headers: headers, body: MessageBody("0123456789"))
      found += cache.outgoing(for: request, by: decision).headers.lines.count
      found += cache.makeResponse(to: request, by: decision, at: now).headers.lines.count
      let outcome = cache.received(
        response, for: request, after: decision, requestTime: now, responseTime: now)
      found += outcome.response.headers.lines.count
    }
    return found
  }
}
