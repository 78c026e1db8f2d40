package import SimCore

extension CacheHeaders {
  /// The cache directives of a response's header fields for a private cache.
  ///
  /// `Cache-Control` (RFC 9111, section 5.2.2): names in any case, lists over several lines, the
  /// first of two equal directives counts; `no-cache` with a list of fields counts as `no-cache`;
  /// `s-maxage` and `private` do not apply to a private cache. A lifetime that cannot be read is
  /// zero (section 4.2.1), one that is too large is 2³¹ seconds (section 1.2.2). An `Expires` that
  /// is no date has passed (section 5.3); without a readable `Date`, the time of receipt stands in
  /// for it.
  /// - Parameter receivedSeconds: when the response came, in seconds since 1970.
  init(fields: [RecordedField], receivedSeconds: Int64) {
    self.init()
    let directives = fields.filter { $0.name == "cache-control" }.flatMap { Self.members($0.value) }
    for directive in directives {
      if let flag = Self.flags.first(where: { $0.name == directive.name }) {
        self[keyPath: flag.property] = true
      } else if let span = Self.spans.first(where: { $0.name == directive.name }),
        self[keyPath: span.property] == nil
      {
        self[keyPath: span.property] = Self.lifetime(directive.argument)
      }
    }
    func first(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    if let expires = first("expires") {
      let date = first("date").flatMap { HTTPDate.seconds($0, now: receivedSeconds) }
      let moment = HTTPDate.seconds(expires, now: receivedSeconds)
      let span = moment.map { $0 - (date ?? receivedSeconds) } ?? 0
      expiresAfter = .seconds(min(max(span, 0), Self.longestLifetime))
    }
    if let written = first("age"), let seconds = Int64(written), seconds >= 0 {
      age = .seconds(min(seconds, Self.longestLifetime))
    }
    vary = first("vary")
    hasEntityTag = first("etag")?.isEmpty == false
    hasLastModified = first("last-modified")?.isEmpty == false
  }

  /// The directives that are said or not, and those with a number of seconds.
  package static let flags: [(name: String, property: Flag)] = [
    ("no-store", \.noStore), ("no-cache", \.noCache), ("must-revalidate", \.mustRevalidate),
    ("immutable", \.immutable),
  ]
  package static let spans: [(name: String, property: Length)] = [
    ("max-age", \.maxAge), ("stale-while-revalidate", \.staleWhileRevalidate),
    ("stale-if-error", \.staleIfError),
  ]
  package typealias Flag = any WritableKeyPath<CacheHeaders, Bool> & Sendable
  package typealias Length = any WritableKeyPath<CacheHeaders, TimeSpan?> & Sendable

  /// 2³¹ seconds (RFC 9111, section 1.2.2).
  private static let longestLifetime: Int64 = 1 << 31

  private static func lifetime(_ argument: String?) -> TimeSpan {
    guard let argument, !argument.isEmpty,
      argument.utf8.allSatisfy({ TraceNumber.digit($0) != nil })
    else { return .zero }
    let digits = argument.drop { $0 == "0" }
    if digits.isEmpty { return .zero }
    let seconds = digits.utf8.count > 10 ? longestLifetime : Int64(digits) ?? longestLifetime
    return .seconds(min(seconds, longestLifetime))
  }

  private typealias Directive = (name: String, argument: String?)

  private static func members(_ list: String) -> [Directive] {
    var members: [Directive] = []
    var name = ""
    var argument: String?
    var isQuoted = false
    var isEscaped = false
    func trimmed(_ text: String) -> String {
      let start = text.drop { $0 == " " || $0 == "\t" }
      return String(
        start.prefix(start.count - start.reversed().prefix { " \t".contains($0) }.count))
    }
    func finish() {
      let finished = trimmed(name).lowercased()
      if !finished.isEmpty { members.append((finished, argument.map(trimmed))) }
      name = ""
      argument = nil
    }
    for character in list {
      if isQuoted, !isEscaped, character == "\\" {
        isEscaped = true
      } else if character == "\"", !isEscaped {
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        finish()
      } else if character == "=", !isQuoted, argument == nil {
        argument = ""
      } else {
        isEscaped = false
        if argument == nil { name.append(character) } else { argument?.append(character) }
      }
    }
    finish()
    return members
  }
}

/// What may stand in a line of a header (RFC 9110, sections 5.1, 5.5 and 5.6.2): what else a file
/// has, no server sends and no client accepts.
enum HeaderText {
  private static let signs = Set("!#$%&'*+-.^_`|~".utf8)

  /// Whether a text is the name of a field: a token.
  static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: signs.contains(byte)
        }
      }
  }

  /// Whether a text is the value of a field: without control characters but tabulators.
  static func isValue(_ text: some StringProtocol) -> Bool { !text.utf8.contains(where: isControl) }

  static func isBreak(_ character: Character) -> Bool { ["\n", "\r", "\r\n"].contains(character) }

  /// A value with blanks in place of control characters, and none at its ends.
  static func withoutControls(_ text: some StringProtocol) -> String {
    guard !isValue(text) else { return String(text) }
    let blank = UInt8(ascii: " ")
    let bytes = text.utf8.map { isControl($0) ? blank : $0 }.drop { $0 == blank }
    let end = bytes.lastIndex { $0 != blank }.map { $0 + 1 } ?? bytes.startIndex
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    (byte < 0x20 && byte != 0x09) || byte == 0x7F
  }
}
