internal import SimCore

/// The traces of Twitter's caches: rows of seven columns without a header.
///
/// Time in seconds, key, its length, the value's length, the client, the operation, time to live in
/// seconds (Yang, Yue, Rashmi: A large scale analysis of hundreds of in-memory cache clusters at
/// Twitter, OSDI 2020).
enum TwitterKVFormat: RequestFormat {
  static let name = "twitter-kv"
  static let aliases = ["twr"]
  static let summary = "Twitter's rows of time, key, key size, value size, client, operation, TTL."
  static let endings = ["sort"]
  static let columns = "time (s), id, size (key and value), tenant (client), op, ttl (s)"
  static let detection = "rows of seven columns, the sixth a memcached operation"

  private static let operations: Set<String> = [
    "get", "gets", "set", "add", "replace", "cas", "append", "prepend", "delete", "incr", "decr",
  ]

  static func detects(_ sample: TraceSample) -> Bool {
    let lines = sample.lines.filter { !$0.isEmpty }
    return !lines.isEmpty
      && lines.allSatisfy { line in
        let parts = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        return parts.count == 7 && [0, 2, 3, 6].allSatisfy { TraceSample.isNumber(parts[$0]) }
          && operations.contains(String(decoding: parts[5], as: UTF8.self))
      }
  }

  static func decoder(
    of reader: consuming ByteReader, _ options: KeyValueSettings
  ) throws(WorkloadError) -> AnyRequestDecoder {
    let fields: [RequestField?] = [
      .time, .id, options.countsKeys ? .keySize : nil, .size, .tenant, .operation, .timeToLive,
    ]
    return RequestDecoderBox(LineDecoder(reader, KeyValueParser(fields: fields)))
  }
}

struct KeyValueSettings: Settings {
  var countsKeys = true
  static let fields: [Field<KeyValueSettings>] = [
    Field(
      "keyBytes", \.countsKeys,
      "Whether an object's size is that of its key and its value, as stores keep both; otherwise "
        + "the value's alone, and a request without one is left out.")
  ]
}

struct KeyValueParser: LineParser {
  private let columns: CSVColumns
  private var row = RowReader(identifiers: .text)

  init(fields: [RequestField?]) {
    columns = CSVColumns(fields: fields, delimiter: UInt8(ascii: ","))
  }

  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(FieldFault) {
    try columns.read(line, &row, &requests)
  }

  @inline(__always)
  mutating func takePlain(
    _ text: Span<UInt8>, _ range: Range<Int>, into requests: inout RawRequests
  ) -> Int? {
    columns.readPlain(text, range, &row, &requests)
  }
}

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
