/// A point of virtual time: whole nanoseconds since the scenario's start.
public struct Instant: Hashable, Comparable, Codable, Sendable {
  /// Nanoseconds since the scenario's start.
  public var nanoseconds: Int64

  /// Makes the instant that many nanoseconds after the start.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The scenario's start.
  public static let start = Instant(nanoseconds: 0)
  /// An instant after every event: "never".
  public static let distantFuture = Instant(nanoseconds: .max)

  /// The time since the scenario's start.
  public var sinceStart: TimeSpan { TimeSpan(nanoseconds: nanoseconds) }

  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
  /// The instant `span` later.
  public static func + (instant: Instant, span: TimeSpan) -> Instant {
    Instant(nanoseconds: instant.nanoseconds + span.nanoseconds)
  }
  /// The instant `span` earlier.
  public static func - (instant: Instant, span: TimeSpan) -> Instant {
    Instant(nanoseconds: instant.nanoseconds - span.nanoseconds)
  }
  /// The time from `right` to `left`.
  public static func - (left: Instant, right: Instant) -> TimeSpan {
    TimeSpan(nanoseconds: left.nanoseconds - right.nanoseconds)
  }
}

/// A length of virtual time in whole nanoseconds; negative spans are allowed and mean "before".
///
/// Sixty-four bits of nanoseconds last 292 years, and cost one register.
public struct TimeSpan: Hashable, Comparable, Codable, Sendable {
  /// The span in nanoseconds.
  public var nanoseconds: Int64

  /// Makes a span of `nanoseconds`.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The span of a duration, to whole nanoseconds.
  public init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

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
    nanoseconds = Int64(rounding: seconds * 1e9)
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

/// Which second of the calendar an instant of virtual time is, as servers and traces write it.
package struct UnixClock: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z at `Instant.start`.
  package let secondsAtStart: Int64

  package init(secondsAtStart: Int64) { self.secondsAtStart = secondsAtStart }

  /// Seconds since 1970, rounded down.
  package func seconds(at instant: Instant) -> Int64 {
    let (whole, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return secondsAtStart + whole - (rest < 0 ? 1 : 0)
  }

  /// The instant at which a second since 1970 begins.
  package func instant(at seconds: Int64) -> Instant { .start + .seconds(seconds - secondsAtStart) }
}

extension Instant {
  /// The day, from 1, and the time of day, to a thousandth of a second: `day 2 09:14:03.120`.
  ///
  /// Cut off, not rounded, so that nothing seems to come after what it comes before.
  package var clockText: String { "day \(day) \(timeOfDayText)" }

  package var day: Int64 { nanoseconds / TimeSpan.days(1).nanoseconds + 1 }

  /// The time of day: `09:14:03.120`.
  package var timeOfDayText: String {
    let milliseconds = nanoseconds % TimeSpan.days(1).nanoseconds / 1_000_000
    let fields = [
      milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1_000 % 60,
    ]
    return fields.map { Self.padded($0, to: 2) }.joined(separator: ":") + "."
      + Self.padded(milliseconds % 1_000, to: 3)
  }

  private static func padded(_ number: Int64, to width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
