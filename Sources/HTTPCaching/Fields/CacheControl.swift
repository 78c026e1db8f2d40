/// The directives of `Cache-Control` of requests and answers (RFC 9111 §5.2, RFC 5861, RFC 8246).
///
/// Of a directive that stands twice the first counts (RFC 9111 §4.2.1). Unknown ones are
/// passed over.
public struct CacheControl: Hashable, Sendable {
  /// Directives that say all by their name.
  public struct Flags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16
    /// Makes a set of the bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// `no-store`.
    public static let noStore = Flags(rawValue: 1)
    /// `no-cache` without field names.
    public static let noCache = Flags(rawValue: 2)
    /// `private` without field names.
    public static let `private` = Flags(rawValue: 4)
    /// `public`.
    public static let `public` = Flags(rawValue: 8)
    /// `must-revalidate`.
    public static let mustRevalidate = Flags(rawValue: 16)
    /// `proxy-revalidate`.
    public static let proxyRevalidate = Flags(rawValue: 32)
    /// `must-understand`.
    public static let mustUnderstand = Flags(rawValue: 64)
    /// `immutable`.
    public static let immutable = Flags(rawValue: 128)
    /// `only-if-cached`.
    public static let onlyIfCached = Flags(rawValue: 256)
    /// `max-stale` without a number: any staleness.
    public static let maxStaleAny = Flags(rawValue: 512)
  }

  /// The directives that say all by their name.
  public var flags: Flags = []
  /// `max-age`.
  public var maxAge: DeltaSeconds?
  /// `s-maxage`.
  public var sharedMaxAge: DeltaSeconds?
  /// `stale-while-revalidate`.
  public var staleWhileRevalidate: DeltaSeconds?
  /// `stale-if-error`.
  public var staleIfError: DeltaSeconds?
  /// `max-stale` with a number.
  public var maxStale: DeltaSeconds?
  /// `min-fresh`.
  public var minFresh: DeltaSeconds?
  /// The fields that `no-cache="…"` names, in lower case.
  public var noCacheFields: [String] = []
  /// The fields that `private="…"` names, in lower case.
  public var privateFields: [String] = []

  /// Reads the lines' values. - Complexity: O(bytes).
  public init(_ values: [String]) {
    for value in values {
      for member in FieldBytes.members(of: value) { read(member) }
    }
  }

  private mutating func read(_ member: ArraySlice<UInt8>) {
    let equals = member.firstIndex(of: UInt8(ascii: "="))
    let name = HeaderLine.lowercase(FieldBytes.text(member[..<(equals ?? member.endIndex)]))
    let argument = equals.map { place -> [UInt8] in
      let written = member[(place + 1)...]
      // Both forms are accepted, whichever a directive asks for (RFC 9111 §5.2).
      return FieldBytes.unquoted(written) ?? Array(written)
    }
    if let flag = Self.flags[name] {
      flags.insert(flag)
      return
    }
    switch name {
    case "no-cache": restrict(to: argument, flag: .noCache, fields: \.noCacheFields)
    case "private": restrict(to: argument, flag: .private, fields: \.privateFields)
    case "max-age": keepFirst(argument, \.maxAge)
    case "s-maxage": keepFirst(argument, \.sharedMaxAge)
    case "stale-while-revalidate": keepFirst(argument, \.staleWhileRevalidate)
    case "stale-if-error": keepFirst(argument, \.staleIfError)
    case "min-fresh": keepFirst(argument, \.minFresh)
    case "max-stale":
      if argument == nil { flags.insert(.maxStaleAny) } else { keepFirst(argument, \.maxStale) }
    default: break
    }
  }

  private static let flags: [String: Flags] = [
    "no-store": .noStore, "public": .public, "must-revalidate": .mustRevalidate,
    "proxy-revalidate": .proxyRevalidate, "must-understand": .mustUnderstand,
    "immutable": .immutable, "only-if-cached": .onlyIfCached,
  ]

  private mutating func keepFirst(
    _ argument: [UInt8]?, _ directive: WritableKeyPath<CacheControl, DeltaSeconds?>
  ) {
    guard self[keyPath: directive] == nil else { return }
    self[keyPath: directive] = DeltaSeconds(argument ?? [])
  }

  /// A directive that may name fields; without a name it stands for the whole answer.
  private mutating func restrict(
    to argument: [UInt8]?, flag: Flags, fields: WritableKeyPath<CacheControl, [String]>
  ) {
    let names = FieldBytes.members(of: FieldBytes.text(argument ?? []))
    if names.isEmpty { flags.insert(flag) }
    self[keyPath: fields] += names.map { HeaderLine.lowercase(FieldBytes.text($0)) }
  }
}
