public import SimCore

/// How long a room may answer from a copy.
///
/// An expired resident is found out when it is asked for: that request is a miss, the copy leaves,
/// and its policy hears of a removal. Until then it takes room and can be evicted like another.
public struct Expiry: Hashable, Sendable {
  /// What a copy's age is measured from.
  public enum Rule: String, WordSettingValue {
    /// Its coming in.
    case absolute
    /// The last request that it answered.
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
