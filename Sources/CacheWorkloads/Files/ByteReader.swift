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
  init(path: String) throws(InputError) {
    let bundled = try BundledTraces.bytes(of: path)
    let file = try Self.reading { () throws(FileError) in
      try OpenFile(path: bundled == nil ? path : "/dev/null")
    }
    let start: [UInt8]
    if let bundled {
      start = bundled
    } else {
      start = try Self.reading { () throws(FileError) in try file.next(Compression.markLength) }
    }
    let expander = bundled == nil ? try Self.expander(of: file, start: start) : nil
    self.path = path
    self.file = file
    self.peeked = expander == nil ? start : []
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

  /// Reads up to `limit` bytes into the buffer from `offset` on, and returns how many; 0 at the
  /// end.
  mutating func read(
    into buffer: inout [UInt8], at offset: Int, limit: Int
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
    var bytes: [UInt8] = []
    var count = 0
    while true {
      if bytes.count == count {
        // The capacity is doubled, and filled a piece at a time: no second copy is made of zeros.
        if bytes.capacity < count + chunk { bytes.reserveCapacity(min(2 * count, limit) + chunk) }
        bytes += [UInt8](repeating: 0, count: min(chunk, limit + 1 - count))
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
    return bytes
  }

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
}

final class FilePosition: Sendable {
  private let descriptor: Int32
  private let all: Int64

  /// Watches a file; nil: it is none, or an empty one.
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
