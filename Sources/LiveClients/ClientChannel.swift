internal import DeviceModels
internal import SimCore

/// What a strategy speaks with: a client's process beside its origin, or a recording of them.
protocol ClientChannel: AnyObject {
  var isRunning: Bool { get }

  var times: ClientTimes { get }

  func launch(at moment: ClientMoment, user: UInt16) throws(ToolError) -> ClientReply
  /// Ends it, as a crash does.
  func kill()
  /// What it wrote since this was asked last; nil: nothing, or that is not counted.
  func takeWrites() -> FlashWrite?

  func tell(
    _ verb: String, _ members: [(String, JSON)], at moment: ClientMoment
  ) throws(ToolError) -> ClientReply
  func get(
    _ path: String, _ members: [(String, JSON)], at moment: ClientMoment
  ) throws(ToolError) -> (line: Int, decision: ClientDecision)
  /// What it does about a line that was sent before.
  func decision(on line: Int, _ path: String) throws(ToolError) -> ClientDecision
  /// A failure, with what it said last beside its answers.
  func failure(_ message: String) -> ToolError
  func request(of path: String) throws(ToolError) -> HeldRequest

  func answer(_ request: HeldRequest, with answer: OriginAnswer, at moment: ClientMoment)
  func drop(_ request: HeldRequest, at moment: ClientMoment)
}

struct ClientReply {
  let line: Int
  let json: JSON

  /// Refuses an answer with a member of another type than the one that it means something with,
  /// which would count as one without it.
  static func check(_ json: JSON, to verb: String, line: Int) throws(ToolError) {
    func refuse(_ name: String, _ expected: String) -> ToolError {
      let found = json[name]?.found ?? "nothing"
      return ToolError(
        "answered line \(line), '\(verb)', with \"\(name)\": expected \(expected), found \(found)")
    }
    switch verb {
    case "get":
      let body = json.member("body")
      if let body, body.string == nil { throw refuse("body", "a text") }
      if let bytes = json.member("bytes") {
        guard let count = bytes.integer, count >= 0 else {
          throw refuse("bytes", "a whole number of 0 or more")
        }
        if count > 0, body == nil { throw refuse("body", "the first line of \(count) B") }
      }
      if let isBehind = json.member("background"), isBehind != true, isBehind != false {
        throw refuse("background", "true or false")
      }
    default:
      if let isEmptied = json.member("emptied"), isEmptied != true, isEmptied != false {
        throw refuse("emptied", "true or false")
      }
    }
  }
}

enum ClientDecision {
  case answered(JSON)
  /// It asked the origin, and waits.
  case requested(HeldRequest)
}

/// The addresses of resources: `/model/12`.
enum ResourcePath {
  static func path(of resource: UInt32, _ kind: String) -> String { "/\(kind)/\(resource)" }

  static func resource(of path: String) -> UInt32? {
    let words = path.split(separator: "/", omittingEmptySubsequences: false)
    return words.count == 3 && words[0].isEmpty ? UInt32(words[2]) : nil
  }
}
