internal import SimCore

/// The traces of the ARC paper: runs of blocks.
///
/// Lines of first block, number of blocks, a zero and the request's number; each line stands for so
/// many requests (Megiddo, Modha: ARC: A Self-Tuning, Low Overhead Replacement Cache, FAST 2003).
enum ARCFormat: RequestFormat {
  static let name = "arc"
  static let aliases = ["lis"]
  static let summary = "The ARC paper's lines of first block, number of blocks, 0, request number."
  static let endings = ["lis"]
  static let columns = "id"
  static let detection = "every line is four numbers, the second positive and the third 0"

  static func detects(_ sample: TraceSample) -> Bool {
    let lines = sample.lines.filter { !$0.isEmpty }
    return !lines.isEmpty
      && lines.allSatisfy { line in
        let words = TraceSample.words(line)
        return words.count == 4 && words.allSatisfy(TraceSample.isNumber)
          && !words[1].elementsEqual("0".utf8) && words[2].elementsEqual("0".utf8)
      }
  }

  static func decoder(
    of reader: consuming ByteReader, _ options: NoSettings
  ) throws(WorkloadError) -> AnyRequestDecoder {
    RequestDecoderBox(LineDecoder(reader, ARCParser()))
  }
}

struct ARCParser: LineParser {
  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(FieldFault) {
    var words = WordCursor()
    guard let first = words.next(line).flatMap({ TraceNumber.unsigned(line, $0) }) else {
      throw FieldFault("the first block is no number below 2^64")
    }
    guard let count = words.next(line).flatMap({ TraceNumber.decimal(line, $0) }), count >= 1 else {
      throw FieldFault("the number of blocks is no whole number of 1 or more")
    }
    guard count <= RequestRun.maximumObjects else {
      throw FieldFault(
        "the number of blocks is \(count), and a line may stand for at most "
          + "\(RequestRun.maximumObjects)")
    }
    guard !first.addingReportingOverflow(UInt64(count - 1)).overflow else {
      throw FieldFault("the last block is beyond 2^64")
    }
    while let word = words.next(line) {
      guard TraceNumber.unsigned(line, word) != nil else {
        throw FieldFault("what follows the number of blocks is no number")
      }
    }
    requests.append(RequestRun(first: first, step: 1, count: count, fields: RawFields()))
  }
}

/// The traces of the LIRS paper: one block a line, and lines with a star.
///
/// The star marks a place for the authors' own programs (Jiang, Zhang: LIRS, SIGMETRICS 2002).
enum LIRSFormat: RequestFormat {
  static let name = "lirs"
  static let summary = "The LIRS paper's block numbers, one a line; lines with * are skipped."
  static let endings = ["trc", "lirs"]
  static let columns = "id"
  static let detection = "every line is one number or *, and there is a *"

  static func detects(_ sample: TraceSample) -> Bool {
    let lines = sample.lines.filter { !$0.isEmpty }
    let stars = lines.count { $0.elementsEqual("*".utf8) }
    return stars > 0 && stars < lines.count
      && lines.allSatisfy { $0.elementsEqual("*".utf8) || TraceSample.isNumber($0) }
  }

  static func decoder(
    of reader: consuming ByteReader, _ options: NoSettings
  ) throws(WorkloadError) -> AnyRequestDecoder {
    RequestDecoderBox(LineDecoder(reader, LIRSParser()))
  }
}

struct LIRSParser: LineParser {
  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(FieldFault) {
    var words = WordCursor()
    guard let word = words.next(line) else { return requests.issues.skip(.emptyLine) }
    if line[word.lowerBound] == UInt8(ascii: "*") { return requests.issues.skip(.marker) }
    guard let block = TraceNumber.unsigned(line, word), words.next(line) == nil else {
      throw FieldFault("expected one block number below 2^64, or *")
    }
    requests.append(block, RawFields())
  }
}

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

struct IdsSettings: Settings {
  var id = IdentifierKind.auto
  static let fields: [Field<IdsSettings>] = [
    Field(
      "id", \.id, "What an identifier is: number, text, or auto: what the first one looks like.")
  ]
}

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
