internal import SimCore

extension TraceFormat {
  static let csv = declared(
    "csv", aliases: ["tsv"],
    "Rows of columns that a header names, or that settings name or number.",
    settings: CSVSettings.self, endings: ["csv", "tsv"], columns: namedColumns,
    detection: "the first line names a column for the object and another one",
    detects: { sample in
      guard sample.lines.count > 1, let header = sample.lines.first else { return false }
      if LogColumns(header: header.span) != nil { return false }
      let delimiter = CSVHeader.delimiter(of: header)
      let fields = CSVHeader.names(header, delimiter: delimiter).map(RequestField.named)
      return fields.contains(.id) && fields.contains { $0 != nil && $0 != .id }
    },
    decoder: { reader, options in LineDecoder(reader, CSVParser(options)) })

  static let namedColumns = "id, and any of time, size, next, op, ttl, cost, tenant"
}

struct CSVSettings: NamedFieldSettings {
  enum Header: String, WordSettingValue {
    case auto, yes, no
  }

  var rows = RowSettings()
  var header = Header.auto
  var delimiter = "auto"

  static let fields: [Field<CSVSettings>] =
    rowFields { field in
      let names = field.names.joined(separator: ", ")
      if field == .id {
        return
          "The object's column: a name, a number from 1, or auto: the first one that the header "
          + "calls \(names); without a header the only column, or the second."
      }
      return
        "The column of the \(field.meaning): a name, a number, none, or auto: \(names); without "
        + "a header \(usualPlace(of: field))."
    } + [
      Field(
        "header", \.header,
        "Whether the first line names the columns: yes, no, or auto: if it begins with #, holds a "
          + "known name, or has no number where the time would be."),
      Field(
        "delimiter", \.delimiter,
        "What stands between columns: one character, tab, or auto: the first line's comma, tab, "
          + "semicolon, bar or blank."),
    ]

  private static func usualPlace(of field: RequestField) -> String {
    switch field {
    case .time: "the first of several"
    case .size: "the third"
    case .next: "the fourth"
    default: "none"
    }
  }

  private var columns: [(field: RequestField, column: String)] {
    RequestField.named.map { ($0, rows[$0]) }
  }

  var names: [String] {
    columns.map(\.column).filter { $0 != "auto" && $0 != "none" && Int($0) == nil }
  }

  /// Whether the first of several columns without a known name is the time.
  var expectsTimeFirst: Bool { rows[.id] == "auto" && rows[.time] == "auto" }

  /// The delimiter; nil when the first line decides.
  func delimiterByte() throws(InputError) -> UInt8? {
    if delimiter == "auto" { return nil }
    if delimiter == "tab" { return UInt8(ascii: "\t") }
    let bytes = Array(delimiter.utf8)
    guard bytes.count == 1 else {
      throw InputError("the setting delimiter is neither one character, tab nor auto")
    }
    return bytes[0]
  }

  func fields(names header: [String]?, count: Int) throws(InputError) -> [RequestField?] {
    var fields = [RequestField?](repeating: nil, count: count)
    for (field, column) in columns where column != "none" {
      guard let place = try place(of: field, column, header, count: count) else { continue }
      guard fields[place] == nil else {
        throw InputError("column \(place + 1) cannot be two fields")
      }
      fields[place] = field
    }
    guard fields.contains(.id) else {
      let found =
        header.map { "the header names \($0.joined(separator: ", "))" } ?? "there is no header"
      throw InputError("no column is the object: \(found); name it with the setting id")
    }
    return fields
  }

  private func place(
    of field: RequestField, _ column: String, _ header: [String]?, count: Int
  ) throws(InputError) -> Int? {
    if column == "auto" {
      if let header {
        for name in field.names {
          if let place = header.firstIndex(where: { $0.lowercased() == name }) { return place }
        }
        return nil
      }
      let usual: [RequestField] = count == 1 ? [.id] : [.time, .id, .size, .next]
      return usual.prefix(count).firstIndex(of: field)
    }
    if let place = header?.firstIndex(of: column) { return place }
    if let number = Int(column) {
      guard (1...count).contains(number) else {
        throw InputError("there is no column \(number): the first line has \(count)")
      }
      return number - 1
    }
    let hint = Suggestion.hint(for: column, among: header ?? [])
    throw InputError("there is no column '\(column)'\(hint)")
  }
}

struct CSVParser: LineParser {
  private let settings: CSVSettings
  private var row: RowReader
  private var columns: CSVColumns?

  init(_ settings: CSVSettings) {
    self.settings = settings
    row = RowReader(settings.rows)
  }

  var mayHaveNextAccesses: Bool { columns?.fields.contains(.next) ?? true }

  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(InputError) {
    if columns == nil, try readHeader(line) { return }
    try columns?.read(line, &row, &requests)
  }

  @inline(__always)
  mutating func takePlain(
    _ text: Span<UInt8>, _ range: Range<Int>, into requests: inout RawRequests
  ) -> Int? {
    columns?.readPlain(text, range, &row, &requests)
  }

  private mutating func readHeader(_ line: Span<UInt8>) throws(InputError) -> Bool {
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
