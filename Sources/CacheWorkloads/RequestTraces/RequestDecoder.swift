package import SimCore

protocol RequestDecoder: ~Copyable, SendableMetatype {
  var mayHaveNextAccesses: Bool { get }
  /// Adds requests: a piece, or as many as fit, or the file's last ones.
  /// - Returns: false when the file has ended.
  mutating func decode(into requests: inout RawRequests) throws(InputError) -> Bool
}

extension RequestDecoder where Self: ~Copyable {
  var mayHaveNextAccesses: Bool { false }
}

typealias AnyRequestDecoder = any RequestDecoder & ~Copyable

protocol LineParser: SendableMetatype {
  var mayHaveNextAccesses: Bool { get }
  /// Adds the requests of a line that is not empty.
  /// - Throws: why the line is malformed; nothing was added then.
  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(InputError)

  /// Adds the request of the line that begins a text if that can be done quickly.
  ///
  /// What it adds is what `take` would.
  /// - Returns: the place behind the line's end; nil: nothing was added, and `take` shall see it.
  mutating func takePlain(
    _ text: Span<UInt8>, _ range: Range<Int>, into requests: inout RawRequests
  ) -> Int?
}

extension LineParser {
  var mayHaveNextAccesses: Bool { false }
  mutating func takePlain(
    _ text: Span<UInt8>, _ range: Range<Int>, into requests: inout RawRequests
  ) -> Int? { nil }
}

struct LineDecoder<Parser: LineParser>: RequestDecoder, ~Copyable {
  private var scanner: LineScanner
  private var parser: Parser

  init(_ reader: consuming ByteReader, _ parser: Parser) {
    scanner = LineScanner(reader)
    self.parser = parser
  }

  var mayHaveNextAccesses: Bool { parser.mayHaveNextAccesses }

  mutating func decode(into requests: inout RawRequests) throws(InputError) -> Bool {
    while true {
      if requests.run != nil { requests.continueRun() }
      takePlain(&requests)
      if requests.hasPiece { return true }
      guard let line = try scanner.next() else {
        try requests.refuseNothingButMalformed(in: scanner.path)
        return false
      }
      try Self.take(line, scanner, &parser, &requests)
    }
  }

  /// Takes plain lines until one is not, or is not whole.
  private mutating func takePlain(_ requests: inout RawRequests) {
    let taken = Self.takePlain(scanner, &parser, &requests)
    requests.issues.itemCount += taken.count
    scanner.pass(taken.count, to: taken.end)
  }

  private static func takePlain(
    _ scanner: borrowing LineScanner, _ parser: inout Parser, _ requests: inout RawRequests
  ) -> (count: Int, end: Int) {
    let text = scanner.buffer.span
    let range = scanner.unread
    var place = range.lowerBound
    var count = 0
    while !requests.hasPiece,
      let next = parser.takePlain(text, place..<range.upperBound, into: &requests)
    {
      place = next
      count += 1
    }
    return (count, place)
  }

  private static func take(
    _ line: LineScanner.Line, _ scanner: borrowing LineScanner, _ parser: inout Parser,
    _ requests: inout RawRequests
  ) throws(InputError) {
    let text = scanner.buffer.span.extracting(line.range)
    requests.issues.itemCount += 1
    if text.isEmpty { return requests.issues.skip(.emptyLine) }
    let fault: InputError
    if line.isTooLong {
      fault = InputError("a line of more than \(LineScanner.limit) bytes")
    } else {
      do throws(InputError) {
        return try parser.take(text, into: &requests)
      } catch {
        fault = error
      }
    }
    try requests.malformed(fault.message, in: scanner.path, at: .line(line.number), excerpt: text)
  }
}

/// Requests for objects at equal steps that one item of a trace stands for.
struct RequestRun {
  /// The maximum of different objects that one item may stand for: each takes memory, and a request
  /// for so many blocks of 512 bytes would be one of 32 MiB.
  static let maximumObjects: Int64 = 65_536
  /// The maximum of requests for one object that one item may stand for; Meta's traces count those
  /// of a second.
  static let maximumRepeats: Int64 = 1_000_000

  var first: UInt64
  /// From one object to the next: 0 for the same one again.
  var step: UInt64
  var count: Int64
  var fields: RawFields
}

extension RawRequests {
  mutating func append(_ run: RequestRun) {
    self.run = run
    continueRun()
  }

  mutating func continueRun() {
    guard var run else { return }
    while run.count > 0, !isFull {
      append(run.first, run.fields)
      run.first &+= run.step
      run.count -= 1
    }
    self.run = run.count > 0 ? run : nil
  }
}

