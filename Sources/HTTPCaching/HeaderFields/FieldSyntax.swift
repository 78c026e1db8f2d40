internal import SimCore

/// The pieces that field values are made of (RFC 9110 §5.6), read from any bytes.
enum FieldSyntax {
  static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")

  /// Whether a byte is optional white space (RFC 9110 §5.6.3).
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Without white space at both ends.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while let first = rest.first, isSpace(first) { rest.removeFirst() }
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return rest
  }

  /// Without white space at both ends; the text itself where there is none.
  static func trimmed(_ text: String) -> String {
    guard let first = text.utf8.first, let last = text.utf8.last, isSpace(first) || isSpace(last)
    else { return text }
    return self.text(trimmed(Array(text.utf8)[...]))
  }

  static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
  }

  /// The members of a list: between commas outside of quoted strings, trimmed, none empty.
  ///
  /// A quoted string that does not end takes the rest.
  /// - Complexity: O(bytes).
  static func members(of value: String) -> [ArraySlice<UInt8>] {
    let bytes = Array(value.utf8)
    var members: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    var isQuoted = false
    while index <= bytes.count {
      if index == bytes.count || (bytes[index] == comma && !isQuoted) {
        let member = trimmed(bytes[start..<index])
        if !member.isEmpty { members.append(member) }
        start = index + 1
      } else if bytes[index] == quote {
        isQuoted.toggle()
      } else if isQuoted, bytes[index] == UInt8(ascii: "\\") {
        // A quoted pair; its second byte may be a quote. The end of the text still ends the member.
        index = min(index + 1, bytes.count - 1)
      }
      index += 1
    }
    return members
  }

  /// What a quoted string says; nil where it is none.
  static func unquoted(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return nil }
    var result: [UInt8] = []
    var isEscaped = false
    for byte in bytes.dropFirst().dropLast() {
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
        continue
      }
      if !isEscaped, byte == quote { return nil }
      result.append(byte)
      isEscaped = false
    }
    return isEscaped ? nil : result
  }

  /// A whole number of digits alone, no more than a limit; nil where it is none.
  static func digits(_ bytes: some Sequence<UInt8>, limit: Int64) -> Int64? {
    var number: Int64 = 0
    var isEmpty = true
    for byte in bytes {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      isEmpty = false
      number = number > limit / 10 ? limit : min(number * 10 + Int64(byte & 0x0F), limit)
    }
    return isEmpty ? nil : number
  }
}

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
        HeaderLine(fields[Int(line.first ?? 0) % fields.count], FieldSyntax.text(line.dropFirst()))
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
