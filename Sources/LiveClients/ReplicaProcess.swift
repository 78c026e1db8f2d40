internal import Dispatch
package import SimCore
package import SyncTrials

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A replica or a server of one's own: a command that is spoken to in lines, as clients are.
package struct ReplicaCommand: Sendable {
  package var name: String
  package var command: String
  /// How long it may take for an answer, by the clock on the wall.
  package var patience = TimeSpan.seconds(20)
  /// Whether its writes are seen by strace, so that a crash can come between any two of them.
  package var recordsWrites = false

  package init(name: String, command: String) {
    self.name = name
    self.command = command
  }

  /// The engine of replicas of this command.
  ///
  /// A process is started to ask it what it is.
  /// - Parameter server: makes its server; nil: replicas speak to each other alone.
  package func engine(
    server: (@Sendable () throws(ToolError) -> any SyncNode)?
  ) throws(ToolError) -> SyncEngine {
    let probe = try ReplicaProcess(self)
    try probe.reset()
    do throws(SyncStop) {
      _ = try probe.call(.open(SyncOpening(number: 0, replicas: 1, seed: 0)), at: .start)
    } catch .failed(let error) {
      throw error
    } catch {
      throw ToolError("ended")
    }
    let said = probe.said
    probe.end()
    return SyncEngine(
      name: name, summary: "a replica of one's own",
      promises: try said.names("promises", SyncPromise.init).map { SyncPromises($0) }
        ?? SyncPromises(),
      kinds: try said.names("kinds", SyncKind.init) ?? SyncKind.allCases,
      faults: try said.names("faults", SyncFault.init).map { faults in
        Dictionary(faults.map { ($0, 1) }, uniquingKeysWith: { first, _ in first })
      } ?? SyncFault.usual,
      server: server
    ) { _, other throws(ToolError) in
      try ReplicaProcess(self, sharing: other as? ReplicaProcess)
    }
  }

  package func server() throws(ToolError) -> any SyncNode { try ReplicaProcess(self) }
}

extension JSON {
  /// The cases that a list names; nil: there is no list.
  fileprivate func names<Case: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ make: (String) -> Case?
  ) throws(ToolError) -> [Case]? {
    guard let list = member(name) else { return nil }
    var cases: [Case] = []
    for element in list.elements ?? [list] {
      guard let each = element.string.flatMap(make) else {
        let known = Case.allCases.map(\.rawValue)
        throw ToolError(
          "answered 'open' with \"\(name)\": expected a list of \(known.joined(separator: ", ")), "
            + "found \(element.found)")
      }
      cases.append(each)
    }
    return cases
  }
}

/// A node in a process of its own, with a folder for each run.
///
/// A process that says `"reopens": true` is kept: each further `open` is a new process to it, so
/// that ten thousand runs do not start as many programs.
final class ReplicaProcess: SyncNode {
  private let command: ReplicaCommand
  private let first: ReplicaProcess?
  private let place: UnfinishedEntry
  private let words = LastWords()
  private var mailbox = SignalMailbox()
  private var process: ClientProcess?
  private var lastID = 0
  /// Whether the process has the next call already.
  private var isPrepared = false
  private var run = 0
  private var ownFolder: SyncFolder?
  /// How many further calls it answers until it ends with one whose answer is lost.
  private var armed: Int?
  private var recorded: RecordedWrites?
  private(set) var said = JSON(.null)

  init(_ command: ReplicaCommand, sharing first: ReplicaProcess? = nil) throws(ToolError) {
    self.command = command
    self.first = first
    let temporary = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    do {
      place = try UnfinishedEntry(folderFor: "\(temporary)/cachesim-fleet")
    } catch {
      throw ToolError("no folder could be made: \(error.path): \(error.reason)")
    }
    if command.recordsWrites { recorded = try RecordedWrites(in: place.path) }
    // Two processes in a folder are not seen to write after one another.
    if let first { (recorded, first.recorded) = (nil, nil) }
  }

  private var folder: SyncFolder? { first?.folder ?? ownFolder }

  func reset() throws(ToolError) {
    kill()
    // What it was asked last it has not answered.
    if isPrepared || recorded?.isLong ?? false { end() }
    armed = nil
    FolderTree.remove("\(place.path)/\(run)")
    run += 1
    ownFolder = try SyncFolder(emptyAt: "\(place.path)/\(run)")
    try look()
  }

  private func look() throws(ToolError) {
    if let folder { try recorded?.begin(in: folder.path) }
  }

  func kill() {
    if said["reopens"] != true { end() }
  }

  /// Ends the process, whatever it said.
  func end() {
    process?.end()
    (process, isPrepared) = (nil, false)
  }

  func arm(_ write: Int?) {
    armed = write
    recorded?.arm(write)
  }

  var writes: Int { recorded?.count ?? 0 }
  var unseen: [String] { recorded?.unseen ?? [] }
  var storedBytes: Int { folder?.size ?? 0 }
  func save() throws(ToolError) { try folder?.save() }

  func restore() throws(ToolError) {
    try folder?.restore()
    try look()
  }

  func prepare(_ call: SyncCall, at clock: Instant) {
    guard process != nil, !isPrepared else { return }
    send(call, at: clock)
    isPrepared = true
  }

