/// The directives of `Cache-Control` in requests and responses (RFC 9111 §5.2, RFC 5861, RFC 8246).
///
/// Of a directive that stands twice the first counts (RFC 9111 §4.2.1). Unknown ones are
/// passed over.
package struct CacheControl: Hashable, Sendable {
  /// Directives that say all by their name.
  package struct Flags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    package static let noStore = Flags(rawValue: 1)
    /// `no-cache` without field names.
    package static let noCache = Flags(rawValue: 2)
    /// `private` without field names.
    package static let `private` = Flags(rawValue: 4)
    package static let `public` = Flags(rawValue: 8)
    package static let mustRevalidate = Flags(rawValue: 16)
    package static let proxyRevalidate = Flags(rawValue: 32)
    package static let mustUnderstand = Flags(rawValue: 64)
    package static let immutable = Flags(rawValue: 128)
    package static let onlyIfCached = Flags(rawValue: 256)
    /// `max-stale` without a number: any staleness.
    package static let maxStaleAny = Flags(rawValue: 512)
  }

  package var flags: Flags = []
  package var maxAge: DeltaSeconds?
  /// `s-maxage`.
  package var sharedMaxAge: DeltaSeconds?
  package var staleWhileRevalidate: DeltaSeconds?
  package var staleIfError: DeltaSeconds?
  /// `max-stale` with a number.
  package var maxStale: DeltaSeconds?
  package var minFresh: DeltaSeconds?
  /// The fields that `no-cache="…"` names, in lower case.
  package var noCacheFields: [String] = []
  /// The fields that `private="…"` names, in lower case.
  package var privateFields: [String] = []

  package init() {}

  /// Reads the lines' values. - Complexity: O(bytes).
  package init(_ values: [String], _ syntax: DirectiveSyntax = DirectiveSyntax()) {
    for value in syntax.firstLineOnly ? Array(values.prefix(1)) : values {
      let value = syntax.endsAtEmpty ? Self.withoutRest(value) : value
      for member in FieldSyntax.members(of: value) {
        guard syntax.splitsSemicolons || syntax.splitsBlanks else {
          read(member, syntax)
          continue
        }
        let mark = UInt8(ascii: syntax.splitsSemicolons ? ";" : " ")
        for part in Self.parts(of: member, at: mark) { read(FieldSyntax.trimmed(part), syntax) }
      }
    }
  }

  /// The parts between marks; a blank beside an equals sign is none.
  private static func parts(of member: ArraySlice<UInt8>, at mark: UInt8) -> [ArraySlice<UInt8>] {
    let equals = UInt8(ascii: "=")
    guard !FieldSyntax.isSpace(mark) else {
      return member.split(whereSeparator: FieldSyntax.isSpace).reduce(into: []) { parts, part in
        guard let last = parts.last, last.last == equals || part.first == equals else {
          parts.append(part)
          return
        }
        parts[parts.count - 1] = member[last.startIndex..<part.endIndex]
      }
    }
    return member.split(separator: mark)
  }

  /// What stands before the first empty member, and before what follows `private="…"`.
  private static func withoutRest(_ value: String) -> String {
    var kept: [Substring] = []
    for part in value.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.drop { $0 == " " }
      if name.isEmpty || name.hasPrefix("*") { break }
      kept.append(part)
      if name.hasPrefix("private=") { break }
    }
    return kept.joined(separator: ",")
  }

  private mutating func read(_ member: ArraySlice<UInt8>, _ syntax: DirectiveSyntax) {
    let equals = member.firstIndex(of: UInt8(ascii: "="))
    func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      syntax.readsSpaced ? FieldSyntax.trimmed(bytes) : bytes
    }
    let written = FieldSyntax.text(trimmed(member[..<(equals ?? member.endIndex)]))
    let name = syntax.isCaseSensitive ? written : HeaderLine.lowercase(written)
    let argument = equals.map { place -> [UInt8] in
      let written = trimmed(member[(place + 1)...])
      // Both forms are accepted, whichever a directive asks for (RFC 9111 §5.2).
      return FieldSyntax.unquoted(written).flatMap {
        Self.isNumber(name) && !syntax.readsQuoted ? nil : $0
      }
        ?? Array(written)
    }
    switch name {
    case "no-cache": restrict(to: argument, flag: .noCache, fields: \.noCacheFields)
    case "private": restrict(to: argument, flag: .private, fields: \.privateFields)
    case "max-stale" where argument == nil: flags.insert(.maxStaleAny)
    case "no-store" where argument != nil && !syntax.qualifiedNoStore: break
    default:
      if let number = Self.numbers.first(where: { $0.name == name }) {
        keep(argument, number.property, syntax)
      } else if let (_, flag) = Self.flagNames.first(where: { $0.name == name }) {
        flags.insert(flag)
      }
    }
  }

  private mutating func keep(
    _ argument: [UInt8]?, _ directive: WritableKeyPath<CacheControl, DeltaSeconds?>,
    _ syntax: DirectiveSyntax
  ) {
    let read = argument.map { DeltaSeconds($0, syntax) } ?? DeltaSeconds(unvalued: syntax)
    guard let first = self[keyPath: directive], syntax.repeated != .last else {
      self[keyPath: directive] = read
      return
    }
    if syntax.repeated == .smallest, let read { self[keyPath: directive] = .min(first, read) }
  }

  /// Whether a directive says a number of seconds.
  private static func isNumber(_ name: String) -> Bool { name != "no-cache" && name != "private" }

  /// A directive that may name fields; without a name it stands for the whole response.
  private mutating func restrict(
    to argument: [UInt8]?, flag: Flags, fields: WritableKeyPath<CacheControl, [String]>
  ) {
    let names = FieldSyntax.members(of: FieldSyntax.text(argument ?? []))
    if names.isEmpty { flags.insert(flag) }
    self[keyPath: fields] += names.map { HeaderLine.lowercase(FieldSyntax.text($0)) }
  }
}

