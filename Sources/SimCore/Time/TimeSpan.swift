/// A length of virtual time in whole nanoseconds; negative spans are allowed and mean "before".
///
/// Sixty-four bits of nanoseconds last 292 years, and cost one register.
public struct TimeSpan: Hashable, Comparable, Sendable {
  /// The span in nanoseconds.
  public var nanoseconds: Int64

  /// Makes a span of `nanoseconds`.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// No time at all.
  public static let zero = TimeSpan(nanoseconds: 0)

  /// A span of whole microseconds.
  public static func microseconds(_ count: Int64) -> TimeSpan {
    TimeSpan(nanoseconds: count * 1_000)
  }
  /// A span of whole milliseconds.
  public static func milliseconds(_ count: Int64) -> TimeSpan {
    TimeSpan(nanoseconds: count * 1_000_000)
  }
  /// A span of whole seconds.
  public static func seconds(_ count: Int64) -> TimeSpan {
    TimeSpan(nanoseconds: count * 1_000_000_000)
  }
  /// A span of whole minutes.
  public static func minutes(_ count: Int64) -> TimeSpan { .seconds(count * 60) }
  /// A span of whole hours.
  public static func hours(_ count: Int64) -> TimeSpan { .seconds(count * 3_600) }
  /// A span of whole days of 24 hours.
  public static func days(_ count: Int64) -> TimeSpan { .seconds(count * 86_400) }

  /// The nearest whole nanosecond to a span a model computed in seconds: the one place where a
  /// model's fraction becomes an integer. Saturates at ±292 years; not-a-number is zero.
  public init(rounding seconds: Double) {
    let nanoseconds = (seconds * 1e9).rounded(.toNearestOrAwayFromZero)
    if nanoseconds.isNaN {
      self.nanoseconds = 0
    } else if nanoseconds >= 9.2e18 {
      self.nanoseconds = .max
    } else if nanoseconds <= -9.2e18 {
      self.nanoseconds = .min
    } else {
      self.nanoseconds = Int64(nanoseconds)
    }
  }

  /// The span as a fraction of seconds, for models and reports.
  public var seconds: Double { Double(nanoseconds) / 1e9 }
  /// The span as a fraction of milliseconds, for reports.
  public var milliseconds: Double { Double(nanoseconds) / 1e6 }

  public static func < (left: TimeSpan, right: TimeSpan) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
  /// The sum of two spans.
  public static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
    TimeSpan(nanoseconds: left.nanoseconds + right.nanoseconds)
  }
  /// The difference of two spans.
  public static func - (left: TimeSpan, right: TimeSpan) -> TimeSpan {
    TimeSpan(nanoseconds: left.nanoseconds - right.nanoseconds)
  }
  /// The span taken `count` times.
  public static func * (span: TimeSpan, count: Int64) -> TimeSpan {
    TimeSpan(nanoseconds: span.nanoseconds * count)
  }
  /// Adds a span in place.
  public static func += (left: inout TimeSpan, right: TimeSpan) { left = left + right }
}
