internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file or folder under a hidden name beside its target, until it is whole.
///
/// The name is `.TARGET.PROCESS-NUMBER.partial` and is made exclusively, so that processes which
/// write one target never write into one entry. The maker holds a lock on it, which the system
/// frees when the process ends in whatever way: what has such a name and no lock was abandoned, and
/// is removed when the target is written again. Where a file system has no locks for it (NFS
/// has none for folders), what was abandoned stays. What is not committed goes with the value.
package struct UnfinishedEntry: ~Copyable, Sendable {
  /// Where it lies now.
  package private(set) var path: String
  /// An open file; written to directly, a file that was removed is not made anew by its name.
  package let descriptor: Int32
  /// Folders above it that were missing.
  private let parents: [String]
  private var isDone = false

  package static let ending = ".partial"
  /// How many bytes of the target's name are repeated: the rest fits below the usual limit of 255.
  private static let nameLimit = 180

  /// The entries of this process that are not committed.
  private struct Registry {
    /// Each with the folders that were made for it, the outermost first.
    var entries: [(path: String, parents: [String])] = []
    /// Whether the process ends, and nothing may be begun any more.
    var isClosed = false
  }

  private static let registry = Mutex(Registry())
  private static let number = Atomic(0)

  /// Makes an empty folder for a target, and the folders above it that are missing.
  package init(folderFor target: String) throws(FileError) {
    Self.removeAbandoned(for: target)
    try self.init(for: target, isFolder: true)
  }

  /// Makes an empty file for a target, open for reading and writing.
  /// - Parameter removesAbandoned: whether the folder is searched for what others abandoned, which
  ///   costs a look at all names in it.
  package init(fileFor target: String, removesAbandoned: Bool = true) throws(FileError) {
    if removesAbandoned { Self.removeAbandoned(for: target) }
    try self.init(for: target, isFolder: false)
  }

  private init(for target: String, isFolder: Bool) throws(FileError) {
    var parents: [String] = []
    for _ in 0..<FolderTree.patience {
      let path = Self.name(for: target, ending: Self.ending)
      let made: (descriptor: Int32, code: Int32) = Self.registry.withLock { [parents] registry in
        guard !registry.isClosed else { return (-1, ECANCELED) }
        if isFolder {
          guard mkdir(path, 0o777) == 0 else { return (-1, errno) }
          registry.entries.append((path, parents))
          return (open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW), 0)
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { return (-1, errno) }
        registry.entries.append((path, parents))
        return (descriptor, 0)
      }
      switch made.code {
      case 0:
        let descriptor = made.descriptor
        if descriptor >= 0, Self.isLocked(descriptor, at: path) {
          self.path = path
          self.descriptor = descriptor
          self.parents = parents
          return
        }
        // Another process took it for an abandoned one before it was locked.
        if descriptor >= 0 { close(descriptor) }
        Self.unregister(path)
      case EEXIST: continue
      case ENOENT: parents += try FolderTree.make(Self.split(target).folder)
      default: throw FileError(action: "write", path: path, code: made.code, isOwn: true)
      }
    }
    throw FileError(action: "write", path: target, code: EAGAIN)
  }

  deinit {
    if !isDone {
      Self.remove(path, andEmpty: parents)
      Self.unregister(path)
    }
    close(descriptor)
  }

  /// Takes the owner, the group and the mode of a folder, in whose place it will be.
  /// - Returns: whether it has all of them.
  package func takeAccess(of folder: String) -> Bool {
    var (theirs, own) = (stat(), stat())
    guard stat(folder, &theirs) == 0, fstat(descriptor, &own) == 0 else { return false }
    if theirs.st_uid != own.st_uid || theirs.st_gid != own.st_gid,
      fchown(descriptor, theirs.st_uid, theirs.st_gid) != 0
    {
      return false
    }
    // Behind the owner, a change of which takes bits of the mode away.
    return fchmod(descriptor, theirs.st_mode & 0o7777) == 0
  }

  /// Gives it another unfinished name.
  /// - Returns: 0, or the system's number for why not.
  package mutating func move(to other: String) -> Int32 {
    let former = path
    let code = Self.registry.withLock { registry in
      guard rename(former, other) == 0 else { return errno }
      for place in registry.entries.indices where registry.entries[place].path == former {
        registry.entries[place].path = other
      }
      return 0
    }
    if code == 0 { path = other }
    return code
  }

  /// Gives it the target's name, in place of a file or an empty folder there.
  /// - Returns: 0, or the system's number for why not.
  package mutating func commit(to target: String) -> Int32 {
    guard rename(path, target) == 0 else { return errno }
    finish()
    return 0
  }

  /// Marks it as one that got its name, or its place, in another way, and is not to be removed.
  package mutating func finish() {
    isDone = true
    Self.unregister(path)
  }

  /// A name beside a target that no other process makes, and this one does not make again.
  package static func name(for target: String, ending: String) -> String {
    let count = number.wrappingAdd(1, ordering: .relaxed).newValue
    let (folder, name) = split(target)
    return "\(prefix(folder)).\(shortened(name)).\(getpid())-\(count)\(ending)"
  }

  package static func names(beside target: String, ending: String) -> [String] {
    let (folder, name) = split(target)
    let start = ".\(shortened(name))."
    let names = (try? FolderTree.names(in: folder)) ?? []
    return names.filter { isHidden($0, start: start, ending: ending) }
      .map { "\(prefix(folder))\($0)" }
  }

  /// Removes what other processes left unfinished for a target when they ended.
  package static func removeAbandoned(for target: String) {
    for path in names(beside: target, ending: ending) {
      whileUnused(path) { FolderTree.remove(path) }
    }
  }

  /// Removes what other processes left unfinished in a folder when they ended, for any target.
  package static func removeAbandoned(in folder: String) {
    for name in (try? FolderTree.names(in: folder)) ?? []
    where isHidden(name, start: ".", ending: ending) {
      let path = "\(folder)/\(name)"
      whileUnused(path) { FolderTree.remove(path) }
    }
  }

  /// Does something with an entry that is not locked, and keeps other processes from it meanwhile.
  package static func whileUnused(_ path: String, _ body: () -> Void) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { body() }
  }

  /// Removes all that this process has not finished, and lets it begin nothing more: it ends.
  package static func discardAll() {
    let entries = registry.withLock { registry in
      registry.isClosed = true
      return registry.entries
    }
    for entry in entries { remove(entry.path, andEmpty: entry.parents) }
  }

  private static func unregister(_ path: String) {
    registry.withLock { registry in registry.entries.removeAll { $0.path == path } }
  }

  private static func remove(_ path: String, andEmpty parents: [String]) {
    FolderTree.remove(path)
    for parent in parents.reversed() { rmdir(parent) }
  }

  /// Takes the lock; whether it is this process's, or there are none, and the entry still there.
  private static func isLocked(_ descriptor: Int32, at path: String) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }
    var held = stat()
    var named = stat()
    return fstat(descriptor, &held) == 0 && lstat(path, &named) == 0
      && held.st_ino == named.st_ino && held.st_dev == named.st_dev
  }

  /// Whether a name is `start`, then `PROCESS-NUMBER`, then `ending`.
  private static func isHidden(_ name: String, start: String, ending: String) -> Bool {
    guard name.hasPrefix(start), name.hasSuffix(ending) else { return false }
    guard name.utf8.count > start.utf8.count + ending.utf8.count else { return false }
    let middle = name.dropFirst(start.count).dropLast(ending.count)
    let own = middle.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
    let numbers = own.split(separator: "-", omittingEmptySubsequences: false)
    return numbers.count == 2 && numbers.allSatisfy { UInt64($0) != nil }
  }

  private static func split(_ target: String) -> (folder: String, name: String) {
    guard let slash = target.lastIndex(of: "/") else { return (".", target) }
    let folder = slash == target.startIndex ? "/" : String(target[..<slash])
    return (folder, String(target[target.index(after: slash)...]))
  }

  /// What stands before a name in a folder; nothing in the working folder.
  private static func prefix(_ folder: String) -> String {
    folder == "." ? "" : folder == "/" ? "/" : "\(folder)/"
  }

  private static func shortened(_ name: String) -> String {
    var name = name
    while name.utf8.count > nameLimit { name.removeLast() }
    return name
  }
}
