package import SimCore

extension CacheHeaders {
  /// The cache directives of a response's header fields.
  ///
  /// `Cache-Control` (RFC 9111, section 5.2.2): names in any case, lists over several lines, the
  /// first of two equal directives counts; `no-cache` and `private` with a list of fields count as
  /// without it. A lifetime that cannot be read is zero (section 4.2.1), one that is too large is
  /// 2³¹ seconds (section 1.2.2). An `Expires` that is no date has passed (section 5.3); without a
  /// readable `Date`, the time of receipt stands in for it.
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
    if let expires = fields.value("expires") {
      let date = fields.value("date").flatMap { HTTPDate.seconds($0, now: receivedSeconds) }
      let moment = HTTPDate.seconds(expires, now: receivedSeconds)
      let span = moment.map { $0 - (date ?? receivedSeconds) } ?? 0
      expiresAfter = .seconds(min(max(span, 0), Self.longestLifetime))
    }
    if let written = fields.value("age"), let seconds = Int64(written), seconds >= 0 {
      age = .seconds(min(seconds, Self.longestLifetime))
    }
    vary = fields.value("vary")
    hasEntityTag = fields.value("etag")?.isEmpty == false
    hasLastModified = fields.value("last-modified")?.isEmpty == false
  }

  /// The lines that an answer has of them where none were recorded: all but the dates that move
  /// with the clock, `Date` and `Expires`.
  /// - Parameters:
  ///   - version: what its `ETag` names.
  ///   - modified: its `Last-Modified`.
  ///   - seconds: how many whole seconds a span has.
  package func lines(
    of version: UInt32, modified: String, seconds: (TimeSpan) -> Int64
  ) -> [(name: String, value: String)] {
    var directives = Self.flags.filter { self[keyPath: $0.property] }.map(\.name)
    for (name, property) in Self.spans {
      if let span = self[keyPath: property] { directives.append("\(name)=\(seconds(span))") }
    }
    let lines: [(name: String, value: String?)] = [
      ("cache-control", directives.isEmpty ? nil : directives.joined(separator: ", ")),
      ("etag", hasEntityTag ? "\"\(version)\"" : nil),
      ("last-modified", hasLastModified ? modified : nil), ("vary", vary),
      ("age", age.map { "\(seconds($0))" }),
    ]
    return lines.compactMap { line in line.value.map { (line.name, $0) } }
  }

  /// The directives that are said or not, and those with a number of seconds.
  package static let flags: [(name: String, property: Flag)] = [
    ("no-store", \.noStore), ("no-cache", \.noCache), ("must-revalidate", \.mustRevalidate),
    ("immutable", \.immutable), ("private", \.isPrivate),
  ]
  package static let spans: [(name: String, property: Length)] = [
    ("max-age", \.maxAge), ("s-maxage", \.sharedMaxAge),
    ("stale-while-revalidate", \.staleWhileRevalidate), ("stale-if-error", \.staleIfError),
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

/// The times of captures: ISO 8601 in the profile of RFC 3339.
package enum ISOTime {
  /// Nanoseconds since 1970 of `2016-06-28T19:42:57.206+01:00`; nil for anything else.
  ///
  /// The zone is `Z`, `+01:00` or `+0100`; the fraction may have any number of digits, of which
  /// nine count. The year lies between 1970 and 2199, so that any two times are less than the
  /// 292 years of a `TimeSpan` apart.
  package static func nanoseconds(_ text: String) -> Int64? {
    var scanner = TextScanner(text)
    guard (20...64).contains(scanner.bytes.count), let year = scanner.number(4), scanner.skip("-"),
      let month = scanner.number(2), scanner.skip("-"), let day = scanner.number(2),
      scanner.skip("T") || scanner.skip("t"), let (hour, minute, second) = scanner.time(),
      let civil = CivilTime(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second),
      let fraction = scanner.skip(".") ? scanner.nanoseconds(cuts: true) : 0,
      let zone = zone(&scanner)
    else { return nil }
    let seconds = civil.secondsSince1970 - zone
    guard TraceNumber.times.contains(seconds) else { return nil }
    return seconds * 1_000_000_000 + fraction
  }

  /// A time in Universal Time with nine digits behind the second: `2016-06-28T18:42:57.206000000Z`.
  /// - Parameter seconds: since 1970; outside the years 0 to 9999 the year 1970.
  package static func text(_ seconds: Int64, nanoseconds: Int64) -> String {
    let unknown = "1970-01-01T00:00:00.000000000Z"
    guard let time = CivilTime(secondsSince1970: seconds) else { return unknown }
    func digits(_ number: Int, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
    let date = "\(digits(time.year, 4))-\(digits(time.month, 2))-\(digits(time.day, 2))"
    let clock = "\(digits(time.hour, 2)):\(digits(time.minute, 2)):\(digits(time.second, 2))"
    return "\(date)T\(clock).\(digits(Int(nanoseconds), 9))Z"
  }

  private static func zone(_ scanner: inout TextScanner) -> Int64? {
    if scanner.skip("Z") || scanner.skip("z") { return scanner.isAtEnd ? 0 : nil }
    let isWest = scanner.skip("-")
    guard isWest || scanner.skip("+"), let hours = scanner.number(2) else { return nil }
    _ = scanner.skip(":")
    guard let minutes = scanner.number(2), scanner.isAtEnd, hours < 24, minutes < 60 else {
      return nil
    }
    let seconds = Int64(hours * 3_600 + minutes * 60)
    return isWest ? -seconds : seconds
  }
}
