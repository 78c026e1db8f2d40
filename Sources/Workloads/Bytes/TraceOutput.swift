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
  private var buffer: [UInt8] = []
  /// The file's name until it is whole; nil: what is written is there at once.
  private let unfinishedPath: String?
  /// The name that it gets: where links lead.
  private let target: String
  private var isFinished = false

  /// How much is gathered before it is written: 1 MiB.
  private static let chunk = 1 << 20
  /// What ends the name of an unfinished file.
  private static let unfinished = ".part"

  /// Begins a file, or goes on with standard output.
  /// - Throws: `unwritable`.
  init(path: String) throws(WorkloadError) {
    let target = Self.resolved(path)
    var unfinished: String?
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
      let mode: mode_t = 0o666
      let name = target + Self.unfinished
      descriptor = open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
      unfinished = name
    }
    guard descriptor >= 0 else { throw Self.failure(path) }
    unfinishedPath = unfinished
    self.target = target
    self.path = path
    self.descriptor = descriptor
    buffer.reserveCapacity(Self.chunk + 4_096)
  }

  deinit {
    close(descriptor)
    if !isFinished, let unfinishedPath { unlink(unfinishedPath) }
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
    if let unfinishedPath, rename(unfinishedPath, target) != 0 { throw Self.failure(path) }
    isFinished = true
  }

  /// Whether bytes can be read back and rewritten.
  var isRewritable: Bool { unfinishedPath != nil }

  /// Removes what a writing that was interrupted left.
  static func discardUnfinished(at path: String) {
    let target = resolved(path)
    if path != "-", !isSpecial(target), !isFolder(target) { unlink(target + unfinished) }
  }

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
