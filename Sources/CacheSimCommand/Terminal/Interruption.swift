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

/// What happens on Ctrl-C (SIGINT), on a request to end (SIGTERM) and when the terminal closes
/// (SIGHUP): unfinished files are removed, a running gnuplot is ended, a message on standard error
/// names what is kept, and the program ends with status 130.
///
/// Commands register beforehand what would be kept. Unfinished files register themselves: see
/// `UnfinishedEntry`. Signals are caught, not ignored, because child processes would inherit an
/// ignored one. Further signals change nothing.
enum Interruption {
  private static let plan = InterruptionPlan()

  /// Begins to listen; called once, before any work.
  static func listen() {
    _ = (wasCaught.load(ordering: .relaxed), hasEnding.load(ordering: .relaxed))
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // However many signals come, none waits for space in the pipe.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    writeEnd.store(ends[1], ordering: .relaxed)
    signal(SIGINT, handleSignal)
    signal(SIGTERM, handleSignal)
    // A program that was started with `nohup` shall outlive its terminal.
    if let former = signal(SIGHUP, handleSignal), unsafeBitCast(former, to: Int.self) == ignored {
      signal(SIGHUP, SIG_IGN)
    }
    // A closed pipe and a limit of file sizes are handled where they are written to.
    signal(SIGPIPE) { _ in }
    signal(SIGXFSZ) { _ in }
    let readEnd = ends[0]
    DispatchQueue(label: "interruption").async {
      var byte: UInt8 = 0
      while read(readEnd, &byte, 1) < 0 && errno == EINTR {}
      end()
    }
  }

  /// The value of SIG_IGN, which cannot be compared otherwise.
  private static let ignored = 1

  /// Has a signal do something in place of ending the program, once: for a command that works until
  /// its user ends it, which then has two seconds to end by itself.
  static func onSignal(_ body: @escaping @Sendable () -> Void) {
    ending.withLock { $0 = body }
    hasEnding.store(true, ordering: .releasing)
  }

  /// What a signal does in place of ending the program.
  private static let ending = Mutex<(@Sendable () -> Void)?>(nil)

  static func expect(kept: @escaping @Sendable () -> String) {
    guard plan.expect(kept: kept) else { block() }
  }

  /// Does a short step that is not to be interrupted: files get their names in it. `kept` is what
  /// would be kept afterwards; nil: unchanged.
  static func step<Result: Sendable & ~Copyable, Failure: Error>(
    kept: String? = nil, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let result = try plan.step(kept: kept, body) else { block() }
    return result
  }

  /// Blocks where the program was interrupted: the rest of it writes nothing more.
  static func wait() {
    if wasCaught.load(ordering: .acquiring) { block() }
  }

  /// Begins the end of a program that ends by itself: an interruption comes too late from now on.
  static func finish() {
    if plan.end() == nil { block() }
  }

  /// Removes what is unfinished, because the program ends early; then it has to end.
  static func undo() {
    finish()
    discard()
  }

  /// Removes what is unfinished, and ends the program with SIGPIPE: its output has no reader.
  static func endWithoutReader() -> Never {
    undo()
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    _exit(ExitStatus.inputOutput.rawValue)
  }

  private static func end() {
    if !wasCaught.load(ordering: .acquiring), let body = ending.withLock({ $0 }) {
      body()
      // It ends by itself, unless somebody does not read what it writes.
      sleep(2)
      discard()
      _exit(ExitStatus.interrupted.rawValue)
    }
    guard let kept = plan.end() else {
      // The program is ending with a status of its own, unless that takes long.
      sleep(1)
      _exit(ExitStatus.interrupted.rawValue)
    }
    discard()
    // The program ends even if the message cannot be written.
    signal(SIGALRM) { _ in _exit(ExitStatus.interrupted.rawValue) }
    alarm(1)
    Terminal.writeLast("interrupted: \(kept())")
    // Without cleanup of other threads: they are in the middle of what is discarded.
    _exit(ExitStatus.interrupted.rawValue)
  }

  private static func discard() {
    Gnuplot.endAll()
    UnfinishedEntry.discardAll()
  }

  static func pause(microseconds: UInt32) { usleep(microseconds) }

  /// Blocks until the end that another thread has begun; never called with a lock.
  private static func block() -> Never {
    while true { sleep(1) }
  }
}

private let wasCaught = Atomic(false)
/// Whether a signal does something else.
private let hasEnding = Atomic(false)
private let writeEnd = Atomic<Int32>(-1)

/// The signal handler: it may only call what is safe in one.
private func handleSignal(_: Int32) {
  let code = errno
  if !hasEnding.load(ordering: .acquiring) { wasCaught.store(true, ordering: .releasing) }
  var byte: UInt8 = 1
  _ = write(writeEnd.load(ordering: .relaxed), &byte, 1)
  errno = code
}

/// What an interruption leaves at each moment, and the steps that it does not interrupt.
///
/// Nothing waits while it holds the lock: a step is one or two renamings, and what comes too late
/// blocks without the lock. So the end never waits longer than for one step.
final class InterruptionPlan: Sendable {
  private struct State {
    var kept: @Sendable () -> String = { "nothing was written" }
    var isEnding = false
  }

  private let state = Mutex(State())

  /// Registers what would be kept; false when the program is ending, and nothing may follow.
  func expect(kept: @escaping @Sendable () -> String) -> Bool {
    state.withLock { state in
      if state.isEnding { return false }
      state.kept = kept
      return true
    }
  }

  /// Does a short step, such as giving a result its name, before the end or not at all. `kept` is
  /// what would be kept afterwards; nil: unchanged. Nil when the program is ending, and the step
  /// was not done.
  func step<Result: Sendable & ~Copyable, Failure: Error>(
    kept: String? = nil, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try state.withLock { state throws(Failure) -> Result? in
      if state.isEnding { return nil }
      let result = try body()
      if let kept { state.kept = { kept } }
      return result
    }
  }

  /// Begins the end: from now on no step is done. Gives back what is kept; nil when the program is
  /// ending already.
  func end() -> (@Sendable () -> String)? {
    state.withLock { state in
      if state.isEnding { return nil }
      state.isEnding = true
      return state.kept
    }
  }
}
