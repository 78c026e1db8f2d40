internal import ClientSimulation
internal import DeviceModels
internal import Dispatch
internal import SimCore
internal import Synchronization

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The conversation with a client under test, and the origin that it asks: a line is sent, and what
/// comes of it waited for, while virtual time stands still.
final class ClientSession: ClientChannel {
  private let command: ClientCommand
  private let mailbox = SignalMailbox()
  private let server: OriginServer
  private let place: UnfinishedEntry
  private var process: ClientProcess? { didSet { output.set(process?.output) } }
  private let output = CurrentOutput()
  private var requests: [HeldRequest] = []
  private var replies: [(id: Int, reply: JSON)] = []
  private var lastID = 0
  private var unanswered: [(id: Int, verb: String)] = []
  private let words = LastWords()
  private var launches = 0
  private var hasOwnClock = false
  private let clock: ClientClockFile
  private var writes: WriteCounter?
  private let pace: ScaledTime?
  private let plainTimes: ClientTimes

  init(_ command: ClientCommand, secondsAtStart: Int64) throws(ToolError) {
    self.command = command
    plainTimes = ClientTimes(secondsAtStart: secondsAtStart)
    pace = command.speed.map { ScaledTime(speed: $0) }
    let mailbox = mailbox
    let output = output
    server = try OriginServer { request in
      // What the client said before it asked comes first.
      output.readOn()
      mailbox.put(.request(request))
    }
    do {
      let temporary = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
      place = try UnfinishedEntry(folderFor: "\(temporary)/cachesim-live")
      for folder in ["client", "temporary"] { try FolderTree.make("\(place.path)/\(folder)") }
    } catch {
      throw ToolError("no folder could be made: \(error.path): \(error.reason)")
    }
    clock = try ClientClockFile(command.clock, in: place.path)
  }

  /// The client's own folder, which outlives its processes.
  private var folder: String { "\(place.path)/client" }

  private var address: String { "http://127.0.0.1:\(server.port)" }

  var isRunning: Bool { process != nil }

  /// Time as it has it: scaled, once it has said that its clock is its own.
  var times: ClientTimes { hasOwnClock ? pace?.times ?? plainTimes : plainTimes }

  func launch(at moment: ClientMoment, user: UInt16) throws(ToolError) -> ClientReply {
    launches += 1
    clock.set(moment)
    var environment = ProcessInfo.processInfo.environment
    environment["TMPDIR"] = "\(place.path)/temporary"
    environment["XDG_CACHE_HOME"] = folder
    for variable in clock.environment { environment[variable.name] = variable.value }
    let variables = environment.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    var arguments = ClientProcess.arguments(of: command.command)
    if command.countsWrites {
      if writes == nil { writes = try WriteCounter(below: folder, in: place.path) }
      arguments = writes?.traced(arguments, launch: launches) ?? arguments
    }
    let mailbox = mailbox
    process = try ClientProcess(
      arguments: arguments, environment: variables, in: ".", words: words
    ) { mailbox.put($0) }
    let reply = try tell(
      "open",
      [
        ("origin", JSON(address)), ("folder", JSON(folder)),
        ("user", JSON("\(user)")), ("launch", JSON(launches)),
        ("speed", JSON(command.speed ?? 1)),
      ], at: moment)
    hasOwnClock = try ClientAbilities(reply.json).hasOwnClock
    if hasOwnClock, pace == nil {
      throw ToolError(
        "its clock cannot be set: expected --speed, which says how fast its days pass")
    }
    return reply
  }

  func kill() {
    guard let process else { return }
    for request in requests { server.drop(request) }
    requests = []
    process.end()
    self.process = nil
    // What was said until then is of a process that is gone.
    while let signal = mailbox.take(until: .now() + .seconds(1)) {
      if case .end = signal { break }
      if case .request(let request) = signal { server.drop(request) }
    }
    replies = []
    unanswered = []
  }

  func takeWrites() -> FlashWrite? { writes?.take() }

  func tell(
    _ verb: String, _ members: [(String, JSON)], at moment: ClientMoment
  ) throws(ToolError) -> ClientReply {
    let (line, deadline) = send(verb, members, at: moment)
    return ClientReply(line: line, json: try wait(until: deadline) { $0.takeReply(to: line) })
  }

