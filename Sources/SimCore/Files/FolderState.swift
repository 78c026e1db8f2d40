#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The files below a folder as the system describes them, to be compared with a later state.
///
/// A file whose size, place on the disk and dates are as before counts as unchanged, and is not
/// read. Dates of files that changed are set to those of virtual time: what is written again
/// afterwards has another one, however short the time in between, and a cache that goes by dates of
/// files goes by virtual time. What a real folder changes between two states is seen by
/// whole files: a file that was written twice counts once.
package struct FolderState: Sendable {
  /// What the system says of a file.
  private struct File: Hashable, Sendable {
    var inode: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
    var digest: UInt64
    /// Whether its content changed when it last changed at all: dates that were set leave another
    /// instant than that of setting them.
    var isWritten = false
  }

  /// A difference between two states.
  package enum Change: Hashable, Sendable {
    /// The file is new, or has other content: so many bytes.
    case written(String, bytes: Int64)
    /// The file has another name, without having been written.
    case renamed(String, to: String)
    /// Only the file's dates were set.
    case touched(String)
    case removed(String)

    /// The file's path below the folder, the new one of a renamed file.
    package var path: String {
      switch self {
      case .written(let path, _), .renamed(_, let path), .touched(let path), .removed(let path):
        path
      }
    }
  }

  package let folder: String
  /// By path below the folder, in order.
  private var files: [(path: String, file: File)] = []

  package init(of folder: String) { self.folder = folder }

  package var size: Int64 { files.reduce(0) { $0 + $1.file.size } }

  /// Looks at the folder again.
  /// - Parameter seconds: what the dates of changed files are set to: seconds since 1970.
  /// - Returns: what changed since the last time, by path.
  /// - Complexity: a call of the system for each file; the bytes of files that changed are read.
  package mutating func update(settingDatesTo seconds: Int64) -> [Change] {
    var found: [(path: String, file: File)] = []
    var changed: [(path: String, file: File, former: File?)] = []
    var place = 0
    var gone: [(path: String, file: File)] = []
    for path in Self.paths(below: folder, "") {
      guard var file = Self.file(at: "\(folder)/\(path)") else { continue }
      while place < files.count, files[place].path < path {
        gone.append(files[place])
        place += 1
      }
      var former: File?
      if place < files.count, files[place].path == path {
        former = files[place].file
        place += 1
      }
      file.digest = former?.digest ?? 0
      // Dates of virtual time are those of no writing.
      if file.isWritten || file != former {
        file.digest = Self.digest(of: "\(folder)/\(path)")
        Self.setDates(of: "\(folder)/\(path)", to: Int(seconds))
        if let dated = Self.file(at: "\(folder)/\(path)") {
          (file.seconds, file.nanoseconds) = (dated.seconds, dated.nanoseconds)
        }
        changed.append((path, file, former))
        file.isWritten = false
      }
      found.append((path, file))
    }
    gone += files[place...]
    files = found
    return Self.changes(changed, &gone) + gone.map { .removed($0.path) }
  }

  private static func changes(
    _ changed: [(path: String, file: File, former: File?)],
    _ gone: inout [(path: String, file: File)]
  ) -> [Change] {
    changed.map { path, file, former in
      let isSame = former.map { $0.digest == file.digest && $0.size == file.size } ?? false
      if isSame, former?.inode == file.inode, !file.isWritten { return .touched(path) }
      if former == nil,
        let index = gone.firstIndex(where: {
          $0.file.inode == file.inode && $0.file.digest == file.digest && $0.file.size == file.size
        })
      {
        return .renamed(gone.remove(at: index).path, to: path)
      }
      return .written(path, bytes: file.size)
    }
  }

  /// The bytes of all files below a folder.
  package static func size(of folder: String) -> Int64 {
    paths(below: folder).reduce(0) { $0 + (file(at: "\(folder)/\($1)")?.size ?? 0) }
  }

  /// The paths of the files below a folder, sorted; links are no files.
  package static func paths(below folder: String, _ prefix: String = "") -> [String] {
    guard let names = try? FolderTree.names(in: folder) else { return [] }
    var paths: [String] = []
    for name in names {
      var status = stat()
      guard lstat("\(folder)/\(name)", &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFREG: paths.append(prefix + name)
      case S_IFDIR: paths += Self.paths(below: "\(folder)/\(name)", "\(prefix)\(name)/")
      default: break
      }
    }
    return prefix.isEmpty ? paths.sorted() : paths
  }

  private static func file(at path: String) -> File? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
    let (date, change) = (status.st_mtimespec, status.st_ctimespec)
    #else
    let (date, change) = (status.st_mtim, status.st_ctim)
    #endif
    return File(
      inode: UInt64(status.st_ino), size: Int64(status.st_size), seconds: Int(date.tv_sec),
      nanoseconds: Int(date.tv_nsec), digest: 0,
      isWritten: date.tv_sec == change.tv_sec && date.tv_nsec == change.tv_nsec)
  }

  private static func setDates(of path: String, to seconds: Int) {
    let date = timespec(tv_sec: seconds, tv_nsec: 0)
    _ = utimensat(AT_FDCWD, path, [date, date], AT_SYMLINK_NOFOLLOW)
  }

  /// FNV-1a over the file's words of eight bytes and its rest (Fowler, Noll, Vo, 1991).
  private static func digest(of path: String) -> UInt64 {
    guard let file = try? OpenFile(path: path), let bytes = try? file.contents(limit: .max - 1)
    else { return 0 }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    bytes.withUnsafeBytes { bytes in
      for index in 0..<bytes.count / 8 {
        hash ^= bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
        hash = (hash ^ hash >> 29) &* 0x0000_0100_0000_01B3
      }
      for index in bytes.count / 8 * 8..<bytes.count {
        hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
      }
    }
    return hash
  }
}

