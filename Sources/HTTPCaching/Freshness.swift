public import SimCore

/// What an answer's header says about its freshness.
public struct FreshnessFields: Hashable, Sendable {
  /// `Cache-Control: no-store`.
  public var noStore: Bool
  /// `Cache-Control: no-cache`.
  public var noCache: Bool
  /// `Cache-Control: max-age`.
  public var maxAge: TimeSpan?
  /// `Expires` minus `Date`.
  public var expiresAfter: TimeSpan?
  /// `Date` minus `Last-Modified`.
  public var unmodifiedFor: TimeSpan?
  /// Whether the answer can be asked about: it carries an `ETag` or a `Last-Modified`.
  public var hasValidator: Bool

  /// Makes the fields.
  public init(
    noStore: Bool = false, noCache: Bool = false, maxAge: TimeSpan? = nil,
    expiresAfter: TimeSpan? = nil, unmodifiedFor: TimeSpan? = nil, hasValidator: Bool = false
  ) {
    self.noStore = noStore
    self.noCache = noCache
    self.maxAge = maxAge
    self.expiresAfter = expiresAfter
    self.unmodifiedFor = unmodifiedFor
    self.hasValidator = hasValidator
  }
}

/// Freshness of a private cache by RFC 9111 §4.2: a pure function of the header and the age.
public enum Freshness {
  /// The share of `Date − Last-Modified` that counts as fresh where the header says nothing: 10 %,
  /// as RFC 9111 §4.2.2 names it as typical.
  public static let heuristicDivisor: Int64 = 10

  /// How long an answer is fresh: `max-age`, else `Expires`, else the heuristic, else not at all
  /// (RFC 9111 §4.2.1, §4.2.2).
  public static func lifetime(of fields: FreshnessFields) -> TimeSpan {
    if let maxAge = fields.maxAge { return max(maxAge, .zero) }
    if let expiresAfter = fields.expiresAfter { return max(expiresAfter, .zero) }
    if let unmodifiedFor = fields.unmodifiedFor {
      return TimeSpan(nanoseconds: max(unmodifiedFor.nanoseconds / heuristicDivisor, 0))
    }
    return .zero
  }

  /// Whether an answer of that age may be used without asking the origin (RFC 9111 §4.2).
  public static func isFresh(_ fields: FreshnessFields, age: TimeSpan) -> Bool {
    !fields.noCache && age < lifetime(of: fields)
  }

  /// Whether storing an answer can ever be of use: it may be stored (RFC 9111 §3), and it is fresh
  /// for a while or can be asked about.
  public static func isWorthStoring(_ fields: FreshnessFields) -> Bool {
    !fields.noStore && (lifetime(of: fields) > .zero || fields.hasValidator)
  }
}
