internal import SimCore

extension TraceFormat {
  static let le32 = integers(.le32, "Objects as little-endian integers of 4 bytes.")
  static let le64 = integers(.le64, "Objects as little-endian integers of 8 bytes.")
  static let be32 = integers(
    .be32, "Objects as big-endian integers of 4 bytes, as in cache2k's traces.", alias: "cache2k")
  static let be64 = integers(
    .be64, "Objects as big-endian integers of 8 bytes, as in Corda's traces.", alias: "corda")

  private static func integers(
    _ form: IntegerDecoder.Form, _ summary: String, alias: String? = nil
  ) -> Catalog<TraceFormat>.Entry {
    declared(
      form.rawValue, aliases: alias.map { [$0] } ?? [], summary, settings: NoSettings.self,
      endings: [form.rawValue],
      columns: "id", detection: "never by content: by the ending of the name",
      detects: { _ in false }
    ) { reader, _ in IntegerDecoder(reader, form) }
  }

  /// VMware's traces of virtual disks, version 1: records of 32 bytes, little-endian.
  ///
  /// u32 serial number, u32 length in bytes, u32 number of pieces, u16 SCSI command, u16 version
  /// with a 1 in its upper byte, u64 logical block, u64 time in microseconds.
  static let vscsi = declared(
    "vscsi", "VMware's records of a virtual disk's commands, version 1.", settings: NoSettings.self,
    endings: ["vscsi"],
    columns: "time (us), id (logical block), size, op (SCSI command in hexadecimal)",
    detection: "32-byte records that all carry version 1", detects: VSCSIDecoder.detects
  ) { reader, _ in VSCSIDecoder(reader) }
}

struct IntegerDecoder: RequestDecoder, ~Copyable {
  enum Form: String {
    case le32, le64, be32, be64
  }

  private var scanner: RecordScanner
  private let form: Form

  init(_ reader: consuming ByteReader, _ form: Form) {
    scanner = RecordScanner(reader, length: form == .le32 || form == .be32 ? 4 : 8)
    self.form = form
  }

  mutating func decode(into requests: inout RawRequests) throws(InputError) -> Bool {
    let count = try scanner.next(limit: requests.remaining)
    let bytes = scanner.buffer.span
    let start = scanner.start
    // A loop for each form, so that none asks which one it is.
    switch form {
    case .le32:
      requests.identifiers.extend(by: count) { UInt64(bytes.littleEndian32(at: start + 4 * $0)) }
    case .be32:
      requests.identifiers.extend(by: count) {
        UInt64(bytes.littleEndian32(at: start + 4 * $0).byteSwapped)
      }
    case .le64: requests.identifiers.extend(by: count) { bytes.littleEndian64(at: start + 8 * $0) }
    case .be64:
      requests.identifiers.extend(by: count) {
        bytes.littleEndian64(at: start + 8 * $0).byteSwapped
      }
    }
    return count > 0
  }
}

struct VSCSIDecoder: RequestDecoder, ~Copyable {
  private var scanner: RecordScanner

  private static let recordLength = 32

  init(_ reader: consuming ByteReader) {
    scanner = RecordScanner(reader, length: Self.recordLength)
  }

  static func detects(_ sample: TraceSample) -> Bool {
    let records = sample.bytes.count / recordLength
    guard records > 0, !sample.isWhole || sample.bytes.count % recordLength == 0 else {
      return false
    }
    let start = ContiguousArray(sample.bytes)
    let bytes = start.span
    return (0..<records).allSatisfy { isRecord(bytes, at: $0 * recordLength) }
  }

  /// Whether a record's version is 1 and its command a byte.
  private static func isRecord(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    bytes[start + 13] == 0 && bytes[start + 14] == 0 && bytes[start + 15] == 1
  }

  mutating func decode(into requests: inout RawRequests) throws(InputError) -> Bool {
    let count = try scanner.next(limit: requests.remaining)
    let bytes = scanner.buffer.span
    for index in 0..<count {
      let start = scanner.start + index * Self.recordLength
      requests.issues.itemCount += 1
      let micros = bytes.littleEndian64(at: start + 24)
      guard Self.isRecord(bytes, at: start), micros < UInt64(Int64.max / 1_000) else {
        let offset = scanner.offset + index * Self.recordLength
        try requests.malformed(
          "no record of version 1", in: scanner.path, at: .byte(offset),
          excerpt: bytes.extracting(start..<start + Self.recordLength))
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
  fileprivate mutating func operation(ofCommand command: UInt8) -> UInt8 {
    let digits = Array("0123456789abcdef".utf8)
    let name: ContiguousArray = [digits[Int(command >> 4)], digits[Int(command & 15)]]
    return operationNames.number(of: name.span, name.indices) ?? 0
  }
}
