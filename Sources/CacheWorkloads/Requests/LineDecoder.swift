/// The reader of one line of a text format.
protocol LineParser: SendableMetatype {
  /// Whether some line may tell when its object is asked for again, as far as is known.
  var canTellNextAccesses: Bool { get }
  /// Adds the requests of a line that is not empty.
  /// - Throws: why the line is malformed; nothing was added then.
  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(FieldFault)

  /// Adds the request of the line that begins a text if that can be done quickly.
  ///
  /// What it adds is what `take` would.
  /// - Returns: the place behind the line's end; nil: nothing was added, and `take` shall see it.
  mutating func takePlain(
    _ text: Span<UInt8>, _ range: Range<Int>, into requests: inout RawRequests
  ) -> Int?
}

extension LineParser {
  var canTellNextAccesses: Bool { false }
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

  var canTellNextAccesses: Bool { parser.canTellNextAccesses }

  mutating func decode(into requests: inout RawRequests) throws(WorkloadError) -> Bool {
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
  ) throws(WorkloadError) {
    let text = scanner.buffer.span.extracting(line.range)
    requests.issues.countItem()
    if text.isEmpty { return requests.issues.skip(.emptyLine) }
    let fault: FieldFault
    if line.isTooLong {
      fault = FieldFault("a line of more than \(LineScanner.limit) bytes")
    } else {
      do throws(FieldFault) {
        return try parser.take(text, into: &requests)
      } catch {
        fault = error
      }
    }
    try requests.malformed(fault.reason, in: scanner.path, at: .line(line.number), excerpt: text)
  }
}
