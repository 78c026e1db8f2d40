internal import SimCore

extension CacheHeaders {
  /// The cache directives of a response's header fields for a private cache.
  ///
  /// `Cache-Control` (RFC 9111, section 5.2.2): names in any case, lists over several lines, the
  /// first of two equal directives counts; `no-cache` with a list of fields counts as `no-cache`;
  /// `s-maxage` and `private` do not apply to a private cache. A lifetime that cannot be read is
  /// zero (section 4.2.1), one that is too large is 2³¹ seconds (section 1.2.2). An `Expires` that
  /// is no date has passed (section 5.3); without a readable `Date`, the time of receipt stands in
  /// for it.
  /// - Parameters:
  ///   - fields: names in lower case, and values, in order.
  ///   - receivedSeconds: when the response came, in seconds since 1970.
  init(fields: [(name: String, value: String)], receivedSeconds: Int64) {
    self.init()
    for directive in Self.directives(fields) {
      switch directive.name {
      case "no-store": noStore = true
      case "no-cache": noCache = true
      case "must-revalidate": mustRevalidate = true
      case "immutable": immutable = true
      case "max-age" where maxAge == nil: maxAge = Self.lifetime(directive.argument)
      case "stale-while-revalidate" where staleWhileRevalidate == nil:
        staleWhileRevalidate = Self.lifetime(directive.argument)
      case "stale-if-error" where staleIfError == nil:
        staleIfError = Self.lifetime(directive.argument)
      default: break
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

  private static func directives(_ fields: [(name: String, value: String)]) -> [Directive] {
    fields.filter { $0.name == "cache-control" }.flatMap { members($0.value) }
  }

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
