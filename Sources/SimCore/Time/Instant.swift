/// A point of virtual time: whole nanoseconds since the scenario's start.
public struct Instant: Hashable, Comparable, Sendable {
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
