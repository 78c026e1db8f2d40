internal import CacheWorkloads
internal import SimCore

/// What a cache promises, so that its laws can be checked.
public struct CachePromises: Sendable {
  /// What becomes of entries when the app's process ends.
  public enum Survival: Sendable {
    /// Entries may be gone after each launch, memory warning and stay in the background.
    case nothing
    /// What was there when the cache was told to flush, to go to the background or to terminate is
    /// there after a launch.
    case termination
    case crash
  }

  /// What survives the process.
  public var survives: Survival
  /// Whether entries may be gone at any time; what is there is right nevertheless.
  public var mayForget: Bool
  /// The most bytes that values may take; nil: no limit, and nothing is forgotten for it.
  public var capacity: Int?
  /// Whether the capacity is never overstepped; otherwise the overshoot is measured.
  public var keepsCapacity: Bool

  /// Makes promises; without arguments those of an unlimited cache in memory.
  public init(
    survives: Survival = .nothing, mayForget: Bool = false, capacity: Int? = nil,
    keepsCapacity: Bool = true
  ) {
    self.survives = survives
    self.mayForget = mayForget
    self.capacity = capacity
    self.keepsCapacity = keepsCapacity
  }
}

/// Laws that hold for every cache, checked by sequences of operations that are drawn from a seed.
public enum CacheLaws {
  enum Law: String, CaseIterable, Sendable {
    case found = "what was stored and not evicted is found, and nothing else"
    case apart = "no user is given another user's entry"
    case whole = "no value comes back torn, also after a crash"
    case errors = "no error is thrown, also after a crash"
    case limit = "the capacity is kept"
    case concurrent = "several tasks at once lose nothing"
  }

  /// How much is tried.
  public struct Effort: Sendable {
    /// What the operations are drawn from.
    public var seed: UInt64 = 1
    /// How many sequences are tried.
    public var sequences = 24
    /// How many operations a sequence has.
    public var length = 32
    /// How many tasks use the cache at once; 0: none do, where a cache without locks could end the
    /// process of the tests.
    public var tasks = 4
    /// An executable and its arguments that calls `runChild(_:)`: every write of it is a point at
    /// which the process may crash; nil: only the calls' ends are.
    public var child: [String]?

    /// The usual effort: a second or two for a cache that writes files.
    public init() {}
  }

  /// What was found out.
  public struct Report: Sendable, CustomStringConvertible {
    /// The laws that the cache breaks, each with what happened and the shortest sequence of
    /// operations found; empty: it keeps all that were tried.
    public internal(set) var broken: [String] = []
    /// What was not tried, and why.
    public internal(set) var skipped: [String] = []
    /// The most bytes by which the capacity was overstepped.
    public internal(set) var overshoot = 0
    /// How many crashes were tried.
    public internal(set) var crashes = 0

    /// All of it, for a person.
    public var description: String {
      let head =
        broken.isEmpty
        ? "keeps every law that was tried, over \(crashes) crashes"
        : "breaks \(NumberText.counted(broken.count, "law"))"
      let over = overshoot > 0 ? ["overshoots its capacity by \(overshoot) bytes"] : []
      return ([head] + broken + over + skipped.map { "skipped: \($0)" }).joined(separator: "\n")
    }
  }

  /// Checks the laws.
  ///
  /// After each operation that changed the cache's folder, the folder is copied and a cache is
  /// opened on the copy, as after a crash at that moment. With `effort.child` and `strace` that is
  /// done after every single write of a child process as well.
  /// - Parameter promises: what the cache promises beside them.
  /// - Throws: when a folder for it cannot be made.
  public static func check<Cache: CacheUnderTest>(
    _ cache: Cache.Type, _ promises: CachePromises = CachePromises(), effort: Effort = Effort()
  ) async throws -> Report {
    let folder = LawFolder(try CacheSim.temporaryFolder("cachesim-laws"))
    var report = Report()
    var brokenLaws: Set<Law> = []
    for number in 0..<UInt64(clamping: effort.sequences) {
      let operations = CacheOperation.sequence(
        seed: effort.seed, number: number, length: effort.length, keys: 3)
      let trial = await LawTrial<Cache>(promises, folder).run(operations)
      report.crashes += trial.crashes
      report.overshoot = max(report.overshoot, trial.overshoot)
      guard let mistake = trial.mistake, brokenLaws.insert(mistake.law).inserted else { continue }
      report.broken.append(
        await shrunk(operations, mistake) {
          await LawTrial<Cache>(promises, folder).run($0).mistake
        })
    }
    try await checkWrites(cache, promises, effort, folder, brokenLaws, &report)
    try await checkTasks(cache, promises, effort, folder, &report)
    return report
  }

  static func shrunk(
    _ operations: [CacheOperation], _ mistake: LawMistake,
    _ find: ([CacheOperation]) async -> LawMistake?
  ) async -> String {
    var last = mistake
    let shortest = await DeltaDebugging.minimize(operations) { part in
      guard let found = await find(part), found.law == mistake.law else { return false }
      last = found
      return true
    }
    let lines = shortest.enumerated().map { "  \($0 + 1). \($1.words)" }
    return (["\(mistake.law.rawValue): \(last.what)"] + lines).joined(separator: "\n")
  }

