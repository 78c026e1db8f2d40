internal import SimCore

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The ways in which a trace may be compressed; each is expanded by the program of its name.
///
/// Programs and not libraries: they need nothing to build, run on another processor while the trace
/// is parsed, and their exit status says whether the data were whole.
enum Compression: String, CaseIterable {
  case gzip
  case zstd

  static let markLength = 4

  /// The compression of a file that begins so; nil when it is not compressed.
  ///
  /// RFC 1952, section 2.3.1: 1F 8B, method 8, and reserved bits of the flags that are zero;
  /// RFC 8878, section 3.1.1: 28 B5 2F FD.
  init?(_ start: [UInt8]) {
    guard start.count >= Self.markLength else { return nil }
    switch (start[0], start[1], start[2], start[3]) {
    case (0x1F, 0x8B, 0x08, 0x00...0x1F): self = .gzip
    case (0x28, 0xB5, 0x2F, 0xFD): self = .zstd
    default: return nil
    }
  }

  var command: [String] { [rawValue, "-dc"] }
}

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

  init(
    _ compression: Compression, start: [UInt8], source: Int32, path: String
  ) throws(InputError) {
    let isSeekable = lseek(source, off_t(-start.count), SEEK_CUR) >= 0
    let child = ChildProcess(compression.command, input: isSeekable ? source : nil)
    guard let child else {
      throw InputError(
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
  mutating func read(
    into buffer: UnsafeMutableRawPointer, limit: Int
  ) throws(InputError) -> Int {
    if hasEnded { return 0 }
    while feed != nil, !isFed, !child.hasOutput(whileFeedingIsPossible: true) { try feedChild() }
    let count = child.read(into: buffer, limit: limit)
    if count > 0 { return count }
    hasEnded = true
    let end = child.end()
    guard count == 0, end.status == 0 else {
      throw InputError(
        .malformed, at: path,
        "the data are damaged or cut off: " + (end.message ?? "\(compression) failed"))
    }
    return 0
  }

  private mutating func feedChild() throws(InputError) {
    var waiting = feed ?? []
    if waiting.isEmpty {
      waiting = [UInt8](repeating: 0, count: ByteReader.chunk)
      let limit = waiting.count
      let count = waiting.withUnsafeMutableBytes {
        FileDescriptor.read(source, into: $0.baseAddress, limit: limit)
      }
      guard count >= 0 else {
        throw InputError(reading: FileError(action: "read", path: path, code: errno))
      }
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
