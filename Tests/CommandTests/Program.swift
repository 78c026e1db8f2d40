internal import Foundation
internal import TestCases

/// The program as people start it: a process of its own.
struct Program {
  /// What is left of it when it has ended.
  struct Ended {
    var status: Int32
    /// Whether a signal ended it; its status is the signal's number then.
    var isSignalled = false
    /// What it wrote to standard output.
    var output: String
    /// What it wrote to standard error, line by line.
    var notes: [String]
    var instant = ContinuousClock.now
    /// How long it ran, without the time for which it waited for its turn.
    var lasted = Duration.zero
  }

  /// The arguments behind the program's name.
  var arguments: [String]
  /// Where it works.
  var folder: Folder
  /// Variables that differ from those of the tests; nil takes one away.
  var environment: [String: String?] = [:]

  /// The program that CACHESIM_PROGRAM names, such as an optimised one, which starts and runs many
  /// times faster; or else the one that lies beside the tests, wherever those were built.
  static let file: URL = {
    if let named = ProcessInfo.processInfo.environment["CACHESIM_PROGRAM"] {
      return URL(filePath: named, relativeTo: Checkout.root).absoluteURL
    }
    let places = [CommandLine.arguments[0], Bundle.main.executablePath ?? ""].map {
      URL(filePath: $0).deletingLastPathComponent()
    }
    let above = places.flatMap { [$0, $0.deletingLastPathComponent()] }
    let usual = Checkout.root.appending(path: ".build/debug")
    return (above + [usual]).map { $0.appending(path: "cachesim") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
      ?? usual.appending(path: "cachesim")
  }()

  /// How long a program may take before it is said to hang; much longer than any does on a busy
  /// machine. With all cases some take minutes.
  private static let patience = Duration.seconds(Cases.areAll ? 900 : 120)

  /// What is started; another program may start this one.
  var executable = Program.file

  /// Starts the program and waits for its end.
  static func run(
    _ arguments: String..., in folder: Folder, environment: [String: String?] = [:]
  ) async throws -> Ended {
    try await Program(arguments: arguments, folder: folder, environment: environment).run()
  }

  /// Starts the program and waits for its end.
  func run() async throws -> Ended { try await run { _, _ in } }

  /// Starts the program with a text at standard input, which ends there, and waits for its end.
  func run(input: String) async throws -> Ended {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data(input.utf8))
    try pipe.fileHandleForWriting.close()
    return try await run(input: pipe) { _, _ in }
  }

  /// Starts the program, sends it a signal at a sign, and waits for its end.
  /// - Parameters:
  ///   - input: what it finds at standard input, which then stays open.
  ///   - isTime: whether the sign is there; given what the program wrote to standard error.
  func run(
    input: String = "", interruptedBy signal: Int32,
    when isTime: @escaping @Sendable (String) -> Bool
  ) async throws -> Ended {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data(input.utf8))
    return try await run(input: pipe) { process, streams in
      // On a thread of its own: among hundreds of tests a task waits for minutes for its turn, and
      // the program would work as long.
      let notes = streams.url("notes")
      DispatchQueue(label: "signs").async {
        while process.isRunning {
          let text = (try? Data(contentsOf: notes)) ?? Data()
          if isTime(String(decoding: text, as: UTF8.self)) {
            kill(process.processIdentifier, signal)
            return
          }
          usleep(5_000)
        }
      }
    }
  }

  /// Starts the program, sends it signals after a time, one right after the other, and waits.
  /// - Returns: what is left of it, and how long it took from the first signal on.
  func run(
    signalledBy signals: [Int32], after time: Duration
  ) async throws -> (ended: Ended, took: Duration) {
    var sent = ContinuousClock.now
    let ended = try await run { process, _ in
      try await Task.sleep(for: time)
      sent = .now
      for signal in signals where process.isRunning { kill(process.processIdentifier, signal) }
    }
    return (ended, sent.duration(to: ended.instant))
  }

  private func run(
    input: Pipe? = nil, _ meanwhile: (Process, Folder) async throws -> Void
  ) async throws -> Ended {
    // Before anything is opened: hundreds wait here, and files that each held would be more than a
    // thousand, beyond which Foundation no longer hears that a process ended.
    await Gate.shared.enter()
    do {
      let ended = try await runAlone(input: input, meanwhile)
      await Gate.shared.leave()
      return ended
    } catch {
      await Gate.shared.leave()
      throw error
    }
  }

  private func runAlone(
    input: Pipe?, _ meanwhile: (Process, Folder) async throws -> Void
  ) async throws -> Ended {
    let streams = try Folder()
    // At once, not when the last reference goes: the process may end before.
    defer { streams.remove() }
    let names = ["output", "notes"]
    for name in names { try streams.write("", to: name) }
    let handles = try names.map { try FileHandle(forWritingTo: streams.url($0)) }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.standardInput = input ?? FileHandle.nullDevice
    process.standardOutput = handles[0]
    process.standardError = handles[1]
    var variables = ProcessInfo.processInfo.environment
    // No check is answered from what another one simulated.
    variables["CACHESIM_CELLS"] = "none"
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    var instant = ContinuousClock.now
    let (ends, end) = AsyncStream<Void>.makeStream()
    process.terminationHandler = { _ in end.finish() }
    defer { for handle in handles { try? handle.close() } }
    let start = ContinuousClock.now
    try process.run()
    let identifier = process.processIdentifier
    // Whoever hangs is ended, and its test fails by the signal.
    let watchdog = Task {
      try await Task.sleep(for: Self.patience)
      kill(identifier, SIGKILL)
    }
    try await meanwhile(process, streams)
    for await _ in ends {}
    instant = .now
    watchdog.cancel()
    process.waitUntilExit()
    return Ended(
      status: process.terminationStatus, isSignalled: process.terminationReason == .uncaughtSignal,
      output: try streams.text("output"),
      notes: try streams.text("notes").split(separator: "\n").map(String.init),
      instant: instant, lasted: start.duration(to: instant))
  }
}

/// Lets a few programs run at once: hundreds at once would each be slow.
private actor Gate {
  static let shared = Gate()
  private var free = max(2 * ProcessInfo.processInfo.activeProcessorCount, 4)
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

/// The checkout that the tests stand in.
enum Checkout {
  /// Two folders above this one.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}
