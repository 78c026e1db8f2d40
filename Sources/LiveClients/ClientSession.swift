internal import DeviceModels
internal import Dispatch
internal import FoundationEssentials
internal import Measurement
package import SimCore
internal import Synchronization

/// How a client under test is started and spoken to.
package struct ClientCommand: Sendable {
  /// What reports call it, without `(live)`.
  package var name: String
  /// The command, as the shell reads it.
  package var command: String
  /// How long an answer may take on the wall clock.
  package var patience = TimeSpan.seconds(20)
  /// Whose clock it has.
  package var clock = ClientClock.given
  /// How many times faster than the wall clock the days of a client pass that has a clock of its
  /// own.
  package var speed: Int64 = 1
  /// Whether its writes are counted.
  package var countsWrites = false

  /// Names a command.
  package init(name: String, command: String) {
    self.name = name
    self.command = command
  }
}

/// What a client says of itself in its first answer.
struct ClientAbilities: Sendable {
  /// How many requests it can be asked at once.
  var concurrency = 1
  /// Where it keeps what it stores; nil: it stores nothing.
  var medium: Medium? = .flash
  /// Whether its clock is the machine's, whatever the harness sets.
  var hasOwnClock = false

  init() {}

  init(_ reply: JSON) throws(ClientFailure) {
    if let concurrency = reply["concurrent"] {
      guard let count = concurrency.integer, (1...1_000).contains(count) else {
        throw ClientFailure(
          "said that \"concurrent\" is \(concurrency.found): expected a number from 1 to 1000")
      }
      self.concurrency = Int(count)
    }
    if let keeps = reply["keeps"] {
      switch keeps.string {
      case "memory": medium = .memory
      case "disk": medium = .flash
      case "nothing": medium = nil
      default:
        throw ClientFailure(
          "said that \"keeps\" is \(keeps.found): expected \"memory\", \"disk\" or \"nothing\"")
      }
    }
    switch reply["clock"]?.string {
    case nil, "virtual": break
    case "own": hasOwnClock = true
    case let word?:
      throw ClientFailure("said that \"clock\" is \"\(word)\": expected \"virtual\" or \"own\"")
    }
  }
}

/// The conversation with a client under test, and the origin that it asks: a line is sent, and what
/// comes of it waited for, while virtual time stands still.
final class ClientSession {
  /// What a client does when it is asked for an address.
  enum Decision {
    /// It answered.
    case answered(JSON)
    /// It asked the origin, and waits.
    case requested(HeldRequest)
  }

  private enum Signal: Sendable {
    case line(String)
    case request(HeldRequest)
    case end
  }

  /// What has come of the client and of the origin, in order.
  private final class Mailbox: Sendable {
    private let signals = Mutex<[Signal]>([])
    private let semaphore = DispatchSemaphore(value: 0)

    func put(_ signal: Signal) {
      signals.withLock { $0.append(signal) }
      semaphore.signal()
    }

    /// The next one; nil: none came until then.
    func take(until deadline: DispatchTime) -> Signal? {
      guard semaphore.wait(timeout: deadline) == .success else { return nil }
      return signals.withLock { $0.removeFirst() }
    }
  }

  private let command: ClientCommand
  private let mailbox = Mailbox()
  private let server: OriginServer
  private let place: UnfinishedEntry
  private var process: ClientProcess?
  private var requests: [HeldRequest] = []
  private var replies: [(id: Int, reply: JSON)] = []
  private var lastID = 0
  private var launches = 0
  private let clock: ClientClockFile
  private var writes: WriteCounter?
  /// What the client said of itself.
  private(set) var abilities = ClientAbilities()

  /// Makes a folder for a client, and its origin.
  init(_ command: ClientCommand) throws(ClientFailure) {
    self.command = command
    let mailbox = mailbox
    server = try OriginServer { mailbox.put(.request($0)) }
    do {
      let temporary = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
      place = try UnfinishedEntry(folderFor: "\(temporary)/cachesim-live")
      for folder in ["client", "temporary"] { try FolderTree.make("\(place.path)/\(folder)") }
    } catch {
      throw ClientFailure("no folder could be made: \(error.path): \(error.reason)")
    }
    clock = try ClientClockFile(command.clock, in: place.path)
  }

  /// The client's own folder, which outlives its processes.
  private var folder: String { "\(place.path)/client" }

  /// The address of the origin.
  private var address: String { "http://127.0.0.1:\(server.port)" }

  // MARK: - The client's life

  /// Whether its process runs.
  var isRunning: Bool { process != nil }

  /// Starts it, and asks what it can do.
  func launch(at moment: ClientMoment, user: UInt16) throws(ClientFailure) {
    launches += 1
    clock.set(moment)
    var environment = ProcessInfo.processInfo.environment
    environment["TMPDIR"] = "\(place.path)/temporary"
    environment["XDG_CACHE_HOME"] = folder
    for variable in clock.environment { environment[variable.name] = variable.value }
    let variables = environment.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    var line = command.command
    if command.countsWrites {
      if writes == nil { writes = try WriteCounter(below: folder, in: place.path) }
      line = writes?.traced(line, launch: launches) ?? line
    }
    let mailbox = mailbox
    process = try ClientProcess(
      command: line, environment: variables, in: folder, errors: "\(place.path)/errors"
    ) { mailbox.put($0.map { .line($0) } ?? .end) }
    let reply = try ask(
      "open",
      [
        ("origin", JSON(.string(address))), ("folder", JSON(.string(folder))),
        ("user", JSON(.string("\(user)"))), ("launch", JSON(.integer(Int64(launches)))),
        ("speed", JSON(.integer(command.speed))),
      ], at: moment)
    abilities = try ClientAbilities(reply)
  }

