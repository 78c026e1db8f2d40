internal import SimCore

/// One object a line, nothing else.
enum IdsFormat: RequestFormat {
  static let name = "ids"
  static let aliases = ["plain", "txt"]
  static let summary = "One object a line: a number, or any text."
  static let endings = ["ids", "txt"]
  static let columns = "id"
  static let detection = "every line is one number"

  static func detects(_ sample: TraceSample) -> Bool {
    let lines = sample.lines.filter { !$0.isEmpty }
    return !lines.isEmpty && lines.allSatisfy { TraceSample.isNumber($0) }
  }

  static func decoder(
    of reader: consuming ByteReader, _ options: IdsSettings
  ) throws(WorkloadError) -> AnyRequestDecoder {
    RequestDecoderBox(LineDecoder(reader, IdsParser(identifiers: IdentifierReader(options.id))))
  }
}

/// How lines of objects are read.
struct IdsSettings: Settings {
  var id = IdentifierKind.auto
  static let fields: [Field<IdsSettings>] = [
    Field(
      "id", \.id, "What an identifier is: number, text, or auto: what the first one looks like.")
  ]
}

/// Reads one object a line.
struct IdsParser: LineParser {
  var identifiers: IdentifierReader

  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(FieldFault) {
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
