internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

@Suite struct RequestReaderTests {
  @Test func objectsAreNumberedAsTheyAppear() throws {
    let block = try TraceText.read("9\n7\r\n9\n\n18446744073709551615\n7", ending: "ids")
    expect(block.keys, is: [0, 1, 0, 2, 1])
    expect(block.sizes.isEmpty && block.times.isEmpty)
  }

  @Test func identifiersMayBeTexts() throws {
    let block = try TraceText.read("a b\nc\na b\n12\n", ending: "ids")
    expect(block.keys, is: [0, 1, 0, 2])
  }

  @Test func aRecordKeepsItsFields() throws {
    let records = [
      Record(time: 100, id: 5, size: 10, next: 3), Record(time: 101, id: 6, size: 20, next: -1),
      Record(time: 101, id: 5, size: 10, next: .max),
    ]
    let block = try TraceText.read(records.flatMap(\.bytes), ending: "bin", columns: .all)
    expect(block.keys, is: [0, 1, 0])
    expect(block.sizes, is: [10, 20, 10])
    expect(block.times, is: [0, 1_000_000_000, 1_000_000_000])
    expect(block.nextAccesses, is: [2, .max, .max])
  }

  @Test func requestsOfNoBytesAreLeftOutAndTheOthersRenumbered() throws {
    let records = [
      Record(time: 1, id: 5, size: 1, next: 4), Record(time: 1, id: 6, size: 0, next: 3),
      Record(time: 2, id: 6, size: 0, next: 5), Record(time: 2, id: 5, size: 1, next: 6),
      Record(time: 3, id: 6, size: 7, next: -1), Record(time: 3, id: 5, size: 0, next: 7),
      Record(time: 3, id: 5, size: 1, next: 700),
    ]
    let block = try TraceText.read(records.flatMap(\.bytes), ending: "bin", columns: .all)
    expect(block.keys, is: [0, 0, 1, 0])
    expect(block.nextAccesses, is: [1, 3, .max, .max])
  }

  /// Numbers and texts, more of them than are numbered at once, in blocks of any length.
  @Test(arguments: ["id,size,time\n", "ids", "texts"], [1, 999, 20_000, 100_000])
  func readingInTwoStepsReadsTheSame(kind: String, blockLength: Int) throws {
    var random = SeededGenerator(seed: 5, purpose: .workload)
    var text = kind.hasSuffix("\n") ? kind : ""
    for step in 0..<40_000 {
      let object = random.index(below: 300)
      switch kind {
      case "ids": text += "\(object)\n"
      case "texts": text += "object \(object)\n"
      default: text += "\(object),\(object + 1),\(step)\n"
      }
    }
    try TraceFiles.with(Array(text.utf8), ending: kind.hasSuffix("\n") ? "csv" : "ids") { path in
      var options = RequestOptions()
      options.blockLength = blockLength
      var whole = try RequestReader(path: path, options: options)
      options.givesKeys = false
      var steps = try RequestReader(path: path, options: options)
      var interner = KeyInterner()
      var (expected, decoded) = (RequestBlock(), UnnumberedBlock())
      while try whole.fill(&expected) {
        try #require(try steps.fill(&decoded))
        var keys: [ObjectKey] = []
        decoded.append(keysFrom: &interner, to: &keys)
        expect(keys, is: expected.keys)
        expect(decoded.block.sizes == expected.sizes && decoded.block.times == expected.times)
      }
      try expect(!steps.fill(&decoded))
      expect(max(interner.count, steps.objectCount), is: whole.objectCount)
    }
  }

  @Test func aCutRecordIsAnErrorAtItsByte() throws {
    let bytes = Record(time: 1, id: 5, size: 1, next: -1).bytes
    let error = try TraceText.error(bytes + bytes.dropLast(), format: "oracle-general")
    expect(error.reason, is: .malformed)
    expect(error.place.hasSuffix(": byte 24"))
    expect(error.message, is: "the last record is cut off: expected 24 bytes, found 23")
  }
}

/// A record of the oracleGeneral format.
struct Record {
  var time: UInt32
  var id: UInt64
  var size: UInt32
  var next: Int64

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: time >> (8 * shift))) }
    for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: id >> (8 * shift))) }
    for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: size >> (8 * shift))) }
    for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: next >> (8 * shift))) }
    return bytes
  }
}

enum TraceText {
  /// All requests of a text, in one block.
  static func read(
    _ text: String, ending: String, columns: RequestColumns = .onePass, format: String? = nil
  ) throws -> RequestBlock {
    try read(Array(text.utf8), ending: ending, columns: columns, format: format)
  }

  /// All requests of a file's bytes, in one block.
  static func read(
    _ bytes: [UInt8], ending: String = "trace", columns: RequestColumns = .onePass,
    format: String? = nil
  ) throws -> RequestBlock {
    try TraceFiles.with(bytes, ending: ending) { path in
      var reader = try RequestReader(
        path: path, format: format.flatMap(TraceFormat.named),
        options: RequestOptions(columns: columns))
      var block = RequestBlock()
      _ = try reader.fill(&block)
      var rest = RequestBlock()
      try #require(try !reader.fill(&rest))
      return block
    }
  }

  /// The error that a file's bytes lead to.
  static func error(_ bytes: [UInt8], format: String? = nil) throws -> InputError {
    try #require(throws: InputError.self) { _ = try read(bytes, format: format) }
  }
}