extension FolderTree {
  package static func copy(_ folder: String, to copy: String) throws(FileError) {
    try make(copy)
    for name in try names(in: folder) {
      let source = "\(folder)/\(name)"
      switch FileKind(of: source) {
      case .folder: try Self.copy(source, to: "\(copy)/\(name)")
      case .plain:
        let bytes = try OpenFile(path: source).contents(limit: .max - 1) ?? []
        try write(bytes, to: "\(copy)/\(name)")
      case .special, nil: break
      }
    }
  }

  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw FileError(action: "write", path: path, code: errno) }
    defer { close(file) }
    let code = FileDescriptor.write(bytes, to: file)
    guard code == 0 else { throw FileError(action: "write", path: path, code: code) }
  }

  package static func empty(_ folder: String) {
    for name in (try? names(in: folder)) ?? [] { remove("\(folder)/\(name)") }
  }
}

/// A system call that succeeded, as strace writes it: `write(3</folder/file>, ""..., 4096) = 4096`.
package struct SystemCall {
  package let name: Substring
  /// What stands between the brackets.
  package let arguments: Substring
  /// What it returned.
  package let result: Int64
}

/// Reads the lines of strace's log (`strace -f -o`): calls that another thread interrupted stand in
/// two pieces, and are put together by their thread.
package struct SystemCallReader: Sendable {
  /// By thread: the first piece of a call.
  private var unfinished: [Substring: Substring] = [:]

  package init() {}

  /// The call that a line completes; nil: none, or one that failed.
  package mutating func call(in line: Substring) -> SystemCall? {
    guard let space = line.firstIndex(of: " ") else { return nil }
    let thread = line[..<space]
    var call = line[space...].drop { $0 == " " }
    if let cut = call.firstRange(of: "<unfinished ...>") {
      unfinished[thread] = call[..<cut.lowerBound]
      return nil
    }
    if call.hasPrefix("<... "), let end = call.firstRange(of: "resumed>") {
      let start = unfinished.removeValue(forKey: thread) ?? ""
      call = Substring(start + call[end.upperBound...])
    }
    guard let open = call.firstIndex(of: "("), let equals = call.ranges(of: " = ").last else {
      return nil
    }
    // Short calls are filled up with spaces before the result.
    let end = call[..<equals.lowerBound].lastIndex { $0 != " " }
    guard let end, end > open, call[end] == ")",
      let result = Int64(call[equals.upperBound...].prefix { $0 == "-" || $0.isNumber }),
      result >= 0
    else { return nil }
    return SystemCall(
      name: call[..<open], arguments: call[call.index(after: open)..<end], result: result)
  }
}
