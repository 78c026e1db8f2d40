internal import SimCore

enum CSVFormat: RequestFormat {
  static let name = "csv"
  static let aliases = ["tsv"]
  static let summary = "Rows of columns that a header names, or that settings name or number."
  static let endings = ["csv", "tsv"]
  static let columns = "id, and any of time, size, next, op, ttl, cost, tenant"
  static let detection = "the first line names a column for the object and another one"

  static func detects(_ sample: TraceSample) -> Bool {
    guard sample.lines.count > 1, let header = sample.lines.first else { return false }
    if LogColumns(header: header.span) != nil { return false }
    let delimiter = CSVHeader.delimiter(of: header)
    let fields = CSVHeader.names(header, delimiter: delimiter).map(RequestField.named)
    return fields.contains(.id) && fields.contains { $0 != nil && $0 != .id }
  }

  static func decoder(
    of reader: consuming ByteReader, _ options: CSVSettings
  ) throws(WorkloadError) -> AnyRequestDecoder {
    RequestDecoderBox(LineDecoder(reader, CSVParser(options)))
  }
}

struct CSVParser: LineParser {
  private let settings: CSVSettings
  private var row: RowReader
  private var columns: CSVColumns?

  init(_ settings: CSVSettings) {
    self.settings = settings
    row = RowReader(
      identifiers: settings.idKind, timeUnit: settings.timeUnit,
      timeToLiveUnit: settings.timeToLiveUnit, firstNumber: settings.firstNumber)
  }

  var mayHaveNextAccesses: Bool { columns?.fields.contains(.next) ?? true }

  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(FieldFault) {
    if columns == nil, try readHeader(line) { return }
    try columns?.read(line, &row, &requests)
  }

  @inline(__always)
  mutating func takePlain(
    _ text: Span<UInt8>, _ range: Range<Int>, into requests: inout RawRequests
  ) -> Int? {
    columns?.readPlain(text, range, &row, &requests)
  }

  /// Decides what the columns are.
  /// - Returns: whether the line is a header.
  private mutating func readHeader(_ line: Span<UInt8>) throws(FieldFault) -> Bool {
    let first = line.indices.map { line[$0] }[...]
    let delimiter = try settings.delimiterByte() ?? CSVHeader.delimiter(of: first)
    let names = CSVHeader.names(first, delimiter: delimiter)
    let isHeader =
      switch settings.header {
      case .yes: true
      case .no: false
      case .auto:
        first.first == UInt8(ascii: "#")
          || names.contains { RequestField.named($0) != nil || settings.names.contains($0) }
          || settings.expectsTimeFirst && names.count > 1 && Double(names[0]) == nil
      }
    let fields = try settings.fields(names: isHeader ? names : nil, count: names.count)
    columns = CSVColumns(fields: fields, delimiter: delimiter)
    return isHeader
  }
}

enum CSVHeader {
  static func delimiter(of line: ArraySlice<UInt8>) -> UInt8 {
    for mark: Unicode.Scalar in [",", "\t", ";", "|"] where line.contains(UInt8(ascii: mark)) {
      return UInt8(ascii: mark)
    }
    return UInt8(ascii: " ")
  }

  /// The texts of a first line, without a mark of comment, blanks and quotes around them.
  static func names(_ line: ArraySlice<UInt8>, delimiter: UInt8) -> [String] {
    let line = line.first == UInt8(ascii: "#") ? line.dropFirst() : line
    return line.split(separator: delimiter, omittingEmptySubsequences: false).map { part in
      let isEdge = { (byte: UInt8) in byte == CSVCell.quote || byte == UInt8(ascii: " ") }
      var name = part.drop(while: isEdge)
      while let last = name.last, isEdge(last) { name = name.dropLast() }
      return String(decoding: name, as: UTF8.self)
    }
  }
}

struct CSVCell {
  static let quote = UInt8(ascii: "\"")

  var range: Range<Int>
  /// Whether it stands in quotation marks and holds others, which are written twice.
  var holdsQuote = false

  /// The cell from there on; moves to the one behind it, or beyond the line's end.
  @inline(never)
  static func next(
    _ line: Span<UInt8>, _ place: inout Int, delimiter: UInt8
  ) throws(FieldFault) -> CSVCell {
    var start = place
    while start < line.count, line[start] == UInt8(ascii: " "), delimiter != UInt8(ascii: " ") {
      start += 1
    }
    if start < line.count, line[start] == quote {
      return CSVCell(line, try quoted(line, start + 1, &place, delimiter: delimiter))
    }
    var end = start
    while end < line.count, line[end] != delimiter { end += 1 }
    place = end + 1
    while end > start, line[end - 1] == UInt8(ascii: " ") { end -= 1 }
    // Without quotation marks around it, one inside is a letter like others.
    return CSVCell(range: start..<end)
  }

  private init(_ line: Span<UInt8>, _ range: Range<Int>) {
    self.range = range
    holdsQuote = range.contains { line[$0] == Self.quote }
  }

  init(range: Range<Int>) { self.range = range }

  /// A column in quotation marks; two of them inside stand for one (RFC 4180, section 2).
  private static func quoted(
    _ line: Span<UInt8>, _ start: Int, _ place: inout Int, delimiter: UInt8
  ) throws(FieldFault) -> Range<Int> {
    var end = start
    while true {
      while end < line.count, line[end] != quote { end += 1 }
      guard end < line.count else { throw FieldFault("a quotation mark is not closed") }
      guard end + 1 < line.count, line[end + 1] == quote else { break }
      end += 2
    }
    var behind = end + 1
    while behind < line.count, line[behind] == UInt8(ascii: " "), line[behind] != delimiter {
      behind += 1
    }
    guard behind >= line.count || line[behind] == delimiter else {
      throw FieldFault("a closing quotation mark is not followed by the next column")
    }
    place = behind + 1
    return start..<end
  }

  /// Its text, of which each quotation mark takes the byte behind it along.
  func unquoted(_ line: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      text.append(line[index])
      index += line[index] == Self.quote ? 2 : 1
    }
    return text
  }
}
