internal import CacheWorkloads
internal import SimCore

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
      report.broken.append(
        await shrunk(operations, mistake) { try? await search.find($0).mistake })
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
    let command = WriteRecording.command(child + ["--cache-laws", path, codes], log: log)
    guard let end = ChildProcess.run(command) else {
      return (nil, 0, ["a child process: \(child.first ?? "") cannot be started"])
    }
    guard end.status == 0 else {
      let what = "the child process ended with \(end.status): \(end.message ?? "it said nothing")"
      return (LawMistake(law: .errors, what: VisibleText.line(what)), 0, [])
    }
    let bytes = try OpenFile(path: log).contents(limit: 1 << 30) ?? []
    let recording = WriteRecording(log: bytes, folder: path)
    let unseen = recording.unseen.map { "writes of the child process by \($0)" }
    for (number, moment) in recording.moments.enumerated() {
      let copy = try folder.make("crash")
      for (name, bytes) in moment.files.sorted(by: { $0.key < $1.key }) {
        if let slash = name.lastIndex(of: "/") {
          try FolderTree.make("\(copy)/\(name[..<slash])")
        }
        try FolderTree.write(bytes, to: "\(copy)/\(name)")
      }
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