  private static func checkTasks<Cache: CacheUnderTest>(
    _ cache: Cache.Type, _ promises: CachePromises, _ effort: Effort, _ folder: LawFolder,
    _ report: inout Report
  ) async throws {
    guard effort.tasks > 0 else {
      report.skipped.append("\(Law.concurrent.rawValue): no tasks were asked for")
      return
    }
    let trial = LawTrial<Cache>(promises, folder)
    if let what = await trial.mistake(ofTasks: effort.tasks) {
      report.broken.append("\(Law.concurrent.rawValue): \(what)")
    }
  }
}

struct LawMistake: Sendable {
  var law: CacheLaws.Law
  var what: String
}

/// The folder below which the caches of a check have theirs.
final class LawFolder: Sendable {
  private let entry: UnfinishedEntry

  init(_ entry: consuming UnfinishedEntry) { self.entry = entry }

  var path: String { entry.path }

  func make(_ name: String) throws(FileError) -> String {
    let path = "\(entry.path)/\(name)"
    FolderTree.remove(path)
    try FolderTree.make(path)
    return path
  }
}

/// Crashes between any two writes of a child process.
extension CacheLaws {
  /// The word before the arguments of a child process.
  private static let word = "--cache-laws"
  /// The most sequences that are recorded: each starts a process.
  private static let recordings: UInt64 = 4
  private static let recordedLength = 16

  /// What the executable of `Effort.child` does: the operations that its arguments name.
  /// - Returns: false when the arguments name none, so that the executable does what else it does.
  public static func runChild<Cache: CacheUnderTest>(
    _ cache: Cache.Type, arguments: [String] = CommandLine.arguments
  ) async throws -> Bool {
    guard let place = arguments.firstIndex(of: word), arguments.count > place + 2 else {
      return false
    }
    let operations = arguments[place + 2].split(separator: ";").compactMap {
      CacheOperation(code: $0)
    }
    try await LawTrial<Cache>.perform(operations, in: arguments[place + 1])
    return true
  }

  static func checkWrites<Cache: CacheUnderTest>(
    _ cache: Cache.Type, _ promises: CachePromises, _ effort: Effort, _ folder: LawFolder,
    _ known: Set<Law>, _ report: inout Report
  ) async throws {
    let what = "crashes between the writes of a call"
    guard let child = effort.child else {
      report.skipped.append("\(what): no executable was named that calls runChild")
      return
    }
    guard let status = ChildProcess.run(["strace", "-V"])?.status, status == 0 else {
      report.skipped.append("\(what): strace is not there")
      return
    }
    var known = known
    for number in 0..<min(recordings, UInt64(clamping: effort.sequences)) {
      let operations = CacheOperation.sequence(
        seed: effort.seed, number: number, length: min(recordedLength, effort.length), keys: 3)
      let search = WriteSearch<Cache>(promises: promises, folder: folder, child: child)
      let found = try await search.find(operations)
      report.crashes += found.crashes
      for each in found.unseen where !report.skipped.contains(each) { report.skipped.append(each) }
      guard let mistake = found.mistake, known.insert(mistake.law).inserted else { continue }
      report.broken.append(await shrunk(operations, mistake) { try? await search.find($0).mistake })
    }
  }
}

/// Runs operations in a child process and looks at what each of its writes leaves.
private struct WriteSearch<Cache: CacheUnderTest> {
  let promises: CachePromises
  let folder: LawFolder
  let child: [String]

  typealias Found = (mistake: LawMistake?, crashes: Int, unseen: [String])

  func find(_ operations: [CacheOperation]) async throws -> Found {
    let path = FolderTree.resolved(try folder.make("child"))
    let log = "\(path).log"
    let codes = operations.map(\.code).joined(separator: ";")
    let command =
      ["timeout", "-k", "1", "60", "strace"] + WriteRecording.options(log: log) + child
      + ["--cache-laws", path, codes]
    guard let end = ChildProcess.run(command) else {
      return (nil, 0, ["a child process: \(child.first ?? "") cannot be started"])
    }
    guard end.status == 0 else {
      let what = "the child process ended with \(end.status): \(end.message ?? "it said nothing")"
      return (LawMistake(law: .errors, what: VisibleText.line(what)), 0, [])
    }
    let bytes = try OpenFile(path: log).contents(limit: 1 << 30) ?? []
    let recording = WriteRecording(log: String(decoding: bytes, as: UTF8.self), folder: path)
    let unseen = recording.unseen.map { "writes of the child process by \($0)" }
    for (number, moment) in recording.moments.enumerated() {
      let copy = try folder.make("crash")
      try WriteRecording.write(moment.files, below: copy)
      let operation = moment.done < operations.count ? operations[moment.done] : nil
      let mistake = await LawTrial<Cache>(promises, folder).mistake(
        after: Array(operations.prefix(moment.done)), during: operation, leaving: copy)
      if var mistake {
        let when = operation.map { "during \"\($0.words)\"" } ?? "after the last operation"
        mistake.what += " (write \(number + 1) of \(recording.moments.count), \(when))"
        return (mistake, number + 1, unseen)
      }
    }
    return (nil, recording.moments.count, unseen)
  }
}