  private func send(
    _ verb: String, _ members: [(String, JSON)], at moment: ClientMoment
  ) -> (line: Int, deadline: DispatchTime) {
    lastID += 1
    set(moment)
    let deadline = deadline
    let line = moment.line(lastID, verb, members)
    unanswered.append((lastID, verb))
    process?.send(line.compact, until: deadline)
    return (lastID, deadline)
  }

  func get(
    _ path: String, _ members: [(String, JSON)], at moment: ClientMoment
  ) throws(ToolError) -> (line: Int, decision: ClientDecision) {
    if hasOwnClock { pace?.begin(at: moment) }
    let url = JSON(address + path)
    let (line, deadline) = send("get", [("url", url)] + members, at: moment)
    return (line, try decision(on: line, path, until: deadline))
  }

  func decision(on line: Int, _ path: String) throws(ToolError) -> ClientDecision {
    try decision(on: line, path, until: deadline)
  }

  private func decision(
    on line: Int, _ path: String, until deadline: DispatchTime
  ) throws(ToolError) -> ClientDecision {
    try wait(until: deadline) { session in
      if let reply = session.takeReply(to: line) { return .answered(reply) }
      return session.takeRequest(of: path).map { .requested($0) }
    }
  }

  func request(of path: String) throws(ToolError) -> HeldRequest {
    try wait(until: deadline) { $0.takeRequest(of: path) }
  }

  func answer(_ request: HeldRequest, with answer: OriginAnswer, at moment: ClientMoment) {
    set(moment)
    server.answer(request, with: answer)
  }

  func drop(_ request: HeldRequest, at moment: ClientMoment) {
    set(moment)
    server.drop(request)
  }

  private func set(_ moment: ClientMoment) {
    if hasOwnClock { pace?.wait(until: moment) } else { clock.set(moment) }
  }

  private func takeReply(to id: Int) -> JSON? {
    guard let place = replies.firstIndex(where: { $0.id == id }) else { return nil }
    return replies.remove(at: place).reply
  }

  private func takeRequest(of path: String) -> HeldRequest? {
    guard let place = requests.firstIndex(where: { $0.path == path }) else { return nil }
    return requests.remove(at: place)
  }

  private var deadline: DispatchTime {
    .now() + .milliseconds(Int(command.patience.nanoseconds / 1_000_000))
  }

  private func wait<Result>(
    until deadline: DispatchTime, for result: (ClientSession) -> Result?
  ) throws(ToolError) -> Result {
    while true {
      if let found = result(self) { return found }
      guard let signal = mailbox.take(until: deadline) else {
        throw failure("did not answer within \(command.patience.text)")
      }
      switch signal {
      case .request(let request): receive(request)
      case .line(let line): try receive(line)
      case .excess(let message): throw failure(message)
      case .end:
        let status = process?.end()
        process = nil
        throw failure(status.map { "ended with status \($0)" } ?? "ended")
      }
    }
  }

  private func receive(_ request: HeldRequest) {
    if ResourcePath.resource(of: request.path) != nil, request.method == "GET" {
      requests.append(request)
    } else if request.path == "/", request.method == "GET" {
      // A page from which a browser's script asks.
      let page = Array("<!doctype html><title>cachesim</title>".utf8)
      server.answer(
        request,
        with: OriginAnswer(
          status: 200, headers: [("content-type", "text/html"), ("cache-control", "no-store")],
          body: page))
    } else {
      server.answer(request, with: OriginAnswer(status: 404))
    }
  }

  private func receive(_ line: String) throws(ToolError) {
    let (place, json): (Int, JSON)
    do throws(ToolError) {
      (place, json) = try ClientReply.read(line, waiting: unanswered.map(\.id))
    } catch {
      throw failure(error.description)
    }
    let line = unanswered.remove(at: place)
    do {
      try ClientReply.check(json, to: line.verb, line: line.id)
    } catch {
      throw failure(error.description)
    }
    replies.append((line.id, json))
  }

  func failure(_ message: String) -> ToolError { ToolError(message + words.text) }
}

/// The output of the process that runs.
private final class CurrentOutput: Sendable {
  private let current = Mutex<ClientOutput?>(nil)

  func set(_ output: ClientOutput?) { current.withLock { $0 = output } }

  func readOn() { _ = current.withLock { $0 }?.readOn() }
}
