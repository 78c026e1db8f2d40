internal import CacheMetrics
internal import CacheWorkloads
internal import DeviceModels
internal import SimCore

final class SessionRecorder: ClientChannel {
  private(set) var recording: SessionRecording
  private let channel: any ClientChannel
  /// What becomes of the lines that the workload has from a capture or a log; nil: it has none.
  private let hidden: HiddenLines?
  private var waiting: [Int: (place: Int, isBehind: Bool)] = [:]
  private var known: [String: SessionRecording.Answer] = [:]
  private var linesWithExchange: Set<Int> = []
  private var asked: [Int: [(name: String, value: String)]] = [:]
  private var now: Int64 = 0
  private var session = 0

  /// - Parameter isOfCapture: whether the origin says what a capture or a log has recorded.
  init(_ channel: any ClientChannel, secondsAtStart: Int64, isOfCapture: Bool) {
    self.channel = channel
    hidden = isOfCapture ? HiddenLines() : nil
    recording = SessionRecording(secondsAtStart: secondsAtStart)
  }

  var isRunning: Bool { channel.isRunning }
  var times: ClientTimes { channel.times }
  func kill() { channel.kill() }
  func takeWrites() -> FlashWrite? { channel.takeWrites() }
  func failure(_ message: String) -> ToolError { channel.failure(message) }

  func launch(at moment: ClientMoment, user: UInt16) throws(ToolError) -> ClientReply {
    let reply = try channel.launch(at: moment, user: user)
    recording.replies[reply.line] = reply.json
    if try ClientAbilities(reply.json).medium != .flash { session += 1 }
    return reply
  }

  func tell(
    _ verb: String, _ members: [(String, JSON)], at moment: ClientMoment
  ) throws(ToolError) -> ClientReply {
    let reply = try channel.tell(verb, members, at: moment)
    recording.replies[reply.line] = reply.json
    if reply.json["emptied"] == true { session += 1 }
    return reply
  }

  func get(
    _ path: String, _ members: [(String, JSON)], at moment: ClientMoment
  ) throws(ToolError) -> (line: Int, decision: ClientDecision) {
    now = moment.nanoseconds
    let (line, decision) = try channel.get(path, members, at: moment)
    let headers = members.first { $0.0 == "headers" }?.1.members ?? []
    let given = headers.map { (name: $0.name, value: $0.value.string ?? "") }
    asked[line] = hidden?.given(given) ?? given
    if members.contains(where: { $0.0 == "reload" && $0.1 == true }) {
      asked[line]?.append(("cache-control", "no-cache"))
    }
    note(decision, line, path)
    return (line, decision)
  }

  func decision(on line: Int, _ path: String) throws(ToolError) -> ClientDecision {
    let decision = try channel.decision(on: line, path)
    note(decision, line, path)
    return decision
  }

  func request(of path: String) throws(ToolError) -> HeldRequest {
    let request = try channel.request(of: path)
    if let place = recording.exchanges.lastIndex(where: { $0.path == path && !$0.isSent }) {
      recording.exchanges[place].behind = lines(of: request)
      waiting[request.id] = (place, true)
    }
    return request
  }

  func answer(_ request: HeldRequest, with answer: OriginAnswer, at moment: ClientMoment) {
    now = moment.nanoseconds
    channel.answer(request, with: answer, at: moment)
    let lines = answer.noted ?? answer.headers
    let noted = SessionRecording.Answer(
      status: answer.status, headers: hidden?.answered(lines) ?? lines, size: answer.body.count)
    if answer.status == 304, var whole = known[request.path] {
      whole.headers.removeAll { old in noted.headers.contains { $0.name == old.name } }
      whole.headers += noted.headers
      known[request.path] = whole
    } else if answer.status < 500 {
      known[request.path] = noted
    }
    end(request, noted)
  }

  func drop(_ request: HeldRequest, at moment: ClientMoment) {
    now = moment.nanoseconds
    channel.drop(request, at: moment)
    end(request, nil)
  }

  private func end(_ request: HeldRequest, _ answer: SessionRecording.Answer?) {
    guard let (place, isBehind) = waiting.removeValue(forKey: request.id), !isBehind else { return }
    recording.exchanges[place].answer = answer
    recording.exchanges[place].endedAt = now
  }

  private func note(_ decision: ClientDecision, _ line: Int, _ path: String) {
    switch decision {
    case .requested(let request):
      waiting[request.id] = (recording.exchanges.count, false)
      let isAgain = !linesWithExchange.insert(line).inserted
      recording.exchanges.append(
        SessionRecording.Exchange(
          line: line, path: path, method: request.method, startedAt: now,
          asked: lines(of: request), isSent: true, isAgain: isAgain, session: session))
    case .answered(let reply):
      recording.replies[line] = reply
      guard reply["body"] != nil, linesWithExchange.insert(line).inserted else { break }
      recording.exchanges.append(
        SessionRecording.Exchange(
          line: line, path: path, startedAt: now, endedAt: now, asked: asked[line] ?? [],
          isSent: false, answer: known[path], session: session))
    }
    if case .answered = decision { asked[line] = nil }
  }

  /// The lines of a request, but for those of its connection, whose port differs from run to run.
  private func lines(of request: HeldRequest) -> [(name: String, value: String)] {
    let lines = request.headers.map { (name: $0.name.lowercased(), value: $0.value) }
      .filter { !["connection", "host", "origin", "referer"].contains($0.name) }
    return hidden?.asked(lines) ?? lines
  }
}

