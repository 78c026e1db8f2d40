internal import SimCore

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

/// Reads block numbers.
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
