internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// The messages about traces that cannot be read.
@Suite struct MalformedRequestTests {
  /// A trace with a mistake: its format, its text, the line of the mistake and words about it.
  static let mistakes: [(String, String, Int, String)] = [
    ("csv", "time,id\n1,5\nx,6\n", 3, "the time is no number of s"),
    ("csv", "time,id\n1,5\n2\n", 3, "expected 2 columns, found 1"),
    ("csv", "time,id\n1,5,9\n", 2, "expected 2 columns, found more"),
    ("csv", "id,size\n5,-1\n", 2, "the size is no whole number"),
    ("csv", "id,size\n5,10000000000000000000\n", 2, "the size is no whole number below 10^18"),
    ("csv", "id,size\n,3\n", 2, "the object is missing"),
    ("csv", "id,op\n5,\"get\n", 2, "a quotation mark is not closed"),
    ("csv", "id,op\n5,\"get\"x\n", 2, "not followed by the next column"),
    ("csv", "id,size\n5,1\nabc,1\n", 3, "as the first one was"),
    ("csv", "when,what\n1,2\n", 1, "the header names when, what; name it with the setting id"),
    ("csv", "id,size\n5,1\n6,\n", 3, "the size is missing, which the first request has"),
    ("csv", "id,size\n5,\n6,1\n", 3, "there is a size, which the first request does not have"),
    ("csv", "time,id\n1,5\n,6\n", 3, "the time is missing, which the first request has"),
    ("jsonl", "{\"id\":1,\"size\":3}\n{\"id\":2}\n", 2, "the size is missing, which the first"),
    ("jsonl", "{\"id\":1}\n{\"id\":2,\"time\":3}\n", 2, "there is a time, which the first"),
    ("csv", "id,next\n5,-2\n", 2, "the next access is neither"),
    ("csv", "id,cost\n5,-2\n", 2, "the cost is no number"),
    ("csv", "id,ttl\n5,soon\n", 2, "the time to live is no number of s"),
    ("csv", "time,id\n9300000000,5\n", 2, "below 2^63 ns"),
    ("jsonl", "{\"id\":1}\n{\"id\":2\n", 2, "expected a comma or the end"),
    ("jsonl", "{\"id\":1}\n[1]\n", 2, "expected an object of JSON"),
    ("jsonl", "{\"id\":1}\n{\"size\":2}\n", 2, "no member names the object"),
    ("jsonl", "{\"id\":1}\n{\"id\":\"\\q\"}\n", 2, "an escape that JSON does not know"),
    ("jsonl", "{\"id\":1}\n{\"id\":1,\"id\":2}\n", 2, "named twice"),
    ("jsonl", "{\"id\":1}\n{\"id\":1} x\n", 2, "goes on behind the object"),
    ("jsonl", "{\"id\":1}\n{\"id\":\"x\n", 2, "no closing quote"),
    ("ids", "5\n6 7\n", 2, "as the first one was"),
    ("lirs", "5\n6 7\n", 2, "expected one block number"),
    ("lirs", "5\n18446744073709551616\n", 2, "expected one block number below 2^64"),
    ("arc", "5 1 0 0\n5 0 0 1\n", 2, "the number of blocks"),
    ("arc", "5 1 0 0\n18446744073709551615 2 0 1\n", 2, "beyond 2^64"),
    ("webcachesim", "1 5 1\n2 6\n", 2, "expected time, object and size"),
    ("twitter-kv", "0,a,4,20,1,get,0\n0,a,4,x,1,get,0\n", 2, "the size is no whole number"),
    ("cachelib-kv", "op_time,key,key_size,op,size\n1,a,4,GET,5\n1,a,4\n", 3, "found 3"),
  ]

  @Test(arguments: mistakes) func aMistakeIsToldByFileAndLine(
    format: String, text: String, line: Int, words: String
  ) throws {
    let error = try TraceText.error(Array(text.utf8), format: format)
    expect(error.reason, is: .malformed)
    expect(error.place.hasSuffix(":\(line)"))
    expect(error.message.contains(words), "\(error.message)")
  }

