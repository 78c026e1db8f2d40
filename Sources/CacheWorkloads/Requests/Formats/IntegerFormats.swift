internal import SimCore

/// A file of objects as integers of one width and byte order, nothing else.
protocol IntegerFormat: RequestFormat where Options == NoSettings {
  /// The bytes of an integer.
  static var width: Int { get }
  static func identifier(_ bytes: Span<UInt8>, at start: Int) -> UInt64
}

extension IntegerFormat {
  static var endings: [String] { [name] }
  static var columns: String { "id" }
  static var detection: String { "never by content: by the ending of the name" }
  static func detects(_ sample: TraceSample) -> Bool { false }
  static func decoder(
    of reader: consuming ByteReader, _ options: NoSettings
  ) throws(WorkloadError) -> AnyRequestDecoder {
    RequestDecoderBox(IntegerDecoder<Self>(reader))
  }
}

/// Integers of 4 bytes, the least significant first.
enum LittleEndian32Format: IntegerFormat {
  static let name = "le32"
  static let summary = "Objects as little-endian integers of 4 bytes."
  static let width = 4
  static func identifier(_ bytes: Span<UInt8>, at start: Int) -> UInt64 {
    UInt64(bytes.littleEndian32(at: start))
  }
}

/// Integers of 8 bytes, the least significant first.
enum LittleEndian64Format: IntegerFormat {
  static let name = "le64"
  static let summary = "Objects as little-endian integers of 8 bytes."
  static let width = 8
  static func identifier(_ bytes: Span<UInt8>, at start: Int) -> UInt64 {
    bytes.littleEndian64(at: start)
  }
}

/// Integers of 4 bytes, the most significant first: the traces of cache2k.
enum BigEndian32Format: IntegerFormat {
  static let name = "be32"
  static let aliases = ["cache2k"]
  static let summary = "Objects as big-endian integers of 4 bytes, as in cache2k's traces."
  static let width = 4
  static func identifier(_ bytes: Span<UInt8>, at start: Int) -> UInt64 {
    UInt64(bytes.bigEndian32(at: start))
  }
}

/// Integers of 8 bytes, the most significant first: the traces of Corda.
enum BigEndian64Format: IntegerFormat {
  static let name = "be64"
  static let aliases = ["corda"]
  static let summary = "Objects as big-endian integers of 8 bytes, as in Corda's traces."
  static let width = 8
  static func identifier(_ bytes: Span<UInt8>, at start: Int) -> UInt64 {
    bytes.bigEndian64(at: start)
  }
}

/// Reads integers in large pieces.
struct IntegerDecoder<Format: IntegerFormat>: RequestDecoder, ~Copyable {
  private var scanner: RecordScanner

  init(_ reader: consuming ByteReader) { scanner = RecordScanner(reader, length: Format.width) }

  mutating func decode(into requests: inout RawRequests) throws(WorkloadError) -> Bool {
    let count = try scanner.next(limit: requests.room)
    let bytes = scanner.buffer.span
    let start = scanner.start
    requests.identifiers.extend(by: count) {
      Format.identifier(bytes, at: start + $0 * Format.width)
    }
    return count > 0
  }
}
