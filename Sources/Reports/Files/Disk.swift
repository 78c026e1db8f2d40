#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The few things that a report asks of the file system, with errors that name the path.
enum Disk {
  /// Whether there is something at the path; a link is followed.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// A word that no other process has, here or on a machine that shares the disk: for names of
  /// unfinished files.
  static var processName: String {
    var name = [CChar](repeating: 0, count: 256)
    let isKnown = gethostname(&name, name.count - 1) == 0
    let host = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return (isKnown ? String(decoding: host, as: UTF8.self) : "host") + "-\(getpid())"
  }

  /// The path with links resolved; itself where nothing is there yet.
  static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Makes a folder and those above it that are missing.
  static func makeFolder(_ path: String) throws(ResultFolderError) {
    if mkdir(path, 0o777) == 0 { return }
    let code = errno
    if code == EEXIST && isFolder(path) { return }
    guard code == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw error("make the folder", path, code)
    }
    try makeFolder(String(path[..<slash]))
    if mkdir(path, 0o777) != 0 && !(errno == EEXIST && isFolder(path)) {
      throw error("make the folder", path, errno)
    }
  }

  /// Writes a file anew.
  static func write(_ bytes: [UInt8], to path: String) throws(ResultFolderError) {
    try write(CollectionOfOne(bytes), to: path)
  }

  /// Writes a file anew from pieces.
  static func write(
    _ pieces: some Sequence<[UInt8]>, to path: String
  ) throws(ResultFolderError) {
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

  /// Whether there is something at the path that is neither a plain file nor a folder.
  static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Sends bytes to a device, or to a pipe that somebody reads; nobody is waited for.
  static func send(
    _ pieces: some Sequence<[UInt8]>, to path: String
  ) throws(ResultFolderError) {
    let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENXIO {
        throw ResultFolderError(action: "write", path: path, reason: "nobody reads this pipe")
      }
      throw error("write", path, errno)
    }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
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

  /// A file's bytes; nil when it cannot be read.
  static func bytes(of path: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    return read(path) { bytes += $0 } ? bytes : nil
  }

  /// Reads a file piece by piece; whether it could be read to its end.
  static func read(_ path: String, _ piece: (ArraySlice<UInt8>) -> Void) -> Bool {
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
  static func names(in path: String) throws(ResultFolderError) -> [String] {
    guard let folder = opendir(path) else { throw error("read the folder", path, errno) }
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

  /// Gives something another path on the same file system, in one step.
  static func move(_ path: String, to other: String) throws(ResultFolderError) {
    if rename(path, other) != 0 { throw error("move to \(other)", path, errno) }
  }

  /// Removes a file, a link, or a folder that is empty.
  static func remove(_ path: String) throws(ResultFolderError) {
    if unlink(path) == 0 || errno == ENOENT { return }
    if rmdir(path) != 0 { throw error("remove", path, errno) }
  }

  /// Whether there is a folder at the path; a link is followed.
  static func isFolder(_ path: String) -> Bool {
    guard let folder = opendir(path) else { return false }
    closedir(folder)
    return true
  }

  private static func error(_ action: String, _ path: String, _ code: Int32) -> ResultFolderError {
    ResultFolderError(action: action, path: path, reason: String(cString: strerror(code)))
  }
}

/// The system's `write`, under a name that the type's own verb does not hide.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
