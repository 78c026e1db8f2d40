internal import SimCore

extension TraceFormat {
  static let jsonLines = declared(
    "jsonl", aliases: ["ndjson"], "An object of JSON a line, with a member for each field.",
    settings: JSONLinesSettings.self, endings: ["jsonl", "ndjson"], columns: namedColumns,
    detection: "every line is an object with a member that names the requested object",
    detects: { sample in
      sample.everyLine { line in
        guard line.first == UInt8(ascii: "{"), let json = try? JSON.parse(Array(line)) else {
          return false
        }
        return RequestField.id.names.contains { json[$0] != nil }
      }
    },
    decoder: { reader, options in LineDecoder(reader, JSONLinesParser(options)) }
  )
}

struct JSONLinesSettings: NamedFieldSettings {
  var rows = RowSettings()

  static let fields: [Field<JSONLinesSettings>] = rowFields { field in
    "The member of the \(field.meaning): its name, none, or auto: "
      + field.names.joined(separator: ", ") + "."
  }

  func field(named name: [UInt8]) -> RequestField? {
    let name = String(decoding: name, as: UTF8.self)
    return RequestField.named.first { field in
      rows[field] == "auto" ? field.names.contains(name) : rows[field] == name
    }
  }
}

/// Reads an object a line, without building a tree: a trace has millions of lines.
struct JSONLinesParser: LineParser {
  private let settings: JSONLinesSettings
  private var row: RowReader
  /// The members of the last line by their place: most lines are alike.
  private var members: [Member] = []

  var mayHaveNextAccesses: Bool { true }

  private struct Member {
    var name: [UInt8]
    var field: RequestField?
  }

  init(_ settings: JSONLinesSettings) {
    self.settings = settings
    row = RowReader(settings.rows)
  }

  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(InputError) {
    var cursor = JSONCursor()
    row.begin()
    var id: JSONCursor.Value?
    var index = 0
    try cursor.open(line)
    while let name = try cursor.name(line, isFirst: index == 0) {
      let value = try cursor.value(line)
      let field = field(of: line, name, at: index)
      index += 1
      guard let field, !value.isNull else { continue }
      if field != .id {
        try take(field, line, value, &requests)
      } else if id == nil {
        id = value
      } else {
        throw InputError("the object is named twice")
      }
    }
    guard let id else { throw InputError("no member names the object") }
    try finish(line, id, &requests)
  }

  private mutating func take(
    _ field: RequestField, _ line: Span<UInt8>, _ value: JSONCursor.Value,
    _ requests: inout RawRequests
  ) throws(InputError) {
    if value.range.isEmpty { return }
    guard value.isEscaped else { return try row.take(field, line, value.range, &requests) }
    let text = try Self.unescaped(line, value)
    try row.take(field, text.span, text.indices, &requests)
  }

  private mutating func finish(
    _ line: Span<UInt8>, _ id: JSONCursor.Value, _ requests: inout RawRequests
  ) throws(InputError) {
    guard id.isEscaped else { return try row.finish(line, id.range, &requests) }
    let text = try Self.unescaped(line, id)
    try row.finish(text.span, text.indices, &requests)
  }

  private mutating func field(
    of line: Span<UInt8>, _ name: Range<Int>, at index: Int
  ) -> RequestField? {
    if index < members.count, Self.equals(members[index].name, line, name) {
      return members[index].field
    }
    let bytes = name.map { line[$0] }
    let member = Member(name: bytes, field: settings.field(named: bytes))
    if index < members.count {
      members[index] = member
    } else if members.count < 64 {
      members.append(member)
    }
    return member.field
  }

  private static func equals(_ name: [UInt8], _ line: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard name.count == range.count else { return false }
    for index in name.indices where name[index] != line[range.lowerBound + index] { return false }
    return true
  }

  private static func unescaped(
    _ line: Span<UInt8>, _ value: JSONCursor.Value
  ) throws(InputError) -> ContiguousArray<UInt8> {
    let quoted = (value.range.lowerBound - 1...value.range.upperBound).map { line[$0] }
    guard let text = (try? JSON.parse(quoted))?.string else {
      throw InputError("a text holds an escape that JSON does not know")
    }
    return ContiguousArray(text.utf8)
  }
}

/// A place in a flat object of JSON.
struct JSONCursor {
  struct Value {
    var range: Range<Int>
    var isEscaped = false
    var isNull = false
  }

  private var place = 0

  mutating func open(_ line: Span<UInt8>) throws(InputError) {
    guard skipBlanks(line) == UInt8(ascii: "{") else {
      throw InputError("expected an object of JSON")
    }
    place += 1
  }

  mutating func name(_ line: Span<UInt8>, isFirst: Bool) throws(InputError) -> Range<Int>? {
    var byte = skipBlanks(line)
    if byte == UInt8(ascii: "}") {
      place += 1
      guard skipBlanks(line) == nil else { throw InputError("the line goes on behind the object") }
      return nil
    }
    if !isFirst {
      guard byte == UInt8(ascii: ",") else { throw InputError("expected a comma or the end") }
      place += 1
      byte = skipBlanks(line)
    }
    guard byte == UInt8(ascii: "\"") else { throw InputError("expected a name in quotes") }
    let name = try text(line)
    guard skipBlanks(line) == UInt8(ascii: ":") else {
      throw InputError("expected a colon behind a name")
    }
    place += 1
    return name.range
  }

  mutating func value(_ line: Span<UInt8>) throws(InputError) -> Value {
    switch skipBlanks(line) {
    case UInt8(ascii: "\""): return try text(line)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try skipNested(line)
      return Value(range: place..<place, isNull: true)
    default:
      let start = place
      while place < line.count, !Self.endsScalar(line[place]) { place += 1 }
      guard place > start else { throw InputError("a value is missing") }
      return Value(range: start..<place, isNull: line[start] == UInt8(ascii: "n"))
    }
  }

  private mutating func text(_ line: Span<UInt8>) throws(InputError) -> Value {
    place += 1
    let start = place
    var isEscaped = false
    while place < line.count, line[place] != UInt8(ascii: "\"") {
      if line[place] == UInt8(ascii: "\\") {
        isEscaped = true
        place += 1
      }
      place += 1
    }
    guard place < line.count else { throw InputError("a text has no closing quote") }
    place += 1
    return Value(range: start..<place - 1, isEscaped: isEscaped)
  }

  private mutating func skipNested(_ line: Span<UInt8>) throws(InputError) {
    var depth = 0
    while place < line.count {
      switch line[place] {
      case UInt8(ascii: "\""):
        _ = try text(line)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      place += 1
      if depth == 0 { return }
    }
    throw InputError("a list or an object is not closed")
  }

  private mutating func skipBlanks(_ line: Span<UInt8>) -> UInt8? {
    while place < line.count, line[place] == UInt8(ascii: " ") || line[place] == 0x09 { place += 1 }
    return place < line.count ? line[place] : nil
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: " ")
      || byte == 0x09
  }
}
