internal import SimCore

/// Reads an object a line, without building it.
struct JSONLinesParser: LineParser {
  private let settings: JSONLinesSettings
  private var row: RowReader
  /// The members of the last line by their place: most lines are alike.
  private var members: [Member] = []

  /// Any line may.
  var canTellNextAccesses: Bool { true }

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

  /// What a member tells.
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