package struct TraceFormat: Choosable {
  package let name: String
  /// Endings of file names that identify it when the content does not, without the dot.
  package let endings: [String]
  package let columns: String
  package let detection: String
  /// Whether it records requests over HTTP. Of such a trace a few items usually are malformed.
  let isRecording: Bool
  /// Whether a file that begins so can be nothing else.
  let detects: @Sendable (TraceSample) -> Bool
  let open: @Sendable (consuming ByteReader) throws(InputError) -> AnyRequestDecoder

  /// All formats, in the order in which they are listed and tried.
  package static let catalog = Catalog<TraceFormat>(
    of: "trace format",
    [
      oracleGeneral, vscsi, cacheLibKV, twitterKV, csv, jsonLines, har, accessLog, arc, webCacheSim,
      lirs, ids, le32, le64, be32, be64,
    ])

  static func declared<Options: Settings>(
    _ name: String, aliases: [String] = [], _ summary: String,
    settings _: Options.Type, endings: [String] = [], columns: String,
    detection: String, isRecording: Bool = false,
    detects: @escaping @Sendable (TraceSample) -> Bool,
    decoder:
      @escaping @Sendable (consuming ByteReader, Options) throws(InputError) -> AnyRequestDecoder
  ) -> Catalog<TraceFormat>.Entry {
    Catalog.Entry(name, aliases: aliases, summary, settings: Options.self) { options in
      TraceFormat(
        name: name, endings: endings, columns: columns, detection: detection,
        isRecording: isRecording, detects: detects,
        open: { reader throws(InputError) in try decoder(reader, options) })
    }
  }
}

extension TraceFormat {
  package static func named(_ name: String) -> TraceFormat? { named(name, .object([])) }

  static func named(_ name: String, _ settings: JSON) -> TraceFormat? {
    var problems = Problems()
    return catalog.entry(named: name)?.make(settings, "", &problems)?.product
  }

  package static var all: [TraceFormat] { catalog.names.compactMap { named($0) } }

  /// The format of a file: by its content where that can be nothing else, else by its name.
  /// - Throws: `malformed` when neither identifies it.
  static func detected(by sample: TraceSample, path: String) throws(InputError) -> TraceFormat {
    // A text is detected by its content; for binary data the name is more reliable.
    if !sample.isText, let format = byEnding(path) { return format }
    if let format = all.first(where: { $0.detects(sample) }) { return format }
    if let format = byEnding(path) { return format }
    throw InputError(
      .malformed, at: path,
      sample.bytes.isEmpty
        ? "the file is empty, so that its format must be named"
        : "neither the content nor the name identifies the format: name one of "
          + catalog.names.joined(separator: ", "))
  }

  package static func byEnding(_ path: String) -> TraceFormat? {
    var name = path.lowercased()[...]
    for packed in [".gz", ".zst"] where name.hasSuffix(packed) {
      name = name.dropLast(packed.count)
    }
    return all.first { $0.endings.contains { name.hasSuffix("." + $0.lowercased()) } }
  }
}

/// The beginning of a file, by which its format is detected.
struct TraceSample {
  /// How much of a file is examined.
  static let length = 64 << 10

  /// The first bytes, expanded, without a byte order mark.
  let bytes: [UInt8]
  let isWhole: Bool
  let lines: [ArraySlice<UInt8>]

  private static let lineLimit = 64

  init(_ start: [UInt8]) {
    isWhole = start.count < Self.length
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    bytes = start.starts(with: mark) ? Array(start.dropFirst(3)) : start
    lines = Self.lines(of: bytes, isWhole: isWhole)
  }

  private static func lines(of bytes: [UInt8], isWhole: Bool) -> [ArraySlice<UInt8>] {
    guard bytes.allSatisfy({ $0 >= 0x20 || (0x09...0x0D).contains($0) }) else { return [] }
    var lines: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while lines.count < lineLimit, !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      guard end != nil || isWhole else { break }
      var line = rest[..<(end ?? rest.endIndex)]
      rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      lines.append(line)
    }
    return lines
  }

  var isText: Bool { !lines.isEmpty || bytes.isEmpty }

  /// Whether there are lines that are not empty, and each of them is so.
  func everyLine(_ isSo: (ArraySlice<UInt8>) -> Bool) -> Bool {
    let full = lines.filter { !$0.isEmpty }
    return !full.isEmpty && full.allSatisfy(isSo)
  }

  static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    !text.isEmpty && text.count <= 20 && text.allSatisfy { TraceNumber.digit($0) != nil }
  }

  static func words(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }
}
