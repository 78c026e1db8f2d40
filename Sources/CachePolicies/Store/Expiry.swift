public import SimCore

/// How long a cache may serve a copy.
///
/// A request for an expired resident is a miss. When copies are checked is a setting: it decides
/// what occupies capacity, and about requests that come just when a copy is due.
public struct Expiry: Hashable, Sendable {
  /// What a copy's age is measured from.
  public enum Rule: String, WordSettingValue {
    /// Its insertion.
    case absolute
    /// The last hit.
    case sliding
  }

  /// When a cache checks which copies have expired.
  public enum Check: String, WordSettingValue {
    /// When a copy is looked up: until then it occupies capacity and can be evicted like any other.
    case lookup
    /// All copies before each request: what is due has left by then.
    case before
    /// All copies after each request: what has become due since the request before may be hit once
    /// more, and with a sliding lifetime then lives on.
    case after
  }

  /// What a copy's age is measured from.
  public var rule: Rule
  /// How long a copy lives of which the request does not say it; nil: for ever.
  public var timeToLive: TimeSpan?
  /// When it is checked.
  public var check: Check

  /// Makes a rule.
  public init(_ rule: Rule, after timeToLive: TimeSpan? = nil, check: Check = .lookup) {
    self.rule = rule
    self.timeToLive = timeToLive
    self.check = check
  }

  /// When a copy expires that is stored or used by a request: nanoseconds, `Int64.max` for never.
  func deadline(of access: Access) -> Int64 {
    let span = access.timeToLive > 0 ? access.timeToLive : timeToLive?.nanoseconds ?? .max
    let (deadline, isBeyond) = access.time.addingReportingOverflow(span)
    return isBeyond ? .max : deadline
  }
}
