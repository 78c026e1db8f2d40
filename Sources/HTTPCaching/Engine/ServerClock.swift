internal import SimCore

/// Virtual time in the seconds that headers are written in.
struct ServerClock: Hashable, Sendable {
  /// Seconds since 1970 at `Instant.start`.
  let secondsAtStart: Int64

  private static let nanosecondsPerSecond: Int64 = 1_000_000_000

  /// Seconds since 1970, rounded down.
  func seconds(at instant: Instant) -> Int64 {
    let (whole, rest) = instant.nanoseconds.quotientAndRemainder(
      dividingBy: Self.nanosecondsPerSecond)
    return secondsAtStart + whole - (rest < 0 ? 1 : 0)
  }

  /// From a header's date to an instant; ±2³¹ seconds at most, so that sums of a few fit.
  func span(from date: Int64, to instant: Instant) -> TimeSpan {
    let now = seconds(at: instant)
    let whole = now - date
    let limit = HeaderLimits.seconds
    guard whole > -limit, whole < limit else { return .seconds(whole < 0 ? -limit : limit) }
    let fraction = instant.nanoseconds - (now - secondsAtStart) * Self.nanosecondsPerSecond
    return .seconds(whole) + TimeSpan(nanoseconds: fraction)
  }

  /// A lifetime in seconds within its limits, 0 and 2³¹.
  static func clamped(_ seconds: Int64) -> Int64 { min(max(seconds, 0), HeaderLimits.seconds) }
}
