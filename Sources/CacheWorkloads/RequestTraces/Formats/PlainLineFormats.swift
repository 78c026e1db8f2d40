internal import SimCore

extension TraceFormat {
  /// Each line stands for a request of each of its blocks (Megiddo, Modha: ARC: A Self-Tuning, Low
  /// Overhead Replacement Cache, FAST 2003).
  static let arc = declared(
    "arc", aliases: ["lis"],
    "The ARC paper's lines of first block, number of blocks, 0, request number.",
    settings: NoSettings.self, endings: ["lis"], columns: "id",
    detection: "every line is four numbers, the second positive and the third 0",
    detects: { sample in
      sample.everyLine { line in
        let words = TraceSample.words(line)
        return words.count == 4 && words.allSatisfy(TraceSample.isNumber)
          && !words[1].elementsEqual("0".utf8) && words[2].elementsEqual("0".utf8)
      }
    },
    decoder: { reader, _ in LineDecoder(reader, ARCParser()) })

  /// The star marks a place for the authors' own programs (Jiang, Zhang: LIRS, SIGMETRICS 2002).
  static let lirs = declared(
    "lirs", "The LIRS paper's block numbers, one a line; lines with * are skipped.",
    settings: NoSettings.self, endings: ["trc", "lirs"], columns: "id",
    detection: "every line is one number or *, and there is a *",
    detects: { sample in
      let stars = sample.lines.count { $0.elementsEqual("*".utf8) }
      return stars > 0 && stars < sample.lines.count { !$0.isEmpty }
        && sample.everyLine { $0.elementsEqual("*".utf8) || TraceSample.isNumber($0) }
    },
    decoder: { reader, _ in LineDecoder(reader, LIRSParser()) })

  static let ids = declared(
    "ids", aliases: ["plain", "txt"], "One object a line: a number, or any text.",
    settings: IdsSettings.self, endings: ["ids", "txt"], columns: "id",
    detection: "every line is one number",
    detects: { $0.everyLine(TraceSample.isNumber) },
    decoder: { reader, options in
      LineDecoder(reader, IdsParser(identifiers: IdentifierReader(options.id)))
    })

  static let webCacheSim = declared(
    "webcachesim", aliases: ["adaptsize", "tr"],
    "Lines of time, object and size in bytes; further numbers are not read.",
    settings: WebCacheSimSettings.self, endings: ["tr"], columns: "time (s), id, size",
    detection: "every line is three or more numbers between blanks, times do not go back",
    detects: { sample in
      var last: [UInt8] = []
      return sample.everyLine { line in
        let words = TraceSample.words(line)
        guard words.count >= 3, words.allSatisfy(TraceSample.isNumber) else { return false }
        let time = Array(words[0].drop { $0 == UInt8(ascii: "0") })
        defer { last = time }
        return time.count > last.count
          || time.count == last.count && !time.lexicographicallyPrecedes(last)
      }
    },
    decoder: { reader, options in LineDecoder(reader, WebCacheSimParser(options))
    })
}

struct ARCParser: LineParser {
  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(InputError) {
    var words = WordCursor()
    guard let first = words.next(line).flatMap({ TraceNumber.unsigned(line, $0) }) else {
      throw InputError("the first block is no number below 2^64")
    }
    guard let count = words.next(line).flatMap({ TraceNumber.decimal(line, $0) }), count >= 1 else {
      throw InputError("the number of blocks is no whole number of 1 or more")
    }
    guard count <= RequestRun.maximumObjects else {
      throw InputError(
        "the number of blocks is \(count), and a line may stand for at most "
          + "\(RequestRun.maximumObjects)")
    }
    guard !first.addingReportingOverflow(UInt64(count - 1)).overflow else {
      throw InputError("the last block is beyond 2^64")
    }
    while let word = words.next(line) {
      guard TraceNumber.unsigned(line, word) != nil else {
        throw InputError("what follows the number of blocks is no number")
      }
    }
    requests.append(RequestRun(first: first, step: 1, count: count, fields: RawFields()))
  }
}

struct LIRSParser: LineParser {
  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(InputError) {
    var words = WordCursor()
    guard let word = words.next(line) else { return requests.issues.skip(.emptyLine) }
    if line[word.lowerBound] == UInt8(ascii: "*") { return requests.issues.skip(.marker) }
    guard let block = TraceNumber.unsigned(line, word), words.next(line) == nil else {
      throw InputError("expected one block number below 2^64, or *")
    }
    requests.append(block, RawFields())
  }
}

