internal import SimCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

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
  /// A law.
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
    let temporary = FileManager.default.temporaryDirectory.path
    let folder = LawFolder(try UnfinishedEntry(folderFor: "\(temporary)/cachesim-laws"))
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

/// A law that was broken, and how.
struct LawMistake: Sendable {
  var law: CacheLaws.Law
  var what: String
}

/// The folder below which the caches of a check have theirs.
final class LawFolder: Sendable {
  private let entry: UnfinishedEntry

  init(_ entry: consuming UnfinishedEntry) { self.entry = entry }

  func make(_ name: String) throws(FileError) -> String {
    let path = "\(entry.path)/\(name)"
    FolderTree.remove(path)
    try FolderTree.make(path)
    return path
  }
}
