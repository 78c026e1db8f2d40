internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What happens on Ctrl-C (SIGINT), and alike when somebody asks the program to end (SIGTERM) or
/// closes its terminal (SIGHUP): unfinished files go, standard error says what is kept, and the
/// program ends with status 130.
///
/// Commands say beforehand what would be kept and what would be unfinished. Signals are caught, not
/// ignored, because programs that we start would inherit an ignored one.
enum Interruption {
  /// What an interruption at this moment leaves.
  private struct Plan {
    var kept: @Sendable () -> String = { "nothing was written" }
    var undo: @Sendable () -> Void = {}
  }

  /// Held while a result gets its name, so that it is there whole or not at all.
  private static let plan = Mutex(Plan())

  /// Begins to listen; called once, before any work.
  static func listen() {
    _ = wasCaught.load(ordering: .relaxed)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    bell.store(ends[1], ordering: .relaxed)
    signal(SIGINT, ring)
    signal(SIGTERM, ring)
    // Who started the program with `nohup` wants it to outlive its terminal.
    if let former = signal(SIGHUP, ring), unsafeBitCast(former, to: Int.self) == ignored {
      signal(SIGHUP, SIG_IGN)
    }
    // A reader that goes away is met where it is written to.
    signal(SIGPIPE) { _ in }
    let ear = ends[0]
    DispatchQueue(label: "interruption").async {
      var byte: UInt8 = 0
      while read(ear, &byte, 1) < 0 && errno == EINTR {}
      end()
    }
  }

  /// The value of SIG_IGN, which cannot be compared otherwise.
  private static let ignored = 1

  /// Says what would be kept, and how to remove what would be unfinished.
  static func expect(
    kept: @escaping @Sendable () -> String, undo: @escaping @Sendable () -> Void = {}
  ) {
    plan.withLock {
      wait()
      $0 = Plan(kept: kept, undo: undo)
    }
  }

  /// Does a short step that is not to be interrupted: files get their names in it.
  /// - Parameter kept: what would be kept afterwards; nil: what was said before.
  static func step<Result: Sendable & ~Copyable, Failure: Error>(
    kept: String? = nil, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try plan.withLock { plan throws(Failure) in
      wait()
      let result = try body()
      if let kept { plan = Plan(kept: { kept }) }
      return result
    }
  }

  /// Stands still where the program was interrupted: the rest of it has nothing more to say.
  static func wait() {
    while wasCaught.load(ordering: .acquiring) { sleep(1) }
  }

  /// Removes what is unfinished, and ends the program as one whose reader went away.
  static func endUnread() -> Never {
    wait()
    plan.withLock { plan in
      plan.undo()
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    _exit(ExitStatus.inputOutput.rawValue)
  }

  /// Removes what is unfinished, because the program ends early.
  static func undo() {
    wait()
    plan.withLock { $0.undo() }
  }

  private static func end() {
    plan.withLock { plan in
      plan.undo()
      Terminal.lastWords("interrupted: \(plan.kept())")
      // No goodbye of other threads: they are in the middle of what is given up.
      _exit(ExitStatus.interrupted.rawValue)
    }
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
