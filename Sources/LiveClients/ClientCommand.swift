internal import Measurement
package import SimCore

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

package struct ClientCommand: Sendable {
  /// What reports call it, without `(live)`.
  package var name: String
  package var command: String
  /// How long an answer may take on the wall clock.
  package var patience = TimeSpan.seconds(20)
  package var clock = ClientClock.given
  /// How many times faster than the wall clock the days pass of a client whose clock cannot be set;
  /// nil: such a client is refused.
  package var speed: Int64?
  package var countsWrites = false

  package init(name: String, command: String) {
    self.name = name
    self.command = command
  }
}

struct ClientAbilities: Sendable {
  /// How many requests it can be asked at once.
  var concurrency = 1
  var medium: Medium? = .flash
  /// Whether its clock is the machine's, whatever the harness sets.
  var hasOwnClock = false

  init() {}

  init(_ reply: JSON) throws(ToolError) {
    if let concurrency = reply.member("concurrent") {
      guard let count = concurrency.integer, (1...1_000).contains(count) else {
        throw ToolError(
          "said that \"concurrent\" is \(concurrency.found): expected a number from 1 to 1000")
      }
      self.concurrency = Int(count)
    }
    if let keeps = reply.member("keeps") {
      switch keeps.string {
      case "memory": medium = .memory
      case "disk": medium = .flash
      case "nothing": medium = nil
      default:
        throw ToolError(
          "said that \"keeps\" is \(keeps.found): expected \"memory\", \"disk\" or \"nothing\"")
      }
    }
    if let clock = reply.member("clock") {
      switch clock.string {
      case "virtual": break
      case "own": hasOwnClock = true
      default:
        throw ToolError(
          "said that \"clock\" is \(clock.found): expected \"virtual\" or \"own\"")
      }
    }
  }
}

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
