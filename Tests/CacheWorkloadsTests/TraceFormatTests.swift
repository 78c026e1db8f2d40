internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// Laws of all formats.
@Suite struct TraceFormatTests {
  @Test(arguments: TraceFormat.catalog.names) func everyFormatHasASample(name: String) {
    expect(FormatSample.all.contains { $0.format == name })
    expect(TraceFormat.named(name)?.name, is: name)
  }

  @Test(arguments: FormatSample.all) func aFormatTellsWhatItsSampleSays(sample: FormatSample) throws
  {
    try TraceFiles.with(sample.bytes, ending: "sample") { path in
      var reader = try RequestReader(
        path: path, format: TraceFormat.named(sample.format), options: RequestOptions(columns: .all)
      )
      var block = RequestBlock()
      try expect(reader.fill(&block))
      expect(block.equals(sample.block), "\(block)")
      expect(reader.emptyCount, is: sample.empty)
      expect(reader.objectCount, is: Set(block.keys).count)
      try expect(!reader.fill(&block) && block.count == 0)
    }
  }

  @Test(arguments: FormatSample.all) func aFormatIsToldByItsContentOrItsName(
    sample: FormatSample
  ) throws {
    let detected = Result { () throws(InputError) in
      try TraceFormat.detected(by: TraceSample(sample.bytes), path: "unknown")
    }
    if sample.isTold {
      try expect(detected.get().name, is: sample.format)
    } else {
      #expect(throws: InputError.self) { try detected.get() }
    }
    for ending in TraceFormat.named(sample.format)?.endings ?? [] {
      for packed in ["", ".gz", ".zst"] {
        let format = try TraceFormat.detected(
          by: TraceSample(sample.bytes), path: "a.b.\(ending)\(packed)")
        expect(format.name, is: sample.format)
      }
    }
  }

  @Test(arguments: FormatSample.all.filter(\.isText))
  func endsOfLinesAndAByteOrderMarkChangeNothing(sample: FormatSample) throws {
    let text = String(decoding: sample.bytes, as: UTF8.self)
    let others = [
      text.replacing("\n", with: "\r\n"), "\u{FEFF}" + text, text + "\n\n",
      text.hasSuffix("\n") ? String(text.dropLast()) : text + "\n",
    ]
    for other in others {
      let block = try TraceText.read(other, ending: "x", columns: .all, format: sample.format)
      expect(block.equals(sample.block))
    }
  }

  /// Read as records, all times of these lines are alike, and all next accesses name one object.
  @Test func theSameLineAgainAndAgainIsText() throws {
    let sample = TraceSample(Array(String(repeating: "7\n", count: 4_800).utf8))
    try expect(TraceFormat.detected(by: sample, path: "x.ids").name, is: "ids")
  }

  @Test(arguments: FormatSample.all) func onlyTheWantedColumnsAreFilled(sample: FormatSample) throws
  {
    let block = try TraceText.read(sample.bytes, columns: [.times], format: sample.format)
    var expected = RequestBlock()
    expected.keys = sample.block.keys
    expected.times = sample.block.times
    expect(block.equals(expected))
  }

  @Test(arguments: FormatSample.all.filter { $0.format != "har" })
  func anEmptyFileHasNoRequests(sample: FormatSample) throws {
    let block = try TraceText.read([], format: sample.format)
    expect(block.count, is: 0)
    let error = try TraceText.error([])
    expect(error.message.hasPrefix("the file is empty"))
  }

  @Test(arguments: FormatSample.all.filter { !$0.isText && $0.format != "har" })
  func aRecordThatIsCutOffIsAnErrorAtItsByte(sample: FormatSample) throws {
    let error = try TraceText.error(sample.bytes.dropLast(), format: sample.format)
    expect(error.reason, is: .malformed)
    expect(error.place.contains(": byte "))
    expect(error.message.hasPrefix("the last record is cut off"))
  }

  @Test(arguments: FormatSample.all) func aLimitedReaderStopsThere(sample: FormatSample) throws {
    var options = RequestOptions()
    options.limit = 1
    try TraceFiles.with(sample.bytes) { path in
      var reader = try RequestReader(
        path: path, format: TraceFormat.named(sample.format), options: options)
      var block = RequestBlock()
      try expect(reader.fill(&block) && block.keys == [0])
      try expect(!reader.fill(&block))
    }
  }

  @Test func anUnknownFormatIsRefusedWithTheKnownOnes() throws {
    let error = try TraceText.error(Array("hello, world\nand more of it\n".utf8))
    expect(error.reason, is: .malformed)
    expect(error.message.contains("oracle-general"))
  }
}