struct IdsSettings: Settings {
  var id = IdentifierKind.auto
  static let fields: [Field<IdsSettings>] = [Field("id", \.id, IdentifierKind.meaning)]
}

struct IdsParser: LineParser {
  var identifiers: IdentifierReader

  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(InputError) {
    requests.append(try identifiers.read(line, line.indices, &requests), RawFields())
  }

  @inline(__always)
  mutating func takePlain(
    _ text: Span<UInt8>, _ range: Range<Int>, into requests: inout RawRequests
  ) -> Int? {
    var place = range.lowerBound
    guard identifiers.expectsNumber,
      let number = TraceNumber.leadingUnsigned(text, &place, to: range.upperBound),
      LineScanner.passEnd(text, &place, to: range.upperBound)
    else { return nil }
    requests.append(identifiers.accept(number), RawFields())
    return place
  }
}

struct WebCacheSimSettings: Settings {
  var timeUnit = TraceTimeUnit.s
  static let fields: [Field<WebCacheSimSettings>] = [
    Field("timeUnit", \.timeUnit, "The unit of times: s, ms, us or ns.")
  ]
}

struct WebCacheSimParser: LineParser {
  private var row: RowReader

  init(_ settings: WebCacheSimSettings) {
    row = RowReader(RowSettings(idKind: .number, timeUnit: settings.timeUnit))
  }

  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(InputError) {
    var words = WordCursor()
    guard let time = words.next(line), let id = words.next(line), let size = words.next(line) else {
      throw InputError("expected time, object and size")
    }
    row.begin()
    try row.take(.time, line, time, &requests)
    try row.take(.size, line, size, &requests)
    try row.finish(line, id, &requests)
  }

  /// Three numbers with one blank between them.
  @inline(__always)
  mutating func takePlain(
    _ text: Span<UInt8>, _ range: Range<Int>, into requests: inout RawRequests
  ) -> Int? {
    let end = range.upperBound
    var place = range.lowerBound
    row.begin()
    guard row.takeTime(text, &place, to: end), Self.passBlank(text, &place, to: end),
      let id = TraceNumber.leadingUnsigned(text, &place, to: end),
      Self.passBlank(text, &place, to: end), row.takeSize(text, &place, to: end),
      LineScanner.passEnd(text, &place, to: end)
    else { return nil }
    row.finish(id, &requests)
    return place
  }

  @inline(__always)
  private static func passBlank(_ text: Span<UInt8>, _ place: inout Int, to end: Int) -> Bool {
    guard place < end, text[place] == UInt8(ascii: " ") else { return false }
    place &+= 1
    return true
  }
}

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
      return LineDecoder(reader, KeyValueParser(fields: fields))
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
    columns: "op_time (s), key, key_size and size, op, ttl (s), usecase; op_count requests a row",
    detection: "the first line names key, key_size, op and size",
    detects: { sample in
      guard let header = sample.lines.first else { return false }
      return Set(CSVHeader.names(header, delimiter: UInt8(ascii: ",")))
        .isSuperset(of: ["key", "key_size", "op", "size"])
    },
    decoder: { reader, options in
      LineDecoder(reader, KeyValueParser(countsKeys: options.countsKeys))
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

/// Rows of known columns, or of those that a header names.
struct KeyValueParser: LineParser {
  private var columns: CSVColumns?
  private let countsKeys: Bool
  private var row = RowReader(RowSettings(idKind: .text))

  init(fields: [RequestField?]? = nil, countsKeys: Bool = true) {
    columns = fields.map { CSVColumns(fields: $0, delimiter: UInt8(ascii: ",")) }
    self.countsKeys = countsKeys
  }

  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(InputError) {
    if let columns { return try columns.read(line, &row, &requests) }
    let comma = UInt8(ascii: ",")
    let header = CSVHeader.names(line.indices.map { line[$0] }[...], delimiter: comma)
    columns = CSVColumns(fields: try fields(header), delimiter: comma)
  }

  @inline(__always)
  mutating func takePlain(
    _ text: Span<UInt8>, _ range: Range<Int>, into requests: inout RawRequests
  ) -> Int? {
    columns?.readPlain(text, range, &row, &requests)
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
