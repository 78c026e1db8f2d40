/// A file of its own that a person asked for by name, apart from any report.
public enum AnswerFile {
  /// Writes a text that comes in pieces, whole or not at all.
  ///
  /// A link leads to its file. What is no plain file, such as a device or a pipe, is written as it
  /// is: a file in its place would not be what was asked for.
  public static func write(
    _ pieces: some Sequence<[UInt8]>, to path: String
  ) throws(ResultFolderError) {
    let target = Disk.resolved(path)
    if Disk.isFolder(target) {
      throw ResultFolderError(action: "write", path: path, reason: "it is a folder, not a file")
    }
    guard !Disk.isSpecial(target) else { return try Disk.send(pieces, to: target) }
    let unfinished = unfinishedPath(of: target)
    do throws(ResultFolderError) {
      try Disk.write(pieces, to: unfinished)
      try Disk.move(unfinished, to: target)
    } catch {
      try? Disk.remove(unfinished)
      throw error
    }
  }

  /// Makes the folder of a file, and those above it, where they are missing.
  public static func makeFolder(of path: String) throws(ResultFolderError) {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    try Disk.makeFolder(String(path[..<slash]))
  }

  /// Removes what a writing that was interrupted left.
  public static func discardUnfinished(at path: String) {
    let target = Disk.resolved(path)
    guard !Disk.isSpecial(target) else { return }
    try? Disk.remove(unfinishedPath(of: target))
  }

  private static func unfinishedPath(of target: String) -> String { target + ".part" }
}