  func call(_ call: SyncCall, at clock: Instant) throws(SyncStop) -> SyncReply {
    var isCrashed = false
    do throws(ToolError) {
      if case .open = call, process == nil { try start() }
      let json = try answer(to: call, at: clock)
      if case .open = call { said = json }
      let reply = try SyncReply(json)
      guard let left = armed else {
        recorded?.readOn()
        return reply
      }
      isCrashed = try recorded?.crash() ?? (left == 0)
      armed = left - 1
      if !isCrashed { return reply }
    } catch {
      end()
      throw .failed(error)
    }
    kill()
    throw .crashed
  }

  private func start() throws(ToolError) {
    mailbox = SignalMailbox()
    let mailbox = mailbox
    let variables = ProcessInfo.processInfo.environment.sorted { $0.key < $1.key }
    let arguments = ClientProcess.arguments(of: command.command)
    process = try ClientProcess(
      arguments: recorded?.traced(arguments) ?? arguments,
      environment: variables.map { ($0.key, $0.value) }, in: ".", words: words, isAwaited: true
    ) { mailbox.put($0) }
  }

  private var deadline: DispatchTime {
    .now() + .milliseconds(Int(command.patience.nanoseconds / 1_000_000))
  }

  private func send(_ call: SyncCall, at clock: Instant) {
    let (verb, members) = call.line(folder: folder?.path ?? "")
    lastID += 1
    let moment = ClientTimes(secondsAtStart: Self.secondsAtStart).moment(at: clock)
    process?.send(moment.line(lastID, verb, members).compact, until: deadline)
  }

  private func answer(to call: SyncCall, at clock: Instant) throws(ToolError) -> JSON {
    if !isPrepared { send(call, at: clock) }
    isPrepared = false
    let deadline = deadline
    var signal = mailbox.next()
    while signal == nil, let process, .now() < deadline {
      process.output.readOn(until: deadline)
      signal = mailbox.next()
    }
    switch signal {
    case .line(let line):
      do throws(ToolError) {
        return try ClientReply.read(line, waiting: [lastID]).json
      } catch {
        throw ToolError(error.description + words.text)
      }
    case nil:
      throw ToolError("did not answer within \(command.patience.text)" + words.text, .timedOut)
    case .excess(let message): throw ToolError(message + words.text)
    case .request: throw ToolError("asked an origin, which there is not")
    case .end:
      let status = process?.end()
      process = nil
      throw ToolError((status.map { "ended with status \($0)" } ?? "ended") + words.text)
    }
  }

  /// 2026-01-01T00:00:00Z, as that of simulated origins.
  private static let secondsAtStart: Int64 = 1_767_225_600
}

extension SyncCall {
  fileprivate func line(folder: String) -> (String, [(String, JSON)]) {
    switch self {
    case .open(let opening):
      (
        "open",
        [
          ("folder", JSON(folder)), ("replica", opening.number.map { JSON($0) } ?? "server"),
          ("replicas", JSON(opening.replicas)), ("user", JSON("\(opening.user)")),
          ("launch", JSON(opening.launch)), ("seed", JSON("\(opening.seed)")),
        ]
      )
    case .edit(let object, let edit): ("edit", object.members + edit.members)
    case .read(let object): ("read", object.members)
    case .subscribe(let object): ("subscribe", object.members)
    case .sync: ("sync", [])
    case .receive(let from, let body):
      ("receive", [("from", from.map { JSON($0) } ?? "server"), ("body", JSON(body))])
    case .switchUser(let user): ("switchUser", [("user", JSON("\(user)"))])
    case .background: ("background", [])
    case .foreground: ("foreground", [])
    case .terminate: ("terminate", [])
    case .disk(let isFull): ("disk", [("full", JSON(isFull))])
    }
  }
}

extension SyncObject {
  fileprivate var members: [(String, JSON)] {
    [("object", JSON(text)), ("kind", JSON(kind.rawValue))]
  }
}

extension SyncReply {
  /// Reads an answer; a member of another type than it means something with is refused.
  fileprivate init(_ json: JSON) throws(ToolError) {
    self.init()
    func refuse(_ name: String, _ expected: String, _ found: JSON?) -> ToolError {
      ToolError(
        "answered with \"\(name)\": expected \(expected), found \(found?.found ?? "nothing")")
    }
    if let accepted = json.member("accepted") {
      guard accepted == true || accepted == false else {
        throw refuse("accepted", "true or false", accepted)
      }
      isAccepted = accepted == true
    }
    value = json["value"] ?? JSON(.null)
    for message in try Self.list("send", in: json) {
      guard let body = message["body"]?.string else {
        throw refuse("send", "messages with \"body\", a text", message["body"])
      }
      let to = message.member("to") ?? "server"
      guard to == "server" || to.integer.map({ (0..<1_000).contains($0) }) ?? false else {
        throw refuse("to", "the number of a replica or \"server\"", to)
      }
      sent.append(ReplicaMessage(to: to.integer.map { Int($0) }, body))
    }
    for part in try Self.list("conflicts", in: json) {
      conflicts.append(part.string ?? part.compact)
    }
    for each in try Self.list("told", in: json) {
      guard let object = each["object"]?.string.flatMap({ SyncObject($0) }) else {
        throw refuse("told", "objects such as \"list a\" with \"value\"", each["object"])
      }
      told.append((object, each["value"] ?? JSON(.null)))
    }
  }

  private static func list(_ name: String, in json: JSON) throws(ToolError) -> [JSON] {
    guard let list = json.member(name) else { return [] }
    guard let elements = list.elements else {
      throw ToolError("answered with \"\(name)\": expected a list, found \(list.found)")
    }
    return elements
  }
}
