internal import DeviceModels
internal import SimCore

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
  /// The request behind what was answered last, by path.
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
