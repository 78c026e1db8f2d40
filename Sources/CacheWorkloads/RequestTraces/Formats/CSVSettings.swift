internal import SimCore

struct CSVSettings: Settings {
  enum Header: String, WordSettingValue {
    case auto, yes, no
  }

  var header = Header.auto
  var delimiter = "auto"
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

  static let fields: [Field<CSVSettings>] = [
    Field(
      "id", \.id,
      "The object's column: a name, a number from 1, or auto: the first one that the header calls "
        + names(.id) + "; without a header the only column, or the second."),
    Field(
      "idKind", \.idKind,
      "What an identifier is: number, text, or auto: what the first one looks like."),
    Field("time", \.time, column("time", .time, "the first of several")),
    Field("timeUnit", \.timeUnit, "The unit of times: s, ms, us or ns; decimals may follow."),
    Field("size", \.size, column("size in bytes", .size, "the third")),
    Field("next", \.next, column("next access", .next, "the fourth")),
    Field(
      "nextFrom", \.firstNumber, in: 0...1,
      "The number that next accesses give to the first request: 1, as libCacheSim counts, or 0."),
    Field("op", \.operation, column("operation", .operation, "none")),
    Field("ttl", \.timeToLive, column("time to live", .timeToLive, "none")),
    Field("ttlUnit", \.timeToLiveUnit, "The unit of times to live."),
    Field("cost", \.cost, column("cost", .cost, "none")),
    Field("tenant", \.tenant, column("tenant", .tenant, "none")),
    Field(
      "header", \.header,
      "Whether the first line names the columns: yes, no, or auto: if it begins with #, holds a "
        + "known name, or has no number where the time would be."),
    Field(
      "delimiter", \.delimiter,
      "What stands between columns: one character, tab, or auto: the first line's comma, tab, "
        + "semicolon, bar or blank."),
  ]

  private static func names(_ field: RequestField) -> String {
    field.names.joined(separator: ", ")
  }

  private static func column(_ what: String, _ field: RequestField, _ otherwise: String) -> String {
    "The column of the \(what): a name, a number, none, or auto: \(names(field)); without a header "
      + otherwise + "."
  }

  private var columns: [(field: RequestField, column: String)] {
    [
      (.id, id), (.time, time), (.size, size), (.next, next), (.operation, operation),
      (.timeToLive, timeToLive), (.cost, cost), (.tenant, tenant),
    ]
  }

  var names: [String] {
    columns.map(\.column).filter { $0 != "auto" && $0 != "none" && Int($0) == nil }
  }

  /// Whether the first of several columns without a known name is the time.
  var expectsTimeFirst: Bool { id == "auto" && time == "auto" }

  /// The delimiter; nil when the first line decides.
  func delimiterByte() throws(FieldFault) -> UInt8? {
    if delimiter == "auto" { return nil }
    if delimiter == "tab" { return UInt8(ascii: "\t") }
    let bytes = Array(delimiter.utf8)
    guard bytes.count == 1 else {
      throw FieldFault("the setting delimiter is neither one character, tab nor auto")
    }
    return bytes[0]
  }

  /// The field of each column.
  /// - Parameter header: the names of the first line; nil when it is none.
  func fields(names header: [String]?, count: Int) throws(FieldFault) -> [RequestField?] {
    var fields = [RequestField?](repeating: nil, count: count)
    for (field, column) in columns where column != "none" {
      guard let place = try place(of: field, column, header, count: count) else { continue }
      guard fields[place] == nil else {
        throw FieldFault("column \(place + 1) cannot be two fields")
      }
      fields[place] = field
    }
    guard fields.contains(.id) else {
      let found =
        header.map { "the header names \($0.joined(separator: ", "))" } ?? "there is no header"
      throw FieldFault("no column is the object: \(found); name it with the setting id")
    }
    return fields
  }

  private func place(
    of field: RequestField, _ column: String, _ header: [String]?, count: Int
  ) throws(FieldFault) -> Int? {
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
        throw FieldFault("there is no column \(number): the first line has \(count)")
      }
      return number - 1
    }
    let hint = Suggestion.hint(for: column, among: header ?? [])
    throw FieldFault("there is no column '\(column)'\(hint)")
  }
}
