internal import SimCore

enum JSONLinesFormat: RequestFormat {
  static let name = "jsonl"
  static let aliases = ["ndjson"]
  static let summary = "An object of JSON a line, with a member for each field."
  static let endings = ["jsonl", "ndjson"]
  static let columns = CSVFormat.columns
  static let detection = "every line is an object with a member that names the requested object"

  static func detects(_ sample: TraceSample) -> Bool {
    let lines = sample.lines.filter { !$0.isEmpty }
    return !lines.isEmpty
      && lines.allSatisfy { line in
        guard line.first == UInt8(ascii: "{"), let json = try? JSON.parse(Array(line)) else {
          return false
        }
        return RequestField.id.names.contains { json[$0] != nil }
      }
  }

  static func decoder(
    of reader: consuming ByteReader, _ options: JSONLinesSettings
  ) throws(WorkloadError) -> AnyRequestDecoder {
    RequestDecoderBox(LineDecoder(reader, JSONLinesParser(options)))
  }
}

struct JSONLinesSettings: Settings {
  var id = "auto"
  var idKind = IdentifierKind.auto
  var time = "auto"
  var timeUnit = TraceTimeUnit.s
  var size = "auto"
  var next = "auto"
  var firstNumber = 1
  var operation = "auto"
  var timeToLive = "auto"
  var timeToLiveUnit = TraceTimeUnit.s
  var cost = "auto"
  var tenant = "auto"

  static let fields: [Field<JSONLinesSettings>] = [
    Field("id", \.id, member("object", .id)),
    Field(
      "idKind", \.idKind,
      "What an identifier is: number, text, or auto: what the first one looks like."),
    Field("time", \.time, member("time", .time)),
    Field("timeUnit", \.timeUnit, "The unit of times: s, ms, us or ns; decimals may follow."),
    Field("size", \.size, member("size in bytes", .size)),
    Field("next", \.next, member("next access", .next)),
    Field(
      "nextFrom", \.firstNumber, in: 0...1,
      "The number that next accesses give to the first request: 1, as libCacheSim counts, or 0."),
    Field("op", \.operation, member("operation", .operation)),
    Field("ttl", \.timeToLive, member("time to live", .timeToLive)),
    Field("ttlUnit", \.timeToLiveUnit, "The unit of times to live."),
    Field("cost", \.cost, member("cost", .cost)),
    Field("tenant", \.tenant, member("tenant", .tenant)),
  ]

  private static func member(_ what: String, _ field: RequestField) -> String {
    "The member of the \(what): its name, none, or auto: "
      + field.names.joined(separator: ", ") + "."
  }

  /// The field of a member; nil when it is not read.
  func field(named name: [UInt8]) -> RequestField? {
    let name = String(decoding: name, as: UTF8.self)
    let members: [(RequestField, String)] = [
      (.id, id), (.time, time), (.size, size), (.next, next), (.operation, operation),
      (.timeToLive, timeToLive), (.cost, cost), (.tenant, tenant),
    ]
    return members.first { field, member in
      member == "auto" ? field.names.contains(name) : member == name
    }?.0
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
    row = RowReader(
      identifiers: settings.idKind, timeUnit: settings.timeUnit,
      timeToLiveUnit: settings.timeToLiveUnit, firstNumber: settings.firstNumber)
  }

  mutating func take(_ line: Span<UInt8>, into requests: inout RawRequests) throws(FieldFault) {
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
        throw FieldFault("the object is named twice")
      }
    }
    guard let id else { throw FieldFault("no member names the object") }
    try finish(line, id, &requests)
  }

  private mutating func take(
    _ field: RequestField, _ line: Span<UInt8>, _ value: JSONCursor.Value,
    _ requests: inout RawRequests
  ) throws(FieldFault) {
    if value.range.isEmpty { return }
    guard value.isEscaped else { return try row.take(field, line, value.range, &requests) }
    let text = try Self.unescaped(line, value)
    try row.take(field, text.span, text.indices, &requests)
  }

  private mutating func finish(
    _ line: Span<UInt8>, _ id: JSONCursor.Value, _ requests: inout RawRequests
  ) throws(FieldFault) {
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
  ) throws(FieldFault) -> [UInt8] {
    let quoted = (value.range.lowerBound - 1...value.range.upperBound).map { line[$0] }
    guard let text = (try? JSON.parse(quoted))?.string else {
      throw FieldFault("a text holds an escape that JSON does not know")
    }
    return Array(text.utf8)
  }
}
