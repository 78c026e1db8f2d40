internal import SimCore

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A file that is being written: it gets its name when it is whole. `-` is standard output; what is
/// no plain file, such as a device or a pipe, is written as it is.
struct TraceOutput: ~Copyable {
  /// The name as it was given.
  let path: String
  private let descriptor: Int32
  /// Whether a terminal shows it, which names of objects must not steer.
  private let isShown: Bool
  private var buffer: [UInt8] = []
  /// The file until it is whole; nil: what is written is there at once.
  private var entry: UnfinishedEntry?
  /// The name that it gets: where links lead.
  private let target: String

  /// How much is gathered before it is written: 1 MiB.
  private static let chunk = 1 << 20

  /// Begins a file, or goes on with standard output.
  /// - Throws: `unwritable`.
  init(path: String) throws(WorkloadError) {
    let target = Self.resolved(path)
    var entry: UnfinishedEntry?
    let descriptor: Int32
    if path == "-" {
      descriptor = dup(STDOUT_FILENO)
    } else if Self.isSpecial(target) {
      // Nobody is waited for at the other end of a pipe.
      descriptor = open(target, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 || errno != ENXIO else {
        throw WorkloadError(.unwritable, at: path, "cannot be written: nobody reads this pipe")
      }
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    } else {
      guard !Self.isFolder(target) else {
        throw WorkloadError(.unwritable, at: path, "cannot be written: this is a folder")
      }
      let made = try Self.begin(target, named: path)
      descriptor = made.descriptor
      entry = consume made
    }
    guard descriptor >= 0 else { throw Self.failure(path) }
    self.entry = entry
    self.target = target
    self.path = path
    self.descriptor = descriptor
    isShown = isatty(descriptor) == 1
    buffer.reserveCapacity(Self.chunk + 4_096)
  }

  deinit {
    // The descriptor of an unfinished file is its own, which closes and removes it.
    if entry == nil { close(descriptor) }
  }

  /// Makes the file under an unfinished name; the folder must be there.
  private static func begin(
    _ target: String, named path: String
  ) throws(WorkloadError) -> UnfinishedEntry {
    if let slash = target.lastIndex(of: "/"), slash > target.startIndex,
      !isFolder(String(target[..<slash]))
    {
      throw WorkloadError(
        .unwritable, at: path, "cannot be written: \(String(cString: strerror(ENOENT)))")
    }
    do throws(FileError) {
      return try UnfinishedEntry(fileFor: target)
    } catch {
      throw WorkloadError(.unwritable, at: path, "cannot be written: \(error.reason)")
    }
  }

  /// Adds bytes.
  mutating func write(_ bytes: some Collection<UInt8>) throws(WorkloadError) {
    buffer += bytes
    if buffer.count >= Self.chunk { try flush() }
  }

  /// Adds what a body appends.
  mutating func write(_ body: (inout [UInt8]) -> Void) throws(WorkloadError) {
    body(&buffer)
    if buffer.count >= Self.chunk { try flush() }
  }

  /// Writes what was gathered.
  mutating func flush() throws(WorkloadError) {
    if isShown { buffer = Array(VisibleText.lines(String(decoding: buffer, as: UTF8.self)).utf8) }
    var start = 0
    while start < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        systemWrite(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(path) }
      start += count
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Reads bytes back; all were flushed.
  func read(_ range: Range<Int>, into bytes: inout [UInt8]) throws(WorkloadError) {
    var start = 0
    while start < range.count {
      let count = bytes.withUnsafeMutableBytes {
        pread(
          descriptor, $0.baseAddress.map { $0 + start }, range.count - start,
          off_t(range.lowerBound + start))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(path) }
      start += count
    }
  }

  /// Writes bytes anew in their place.
  func rewrite(_ range: Range<Int>, with bytes: [UInt8]) throws(WorkloadError) {
    var start = 0
    while start < range.count {
      let count = bytes.withUnsafeBytes {
        pwrite(
          descriptor, $0.baseAddress.map { $0 + start }, range.count - start,
          off_t(range.lowerBound + start))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(path) }
      start += count
    }
  }

  /// Gives the whole file its name.
  mutating func finish() throws(WorkloadError) {
    try flush()
    let code = entry?.commit(to: target) ?? 0
    guard code == 0 else {
      throw WorkloadError(
        .unwritable, at: path, "cannot be written: \(String(cString: strerror(code)))")
    }
  }

  /// Whether bytes can be read back and rewritten.
  var isRewritable: Bool { entry != nil }

  /// The path with links resolved; itself where nothing is there yet.
  private static func resolved(_ path: String) -> String {
    guard path != "-", let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  private static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

  private static func isSpecial(_ path: String) -> Bool {
    kind(of: path).map { $0 != S_IFREG && $0 != S_IFDIR } ?? false
  }

  private static func failure(_ path: String) -> WorkloadError {
    errno == EPIPE && path == "-"
      ? WorkloadError(.unread, at: path, "nobody reads what is written")
      : WorkloadError(
        .unwritable, at: path, "cannot be written: \(String(cString: strerror(errno)))")
  }
}

/// The system's `write`, under a name that the type's own verb does not hide.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
