#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Operations on the file system for reports, with errors that name the path.
package enum Disk {
  /// Whether there is something at the path; a link is followed.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// A path's last part, without its folders.
  package static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The path with links resolved; itself where nothing is there yet.
  package static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The user's home folder, as the environment names it.
  package static var home: String? { getenv("HOME").map { String(cString: $0) } }

  /// Refuses a folder that is there and in which nothing can be made.
  package static func checkAccess(to folder: String) throws(FileError) {
    if exists(folder), access(folder, W_OK | X_OK) != 0 { throw error("write", folder, errno) }
  }

  /// Whether a folder can be renamed: nothing is mounted on it, and names can be made beside it.
  package static func canMove(_ folder: String) -> Bool {
    mount(of: folder) == mount(of: "\(folder)/..") && access("\(folder)/..", W_OK | X_OK) == 0
  }

  /// Which of the mounted file systems a folder is in. The number of the file system alone does not
  /// tell a part of it that is mounted a second time.
  private static func mount(of folder: String) -> String {
    var status = stat()
    guard stat(folder, &status) == 0 else { return "" }
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if file >= 0 { close(file) } }
    let text = String(decoding: bytes(of: "/proc/self/fdinfo/\(file)") ?? [], as: UTF8.self)
    let mount = text.split(separator: "\n").first { $0.hasPrefix("mnt_id:") }
    return "\(status.st_dev) \(mount ?? "")"
  }

  /// Locks a folder against other processes of this program; one that holds it for long is not
  /// waited for.
  /// - Returns: an open file, for `unlock`; nil: it is not locked.
  package static func lock(_ folder: String) -> Int32? {
    for _ in 0..<FolderTree.patience {
      let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      if flock(file, LOCK_EX | LOCK_NB) == 0 {
        var held = stat()
        // Another folder may have come into its place meanwhile.
        if fstat(file, &held) == 0, number(of: folder) == UInt64(held.st_ino) { return file }
      } else if errno != EWOULDBLOCK {
        close(file)
        return nil
      } else {
        usleep(lockPause)
      }
      close(file)
    }
    return nil
  }

  /// Gives a lock back.
  package static func unlock(_ file: Int32?) { if let file { close(file) } }

  /// Microseconds between two looks at a lock: assumption, files are renamed in less.
  private static let lockPause: UInt32 = 10_000

  package static func makeFolder(_ path: String) throws(FileError) { try FolderTree.make(path) }

  /// Writes a file anew. The text is not copied as a whole: that of a large sweep is most of its
  /// memory.
  package static func write(_ text: String, to path: String) throws(FileError) {
    let pieces = sequence(state: text.utf8[...]) { rest -> [UInt8]? in
      let piece = Array(rest.prefix(1 << 16))
      rest.removeFirst(piece.count)
      return piece.isEmpty ? nil : piece
    }
    try write(pieces, to: path)
  }

  /// Writes a file anew from pieces.
  package static func write(_ pieces: some Sequence<[UInt8]>, to path: String) throws(FileError) {
    guard let file = fopen(path, "wb") else { throw error("write", path, errno) }
    for piece in pieces {
      let written = piece.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
      if written == piece.count { continue }
      let code = errno
      fclose(file)
      throw error("write", path, code)
    }
    if fclose(file) != 0 { throw error("write", path, errno) }
  }

  /// The number by which the file system knows what is at a path; nil: there is nothing.
  package static func number(of path: String) -> UInt64? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
  }

  /// Whether there is something at the path that is neither a plain file nor a folder.
  package static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Sends bytes to a device, or to a pipe; a pipe without a reader is an error.
  package static func send(_ pieces: some Sequence<[UInt8]>, to path: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENXIO {
        throw FileError(action: "write", path: path, reason: "no process reads this pipe")
      }
      throw error("write", path, errno)
    }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    try put(pieces, into: descriptor, at: path)
  }

  /// Writes all bytes into an open file, however the system cuts them.
  /// - Parameter path: what an error names.
  package static func put(
    _ pieces: some Sequence<[UInt8]>, into descriptor: Int32, at path: String
  ) throws(FileError) {
    for piece in pieces {
      var start = 0
      while start < piece.count {
        let count = piece.withUnsafeBytes { bytes in
          systemWrite(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
        }
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { throw error("write", path, errno) }
        start += count
      }
    }
  }

  /// Writes a file that appears complete, by renaming, in a folder that is made where it is
  /// missing; another process may replace that folder meanwhile.
  package static func putWhole(_ bytes: [UInt8], at path: String) throws(FileError) {
    var code: Int32 = 0
    for _ in 0..<FolderTree.patience {
      var entry = try UnfinishedEntry(fileFor: path, removesAbandoned: false)
      try put(CollectionOfOne(bytes), into: entry.descriptor, at: path)
      code = entry.commit(to: path)
      if code != isMissing { break }
    }
    if code != 0 { throw error("write", path, code) }
  }

  /// What the file system says of a plain file, which is another one where any of it is; nil: there
  /// is none.
  package static func facts(of path: String) -> FileFacts? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    #if canImport(Darwin)
    let (used, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
    let (used, changed) = (status.st_mtim, status.st_ctim)
    #endif
    func nanoseconds(_ time: timespec) -> Int64 {
      Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
    return FileFacts(
      bytes: Int64(status.st_size), used: nanoseconds(used), changed: nanoseconds(changed),
      number: UInt64(status.st_ino), device: UInt64(truncatingIfNeeded: status.st_dev))
  }

  /// Marks a file as used now, where that is allowed; whether it is there.
  package static func touch(_ path: String) -> Bool {
    utimensat(AT_FDCWD, path, nil, 0) == 0 || exists(path)
  }

  /// A file's bytes; nil when it cannot be read.
  package static func bytes(of path: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    return read(path) { bytes += $0 } ? bytes : nil
  }

  /// Reads a file piece by piece; whether it could be read to its end.
  package static func read(_ path: String, _ piece: (ArraySlice<UInt8>) -> Void) -> Bool {
    guard let file = fopen(path, "rb") else { return false }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return ferror(file) == 0 }
      piece(buffer.prefix(count))
    }
  }

  /// The names in a folder, sorted.
  package static func names(in path: String) throws(FileError) -> [String] {
    try FolderTree.names(in: path)
  }

  /// Renames a file or folder on the same file system, in one step.
  package static func move(_ path: String, to other: String) throws(FileError) {
    let code = moveCode(path, to: other)
    if code != 0 { throw error("move to \(other)", path, code) }
  }

  /// Renames a file or folder; 0, or the system's error number.
  package static func moveCode(_ path: String, to other: String) -> Int32 {
    rename(path, other) == 0 ? 0 : errno
  }

  /// Removes an empty folder; 0, or the system's error number.
  package static func removeFolderCode(_ path: String) -> Int32 { rmdir(path) == 0 ? 0 : errno }

  /// The system's numbers: something is there already, a folder is not empty, nothing is there.
  package static let (isThere, hasFiles, isMissing) = (EEXIST, ENOTEMPTY, ENOENT)
  /// The system's numbers for a folder that cannot be renamed, but be written into.
  package static let cannotMove = [EBUSY, EXDEV, EPERM, EACCES]
  /// The system's numbers for a file system, or a system, that cannot exchange two folders.
  package static let cannotExchange = [EINVAL, ENOSYS, ENOTSUP]

  package static func remove(_ path: String) throws(FileError) {
    if unlink(path) == 0 || errno == ENOENT { return }
    if rmdir(path) != 0 { throw error("remove", path, errno) }
  }

  package static func isFolder(_ path: String) -> Bool { FolderTree.isFolder(path) }

  /// Checks that there is space for a large picture in a folder, by writing and removing one.
  /// - Throws: the error, as on a full disk.
  package static func checkSpace(in folder: String) throws(FileError) {
    let entry = try UnfinishedEntry(fileFor: "\(folder)/space", removesAbandoned: false)
    try put(
      CollectionOfOne([UInt8](repeating: 0, count: pictureSize)), into: entry.descriptor,
      at: folder)
  }

  /// How many bytes a large picture of a report has: assumption, twice the largest of ours.
  private static let pictureSize = 1 << 18

  /// An error of a result's file, with the system's words for its number: whatever is missing there
  /// is nothing that the user named.
  package static func error(_ action: String, _ path: String, _ code: Int32) -> FileError {
    FileError(action: action, path: path, reason: String(cString: strerror(code)))
  }
}

/// The system's `write`, under a name that the type's own verb does not hide.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

/// What tells a file from another one, or from itself before it was changed.
package struct FileFacts: Hashable, Sendable {
  /// How large it is.
  package var bytes: Int64
  /// When its bytes were changed, or it was marked as used: nanoseconds of the system's clock.
  package var used: Int64
  /// When anything of it was changed, its name among it.
  var changed: Int64
  var number: UInt64
  var device: UInt64
}

/// Why another program, or a cache under test, did not do what was asked of it.
public struct ToolError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds, as far as a command acts on them.
  package enum Reason: Sendable {
    /// It cannot be started or spoken to.
    case unusable
    /// It ran, and failed or threw.
    case failed
    case timedOut
  }

  package var reason: Reason
  /// Which program or call, what it did, and what would help.
  public var description: String

  package init(_ description: String, _ reason: Reason = .unusable) {
    self.reason = reason
    self.description = description
  }
}
