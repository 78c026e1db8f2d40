#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Why the file system refused something, with the path.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, such as `write`.
  package var action: String
  package var path: String
  /// The number that the system gave as the reason; 0: it was not asked.
  package var code: Int32 = 0
  /// The system's words for the reason, or the program's.
  package var reason: String
  /// Whether the program makes what is at the path: that it is not there is no mistake of the
  /// user's.
  package var isOwn = false

  package init(action: String, path: String, code: Int32, isOwn: Bool = false) {
    self.init(action: action, path: path, reason: String(cString: strerror(code)))
    self.code = code
    self.isOwn = isOwn
  }

  package init(action: String, path: String, reason: String) {
    self.action = action
    self.path = path
    self.reason = reason
  }

  package var description: String { "cannot \(action) \(path): \(reason)" }

  /// The reason in the program's words where it has some, else in the system's.
  package var explanation: String {
    switch code {
    case ENOENT, ENOTDIR: "there is no such file"
    case EISDIR: "this is a folder, not a file"
    case EACCES: "no permission to \(action) this file"
    default: reason
    }
  }

  /// Whether there is nothing at the path.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  /// Whether what is written has no reader any more.
  package var isBrokenPipe: Bool { code == EPIPE }
  /// Whether a pipe was to be written that has no reader.
  package var hasNoReader: Bool { code == ENXIO }
}

/// Folders with all that is in them: made, listed, removed, exchanged.
package enum FolderTree {
  /// Makes a folder and those above it that are missing.
  /// - Returns: the folders that were missing and were made here, the outermost first.
  @discardableResult
  package static func make(_ path: String) throws(FileError) -> [String] {
    // Another process may remove a parent that it made itself, between two steps of this one.
    for _ in 0..<patience {
      if mkdir(path, 0o777) == 0 { return [path] }
      let code = errno
      if code == EEXIST && isFolder(path) { return [] }
      guard code == ENOENT, let parent = parent(of: path) else {
        throw FileError(action: "make the folder", path: path, code: code, isOwn: true)
      }
      let made = try make(parent)
      if mkdir(path, 0o777) == 0 { return made + [path] }
      let again = errno
      if again == EEXIST && isFolder(path) { return made }
      guard again == ENOENT else {
        throw FileError(action: "make the folder", path: path, code: again, isOwn: true)
      }
    }
    throw FileError(action: "make the folder", path: path, code: ENOENT, isOwn: true)
  }

  package static func names(in path: String) throws(FileError) -> [String] {
    guard let folder = opendir(path) else {
      throw FileError(action: "read the folder", path: path, code: errno)
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeMutablePointer(to: &entry.pointee.d_name) { array in
        String(cString: UnsafeRawPointer(array).assumingMemoryBound(to: CChar.self))
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Whether there is a folder at the path; a link is followed.
  package static func isFolder(_ path: String) -> Bool { FileKind(of: path) == .folder }

  /// The path with links resolved; itself where nothing is there yet.
  package static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The path as it will be when the folders that are missing on its way have been made: with links
  /// resolved, or where something is missing, without its detours.
  package static func foreseen(_ path: String) -> String {
    var place = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") where part != "." {
      if part == "..", !place.isEmpty, FileKind(of: place) == nil {
        place = parent(of: place) ?? (place.hasPrefix("/") ? "/" : "")
      } else {
        place += place.isEmpty || place == "/" ? String(part) : "/\(part)"
      }
    }
    return resolved(place.isEmpty ? "." : place)
  }

  /// Whether a folder is the one at another path, or above it, however both are written and through
  /// whatever links: compared is what the file system knows them by.
  /// - Complexity: O(depth).
  package static func isAbove(_ folder: String, _ path: String) -> Bool {
    var (sought, found) = (stat(), stat())
    guard stat(folder, &sought) == 0, stat(path, &found) == 0 else { return false }
    var path = path
    while found.st_ino != sought.st_ino || found.st_dev != sought.st_dev {
      let last = found
      path += "/.."
      // Above the root is the root.
      guard stat(path, &found) == 0, found.st_ino != last.st_ino || found.st_dev != last.st_dev
      else { return false }
    }
    return true
  }

  /// Removes a file, or a folder with all that is in it; another process may add to it meanwhile.
  /// - Returns: 0, or the system's number for why something is left.
  @discardableResult
  package static func remove(_ path: String) -> Int32 {
    var code: Int32 = 0
    for _ in 0..<patience {
      if unlink(path) == 0 || errno == ENOENT { return 0 }
      if rmdir(path) == 0 || errno == ENOENT { return 0 }
      code = errno
      // A link to a folder was unlinked above, so that this is a folder of its own.
      guard let names = try? names(in: path) else { return code }
      for name in names { remove("\(path)/\(name)") }
    }
    return code
  }

  /// Exchanges what two paths name, in one step that no other process can look into.
  /// - Returns: 0, or the system's number for why not; `ENOSYS` where it has no such step.
  package static func exchange(_ path: String, _ other: String) -> Int32 {
    #if canImport(Darwin)
    return renamex_np(path, other, UInt32(RENAME_SWAP)) == 0 ? 0 : errno
    #else
    guard let rename = renameAt2 else { return ENOSYS }
    return rename(AT_FDCWD, path, AT_FDCWD, other, exchanging) == 0 ? 0 : errno
    #endif
  }

  #if !canImport(Darwin)
  private typealias RenameAt2 =
    @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

  /// `renameat2` of the C library, which Swift's view of its headers leaves out; nil: it has none.
  private static let renameAt2: RenameAt2? = dlopen(nil, RTLD_LAZY).flatMap { library in
    dlsym(library, "renameat2").map { unsafeBitCast($0, to: RenameAt2.self) }
  }
  /// RENAME_EXCHANGE of <linux/fs.h>.
  private static let exchanging: UInt32 = 2
  #endif

  /// How often something is tried again that other processes can undo: assumption, each of them
  /// comes in between a few times.
  package static let patience = 100

  private static func parent(of path: String) -> String? {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
    return String(path[..<slash])
  }
}
