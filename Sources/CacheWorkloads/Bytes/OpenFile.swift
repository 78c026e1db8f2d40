#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A file that is open for reading until its owner goes.
struct OpenFile: ~Copyable {
  /// Its name as it was given; `-` is standard input.
  let path: String
  /// What the system calls it.
  let descriptor: Int32

  /// Opens a file.
  /// - Throws: `missingFile` or `unreadable`.
  init(path: String) throws(WorkloadError) {
    guard !path.utf8.contains(0) else {
      throw WorkloadError(.missingFile, at: path, "a path with a NUL byte names no file")
    }
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(errno, path: path) }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Reads the next bytes, fewer than `count` only at the end.
  /// - Throws: `unreadable`.
  func beginning(_ count: Int) throws(WorkloadError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes {
        uninterruptedRead(descriptor, $0.baseAddress.map { $0 + filled }, count - filled)
      }
      guard got >= 0 else { throw Self.failure(errno, path: path) }
      if got == 0 { break }
      filled += got
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  static func failure(_ code: Int32, path: String) -> WorkloadError {
    switch code {
    case ENOENT, ENOTDIR: WorkloadError(.missingFile, at: path, "there is no such file")
    case EISDIR: WorkloadError(.unreadable, at: path, "this is a folder, not a file")
    case EACCES: WorkloadError(.unreadable, at: path, "no permission to read this file")
    default: WorkloadError(.unreadable, at: path, String(cString: strerror(code)))
    }
  }
}