  /// A field that one request lacks and another one has gets a neutral value.
  @Test(arguments: [
    (
      "csv",
      "id,next,op,ttl,cost,tenant\n5,,,,,\n6,-1,,,2.5,\n5,,get,60,,a\n6,,,,,\n"
    ),
    (
      "jsonl",
      "{\"id\":5}\n{\"id\":6,\"cost\":2.5,\"next\":-1}\n"
        + "{\"id\":5,\"op\":\"get\",\"ttl\":60,\"tenant\":\"a\"}\n{\"id\":6}\n"
    ),
  ])
  func gapsAreFilledWithWhatStandsForNothing(format: String, text: String) throws {
    try TraceFiles.with(Array(text.utf8)) { path in
      var options = RequestOptions()
      options.columns = .all
      var reader = try RequestReader(
        path: path, format: TraceFormat.named(format), options: options)
      var block = RequestBlock()
      try expect(reader.fill(&block))
      expect(block.keys, is: [0, 1, 0, 1])
      expect(block.sizes.isEmpty && block.times.isEmpty)
      expect(block.nextAccesses, is: [.max, .max, .max, .max])
      expect(block.timesToLive, is: [0, 0, 60_000_000_000, 0])
      expect(block.costs, is: [1, 2.5, 1, 1])
      expect(block.operations.map { reader.operationNames[Int($0)] }, is: ["", "", "get", ""])
      expect(block.tenants.map { reader.tenantNames[Int($0)] }, is: ["", "", "a", ""])
    }
  }

  /// Words of a row that are cut by a carriage return are not words of their own.
  @Test func noTenantIsNamedThatNobodyTells() throws {
    try TraceFiles.with(Array("id,tenant\n1,a\n2,b\r\"q\n3,c\n4,d\n".utf8)) { path in
      var options = RequestOptions()
      options.columns = .all
      var reader = try RequestReader(path: path, format: TraceFormat.named("csv"), options: options)
      var block = RequestBlock()
      try expect(reader.fill(&block))
      expect(reader.tenantNames, is: ["a", "b\r\"q", "c", "d"])
    }
  }

  @Test func sizesWhoseSumNoNumberHoldsAreRefused() throws {
    let text = "id,size\n" + (0..<10).map { "\($0),999999999999999999\n" }.joined()
    let error = try TraceText.error(Array(text.utf8), format: "csv")
    expect(error.reason == .malformed && error.message.contains("2^63 bytes"), "\(error.message)")
    let ops =
      "key,op,size,op_count,key_size\n"
      + [String](repeating: "k,GET,0,999999999999999999,0\n", count: 15).joined()
    try TraceFiles.with(Array((ops + "k,GET,1,1,0\n").utf8)) { path in
      var reader = try RequestReader(path: path, format: TraceFormat.named("cachelib-kv"))
      var block = RequestBlock()
      try expect(reader.fill(&block) && block.count == 1)
    }
  }

  @Test func theWordOfNoLettersIsOneOfTheOperations() throws {
    let text = "id,op\n" + (0..<256).map { "5,op\($0)\n" }.joined() + "5,\n"
    let error = try TraceText.error(Array(text.utf8), format: "csv")
    expect(error.place.hasSuffix(":258") && error.message.contains("more than 256 operations"))
  }

  /// Requests of no bytes are not counted by next accesses, however late these appear.
  @Test(arguments: [false, true]) func nextAccessesThatAreToldLateAreCountedAnew(
    isRecords: Bool
  ) throws {
    // Object 2, asked for at last, twice with a request of no bytes between, is preceded by so many
    // requests that they are read in several pieces.
    let many = 100_000
    var text = "id,size,next\n" + String(repeating: "1,10,\n", count: many)
    text += "2,10,\(many + 3)\n3,0,-1\n2,10,-1\n"
    let records =
      [Record](repeating: Record(time: 0, id: 1, size: 10, next: -1), count: many) + [
        Record(time: 0, id: 2, size: 10, next: Int64(many + 3)),
        Record(time: 0, id: 3, size: 0, next: -1), Record(time: 0, id: 2, size: 10, next: -1),
      ]
    try TraceFiles.with(isRecords ? records.flatMap(\.bytes) : Array(text.utf8)) { path in
      var options = RequestOptions()
      options.columns = .all
      var reader = try RequestReader(
        path: path, format: TraceFormat.named(isRecords ? "oracle-general" : "csv"),
        options: options)
      var block = RequestBlock()
      try expect(reader.fill(&block))
      expect(block.count == many + 2 && reader.emptyCount == 1)
      expect(block.nextAccesses[many...], is: [Int64(many + 1), .max])
    }
  }

