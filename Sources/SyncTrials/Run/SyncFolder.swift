package import SimCore

/// The folder of a node, and a copy of it as a backup.
package struct SyncFolder: Sendable {
  package let path: String

  private var copy: String { path + ".saved" }

  /// Makes it, empty, with nothing left of what was there before.
  package init(emptyAt path: String) throws(ToolError) {
    self.path = path
    for each in [path, copy] { FolderTree.remove(each) }
    try Self.attempt { () throws(FileError) in _ = try FolderTree.make(path) }
  }

  package var size: Int { Int(FolderState.size(of: path)) }

  package func save() throws(ToolError) {
    FolderTree.remove(copy)
    try Self.attempt { () throws(FileError) in try FolderTree.copy(path, to: copy) }
  }

  /// Brings the last copy back; empty without one.
  package func restore() throws(ToolError) {
    FolderTree.empty(path)
    guard FolderTree.isFolder(copy) else { return }
    try Self.attempt { () throws(FileError) in try FolderTree.copy(copy, to: path) }
  }

  package static func attempt<Value>(
    _ body: () throws(FileError) -> Value
  ) throws(ToolError) -> Value {
    do { return try body() } catch {
      throw ToolError("\(error.path): \(error.explanation)")
    }
  }
}
