internal import CacheReports
internal import Dispatch
internal import SimCore
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What happens on Ctrl-C (SIGINT), and alike when somebody asks the program to end (SIGTERM) or
/// closes its terminal (SIGHUP): unfinished files go, a gnuplot that draws is ended, standard error
/// says what is kept, and the program ends with status 130.
///
/// Commands say beforehand what would be kept. What is unfinished is known by itself: see
/// `UnfinishedEntry`. Signals are caught, not ignored, because programs that we start would inherit
/// an ignored one. Each further signal finds the end under way.
enum Interruption {
  private static let plan = InterruptionPlan()

  /// Begins to listen; called once, before any work.
  static func listen() {
    _ = wasCaught.load(ordering: .relaxed)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // However many signals come, none waits for room in the pipe.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    bell.store(ends[1], ordering: .relaxed)
    signal(SIGINT, ring)
    signal(SIGTERM, ring)
    // Who started the program with `nohup` wants it to outlive its terminal.
    if let former = signal(SIGHUP, ring), unsafeBitCast(former, to: Int.self) == ignored {
      signal(SIGHUP, SIG_IGN)
    }
    // A reader that goes away is met where it is written to, and so is a limit of files' sizes.
    signal(SIGPIPE) { _ in }
    signal(SIGXFSZ) { _ in }
    let ear = ends[0]
    DispatchQueue(label: "interruption").async {
      var byte: UInt8 = 0
      while read(ear, &byte, 1) < 0 && errno == EINTR {}
      end()
    }
  }

  /// The value of SIG_IGN, which cannot be compared otherwise.
  private static let ignored = 1

  /// Says what would be kept.
  static func expect(kept: @escaping @Sendable () -> String) {
    guard plan.expect(kept: kept) else { standStill() }
  }

  /// Does a short step that is not to be interrupted: files get their names in it.
  /// - Parameter kept: what would be kept afterwards; nil: what was said before.
  static func step<Result: Sendable & ~Copyable, Failure: Error>(
    kept: String? = nil, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let result = try plan.step(kept: kept, body) else { standStill() }
    return result
  }

  /// Stands still where the program was interrupted: the rest of it has nothing more to say.
  static func wait() {
    if wasCaught.load(ordering: .acquiring) { standStill() }
  }

  /// Begins the end of a program that ends by itself: an interruption comes too late from now on.
  static func finish() {
    if plan.end() == nil { standStill() }
  }

  /// Removes what is unfinished, because the program ends early; then it has to end.
  static func undo() {
    finish()
    discard()
  }

  /// Removes what is unfinished, and ends the program as one whose reader went away.
  static func endUnread() -> Never {
    undo()
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    _exit(ExitStatus.inputOutput.rawValue)
  }

  private static func end() {
    guard let kept = plan.end() else {
      // The program ends by itself, with a status of its own, unless that takes long.
      sleep(1)
      _exit(ExitStatus.interrupted.rawValue)
    }
    discard()
    // Whatever becomes of the words, the end comes.
    signal(SIGALRM) { _ in _exit(ExitStatus.interrupted.rawValue) }
    alarm(1)
    Terminal.lastWords("interrupted: \(kept())")
    // No goodbye of other threads: they are in the middle of what is given up.
    _exit(ExitStatus.interrupted.rawValue)
  }

  private static func discard() {
    Gnuplot.endAll()
    UnfinishedEntry.discardAll()
  }

  /// Waits for the end that another thread has begun; never called with a lock.
  private static func standStill() -> Never {
    while true { sleep(1) }
  }
}

/// Whether a signal came.
private let wasCaught = Atomic(false)
/// Where the listener hears of it.
private let bell = Atomic<Int32>(-1)

/// What runs in the middle of anything: it may only do what signal handlers may.
private func ring(_: Int32) {
  let code = errno
  wasCaught.store(true, ordering: .releasing)
  var byte: UInt8 = 1
  _ = write(bell.load(ordering: .relaxed), &byte, 1)
  errno = code
}
