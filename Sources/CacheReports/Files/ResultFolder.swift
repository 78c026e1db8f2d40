internal import Results
package import SimCore

/// The folder of a report, which appears complete or not at all.
///
/// Files are written into an `UnfinishedEntry` next to the target, which no other process shares;
/// `commit` moves it to the target. Where there is a report already, the two are exchanged in one
/// step (where the system has none, one is renamed away and the other in); the new one has the
/// mode, the owner and the group of the former one. Then what is
/// foreign in the former one, which is all that its `run.json`, `sweep.json` or `tuning.json` does
/// not list among its `files` and that the new report has no file of the same name for, is moved
/// into the new report by renaming, folders included, and the rest is removed. Any other folder
/// that is there is written into, file by file, and stays what it is. Of several processes that
/// write one report each writes a complete one, and the last one's stays.
package struct ResultFolder: ~Copyable, Sendable {
  private var entry: UnfinishedEntry
  private let target: String
  /// Whether it could take the place of a report that is there.
  private let canReplace: Bool

  /// Where the files lie until `commit`; programs that draw charts write there too.
  package var path: String { entry.path }

  /// What ends the name of a former report while what is foreign in it is moved.
  private static let former = ".previous"

  /// Makes an empty folder next to the target; what interrupted runs left there is removed.
  /// - Parameter force: whether a folder with files that is no report is replaced as well.
  package init(replacing target: String, force: Bool = false) throws(FileError) {
    if !force { try Self.check(target) }
    let resolved = try Self.resolved(target)
    let isThere = Disk.exists(resolved)
    let isFixed = isThere && !Disk.canMove(resolved)
    let made = try UnfinishedEntry(folderFor: isFixed ? "\(resolved)/report" : resolved)
    var canReplace = !isFixed
    // A statement, as the optimiser releases too often what a closure of `&&` takes of `self`.
    if canReplace && isThere { canReplace = made.takeAccess(of: resolved) }
    self.canReplace = canReplace
    entry = made
    self.target = resolved
  }

  /// Refuses a target that is a file, or a folder with files that is no report.
  ///
  /// A report is known by its `run.json`, `sweep.json` or `tuning.json`; hidden files do not count.
  package static func check(_ target: String) throws(FileError) {
    let folder = try resolved(target)
    try Disk.checkAccess(to: folder)
    var names: [String] = []
    // Another process may replace the folder between the steps: what was found is of one folder.
    for _ in 0..<FolderTree.patience {
      guard let number = Disk.number(of: folder) else { return }
      var failure: FileError?
      do throws(FileError) {
        names = try Disk.names(in: folder).filter { !$0.hasPrefix(".") }
      } catch {
        failure = error
      }
      if failure == nil, names.isEmpty || isReport(folder) { return }
      guard Disk.number(of: folder) == number else { continue }
      if let failure { throw failure }
      break
    }
    guard let first = names.first else { return }
    let more = names.count > 1 ? " and \(names.count - 1) more" : ""
    throw FileError(
      action: "replace", path: folder,
      reason: "it is no report of this program, and has \(first)\(more) in it; "
        + "name another folder with --output, or say --force")
  }

  package func write(_ file: ReportFile) throws(FileError) {
    precondition(
      !file.name.isEmpty && !file.name.contains("/") && file.name != "." && file.name != "..",
      "a file's name is no way")
    try Disk.write(file.text, to: "\(path)/\(file.name)")
  }

  /// Puts the folder into the target's place.
  /// - Parameter exchanges: whether the system's step is used that exchanges two folders.
  package consuming func commit(exchanges: Bool = true) throws(FileError) {
    try Self.finishInterruptedSwap(at: target)
    for _ in 0..<FolderTree.patience {
      let code = Disk.exists(target) ? try join(exchanges) : entry.commit(to: target)
      if code == 0 { return }
      // Another process put its report there, or took the former one away.
      guard [Disk.isThere, Disk.hasFiles, Disk.isMissing].contains(code) else {
        throw Disk.error("move to \(target)", path, code)
      }
    }
    throw Disk.error("move to \(target)", path, Disk.isThere)
  }

  /// Brings home what a swap that was interrupted left aside; without one, nothing happens.
  package static func finishInterruptedSwap(at target: String) throws(FileError) {
    let target = try resolved(target)
    var failure: FileError?
    for aside in UnfinishedEntry.names(beside: target, ending: former) {
      // One that is held is a new report on its way.
      UnfinishedEntry.whileUnused(aside) {
        do throws(FileError) {
          if !Disk.exists(target), Disk.moveCode(aside, to: target) == 0 { return }
          try bringHome(from: aside, to: target)
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
  }

  /// Writes a complete report, or, when that fails, nothing.
  package static func write(
    _ files: [ReportFile], replacing target: String, force: Bool = false
  ) throws(FileError) {
    let folder = try ResultFolder(replacing: target, force: force)
    for file in files { try folder.write(file) }
    try folder.commit()
  }

  /// Comes into the place of the report that is there, or into another folder. The folder is locked
  /// meanwhile: of two processes, one does not fill what the other replaces.
  /// - Returns: 0, or the system's number for why it did not.
  private mutating func join(_ exchanges: Bool) throws(FileError) -> Int32 {
    let lock = Disk.lock(target)
    defer { Disk.unlock(lock) }
    guard Disk.exists(target) else { return Disk.isMissing }
    if canReplace, Self.isReplaceable(target) {
      let code = try replace(exchanges)
      guard Disk.cannotMove.contains(code) else { return code }
    }
    try Self.fill(target, from: path)
    return 0
  }

  /// Replaces the report that is there.
  /// - Returns: 0, or the system's number for why it did not.
  private mutating func replace(_ exchanges: Bool) throws(FileError) -> Int32 {
    let aside = UnfinishedEntry.name(for: target, ending: Self.former)
    if exchanges {
      // Under this name it will be the former report, whose foreign files are not to be lost.
      if entry.path.hasSuffix(UnfinishedEntry.ending) {
        let code = entry.move(to: aside)
        guard code == 0 else { return code }
      }
      let code = FolderTree.exchange(entry.path, target)
      if code == 0 {
        entry.finish()
        try Self.bringHome(from: entry.path, to: target)
        return 0
      }
      guard Disk.cannotExchange.contains(code) else { return code }
      let back = entry.move(to: UnfinishedEntry.name(for: target, ending: UnfinishedEntry.ending))
      guard back == 0 else { return back }
    }
    var code = Disk.moveCode(target, to: aside)
    guard code == 0 else { return code }
    code = entry.commit(to: target)
    if code != 0, !Disk.exists(target) { _ = Disk.moveCode(aside, to: target) }
    if Disk.exists(aside) { try Self.bringHome(from: aside, to: target) }
    return code
  }

  /// Moves what a former report did not make into the one in its place, and removes the rest.
  ///
  /// Several processes may do so, and the target may be exchanged at the same time: what another
  /// process moved is skipped, and what was added is processed in another pass.
  private static func bringHome(from former: String, to target: String) throws(FileError) {
    // Descriptions go last: as long as they are there, every process can tell what is foreign.
    let listed = descriptions.flatMap { files(in: "\(former)/\($0)") }
    try settle(from: former, to: target, last: descriptions) { listed.contains($0) }
  }

  private static func settle(
    from former: String, to target: String, last: [String] = [], isOwn: (String) -> Bool
  ) throws(FileError) {
    var code = Disk.hasFiles
    for _ in 0..<FolderTree.patience where code == Disk.hasFiles {
      let names = (try? Disk.names(in: former)) ?? []
      for name in names.filter({ !last.contains($0) }) + names.filter(last.contains) {
        let (source, place) = ("\(former)/\(name)", "\(target)/\(name)")
        if !isOwn(name), FolderTree.isFolder(source), FolderTree.isFolder(place) {
          try settle(from: source, to: place) { _ in false }
        } else if isOwn(name) || Disk.exists(place) {
          try Disk.remove(source)
        } else {
          let code = Disk.moveCode(source, to: place)
          guard code == 0 || code == Disk.isMissing || code == Disk.hasFiles else {
            throw Disk.error("move to \(place)", source, code)
          }
        }
      }
      code = Disk.removeFolderCode(former)
    }
    if code != 0 && code != Disk.isMissing { throw Disk.error("remove", former, code) }
  }

  static func isReport(_ folder: String) -> Bool {
    descriptions.contains { name in files(in: "\(folder)/\(name)").contains(name) }
  }

  /// Whether a folder has the report of a run, which a sweep must not replace.
  package static func isReportOfRun(_ path: String) -> Bool {
    Disk.exists("\(path)/\(RunFile.name)") && !Disk.exists("\(path)/\(SweepDescriptionFile.name)")
  }

  /// The names of the files by which a report is known.
  static let descriptions = [RunFile.name, SweepDescriptionFile.name, TuningDescription.name]

  static func files(in description: String) -> [String] {
    Disk.bytes(of: description).map(RunFile.files) ?? []
  }

  private static func resolved(_ target: String) throws(FileError) -> String {
    precondition(!target.isEmpty && target != "/", "a report needs a folder of its own")
    var trimmed = target
    while trimmed.count > 1 && trimmed.last == "/" { trimmed.removeLast() }
    let resolved = FolderTree.foreseen(trimmed)
    // Asked once: another process may take the folder away between two questions.
    if let kind = FileKind(of: resolved), kind != .folder {
      throw FileError(action: "replace", path: resolved, reason: "it is a file, not a folder")
    }
    return resolved
  }

  /// Whether a new report may take the folder's place as a whole.
  ///
  /// It may where the folder is a report and nothing else: not one with hidden files that the
  /// program did not make, as a home folder or a checkout has, nor the home folder, the working
  /// folder, or one above them, which processes would go on using under another name.
  static func isReplaceable(_ folder: String) -> Bool {
    guard isReport(folder), let names = try? Disk.names(in: folder) else { return false }
    let own = descriptions.flatMap { files(in: "\(folder)/\($0)") } + [SweepSchema.cellsFolder]
    let places = ["."] + (Disk.home.map { [$0] } ?? [])
    return !names.contains { $0.hasPrefix(".") && !own.contains($0) }
      && !places.contains { FolderTree.isAbove(folder, $0) }
  }

  /// Moves a report's files into a folder that stays: each takes the place of a file of its name,
  /// descriptions come last, and then what a report before listed and this one lacks is removed.
  static func fill(_ folder: String, from report: String) throws(FileError) {
    let former = descriptions.flatMap { files(in: "\(folder)/\($0)") }
    let names = try Disk.names(in: report)
    try pour(report, into: folder)
    for name in try Disk.names(in: folder) where former.contains(name) && !names.contains(name) {
      try Disk.remove("\(folder)/\(name)")
    }
  }

  private static func pour(_ report: String, into folder: String) throws(FileError) {
    let names = try Disk.names(in: report)
    for name in names.filter({ !descriptions.contains($0) }) + names.filter(descriptions.contains) {
      let (source, place) = ("\(report)/\(name)", "\(folder)/\(name)")
      if FolderTree.isFolder(source), FolderTree.isFolder(place) {
        try pour(source, into: place)
      } else {
        try Disk.move(source, to: place)
      }
    }
  }
}

/// A hidden folder within one that the user named, for files that belong together, such as charts
/// and their page: they are moved out when all are complete.
package struct AnswerFiles: ~Copyable, Sendable {
  private var entry: UnfinishedEntry
  private let target: String

  package var path: String { entry.path }

  /// Makes the folder, and the one that the user named where it is missing.
  package init(in target: String) throws(FileError) {
    let resolved = Disk.resolved(target)
    entry = try UnfinishedEntry(folderFor: "\(resolved)/files")
    self.target = resolved
  }

  package func write(_ pieces: some Sequence<[UInt8]>, to name: String) throws(FileError) {
    try Disk.write(pieces, to: "\(path)/\(name)")
  }

  /// The files of one process come after those of the other.
  package consuming func commit() throws(FileError) {
    let names = try Disk.names(in: path)
    let held = Disk.lock(target)
    defer { Disk.unlock(held) }
    for name in names { try Disk.move("\(path)/\(name)", to: "\(target)/\(name)") }
    try Disk.remove(path)
    entry.finish()
  }
}