/// Header lines that the workload has from a capture or a log, as recordings of live clients may
/// have them: without what may be a secret, as everywhere.
///
/// A tag has the same replacement in answers and in conditions, numbered by first appearance: with
/// the same answers in the same order a recording that is played back finds the tags again.
final class HiddenLines {
  typealias Lines = [(name: String, value: String)]

  private let tags = NameHiding(.secrets)
  private let others = NameHiding(.secrets)
  private var clear: [String: String] = [:]
  private var givenNames: Set<String> = []

  /// The lines that are the origin's own, and dates.
  private static let own: Set = [
    "age", "cachesim-nanoseconds", "content-type", "date", "expires", "last-modified",
  ]
  private static let conditions: Set = ["if-match", "if-none-match", "if-range"]

  func answered(_ lines: Lines) -> Lines {
    lines.map { line in
      if Self.own.contains(line.name) { return line }
      if line.name != "etag" { return other(line) }
      let tag = hidden(tag: line.value)
      clear[tag] = line.value
      return (line.name, tag)
    }
  }

  func given(_ lines: Lines) -> Lines {
    lines.map { line in
      if line.name == "authorization" { return line }
      givenNames.insert(line.name.lowercased())
      return other(line)
    }
  }

  func asked(_ lines: Lines) -> Lines {
    lines.map { line in
      if Self.conditions.contains(line.name) { return (line.name, hidden(tag: line.value)) }
      return givenNames.contains(line.name) ? other(line) : line
    }
  }

  func shown(_ lines: Lines) -> Lines {
    lines.map { line in
      guard Self.conditions.contains(line.name) else { return line }
      let tags = line.value.split(separator: ",").map { tag in
        let tag = String(tag.trimmingPrefix { $0 == " " })
        return clear[tag] ?? tag
      }
      return (line.name, tags.joined(separator: ", "))
    }
  }

  private func hidden(tag: String) -> String { tags.field(RecordedField("etag", tag)).value }

  private func other(_ line: (name: String, value: String)) -> (name: String, value: String) {
    // A `Vary` names lines in any case.
    let value = line.name == "vary" ? line.value.lowercased() : line.value
    let field = others.field(RecordedField(line.name.lowercased(), value))
    return (field.name, field.value)
  }
}

/// A client that was recorded: decides as it did, without its process and without an origin.
///
/// It fits the simulation in which it was recorded, and no other: lines are told apart by their
/// numbers, and a request for another path than the recorded one is a failure.
final class RecordedSession: ClientChannel {
  private(set) var isRunning = false
  let times: ClientTimes

  private let replies: [Int: JSON]
  private var exchanges: [Int: [SessionRecording.Exchange]]
  private var lastLine = 0
  private var requestCount = 0
  private let hidden = HiddenLines()
  private var behind: [String: [(name: String, value: String)]] = [:]

  init(_ recording: SessionRecording) {
    times = ClientTimes(secondsAtStart: recording.secondsAtStart)
    replies = recording.replies
    exchanges = Dictionary(grouping: recording.exchanges, by: \.line)
  }

  func launch(at moment: ClientMoment, user: UInt16) throws(ToolError) -> ClientReply {
    isRunning = true
    return try tell("open", [], at: moment)
  }

  func kill() { isRunning = false }

  func takeWrites() -> FlashWrite? { nil }

  func failure(_ message: String) -> ToolError { ToolError(message) }

  func tell(
    _ verb: String, _ members: [(String, JSON)], at moment: ClientMoment
  ) throws(ToolError) -> ClientReply {
    lastLine += 1
    guard exchanges[lastLine] == nil, let reply = replies[lastLine] else {
      throw misfit("has no answer to '\(verb)'")
    }
    try ClientReply.check(reply, to: verb, line: lastLine)
    return ClientReply(line: lastLine, json: reply)
  }

  func get(
    _ path: String, _ members: [(String, JSON)], at moment: ClientMoment
  ) throws(ToolError) -> (line: Int, decision: ClientDecision) {
    lastLine += 1
    if let recorded = exchanges[lastLine]?.first?.path, recorded != path {
      throw misfit("has a request for \(recorded), found one for \(path)")
    }
    return (lastLine, try decision(on: lastLine, path))
  }

  func decision(on line: Int, _ path: String) throws(ToolError) -> ClientDecision {
    if let next = exchanges[line]?.first {
      if next.isSent {
        exchanges[line]?.removeFirst()
        return .requested(request(for: next.path, next.method, next.asked))
      }
      behind[path] = next.behind
    }
    guard let reply = replies[line] else { throw misfit("has no answer to a request for \(path)") }
    try ClientReply.check(reply, to: "get", line: line)
    return .answered(reply)
  }

  func request(of path: String) throws(ToolError) -> HeldRequest {
    guard let lines = behind.removeValue(forKey: path) else {
      throw misfit("has no request behind the answer to \(path)")
    }
    return request(for: path, "GET", lines)
  }

  func answer(_ request: HeldRequest, with answer: OriginAnswer, at moment: ClientMoment) {
    _ = hidden.answered(answer.noted ?? answer.headers)
  }

  func drop(_ request: HeldRequest, at moment: ClientMoment) {}

  private func request(
    for path: String, _ method: String, _ lines: [(name: String, value: String)]
  ) -> HeldRequest {
    requestCount += 1
    return HeldRequest(id: requestCount, method: method, path: path, headers: hidden.shown(lines))
  }

  private func misfit(_ what: String) -> ToolError {
    ToolError(
      "the recording is of another scenario, seed, device or version: at \(lastLine) it \(what)"
    )
  }
}