  /// Ends its process, as a crash does.
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
  }

  /// What it wrote since this was asked last.
  func takeWrites() -> FlashWrite? { writes?.take() }

  // MARK: - Speaking

  /// Sends a line and waits for its answer.
  @discardableResult
  func ask(
    _ verb: String, _ members: [(String, JSON)] = [], at moment: ClientMoment
  ) throws(ClientFailure) -> JSON {
    let id = send(verb, members, at: moment)
    return try reply(to: id)
  }

  /// Sends a line.
  /// - Returns: its number.
  func send(_ verb: String, _ members: [(String, JSON)] = [], at moment: ClientMoment) -> Int {
    lastID += 1
    clock.set(moment)
    let line = JSON.object(
      [
        ("id", JSON(.integer(Int64(lastID)))), ("do", JSON(.string(verb))),
        ("at", JSON(.real(moment.seconds))), ("nanoseconds", JSON(.integer(moment.nanoseconds))),
      ] + members)
    process?.send(line.compact)
    return lastID
  }

  /// Asks for the resource at a path, and waits for what the client does.
  func get(
    _ path: String, _ members: [(String, JSON)], at moment: ClientMoment
  ) throws(ClientFailure) -> (id: Int, decision: Decision) {
    let url = JSON(.string(address + path))
    let id = send("get", [("url", url)] + members, at: moment)
    return (id, try decision(on: id, path))
  }

  /// What the client does about a request that was sent before.
  func decision(on id: Int, _ path: String) throws(ClientFailure) -> Decision {
    try wait { session in
      if let reply = session.takeReply(to: id) { return .answered(reply) }
      return session.takeRequest(of: path).map { .requested($0) }
    }
  }

  /// Waits for the origin to be asked for a path.
  func request(of path: String) throws(ClientFailure) -> HeldRequest {
    try wait { $0.takeRequest(of: path) }
  }

  private func reply(to id: Int) throws(ClientFailure) -> JSON {
    try wait { $0.takeReply(to: id) }
  }

  /// Answers a request that waits.
  func answer(_ request: HeldRequest, with answer: OriginAnswer, at moment: ClientMoment) {
    clock.set(moment)
    server.answer(request, with: answer)
  }

  /// Closes the connection of a request that waits.
  func drop(_ request: HeldRequest, at moment: ClientMoment) {
    clock.set(moment)
    server.drop(request)
  }

  // MARK: - Waiting

  private func takeReply(to id: Int) -> JSON? {
    guard let place = replies.firstIndex(where: { $0.id == id }) else { return nil }
    return replies.remove(at: place).reply
  }

  private func takeRequest(of path: String) -> HeldRequest? {
    guard let place = requests.firstIndex(where: { $0.path == path }) else { return nil }
    return requests.remove(at: place)
  }

  /// Waits until what has come gives a result.
  private func wait<Result>(
    for result: (ClientSession) -> Result?
  ) throws(ClientFailure) -> Result {
    let patience = DispatchTimeInterval.milliseconds(
      Int(command.patience.nanoseconds / 1_000_000))
    let deadline = DispatchTime.now() + patience
    while true {
      if let found = result(self) { return found }
      guard let signal = mailbox.take(until: deadline) else {
        throw failure("did not answer within \(command.patience.text)")
      }
      switch signal {
      case .request(let request): receive(request)
      case .line(let line): try receive(line)
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

  private func receive(_ line: String) throws(ClientFailure) {
    guard let json = try? JSON.parse(Array(line.utf8), limit: 10_000), json.members != nil,
      let id = json["id"]?.integer, (1...Int64(lastID)).contains(id)
    else {
      let said = VisibleText.line(VisibleText.shortened(line, to: 120))
      throw failure(
        "said '\(said)': expected an object of JSON on a line, with the \"id\" of what it answers")
    }
    replies.append((Int(id), json))
  }

  /// A failure with what the client wrote last to its standard error.
  private func failure(_ message: String) -> ClientFailure {
    let errors = (try? Data(contentsOf: URL(filePath: "\(place.path)/errors"))) ?? Data()
    let lines = String(decoding: errors.suffix(4_096), as: UTF8.self)
      .split(separator: "\n").suffix(3)
      .map { VisibleText.line(VisibleText.shortened($0, to: 160)) }
    return ClientFailure(
      message + (lines.isEmpty ? "" : "; its last words: " + lines.joined(separator: " | ")))
  }
}

/// An instant as a client is told it.
struct ClientMoment: Sendable {
  /// Since the scenario's start.
  var nanoseconds: Int64
  /// Since 1970-01-01T00:00:00Z.
  var seconds: Double
  /// The same in whole seconds, rounded down.
  var wholeSeconds: Int64
}

/// The addresses of resources: `/model/12`.
enum ResourcePath {
  static func path(of resource: UInt32, _ kind: String) -> String { "/\(kind)/\(resource)" }

  static func resource(of path: String) -> UInt32? {
    let words = path.split(separator: "/", omittingEmptySubsequences: false)
    return words.count == 3 && words[0].isEmpty ? UInt32(words[2]) : nil
  }
}
