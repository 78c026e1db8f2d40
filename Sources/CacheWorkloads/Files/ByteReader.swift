internal import SimCore

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A file's bytes from front to back, by plain `read` in large pieces.
///
/// It works on regular files, pipes and devices; `-` is standard input. Data of gzip and zstd are
/// expanded. Unsafe code of this target stands in this folder alone.
struct ByteReader: ~Copyable {
  let path: String
  private let file: OpenFile
  private var peeked: [UInt8]
  private var expander: Expander?

  /// How much is read at once: 768 KiB, so much that the calls cost nothing, and little enough
  /// for a second-level cache.
  static let chunk = 768 << 10

  /// Opens a file and reads its first bytes; `bundled:` names what travels with the program.
  /// - Parameter bytes: what is read under that name, where it is in memory.
  init(path: String, bytes: [UInt8]? = nil) throws(InputError) {
    let given = if let bytes { bytes } else { try BundledTraces.bytes(of: path) }
    let file = try Self.reading { () throws(FileError) in
      try OpenFile(path: given == nil ? path : "/dev/null")
    }
    let start: [UInt8]
    if let given {
      start = given
    } else {
      start = try Self.reading { () throws(FileError) in try file.next(Compression.markLength) }
    }
    let expander = given == nil ? try Self.expander(of: file, start: start) : nil
    self.path = path
    self.file = file
    peeked = expander == nil ? start : []
    self.expander = expander
  }

  private static func reading<Read: ~Copyable>(
    _ body: () throws(FileError) -> Read
  ) throws(InputError) -> Read {
    do throws(FileError) { return try body() } catch { throw InputError(reading: error) }
  }

  private static func expander(
    of file: borrowing OpenFile, start: [UInt8]
  ) throws(InputError) -> Expander? {
    guard let compression = Compression(start) else { return nil }
    return try Expander(compression, start: start, source: file.descriptor, path: file.path)
  }

  /// A duplicate of the descriptor, to ask how far the file has been read; nil: there is none.
  func descriptorCopy() -> Int32? {
    let copy = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
    return copy >= 0 ? copy : nil
  }

  /// The next bytes, at most `count` and fewer only at the end; they will be read again.
  mutating func peek(_ count: Int) throws(InputError) -> [UInt8] {
    var bytes = ContiguousArray<UInt8>(repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = try read(into: &bytes, at: filled, limit: count - filled)
      if got == 0 { break }
      filled += got
    }
    bytes.removeLast(count - filled)
    peeked = bytes + peeked
    return Array(bytes)
  }

  /// Reads up to `limit` bytes into the buffer from `offset` on, and returns how many; 0 at the
  /// end.
  mutating func read(
    into buffer: inout ContiguousArray<UInt8>, at offset: Int, limit: Int
  ) throws(InputError) -> Int {
    precondition(offset >= 0 && limit > 0 && limit <= buffer.count - offset)
    if !peeked.isEmpty {
      let count = min(limit, peeked.count)
      buffer.replaceSubrange(offset..<offset + count, with: peeked[..<count])
      peeked.removeFirst(count)
      return count
    }
    var result = Result<Int, InputError>.success(0)
    buffer.withUnsafeMutableBytes { bytes in
      result = read(into: bytes.baseAddress! + offset, limit: limit)
    }
    return try result.get()
  }

  private mutating func read(
    into target: UnsafeMutableRawPointer, limit: Int
  ) -> Result<Int, InputError> {
    do throws(InputError) {
      if let count = try expander?.read(into: target, limit: limit) { return .success(count) }
      return .success(
        try Self.reading { () throws(FileError) in try file.read(into: target, limit: limit) })
    } catch {
      return .failure(error)
    }
  }

  /// The whole file; of a compressed one what it expands to.
  ///
  /// Not one byte more than `limit` and one are read, or held.
  static func contents(of path: String, limit: Int) throws(InputError) -> [UInt8] {
    var reader = try ByteReader(path: path)
    var bytes: ContiguousArray<UInt8> = []
    var count = 0
    while true {
      if bytes.count == count {
        // The capacity is doubled, and filled a piece at a time: no second copy is made of zeros.
        if bytes.capacity < count + chunk { bytes.reserveCapacity(min(2 * count, limit) + chunk) }
        bytes += ContiguousArray(repeating: 0, count: min(chunk, limit + 1 - count))
      }
      let got = try reader.read(into: &bytes, at: count, limit: min(chunk, bytes.count - count))
      if got == 0 { break }
      count += got
      guard count <= limit else {
        throw InputError(
          .malformed, at: path, "expected at most \(limit) bytes when expanded, found more")
      }
    }
    bytes.removeLast(bytes.count - count)
    return Array(bytes)
  }

  static func firstIndex(
    of byte: UInt8, in buffer: ContiguousArray<UInt8>, from start: Int, to end: Int
  ) -> Int? {
    precondition(start >= 0 && start <= end && end <= buffer.count)
    return buffer.withUnsafeBytes { bytes in
      guard start < end, let base = bytes.baseAddress,
        let found = memchr(base + start, Int32(byte), end - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Moves a part of a buffer to its front; the bytes behind it lose their meaning.
  static func moveToFront(_ range: Range<Int>, of buffer: inout ContiguousArray<UInt8>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= buffer.count)
    buffer.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      memmove(base, base + range.lowerBound, range.count)
    }
  }
}

final class FilePosition: Sendable {
  private let descriptor: Int32
  private let all: Int64

  init?(of reader: borrowing ByteReader) {
    guard let descriptor = reader.descriptorCopy() else { return nil }
    self.descriptor = descriptor
    var status = stat()
    let isPlain = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    all = isPlain ? Int64(status.st_size) : 0
    if all == 0 { return nil }
  }

  deinit { close(descriptor) }

  var read: (count: Int64, all: Int64) {
    (min(max(Int64(lseek(descriptor, 0, SEEK_CUR)), 0), all), all)
  }
}

/// The recordings that travel inside the program, to be named in a trace's place: a log and a
/// capture that were made by the rule in Docs/Traces.md.
package enum BundledTraces {
  package static let prefix = "bundled:"

  package static let all = EmbeddedFile.all(in: "Sources/CacheWorkloads/Samples", ending: "")

  /// The text of the recording that a path names; nil: the path is a file's.
  /// - Throws: `missingFile` with the known names when there is none of that name.
  static func bytes(of path: String) throws(InputError) -> [UInt8]? {
    guard path.hasPrefix(prefix) else { return nil }
    let name = path.dropFirst(prefix.count)
    if let found = all.first(where: { $0.name == name }) { return found.bytes }
    let names = all.map { prefix + $0.name }.joined(separator: " and ")
    throw InputError(
      .missingFile, at: path, "no recording of that name travels with the program: \(names) do")
  }
}

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

  init(_ compression: Compression, start: [UInt8], source: Int32, path: String) throws(InputError) {
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

  mutating func read(into buffer: UnsafeMutableRawPointer, limit: Int) throws(InputError) -> Int {
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
