#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Where the reading of a plain file stands, whoever reads it.
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

  /// How many bytes were read, and how many there are.
  var read: (count: Int64, all: Int64) {
    (min(max(Int64(lseek(descriptor, 0, SEEK_CUR)), 0), all), all)
  }
}
