#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A file that is being written: it gets its name when it is whole. `-` is standard output.
struct TraceOutput: ~Copyable {
  /// The name as it was given.
  let path: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var isFinished = false

  /// How much is gathered before it is written: 1 MiB.
  private static let chunk = 1 << 20
  /// What ends the name of an unfinished file.
  private static let unfinished = ".part"

  /// Begins a file, or goes on with standard output.
  /// - Throws: `unwritable`.
  init(path: String) throws(WorkloadError) {
    let mode: mode_t = 0o666
    let descriptor =
      path == "-"
      ? dup(STDOUT_FILENO)
      : open(path + Self.unfinished, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw Self.failure(path) }
    self.path = path
    self.descriptor = descriptor
    buffer.reserveCapacity(Self.chunk + 4_096)
  }

  deinit {
    close(descriptor)
    if !isFinished, path != "-" { unlink(path + Self.unfinished) }
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
    guard path == "-" || rename(path + Self.unfinished, path) == 0 else {
      throw Self.failure(path)
    }
    isFinished = true
  }

  private static func failure(_ path: String) -> WorkloadError {
    WorkloadError(.unwritable, at: path, "cannot be written: \(String(cString: strerror(errno)))")
  }
}

/// The system's `write`, under a name that the type's own verb does not hide.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
