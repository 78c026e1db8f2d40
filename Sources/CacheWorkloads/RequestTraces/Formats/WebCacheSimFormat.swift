internal import SimCore

/// The traces of webcachesim and AdaptSize: time, object, size between blanks.
enum WebCacheSimFormat: RequestFormat {
  static let name = "webcachesim"
  static let aliases = ["adaptsize", "tr"]
  static let summary = "Lines of time, object and size in bytes; further numbers are not read."
  static let endings = ["tr"]
  static let columns = "time (s), id, size"
  static let detection = "every line is three or more numbers between blanks, times do not go back"

  static func detects(_ sample: TraceSample) -> Bool {
    let lines = sample.lines.filter { !$0.isEmpty }
    var last: [UInt8] = []
    for line in lines {
      let words = TraceSample.words(line)
      guard words.count >= 3, words.allSatisfy(TraceSample.isNumber) else { return false }
      let time = Array(words[0].drop { $0 == UInt8(ascii: "0") })
      let isBack =
        time.count < last.count || time.count == last.count && time.lexicographicallyPrecedes(last)
      if isBack { return false }
      last = time
    }
    return !lines.isEmpty
  }

  static func decoder(
    of reader: consuming ByteReader, _ options: WebCacheSimSettings
  ) throws(WorkloadError) -> AnyRequestDecoder {
    RequestDecoderBox(LineDecoder(reader, WebCacheSimParser(options)))
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
    row = RowReader(identifiers: .number, timeUnit: settings.timeUnit)
  }

  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(FieldFault) {
    var words = WordCursor()
    guard let time = words.next(line), let id = words.next(line), let size = words.next(line) else {
      throw FieldFault("expected time, object and size")
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
  private static func passBlank(
    _ text: Span<UInt8>, _ place: inout Int, to end: Int
  ) -> Bool {
    guard place < end, text[place] == UInt8(ascii: " ") else { return false }
    place &+= 1
    return true
  }
}
