/// The folder of a report, which appears whole or not at all.
///
/// Files are written into a folder beside the target, `.name.partial`; `commit` puts it into the
/// target's place by renaming. Where a report stands already, it is renamed to `.name.previous`
/// first, and comes back when the swap fails. Then what is foreign in it, which is all that its
/// `run.json` or `sweep.json` does not list among its `files` and that the new report has no file
/// of the same name for, is moved into the new report by renaming, folders included, and the rest
/// is removed. Two programs that write one report at the same time are not kept apart.
public struct ResultFolder: ~Copyable, Sendable {
  /// Where the files lie until `commit`; programs that draw charts write there too.
  public let path: String
  private let target: String
  private let previous: String

  /// Makes an empty folder beside the target; what an interrupted run left there is removed.
  public init(replacing target: String) throws(ResultFolderError) {
    precondition(!target.isEmpty && target != "/", "a report needs a folder of its own")
    var trimmed = target
    while trimmed.count > 1 && trimmed.last == "/" { trimmed.removeLast() }
    let resolved = Disk.resolved(trimmed)
    if Disk.exists(resolved) && !Disk.isFolder(resolved) {
      throw ResultFolderError(
        action: "replace", path: resolved, reason: "it is a file, not a folder")
    }
    let partial = Self.sibling(of: resolved, ending: ".partial")
    if Disk.exists(partial) { try Self.clear(partial) }
    try Disk.makeFolder(partial)
    self.target = resolved
    path = partial
    previous = Self.sibling(of: resolved, ending: ".previous")
  }

  /// Writes a file into the folder.
  public func write(_ file: ReportFile) throws(ResultFolderError) {
    precondition(
      !file.name.isEmpty && !file.name.contains("/") && file.name != "." && file.name != "..",
      "a file's name is no way")
    try Disk.write(Array(file.text.utf8), to: "\(path)/\(file.name)")
  }

  /// Puts the folder into the target's place.
  public consuming func commit() throws(ResultFolderError) {
    if Disk.exists(target) {
      // What an interrupted swap left behind is brought home first.
      if Disk.exists(previous) { try keepForeignFiles() }
      try Disk.move(target, to: previous)
    }
    do {
      try Disk.move(path, to: target)
    } catch {
      if Disk.exists(previous) { try Disk.move(previous, to: target) }
      try Self.clear(path)
      throw error
    }
    if Disk.exists(previous) { try keepForeignFiles() }
  }

  /// Brings home what a swap that was interrupted left aside; without one, nothing happens.
  public static func finishInterruptedSwap(at target: String) throws(ResultFolderError) {
    var trimmed = target
    while trimmed.count > 1 && trimmed.last == "/" { trimmed.removeLast() }
    let resolved = Disk.resolved(trimmed)
    let previous = sibling(of: resolved, ending: ".previous")
    if !Disk.exists(resolved) && Disk.exists(previous) { try Disk.move(previous, to: resolved) }
  }

  /// Gives up: removes the folder, and leaves the target as it is.
  public consuming func discard() throws(ResultFolderError) { try Self.clear(path) }

  /// Removes what a writing that was interrupted left beside a target; others may still be at it.
  public static func discardUnfinished(at target: String) {
    var trimmed = target
    while trimmed.count > 1 && trimmed.last == "/" { trimmed.removeLast() }
    let partial = sibling(of: Disk.resolved(trimmed), ending: ".partial")
    // Somebody who draws into it may add a file between the emptying and the removing.
    for _ in 0..<patience where Disk.exists(partial) { try? clear(partial) }
  }

  /// How often a folder is emptied into which somebody still writes: assumption, each writes a few
  /// files.
  private static let patience = 100

  /// Writes a whole report, or, when that fails, nothing.
  public static func write(
    _ files: [ReportFile], replacing target: String
  ) throws(ResultFolderError) {
    let folder = try ResultFolder(replacing: target)
    do {
      for file in files { try folder.write(file) }
    } catch {
      try folder.discard()
      throw error
    }
    try folder.commit()
  }

  /// Moves what the report before did not make into the new one, and removes the rest.
  private func keepForeignFiles() throws(ResultFolderError) {
    let listed = [RunFile.name, SweepDescriptionFile.name].flatMap { name in
      Disk.bytes(of: "\(previous)/\(name)").map(RunFile.files) ?? []
    }
    for name in try Disk.names(in: previous) {
      let isForeign = !listed.contains(name) && !Disk.exists("\(target)/\(name)")
      if isForeign {
        try Disk.move("\(previous)/\(name)", to: "\(target)/\(name)")
      } else {
        try Disk.remove("\(previous)/\(name)")
      }
    }
    try Disk.remove(previous)
  }

  private static func clear(_ path: String) throws(ResultFolderError) {
    for name in try Disk.names(in: path) { try Disk.remove("\(path)/\(name)") }
    try Disk.remove(path)
  }

  /// A hidden name in the same folder, so that renaming never crosses file systems.
  private static func sibling(of path: String, ending: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return ".\(path)\(ending)" }
    let name = path[path.index(after: slash)...]
    return "\(path[...slash]).\(name)\(ending)"
  }
}
