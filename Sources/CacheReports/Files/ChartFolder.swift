internal import SimCore

/// A hidden folder within one that a person named, in which charts are drawn; they move up when
/// all are there.
package struct ChartFolder: ~Copyable, Sendable {
  private var entry: UnfinishedEntry
  private let target: String

  /// Where the charts are drawn.
  package var path: String { entry.path }

  /// Makes the folder, and the one that a person named where it is missing.
  package init(in target: String) throws(ResultFolderError) {
    let resolved = Disk.resolved(target)
    do throws(FileError) {
      entry = try UnfinishedEntry(folderFor: "\(resolved)/charts")
    } catch {
      throw ResultFolderError(error)
    }
    self.target = resolved
  }

  /// Moves what was drawn into the folder that a person named.
  package consuming func commit() throws(ResultFolderError) {
    let names = try Disk.names(in: path)
    for name in names { try Disk.move("\(path)/\(name)", to: "\(target)/\(name)") }
    try Disk.remove(path)
    entry.finish()
  }
}