extension CacheControl {
  /// The directives as `Cache-Control` writes them; nil: there is none. - Complexity: O(bytes).
  package var text: String? {
    var directives = Self.flagNames.compactMap { flags.contains($0.flag) ? $0.name : nil }
    for (name, fields) in [("no-cache", noCacheFields), ("private", privateFields)]
    where !fields.isEmpty { directives.append("\(name)=\"\(fields.joined(separator: ", "))\"") }
    for (name, property) in Self.numbers {
      if let value = self[keyPath: property] { directives.append("\(name)=\(value.text)") }
    }
    return directives.isEmpty ? nil : directives.joined(separator: ", ")
  }

  private static let flagNames: [(name: String, flag: Flags)] = [
    ("no-store", .noStore), ("no-cache", .noCache), ("private", .private), ("public", .public),
    ("must-revalidate", .mustRevalidate), ("proxy-revalidate", .proxyRevalidate),
    ("must-understand", .mustUnderstand), ("immutable", .immutable),
    ("only-if-cached", .onlyIfCached), ("max-stale", .maxStaleAny),
  ]
  private typealias Number = any WritableKeyPath<CacheControl, DeltaSeconds?> & Sendable
  private static let numbers: [(name: String, property: Number)] = [
    ("max-age", \.maxAge), ("s-maxage", \.sharedMaxAge),
    ("stale-while-revalidate", \.staleWhileRevalidate), ("stale-if-error", \.staleIfError),
    ("max-stale", \.maxStale), ("min-fresh", \.minFresh),
  ]
}

