internal import SimCore

/// Rows of columns, by a header's names or by numbers.
enum CSVFormat: RequestFormat {
  static let name = "csv"
  static let aliases = ["tsv"]
  static let summary = "Rows of columns that a header names, or that settings name or number."
  static let endings = ["csv", "tsv"]
  static let columns = "id, and any of time, size, next, op, ttl, cost, tenant"
  static let detection = "the first line names a column for the object and another one"

  static func detects(_ sample: TraceSample) -> Bool {
    guard sample.lines.count > 1, let header = sample.lines.first else { return false }
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

/// Reads rows.
struct CSVParser: LineParser {
  private let settings: CSVSettings
  private var row: RowReader
  /// What the columns tell; nil before the first line.
  private var columns: CSVColumns?

  init(_ settings: CSVSettings) {
    self.settings = settings
    row = RowReader(
      identifiers: settings.idKind, timeUnit: settings.timeUnit,
      timeToLiveUnit: settings.timeToLiveUnit, firstNumber: settings.firstNumber)
  }

  var canTellNextAccesses: Bool { columns?.fields.contains(.next) ?? true }

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
