internal import SimCore

/// The traces of Meta's key-value caches: rows whose header names the columns, in any order.
///
/// A row stands for `op_count` requests (CacheLib, cachebench: trace replay; the tenant is the
/// `usecase`).
enum CacheLibKVFormat: RequestFormat {
  static let name = "cachelib-kv"
  static let aliases = ["cachelib"]
  static let summary = "Meta's rows of key, sizes, operation, count and TTL under a header."
  static let columns =
    "op_time (s), key, key_size and size, op, ttl (s), usecase; op_count requests a row"
  static let detection = "the first line names key, key_size, op and size"

  static func detects(_ sample: TraceSample) -> Bool {
    guard let header = sample.lines.first else { return false }
    let names = Set(CSVHeader.names(header, delimiter: UInt8(ascii: ",")))
    return names.isSuperset(of: ["key", "key_size", "op", "size"])
  }

  static func decoder(
    of reader: consuming ByteReader, _ options: KeyValueSettings
  ) throws(WorkloadError) -> AnyRequestDecoder {
    RequestDecoderBox(LineDecoder(reader, CacheLibKVParser(countsKeys: options.countsKeys)))
  }
}

/// Reads rows by the names of their header.
struct CacheLibKVParser: LineParser {
  let countsKeys: Bool
  private var rows: KeyValueParser?

  init(countsKeys: Bool) { self.countsKeys = countsKeys }

  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(FieldFault) {
    if rows == nil {
      let header = line.indices.map { line[$0] }[...]
      rows = KeyValueParser(
        fields: try fields(CSVHeader.names(header, delimiter: UInt8(ascii: ","))))
    } else {
      try rows?.take(line, into: &requests)
    }
  }

  @inline(__always)
  mutating func takePlain(
    _ text: Span<UInt8>, _ range: Range<Int>, into requests: inout RawRequests
  ) -> Int? {
    rows?.takePlain(text, range, into: &requests)
  }

  private func fields(_ header: [String]) throws(FieldFault) -> [RequestField?] {
    for name in ["key", "size"] where header.count(where: { $0 == name }) != 1 {
      throw FieldFault("the header does not name the column \(name) once")
    }
    return header.map { name in
      switch name {
      case "op_time": .time
      case "key": .id
      case "key_size": countsKeys ? .keySize : nil
      case "size": .size
      case "op": .operation
      case "op_count": .count
      case "ttl": .timeToLive
      case "usecase": .tenant
      default: nil
      }
    }
  }
}
