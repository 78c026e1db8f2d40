internal import SimCore
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Whose clock a client under test has.
package enum ClientClock: String, Sendable, CaseIterable {
  /// The time stands in each line that it is sent; the machine's clock is left alone.
  case given
  /// The library faketime shows it the virtual time as the machine's.
  case faketime
}

/// The file that the library faketime follows: its modification time is the client's clock.
///
/// libfaketime 0.9.10 with `FAKETIME=%` shows the whole second before that time, and some
/// microseconds less, standing still (measured): so the second after the virtual one is set, and
/// the client's clock is at the virtual second's end.
struct ClientClockFile {
  let environment: [(name: String, value: String)]
  private let path: String?

  /// Where Debian's package puts the library, by machine.
  private static let libraries = ["x86_64", "aarch64"].map {
    "/usr/lib/\($0)-linux-gnu/faketime/libfaketime.so.1"
  }

  static var library: String? { libraries.first { access($0, R_OK) == 0 } }

  init(_ clock: ClientClock, in folder: String) throws(ToolError) {
    guard clock == .faketime else {
      path = nil
      environment = []
      return
    }
    guard let library = Self.library else {
      throw ToolError(
        "its clock cannot be set: libfaketime is not installed (Debian: faketime)")
    }
    let path = "\(folder)/clock"
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw ToolError("cannot write \(path)") }
    close(file)
    self.path = path
    environment = [
      ("LD_PRELOAD", library), ("FAKETIME", "%"), ("FAKETIME_FOLLOW_FILE", path),
      ("FAKETIME_NO_CACHE", "1"),
    ]
  }

  func set(_ moment: ClientMoment) {
    guard let path else { return }
    let time = timespec(tv_sec: Int(moment.wholeSeconds) + 1, tv_nsec: 0)
    _ = utimensat(AT_FDCWD, path, [time, time], 0)
  }
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

  func begin(at moment: ClientMoment) {
    start.withLock { $0 = $0 ?? Self.now - moment.nanoseconds / speed }
  }

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
