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

enum LittleEndian32Format: IntegerFormat {
  static let name = "le32"
  static let summary = "Objects as little-endian integers of 4 bytes."
  static let width = 4
  static func identifier(_ bytes: Span<UInt8>, at start: Int) -> UInt64 {
    UInt64(bytes.littleEndian32(at: start))
  }
}

enum LittleEndian64Format: IntegerFormat {
  static let name = "le64"
  static let summary = "Objects as little-endian integers of 8 bytes."
  static let width = 8
  static func identifier(_ bytes: Span<UInt8>, at start: Int) -> UInt64 {
    bytes.littleEndian64(at: start)
  }
}

enum BigEndian32Format: IntegerFormat {
  static let name = "be32"
  static let aliases = ["cache2k"]
  static let summary = "Objects as big-endian integers of 4 bytes, as in cache2k's traces."
  static let width = 4
  static func identifier(_ bytes: Span<UInt8>, at start: Int) -> UInt64 {
    UInt64(bytes.bigEndian32(at: start))
  }
}

enum BigEndian64Format: IntegerFormat {
  static let name = "be64"
  static let aliases = ["corda"]
  static let summary = "Objects as big-endian integers of 8 bytes, as in Corda's traces."
  static let width = 8
  static func identifier(_ bytes: Span<UInt8>, at start: Int) -> UInt64 {
    bytes.bigEndian64(at: start)
  }
}

struct IntegerDecoder<Format: IntegerFormat>: RequestDecoder, ~Copyable {
  private var scanner: RecordScanner

  init(_ reader: consuming ByteReader) { scanner = RecordScanner(reader, length: Format.width) }

  mutating func decode(into requests: inout RawRequests) throws(WorkloadError) -> Bool {
    let count = try scanner.next(limit: requests.remaining)
    let bytes = scanner.buffer.span
    let start = scanner.start
    requests.identifiers.extend(by: count) {
      Format.identifier(bytes, at: start + $0 * Format.width)
    }
    return count > 0
  }
}

/// VMware's traces of virtual disks, version 1: records of 32 bytes, little-endian.
///
/// u32 serial number, u32 length in bytes, u32 number of pieces, u16 SCSI command, u16 version with
/// a 1 in its upper byte, u64 logical block, u64 time in microseconds.
enum VSCSIFormat: RequestFormat {
  static let name = "vscsi"
  static let summary = "VMware's records of a virtual disk's commands, version 1."
  static let endings = ["vscsi"]
  static let columns = "time (us), id (logical block), size, op (SCSI command in hexadecimal)"
  static let detection = "32-byte records that all carry version 1"

  static let recordLength = 32

  static func detects(_ sample: TraceSample) -> Bool {
    let records = sample.bytes.count / recordLength
    guard records > 0, !sample.isWhole || sample.bytes.count % recordLength == 0 else {
      return false
    }
    let bytes = sample.bytes.span
    return (0..<records).allSatisfy { isRecord(bytes, at: $0 * recordLength) }
  }

  /// Whether a record's version is 1 and its command a byte.
  static func isRecord(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    bytes[start + 13] == 0 && bytes[start + 14] == 0 && bytes[start + 15] == 1
  }

  static func decoder(
    of reader: consuming ByteReader, _ options: NoSettings
  ) throws(WorkloadError) -> AnyRequestDecoder {
    RequestDecoderBox(VSCSIDecoder(reader))
  }
}

struct VSCSIDecoder: RequestDecoder, ~Copyable {
  private var scanner: RecordScanner

  init(_ reader: consuming ByteReader) {
    scanner = RecordScanner(reader, length: VSCSIFormat.recordLength)
  }

  mutating func decode(into requests: inout RawRequests) throws(WorkloadError) -> Bool {
    let count = try scanner.next(limit: requests.remaining)
    let bytes = scanner.buffer.span
    for index in 0..<count {
      let start = scanner.start + index * VSCSIFormat.recordLength
      requests.issues.countItem()
      let micros = bytes.littleEndian64(at: start + 24)
      guard VSCSIFormat.isRecord(bytes, at: start), micros < UInt64(Int64.max / 1_000) else {
        let offset = scanner.offset + index * VSCSIFormat.recordLength
        try requests.malformed(
          "no record of version 1", in: scanner.path, at: .byte(offset),
          excerpt: bytes.extracting(start..<start + VSCSIFormat.recordLength))
        continue
      }
      var fields = RawFields()
      fields.has = [.sizes, .times, .operations]
      fields.size = Int64(bytes.littleEndian32(at: start + 4))
      if fields.size == 0 {
        requests.skipEmpty()
        continue
      }
      fields.time = Int64(micros) * 1_000
      fields.operation = requests.operation(ofCommand: bytes[start + 12])
      requests.append(bytes.littleEndian64(at: start + 16), fields)
    }
    return count > 0
  }
}

extension RawRequests {
  /// The number of a SCSI command, which is called by its two hexadecimal digits.
  fileprivate mutating func operation(ofCommand command: UInt8) -> UInt8 {
    let digits = Array("0123456789abcdef".utf8)
    let name = [digits[Int(command >> 4)], digits[Int(command & 15)]]
    return operationNames.number(of: name.span, name.indices) ?? 0
  }
}
