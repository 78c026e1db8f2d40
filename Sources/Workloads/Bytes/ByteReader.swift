#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A file's bytes from front to back, by plain `read` in large pieces.
///
/// The one place of this target with unsafe code. It works on regular files, pipes and devices.
struct ByteReader: ~Copyable {
  /// The file's name as it was given; errors name it.
  let path: String
  private let descriptor: Int32
  /// Bytes that were looked at and not yet given.
  private var peeked: [UInt8] = []

  /// How much is asked for at once: 768 KiB, so much that the calls cost nothing, and little enough
  /// for a second-level cache.
  static let chunk = 768 << 10

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

  /// The next bytes, at most `count` and fewer only at the end; they will be read again.
  /// - Throws: `unreadable`.
  mutating func peek(_ count: Int) throws(WorkloadError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = try read(into: &bytes, at: filled, limit: count - filled)
      if got == 0 { break }
      filled += got
    }
    bytes.removeLast(count - filled)
    peeked = bytes + peeked
    return bytes
  }

  /// Puts up to `limit` bytes into the buffer from `offset` on, and says how many; 0 at the end.
  /// - Throws: `unreadable`.
  mutating func read(
    into buffer: inout [UInt8], at offset: Int, limit: Int
  ) throws(WorkloadError) -> Int {
    precondition(offset >= 0 && limit > 0 && limit <= buffer.count - offset)
    if !peeked.isEmpty {
      let count = min(limit, peeked.count)
      buffer.replaceSubrange(offset..<offset + count, with: peeked[..<count])
      peeked.removeFirst(count)
      return count
    }
    while true {
      let count = buffer.withUnsafeMutableBytes { bytes in
        systemRead(descriptor, bytes.baseAddress! + offset, limit)
      }
      if count >= 0 { return count }
      if errno != EINTR { throw Self.failure(errno, path: path) }
    }
  }

  /// The whole file.
  /// - Throws: `missingFile` or `unreadable`; the latter also for more than `limit` bytes.
  static func contents(of path: String, limit: Int) throws(WorkloadError) -> [UInt8] {
    var reader = try ByteReader(path: path)
    var bytes: [UInt8] = []
    var count = 0
    while true {
      if bytes.count - count < chunk {
        bytes += [UInt8](repeating: 0, count: max(chunk, bytes.count))
      }
      let got = try reader.read(into: &bytes, at: count, limit: chunk)
      if got == 0 { break }
      count += got
      guard count <= limit else {
        throw WorkloadError(.unreadable, at: path, "the file is larger than \(limit) bytes")
      }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// The first place of a byte in a part of a buffer.
  static func firstIndex(of byte: UInt8, in buffer: [UInt8], from start: Int, to end: Int) -> Int? {
    precondition(start >= 0 && start <= end && end <= buffer.count)
    return buffer.withUnsafeBytes { bytes in
      guard start < end, let base = bytes.baseAddress,
        let found = memchr(base + start, Int32(byte), end - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Moves a part of a buffer to its front; the bytes behind it lose their meaning.
  static func moveToFront(_ range: Range<Int>, of buffer: inout [UInt8]) {
    precondition(range.lowerBound >= 0 && range.upperBound <= buffer.count)
    buffer.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      memmove(base, base + range.lowerBound, range.count)
    }
  }

  private static func failure(_ code: Int32, path: String) -> WorkloadError {
    switch code {
    case ENOENT, ENOTDIR: WorkloadError(.missingFile, at: path, "there is no such file")
    case EISDIR: WorkloadError(.unreadable, at: path, "this is a folder, not a file")
    case EACCES: WorkloadError(.unreadable, at: path, "no permission to read this file")
    default: WorkloadError(.unreadable, at: path, String(cString: strerror(code)))
    }
  }
}

/// The system's `read`, under a name that the type's own verb does not hide.
private func systemRead(_ file: Int32, _ target: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(file, target, count)
}
