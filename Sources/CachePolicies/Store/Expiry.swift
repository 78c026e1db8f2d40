public import SimCore

/// How long a cache may serve a copy.
///
/// Expiry is checked at lookup: a request for an expired resident is a miss, and the copy is
/// removed. Until then it occupies capacity and can be evicted like any other.
public struct Expiry: Hashable, Sendable {
  /// What a copy's age is measured from.
  public enum Rule: String, WordSettingValue {
    /// Its insertion.
    case absolute
    /// The last hit.
    case sliding
  }

  /// What a copy's age is measured from.
  public var rule: Rule
  /// How long a copy lives of which the request does not say it; nil: for ever.
  public var timeToLive: TimeSpan?

  /// Makes a rule.
  public init(_ rule: Rule, after timeToLive: TimeSpan? = nil) {
    self.rule = rule
    self.timeToLive = timeToLive
  }

  /// When a copy expires that is stored or used by a request: nanoseconds, `Int64.max` for never.
  func deadline(of access: Access) -> Int64 {
    let span = access.timeToLive > 0 ? access.timeToLive : timeToLive?.nanoseconds ?? .max
    let (deadline, isBeyond) = access.time.addingReportingOverflow(span)
    return isBeyond ? .max : deadline
  }
}
