internal import SimCore

/// The reader of one format: bytes in, raw requests out.
protocol RequestDecoder: ~Copyable, SendableMetatype {
  var mayHaveNextAccesses: Bool { get }
  /// Adds requests: a piece, or as many as fit, or the file's last ones.
  /// - Returns: false when the file has ended.
  mutating func decode(into requests: inout RawRequests) throws(InputError) -> Bool
}

extension RequestDecoder where Self: ~Copyable {
  var mayHaveNextAccesses: Bool { false }
}

class AnyRequestDecoder {
  var mayHaveNextAccesses: Bool { false }
  func decode(into requests: inout RawRequests) throws(InputError) -> Bool { false }
}

final class RequestDecoderBox<Decoder: RequestDecoder & ~Copyable>: AnyRequestDecoder {
  private var decoder: Decoder
  init(_ decoder: consuming Decoder) { self.decoder = decoder }

  override var mayHaveNextAccesses: Bool { decoder.mayHaveNextAccesses }

  override func decode(into requests: inout RawRequests) throws(InputError) -> Bool {
    try decoder.decode(into: &requests)
  }
}

/// The reader of one line of a text format.
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

/// The reader of a text format: lines in, requests out.
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
    requests.issues.countItems(taken.count)
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
    requests.issues.countItem()
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
