internal import CacheWorkloads
internal import DeviceModels
internal import Measurement
internal import SimCore

/// Notes what a client does and what it is answered, between a strategy and the client.
final class SessionRecorder: ClientChannel {
  private(set) var recording: SessionRecording
  private let channel: any ClientChannel
  /// What becomes of the lines that the workload has from a capture or a log; nil: it has none.
  private let hidden: HiddenLines?
  /// By request that waits at the origin: the place of its exchange, and whether it is behind one.
  private var waiting: [Int: (place: Int, isBehind: Bool)] = [:]
  /// The last whole answer of each path, as what is stored has it.
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
    if reply.json["emptied"]?.isTrue ?? false { session += 1 }
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
    if members.contains(where: { $0.0 == "reload" && $0.1.isTrue }) {
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
  /// The tags by their replacements.
  private var clear: [String: String] = [:]
  /// The names of the lines that clients were given with what they were asked for.
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

  /// The lines with which a client is asked for something.
  func given(_ lines: Lines) -> Lines {
    lines.map { line in
      if line.name == "authorization" { return line }
      givenNames.insert(line.name.lowercased())
      return other(line)
    }
  }

  /// The lines of a client's request: its own are shown, but for conditions.
  func asked(_ lines: Lines) -> Lines {
    lines.map { line in
      if Self.conditions.contains(line.name) { return (line.name, hidden(tag: line.value)) }
      return givenNames.contains(line.name) ? other(line) : line
    }
  }

  /// The lines of a request with the tags that were answered.
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
