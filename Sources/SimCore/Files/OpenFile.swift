#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file that is open for reading until its owner goes.
package struct OpenFile: ~Copyable, Sendable {
  /// Its name as it was given; `-` is standard input.
  package let path: String
  /// The system's number for it.
  package let descriptor: Int32

  /// How much `contents` reads at once: 1 MiB.
  private static let piece = 1 << 20

  /// Opens a file, or duplicates standard input for `-`.
  /// - Throws: `ENOENT` also for a path with a NUL byte, which names no file.
  package init(path: String) throws(FileError) {
    let isPath = !path.utf8.contains(0)
    let descriptor =
      path == "-" ? dup(STDIN_FILENO) : isPath ? open(path, O_RDONLY | O_CLOEXEC) : -1
    guard descriptor >= 0 else {
      throw FileError(action: "read", path: path, code: isPath ? errno : ENOENT)
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Reads the next bytes, as many as there are up to a limit.
  /// - Returns: how many; 0 at the end.
  package func read(into target: UnsafeMutableRawPointer?, limit: Int) throws(FileError) -> Int {
    let count = FileDescriptor.read(descriptor, into: target, limit: limit)
    guard count >= 0 else { throw FileError(action: "read", path: path, code: errno) }
    return count
  }

  /// Reads the next bytes, fewer than `count` only at the end.
  package func next(_ count: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes {
        FileDescriptor.read(
          descriptor, into: $0.baseAddress.map { $0 + filled }, limit: count - filled)
      }
      guard got >= 0 else { throw FileError(action: "read", path: path, code: errno) }
      if got == 0 { break }
      filled += got
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  /// All that is left of the file, also of a pipe.
  /// - Returns: nil when that is more than `limit` bytes.
  package consuming func contents(limit: Int) throws(FileError) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(FileDescriptor.size(of: descriptor), limit))
    while true {
      let next = try next(min(Self.piece, limit + 1 - bytes.count))
      if next.isEmpty { return bytes }
      bytes += next
      if bytes.count > limit { return nil }
    }
  }
}

/// A file that is written line by line while something goes on: each line is there as a whole when
/// the next one begins, however the process ends.
package struct LineFile: ~Copyable, Sendable {
  private let path: String
  private let descriptor: Int32

  package init(path: String) throws(FileError) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC
    let descriptor = path.utf8.contains(0) ? -1 : open(path, flags, 0o644)
    guard descriptor >= 0 else { throw FileError(action: "write", path: path, code: errno) }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Adds lines.
  /// - Parameter text: whole lines, each with its line feed.
  package func write(_ text: String) throws(FileError) {
    let code = FileDescriptor.write(Array(text.utf8), to: descriptor)
    guard code == 0 else { throw FileError(action: "write", path: path, code: code) }
  }
}

/// What the system does with the number of an open file: begun again when a signal interrupts it.
package enum FileDescriptor {
  /// Reads up to `limit` bytes.
  /// - Returns: how many, 0 at the end; less than 0 when that fails, with `errno`.
  package static func read(
    _ file: Int32, into target: UnsafeMutableRawPointer?, limit: Int
  ) -> Int {
    while true {
      let count = systemRead(file, target, limit)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Writes all bytes, however the system divides them; waits where a terminal does not take them.
  /// - Returns: 0, or the system's number for why not.
  package static func write(_ bytes: [UInt8], to file: Int32) -> Int32 {
    transfer(bytes.count) { start in
      bytes.withUnsafeBytes {
        systemWrite(file, $0.baseAddress.map { $0 + start }, bytes.count - start)
      }
    } whenNotReady: {
      var descriptors = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
      poll(&descriptors, 1, -1)
    }
  }

  /// Reads a range of a plain file into as many bytes.
  /// - Returns: 0, or the system's number for why not.
  package static func read(_ range: Range<Int>, of file: Int32, into bytes: inout [UInt8]) -> Int32
  {
    precondition(range.count <= bytes.count)
    return transfer(range.count) { start in
      bytes.withUnsafeMutableBytes {
        pread(
          file, $0.baseAddress.map { $0 + start }, range.count - start,
          off_t(range.lowerBound + start))
      }
    }
  }

  /// Writes bytes over a range of a plain file.
  /// - Returns: 0, or the system's number for why not.
  package static func write(_ bytes: [UInt8], over range: Range<Int>, of file: Int32) -> Int32 {
    precondition(range.count == bytes.count)
    return transfer(range.count) { start in
      bytes.withUnsafeBytes {
        pwrite(
          file, $0.baseAddress.map { $0 + start }, range.count - start,
          off_t(range.lowerBound + start))
      }
    }
  }

  /// Opens a device, or a pipe that has a reader, for writing; a pipe without one is not waited
  /// for.
  /// - Returns: less than 0 when that fails, with `errno`: `ENXIO` for a pipe without a reader.
  package static func openSpecial(_ path: String) -> Int32 {
    let file = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    if file >= 0 { _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK) }
    return file
  }

  /// The size of a plain file; 0 of a pipe or a device.
  package static func size(of file: Int32) -> Int {
    var status = stat()
    return fstat(file, &status) == 0 ? max(Int(status.st_size), 0) : 0
  }

  /// Repeats a step that transfers a part of `count` bytes from a place on, until all are.
  private static func transfer(
    _ count: Int, _ step: (Int) -> Int, whenNotReady wait: () -> Void = {}
  ) -> Int32 {
    var start = 0
    while start < count {
      let done = step(start)
      if done > 0 {
        start += done
      } else if done == 0 {
        return EIO
      } else if errno == EAGAIN {
        wait()
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}

/// What there is at a path.
package enum FileKind: Sendable {
  case plain, folder
  /// A pipe, a socket or a device.
  case special

  /// The kind of what is at a path, links followed; nil: nothing is there.
  package init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .plain
    case S_IFDIR: self = .folder
    default: self = .special
    }
  }
}

/// The system's `read` and `write`, under names that do not hide them.
private func systemRead(_ file: Int32, _ target: UnsafeMutableRawPointer?, _ limit: Int) -> Int {
  read(file, target, limit)
}
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
