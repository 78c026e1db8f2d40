internal import CacheWorkloads
package import SimCore

/// What one client did in one simulation: a HAR 1.2 capture, from which its decisions can be judged
/// and played back without it.
///
/// Members beyond the format, whose names begin with an underscore as it wants: `_kind` (what the
/// client did: `used`, `used+background`, `validated`, `loaded`), `_line` (the line that it was
/// sent), `_again` (a further request for the same line, as some clients make one when what they
/// asked about has changed), `_behind` (the request behind a stale answer), and of the log
/// `_replies` (its answers by line). Addresses are without the port, which differs from run to run.
package struct SessionRecording: Sendable {
  struct Exchange: Sendable {
    var line: Int
    var path: String
    var method = "GET"
    /// Nanoseconds since the scenario's start.
    var startedAt: Int64
    /// The same; nil: the run ended before.
    var endedAt: Int64?
    /// The request's lines: as the origin was asked, or as the client was.
    var asked: [(name: String, value: String)]
    var isSent: Bool
    var answer: Answer?
    var behind: [(name: String, value: String)]?
    var isAgain = false
    /// How often the client had begun with an empty cache.
    var session = 0

    var kind: String {
      guard isSent else { return behind == nil ? "used" : "used+background" }
      let isConditional = asked.contains { HARCacheAction.conditions.contains($0.name) }
      return isConditional ? "validated" : "loaded"
    }
  }

  struct Answer: Sendable {
    var status: Int
    var headers: [(name: String, value: String)]
    var size: Int
  }

  package var secondsAtStart: Int64
  var exchanges: [Exchange] = []
  var replies: [Int: JSON] = [:]

  init(secondsAtStart: Int64) { self.secondsAtStart = secondsAtStart }
}

extension SessionRecording {
  package var log: JSON {
    // Exchanges are in order of their sessions.
    let firsts = exchanges.indices.filter {
      $0 == 0 || exchanges[$0].session != exchanges[$0 - 1].session
    }
    let pages = firsts.map { first -> JSON in
      let session = exchanges[first].session
      return .object([
        "id": JSON("\(session)"), "title": JSON("session \(session)"),
        "startedDateTime": text(exchanges[first].startedAt), "pageTimings": .object([]),
      ])
    }
    let answers = replies.sorted { $0.key < $1.key }
    return .object([
      "version": "1.2", "creator": .object(["name": "cachesim", "version": "live 1"]),
      "pages": JSON(pages), "entries": JSON(exchanges.map(entry)),
      "_secondsAtStart": JSON(secondsAtStart),
      "_replies": .object(answers.map { ("\($0.key)", $0.value) }),
    ])
  }

  private func entry(_ exchange: Exchange) -> JSON {
    let duration = Double((exchange.endedAt ?? exchange.startedAt) - exchange.startedAt)
    let milliseconds = JSON(duration / 1_000_000)
    let request: JSON = .object([
      "method": JSON(exchange.method), "url": JSON("http://127.0.0.1" + exchange.path),
      "httpVersion": "HTTP/1.1", "cookies": [], "headers": Self.list(exchange.asked),
      "queryString": [], "headersSize": -1, "bodySize": -1,
    ])
    let response: JSON = .object([
      "status": JSON(exchange.answer?.status ?? 0), "statusText": "", "httpVersion": "HTTP/1.1",
      "cookies": [], "headers": Self.list(exchange.answer?.headers ?? []),
      "content": .object([
        "size": JSON(exchange.answer?.size ?? 0), "mimeType": "application/octet-stream",
      ]), "redirectURL": "", "headersSize": -1, "bodySize": -1,
    ])
    var members: [(String, JSON)] = [
      ("startedDateTime", text(exchange.startedAt)), ("time", milliseconds),
      ("pageref", JSON("\(exchange.session)")), ("request", request), ("response", response),
      ("cache", .object([])),
      ("timings", .object(["send": 0, "wait": milliseconds, "receive": 0])),
      ("_kind", JSON(exchange.kind)), ("_line", JSON(exchange.line)),
    ]
    if exchange.isAgain { members.append(("_again", true)) }
    if let behind = exchange.behind { members.append(("_behind", Self.list(behind))) }
    return .object(members)
  }

  private static func list(_ lines: [(name: String, value: String)]) -> JSON {
    JSON(lines.map { .object(["name": JSON($0.name), "value": JSON($0.value)]) })
  }

  /// An instant as captures write it, to the nanosecond.
  private func text(_ nanoseconds: Int64) -> JSON {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return JSON(ISOTime.text(secondsAtStart + seconds, nanoseconds: rest))
  }

  /// Reads the log of a capture that a run has written.
  /// - Throws: the place in the log where something is missing.
  package init(log: JSON) throws(ToolError) {
    func missing(_ place: String) -> ToolError {
      ToolError("expected a recording of a live client: there is no \(place)")
    }
    guard let start = log["_secondsAtStart"]?.integer, let answers = log["_replies"]?.members else {
      throw missing("_secondsAtStart or no _replies")
    }
    self.init(secondsAtStart: start)
    for answer in answers {
      guard let line = Int(answer.name) else { throw missing("line '\(answer.name)' in _replies") }
      replies[line] = answer.value
    }
    for (place, entry) in (log["entries"]?.elements ?? []).enumerated() {
      let at = "entries[\(place)]"
      guard let line = entry["_line"]?.integer, let kind = entry["_kind"]?.string,
        let url = entry["request"]?["url"]?.string,
        let method = entry["request"]?["method"]?.string
      else { throw missing("\(at)._line, ._kind or .request") }
      var exchange = Exchange(
        line: Int(line), path: String(url.trimmingPrefix("http://127.0.0.1")), method: method,
        startedAt: 0, asked: Self.lines(entry["request"]?["headers"]),
        isSent: !kind.hasPrefix("used"))
      exchange.behind = entry["_behind"].map(Self.lines)
      exchanges.append(exchange)
    }
  }

  private static func lines(_ json: JSON?) -> [(name: String, value: String)] {
    (json?.elements ?? []).compactMap { line in
      guard let name = line["name"]?.string, let value = line["value"]?.string else { return nil }
      return (name, value)
    }
  }
}
