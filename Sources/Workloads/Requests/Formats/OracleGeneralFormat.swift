internal import SimCore

/// The records of libCacheSim's oracleGeneral format: 24 bytes, little-endian, without padding.
///
/// u32 time in seconds, u64 object, u32 size in bytes, i64 number of the next request for the same
/// object, the first request being number 1; −1 or too large for never (libCacheSim,
/// traceReader/customizedReader/oracle).
enum OracleGeneralFormat: RequestFormat {
  static let name = "oracle-general"
  static let aliases = ["oracleGeneral"]
  static let summary = "libCacheSim's binary records of time, object, size and next access."
  static let endings = ["oracleGeneral", "oracleGeneral.bin", "oracle-general"]
  static let columns = "time (s), id, size, next"
  static let detection =
    "24-byte records whose times do not go back and whose next accesses name the same object"

  /// The length of a record.
  static let recordLength = 24

  static func detects(_ sample: TraceSample) -> Bool {
    let records = sample.bytes.count / recordLength
    guard records > 0, !sample.isWhole || sample.bytes.count % recordLength == 0 else {
      return false
    }
    let bytes = sample.bytes.span
    var time: UInt32 = 0
    for index in 0..<records {
      let start = index * recordLength
      let next = Int64(bitPattern: bytes.littleEndian64(at: start + 16))
      let seconds = bytes.littleEndian32(at: start)
      guard seconds >= time else { return false }
      time = seconds
      if next < 0 {
        guard next == -1 else { return false }
      } else {
        guard next > index + 1 else { return false }
        if next <= records {
          let there = bytes.littleEndian64(at: Int(next - 1) * recordLength + 4)
          guard there == bytes.littleEndian64(at: start + 4) else { return false }
        }
      }
    }
    return true
  }

  static func decoder(
    of reader: consuming ByteReader, _ options: NoSettings
  ) throws(WorkloadError) -> AnyRequestDecoder {
    RequestDecoderBox(OracleGeneralDecoder(reader))
  }
}

/// Reads the records in large pieces.
struct OracleGeneralDecoder: RequestDecoder, ~Copyable {
  private var scanner: RecordScanner

  init(_ reader: consuming ByteReader) {
    scanner = RecordScanner(reader, length: OracleGeneralFormat.recordLength)
  }

  mutating func decode(into requests: inout RawRequests) throws(WorkloadError) -> Bool {
    let count = try scanner.next(limit: requests.room)
    guard count > 0 else { return false }
    let bytes = scanner.buffer.span
    for index in 0..<count {
      let start = scanner.start + index * OracleGeneralFormat.recordLength
      let size = bytes.littleEndian32(at: start + 12)
      let next = Int64(bitPattern: bytes.littleEndian64(at: start + 16))
      var fields = RawFields()
      fields.has = [.sizes, .times, .nextAccesses]
      fields.next = next <= 0 ? .max : next - 1
      if size == 0 {
        requests.skipEmpty(next: fields.next)
        continue
      }
      fields.size = Int64(size)
      fields.time = Int64(bytes.littleEndian32(at: start)) * 1_000_000_000
      requests.append(bytes.littleEndian64(at: start + 4), fields)
    }
    return true
  }
}
