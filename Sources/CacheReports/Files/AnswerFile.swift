internal import SimCore

/// A file that the user names on the command line, apart from any report: it is written under a
/// temporary name, and renamed when it is complete.
///
/// A link is followed. What is no plain file, such as a device or a pipe, is written to directly.
package struct AnswerFile: ~Copyable, Sendable {
  private let target: String
  /// The file until it is complete; nil: it is a device or a pipe.
  private var entry: UnfinishedEntry?
  /// The descriptor of the file; nil: it is a device or a pipe.
  private let descriptor: Int32?

  /// Begins the file.
  /// - Parameter makesFolder: whether the folders above it are made where they are missing.
  package init(at path: String, makesFolder: Bool = false) throws(ResultFolderError) {
    let target = Disk.resolved(path)
    if Disk.isFolder(target) {
      throw ResultFolderError(action: "write", path: path, reason: "it is a folder, not a file")
    }
    self.init(target, try Self.begin(target, makesFolder))
  }

  private init(_ target: String, _ entry: consuming UnfinishedEntry?) {
    self.target = target
    descriptor = entry?.descriptor
    self.entry = entry
  }

  private static func begin(
    _ target: String, _ makesFolder: Bool
  ) throws(ResultFolderError) -> UnfinishedEntry? {
    guard !Disk.isSpecial(target) else { return nil }
    if !makesFolder, let slash = target.lastIndex(of: "/"), slash > target.startIndex {
      _ = try Disk.names(in: String(target[..<slash]))
    }
    do throws(FileError) {
      return try UnfinishedEntry(fileFor: target)
    } catch {
      throw ResultFolderError(error)
    }
  }

  /// Writes a text that comes in pieces; to a pipe it goes at once.
  package func write(_ pieces: some Sequence<[UInt8]>) throws(ResultFolderError) {
    guard let descriptor else { return try Disk.send(pieces, to: target) }
    try Disk.put(pieces, into: descriptor, at: target)
  }

  /// Renames the file to its own name.
  package consuming func commit() throws(ResultFolderError) {
    let code = entry?.commit(to: target) ?? 0
    if code != 0 { throw Disk.error("write", target, code) }
  }
}
