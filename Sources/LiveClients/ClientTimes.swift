internal import SimCore
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

struct ClientMoment: Sendable {
  /// Since the scenario's start.
  var nanoseconds: Int64
  /// Since 1970-01-01T00:00:00Z.
  var seconds: Double
  /// The same in whole seconds, rounded down.
  var wholeSeconds: Int64

  /// A line that tells a client, or a driver, to do something now.
  func line(_ id: some BinaryInteger, _ verb: String, _ members: [(String, JSON)]) -> JSON {
    let what = [
      ("id", JSON(id)), ("do", JSON(verb)), ("at", JSON(seconds)),
      ("nanoseconds", JSON(nanoseconds)),
    ]
    return .object(what + members)
  }
}

/// Virtual time as a client under test has it on its clock.
struct ClientTimes: Hashable, Sendable {
  /// Of the scenario's start, in seconds since 1970.
  var secondsAtStart: Int64
  /// What is to be added to that.
  var fraction = TimeSpan.zero
  /// How many times faster virtual time passes; ages are divided by it.
  var speed: Int64 = 1

  func moment(at instant: Instant) -> ClientMoment {
    let (whole, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return ClientMoment(
      nanoseconds: instant.nanoseconds,
      seconds: Double(secondsAtStart + whole) + Double(rest / 1_000_000) / 1_000,
      wholeSeconds: UnixClock(secondsAtStart: secondsAtStart).seconds(at: instant))
  }

  /// An instant as an HTTP date: its second; of scaled time the next one, so that no part of a
  /// second is taken for an age.
  func date(at instant: Instant) -> String {
    var scaled = Instant(nanoseconds: instant.nanoseconds / speed) + fraction
    if speed > 1 { scaled = scaled + TimeSpan(nanoseconds: 999_999_999) }
    let seconds = UnixClock(secondsAtStart: secondsAtStart).seconds(at: scaled)
    return HTTPDate.text(seconds) ?? "Thu, 01 Jan 1970 00:00:00 GMT"
  }

  /// A span in whole seconds, towards zero.
  func seconds(_ span: TimeSpan) -> Int64 { span.nanoseconds / 1_000_000_000 / speed }
}

/// Days that pass faster than the clock on the wall, by a number of times, for a client whose clock
/// cannot be set. They begin with the first request: what comes before it takes no time.
final class ScaledTime: Sendable {
  private let speed: Int64
  /// The wall clock's time of the scenario's start, in nanoseconds since 1970; nil: not begun.
  private let start = Mutex<Int64?>(nil)

  init(speed: Int64) { self.speed = speed }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The first request is made; later ones change nothing.
  func begin(at moment: ClientMoment) {
    start.withLock { $0 = $0 ?? Self.now - moment.nanoseconds / speed }
  }

  /// Waits until an instant has come; one that has passed is not waited for.
  func wait(until moment: ClientMoment) {
    guard let start = start.withLock({ $0 }) else { return }
    var rest = start + moment.nanoseconds / speed - Self.now
    while rest > 0 {
      var span = timespec(
        tv_sec: Int(rest / 1_000_000_000), tv_nsec: Int(rest % 1_000_000_000))
      _ = nanosleep(&span, nil)
      rest = start + moment.nanoseconds / speed - Self.now
    }
  }

  var times: ClientTimes {
    let start = start.withLock { $0 } ?? Self.now
    return ClientTimes(
      secondsAtStart: start / 1_000_000_000, fraction: TimeSpan(nanoseconds: start % 1_000_000_000),
      speed: speed)
  }
}
