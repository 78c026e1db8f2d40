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

/// Reads runs of blocks.
struct ARCParser: LineParser {
  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(FieldFault) {
    var words = WordCursor()
    guard let first = words.next(line).flatMap({ TraceNumber.unsigned(line, $0) }) else {
      throw FieldFault("the first block is no number below 2^64")
    }
    guard let count = words.next(line).flatMap({ TraceNumber.decimal(line, $0) }), count >= 1 else {
      throw FieldFault("the number of blocks is no whole number of 1 or more")
    }
    guard count <= RequestRun.mostObjects else {
      throw FieldFault(
        "the number of blocks is \(count), and a line may stand for at most "
          + "\(RequestRun.mostObjects)")
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
