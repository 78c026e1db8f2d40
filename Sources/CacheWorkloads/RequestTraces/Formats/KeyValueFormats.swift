internal import SimCore

extension TraceFormat {
  /// Rows of seven columns without a header (Yang, Yue, Rashmi: A large scale analysis of hundreds
  /// of in-memory cache clusters at Twitter, OSDI 2020).
  static let twitterKV = declared(
    "twitter-kv", aliases: ["twr"],
    "Twitter's rows of time, key, key size, value size, client, operation, TTL.",
    settings: KeyValueSettings.self, endings: ["sort"],
    columns: "time (s), id, size (key and value), tenant (client), op, ttl (s)",
    detection: "rows of seven columns, the sixth a memcached operation",
    detects: { sample in
      sample.everyLine { line in
        let parts = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        return parts.count == 7 && [0, 2, 3, 6].allSatisfy { TraceSample.isNumber(parts[$0]) }
          && operations.contains(String(decoding: parts[5], as: UTF8.self))
      }
    },
    decoder: { reader, options in
      let fields: [RequestField?] = [
        .time, .id, options.countsKeys ? .keySize : nil, .size, .tenant, .operation, .timeToLive,
      ]
      return RequestDecoderBox(LineDecoder(reader, KeyValueParser(fields: fields)))
    })

  private static let operations: Set<String> = [
    "get", "gets", "set", "add", "replace", "cas", "append", "prepend", "delete", "incr", "decr",
  ]

  /// Rows whose header names the columns, in any order; each stands for `op_count` requests
  /// (CacheLib, cachebench: trace replay; the tenant is the `usecase`).
  static let cacheLibKV = declared(
    "cachelib-kv", aliases: ["cachelib"],
    "Meta's rows of key, sizes, operation, count and TTL under a header.",
    settings: KeyValueSettings.self,
    columns:
      "op_time (s), key, key_size and size, op, ttl (s), usecase; op_count requests a row",
    detection: "the first line names key, key_size, op and size",
    detects: { sample in
      guard let header = sample.lines.first else { return false }
      return Set(CSVHeader.names(header, delimiter: UInt8(ascii: ",")))
        .isSuperset(of: ["key", "key_size", "op", "size"])
    },
    decoder: { reader, options in
      RequestDecoderBox(LineDecoder(reader, CacheLibKVParser(countsKeys: options.countsKeys)))
    })
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

  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(InputError) {
    try columns.read(line, &row, &requests)
  }

  @inline(__always)
  mutating func takePlain(
    _ text: Span<UInt8>, _ range: Range<Int>, into requests: inout RawRequests
  ) -> Int? {
    columns.readPlain(text, range, &row, &requests)
  }
}

struct CacheLibKVParser: LineParser {
  let countsKeys: Bool
  private var rows: KeyValueParser?

  init(countsKeys: Bool) { self.countsKeys = countsKeys }

  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(InputError) {
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

  private func fields(_ header: [String]) throws(InputError) -> [RequestField?] {
    for name in ["key", "size"] where header.count(where: { $0 == name }) != 1 {
      throw InputError("the header does not name the column \(name) once")
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
