#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A program under way that expands a file while it is read.
///
/// A file that can be read from any place is the program's standard input. From a pipe, whose first
/// bytes have been read already, the program is fed while its answer is awaited. Data that are
/// damaged or cut off are an error when the program ends, never a short trace.
struct Expander: ~Copyable {
  private let path: String
  private let compression: Compression
  private let child: ChildProcess
  private let source: Int32
  /// What is left of the source for the child; nil when the child reads the source itself.
  private var feed: [UInt8]?
  private var isFed = false
  private var hasEnded = false

  /// Starts the program.
  /// - Parameters:
  ///   - start: the bytes of the source that have been read already.
  ///   - source: the compressed file.
  /// - Throws: `unreadable` when the program cannot be started.
  init(
    _ compression: Compression, start: [UInt8], source: Int32, path: String
  ) throws(WorkloadError) {
    let isSeekable = lseek(source, off_t(-start.count), SEEK_CUR) >= 0
    let child = ChildProcess(compression.command, input: isSeekable ? source : nil)
    guard let child else {
      throw WorkloadError(
        .unreadable, at: path,
        "the file is compressed, and the program \(compression) that expands it cannot be "
          + "started: is it installed?")
    }
    self.path = path
    self.compression = compression
    self.source = source
    self.child = child
    feed = isSeekable ? nil : start
  }

  /// Reads expanded bytes; 0 at the end of whole data.
  /// - Throws: `malformed` at the end of damaged data, `unreadable`.
  mutating func read(
    into buffer: UnsafeMutableRawPointer, limit: Int
  ) throws(WorkloadError) -> Int {
    if hasEnded { return 0 }
    while feed != nil, !isFed, !child.hasOutput(whileFeedingIsPossible: true) { try feedChild() }
    let count = child.read(into: buffer, limit: limit)
    if count > 0 { return count }
    hasEnded = true
    let end = child.end()
    guard count == 0, end.status == 0 else {
      throw WorkloadError(
        .malformed, at: path,
        "the data are damaged or cut off: " + (end.words ?? "\(compression) failed"))
    }
    return 0
  }

  /// Gives the child what waits for it, and waits for more of the source when nothing does.
  private mutating func feedChild() throws(WorkloadError) {
    var waiting = feed ?? []
    if waiting.isEmpty {
      waiting = [UInt8](repeating: 0, count: ByteReader.chunk)
      let limit = waiting.count
      let count = waiting.withUnsafeMutableBytes {
        uninterruptedRead(source, $0.baseAddress, limit)
      }
      guard count >= 0 else { throw OpenFile.failure(errno, path: path) }
      waiting.removeLast(limit - count)
    }
    if let sent = waiting.isEmpty ? nil : child.send(waiting) {
      waiting.removeFirst(sent)
    } else {
      child.endInput()
      isFed = true
    }
    feed = waiting
  }
}

/// The system's `read`, begun again when a signal interrupts it.
func uninterruptedRead(_ file: Int32, _ target: UnsafeMutableRawPointer?, _ limit: Int) -> Int {
  while true {
    let count = read(file, target, limit)
    if count >= 0 || errno != EINTR { return count }
  }
}
