internal import SimCore

/// An object of JSON a line, with a member for each field.
enum JSONLinesFormat: RequestFormat {
  static let name = "jsonl"
  static let aliases = ["ndjson"]
  static let summary = "An object of JSON a line, with a member for each field."
  static let endings = ["jsonl", "ndjson"]
  static let columns = CSVFormat.columns
  static let detection = "every line is an object with a member that names the object asked for"

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

/// How lines of objects are read.
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

  /// What a member tells; nil when nobody reads it.
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