  @Test func aFirstMalformedRequestRequiresNothing() throws {
    try TraceFiles.with(Array("id,size\n,1\n5,\n6,2\n7,\n".utf8)) { path in
      var options = RequestOptions()
      options.columns = .all
      options.skipsMalformed = true
      var reader = try RequestReader(path: path, format: TraceFormat.named("csv"), options: options)
      var block = RequestBlock()
      try expect(reader.fill(&block) && block.keys == [0, 1] && block.sizes.isEmpty)
      expect(reader.issues.malformedCount, is: 2)
      expect(reader.objectCount, is: 2)
    }
  }

  @Test func aRecordOfAnotherVersionIsToldByItsByte() throws {
    let sample = try #require(FormatSample.all.first { $0.format == "vscsi" })
    var bytes = sample.bytes
    bytes[32 + 15] = 2
    let error = try TraceText.error(bytes, format: "vscsi")
    expect(error.place.hasSuffix(": byte 32"))
  }

  @Test func malformedItemsAreLeftOutAndCountedWhenAsked() throws {
    try TraceFiles.with(Array("5\nx\n6\ny\n".utf8)) { path in
      var options = RequestOptions()
      options.skipsMalformed = true
      var reader = try RequestReader(
        path: path, format: TraceFormat.named("ids"), options: options)
      var block = RequestBlock()
      try expect(reader.fill(&block) && block.keys == [0, 1])
      expect(reader.issues.malformedCount, is: 2)
      expect(reader.issues.examples.map(\.position), is: [2, 4])
    }
  }

  @Test func aFileWithoutOneGoodItemIsRefusedEvenThen() throws {
    let error = try TraceText.error(Array("hello\nworld\n".utf8), format: "access-log")
    expect(error.reason, is: .malformed)
    expect(error.message.hasPrefix("not one item of the file is well-formed"))
  }

  @Test func settingsNameAndNumberColumns() throws {
    let text = "a;b;c\n1000;x;7\n3000;y;8\n"
    var settings = CSVSettings()
    settings.rows[.id] = "b"
    settings.rows[.time] = "1"
    settings.rows.timeUnit = .ms
    settings.rows[.size] = "c"
    let block = try read(text, settings)
    expect(block.keys == [0, 1] && block.times == [0, 2_000_000_000] && block.sizes == [7, 8])
    settings.rows[.size] = "none"
    try expect(read(text, settings).sizes.isEmpty)
    settings.rows[.size] = "4"
    try expect(failure(text, settings).contains("there is no column 4"))
    settings.rows[.size] = "cc"
    try expect(failure(text, settings).contains("did you mean 'c'?"))
    settings.rows[.size] = "b"
    try expect(failure(text, settings).contains("cannot be two fields"))
  }

  @Test(arguments: [
    ("5\n6\n", [ObjectKey](), [0, 1]), ("1,5\n2,6\n", [], [0, 1]),
    ("1\t5\t7\n2\t6\t7\n", [7, 7], [0, 1]), ("1 5 7 2\n2 5 7 -1\n", [7, 7], [0, 0]),
  ])
  func withoutAHeaderColumnsStandInTheUsualOrder(
    text: String, sizes: [ObjectKey], keys: [ObjectKey]
  ) throws {
    let block = try read(text, CSVSettings())
    expect(block.keys == keys && block.sizes == sizes.map(Int64.init))
  }

  private func read(_ text: String, _ settings: CSVSettings) throws -> RequestBlock {
    try TraceFiles.with(Array(text.utf8)) { path in
      let format = try #require(TraceFormat.named("csv", settings.json))
      var reader = try RequestReader(path: path, format: format)
      var block = RequestBlock()
      _ = try reader.fill(&block)
      return block
    }
  }

  private func failure(_ text: String, _ settings: CSVSettings) throws -> String {
    try #require(throws: InputError.self) { _ = try read(text, settings) }.message
  }
}