/// What a directive says in seconds (RFC 9111 §1.2.2).
package enum DeltaSeconds: Hashable, Sendable {
  /// A number of seconds, 2³¹ at most.
  case seconds(Int64)
  /// Something that is no number; freshness that says so is none (RFC 9111 §4.2.1).
  case invalid

  /// The seconds; 0 where they are invalid.
  package var orZero: Int64 {
    if case .seconds(let seconds) = self { return seconds }
    return 0
  }

  /// The one that is fresh for less time.
  static func min(_ left: DeltaSeconds, _ right: DeltaSeconds) -> DeltaSeconds {
    right.orZero < left.orZero ? right : left
  }

  /// A number of seconds within the limits, 0 and 2³¹.
  package init(clamping seconds: Int64) { self = .seconds(HeaderLimits.clamped(seconds)) }

  /// As a directive writes it.
  var text: String {
    switch self {
    case .seconds(let seconds): String(seconds)
    case .invalid: "\"\""
    }
  }

  /// Reads a number as a client does; nil: it is as if the directive were not there.
  init?(_ bytes: [UInt8], _ syntax: DirectiveSyntax) {
    var digits = bytes[...]
    if syntax.readsPlus, digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    let number = digits.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if syntax.readsPrefix, !number.isEmpty { digits = number }
    if syntax.endsAtSemicolon { digits = digits.prefix { $0 != UInt8(ascii: ";") } }
    if syntax.cutsFractions, let point = digits.firstIndex(of: UInt8(ascii: ".")) {
      digits = digits[..<point]
    }
    let whole = syntax.readsExponents ? Self.withoutExponent(digits) : digits
    digits = whole[...]
    let limit = Int64.max / 16
    if let number = FieldSyntax.digits(digits, limit: limit),
      number < limit || syntax.largest == nil, number <= syntax.largest ?? .max
    {
      self.init(clamping: number)
      return
    }
    let isNegative =
      digits.first == UInt8(ascii: "-")
      && FieldSyntax.digits(digits.dropFirst(), limit: HeaderLimits.seconds) != nil
    if isNegative {
      self.init(reading: syntax.negative, isMinusOne: digits.elementsEqual("-1".utf8))
    } else {
      self.init(reading: syntax.unreadable)
    }
  }

  /// What a directive says that has no number; nil: it is as if it were not there.
  init?(unvalued syntax: DirectiveSyntax) {
    self.init(reading: syntax.unvalued ?? syntax.unreadable)
  }

  /// 60 for `6e1`.
  private static func withoutExponent(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let parts = bytes.split(separator: UInt8(ascii: "e"), omittingEmptySubsequences: false)
    guard parts.count == 2, let zeros = FieldSyntax.digits(parts[1], limit: 18) else {
      return bytes
    }
    return parts[0] + [UInt8](repeating: UInt8(ascii: "0"), count: Int(zeros))
  }

  private init?(reading rule: DirectiveSyntax.Unreadable) {
    switch rule {
    case .zero: self = .invalid
    case .absent: return nil
    case .forever: self = .seconds(HeaderLimits.seconds)
    }
  }

  private init?(reading rule: DirectiveSyntax.Negative, isMinusOne: Bool) {
    switch rule {
    case .zero: self = .invalid
    case .absent: return nil
    case .minusOneForever: self = isMinusOne ? .seconds(HeaderLimits.seconds) : .invalid
    }
  }
}

/// The field `Age` (RFC 9111 §5.1).
package enum AgeField {
  /// The seconds that the first member says, 2³¹ at most; nil where it says none and is ignored.
  /// - Complexity: O(bytes).
  package static func seconds(
    _ headers: HeaderLines, _ syntax: DirectiveSyntax = DirectiveSyntax()
  ) -> Int64? {
    let values = headers.values(of: "age")
    guard let value = syntax.repeatedExpires == .last ? values.last : values.first,
      let first = FieldSyntax.members(of: value).first
    else { return nil }
    let limit = HeaderLimits.seconds
    guard syntax.readsPrefix else {
      let whole = syntax.cutsFractions ? first.prefix { $0 != UInt8(ascii: ".") } : first
      return FieldSyntax.digits(whole, limit: limit)
    }
    // A negative number is a large one to who reads it without a sign.
    if first.first == UInt8(ascii: "-") {
      return FieldSyntax.digits(first.dropFirst(), limit: limit).map { _ in limit }
    }
    return FieldSyntax.digits(
      first.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }, limit: limit)
  }
}
