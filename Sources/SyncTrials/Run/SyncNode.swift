package import SimCore

/// What a replica or a server is asked to do.
package enum SyncCall: Sendable {
  /// Its process begins: on the folder that it had before, if it had one.
  case open(SyncOpening)
  case edit(SyncObject, ReplicaEdit)
  case read(SyncObject)
  /// Wants to be told when the object changes.
  case subscribe(SyncObject)
  case sync
  /// A message came; `from` nil: from the server.
  case receive(from: Int?, String)
  case switchUser(Int)
  case background, foreground, terminate
  /// The disk is full from now on, or has space again.
  case disk(isFull: Bool)
}

/// What a process is told at its beginning.
package struct SyncOpening: Sendable {
  /// Its number; nil: it is the server.
  package var number: Int?
  package var replicas: Int
  package var user = 0
  /// From 1, of its folder.
  package var launch = 1
  /// For what it draws.
  package var seed: UInt64

  package init(number: Int?, replicas: Int, user: Int = 0, launch: Int = 1, seed: UInt64) {
    self.number = number
    self.replicas = replicas
    self.user = user
    self.launch = launch
    self.seed = seed
  }
}

package struct SyncReply: Sendable {
  /// Whether an edit is kept from now on, whatever happens to the device.
  package var isAccepted = true
  package var value = JSON(.null)
  package var sent: [ReplicaMessage] = []
  /// What edits wrote that are not kept, as the person is told.
  package var conflicts: [String] = []
  /// What was subscribed to, with what it shows now.
  package var told: [(object: SyncObject, value: JSON)] = []

  package init(isAccepted: Bool = true) { self.isAccepted = isAccepted }
}

package enum SyncStop: Error {
  /// The process ended at the write that was asked for.
  case crashed
  case failed(ToolError)
}

/// A replica or a server with its folder: its processes come and go.
package protocol SyncNode: AnyObject {
  /// Begins a run: without a process, with an empty folder.
  func reset() throws(ToolError)
  /// Calls the process; `open` starts one.
  func call(_ call: SyncCall, at clock: Instant) throws(SyncStop) -> SyncReply
  /// Hands the process the call that it gets next, so that several processes work at once.
  func prepare(_ call: SyncCall, at clock: Instant)
  /// Ends the process without a word.
  func kill()
  /// Has the process end before its write of that number from now on, from 0; nil: no more.
  func arm(_ write: Int?)
  /// How many writes there were in this run, as far as they are known.
  var writes: Int { get }
  var unseen: [String] { get }
  var storedBytes: Int { get }
  /// Keeps a copy of the folder, as a backup.
  func save() throws(ToolError)
  /// Brings the last copy back; the process has ended before.
  func restore() throws(ToolError)
}

extension SyncNode {
  package func prepare(_ call: SyncCall, at clock: Instant) {}
  package var unseen: [String] { [] }
}

/// An engine under trial: its nodes and what it promises.
package struct SyncEngine: Sendable {
  package var name: String
  package var summary: String
  package var promises: SyncPromises
  package var kinds: [SyncKind]
  /// What goes wrong while it is tried, where nothing else is asked for.
  package var faults: [SyncFault: Int]
  /// Makes the node of a replica; of a second process, with the first one.
  package var replica: @Sendable (Int, (any SyncNode)?) throws(ToolError) -> any SyncNode
  /// Makes the server's; nil: there is none.
  package var server: (@Sendable () throws(ToolError) -> any SyncNode)?

  package init(
    name: String, summary: String = "", promises: SyncPromises = SyncPromises(),
    kinds: [SyncKind] = SyncKind.allCases, faults: [SyncFault: Int] = SyncFault.usual,
    server: (@Sendable () throws(ToolError) -> any SyncNode)?,
    replica: @escaping @Sendable (Int, (any SyncNode)?) throws(ToolError) -> any SyncNode
  ) {
    self.name = name
    self.summary = summary
    self.promises = promises
    self.kinds = kinds
    self.faults = faults
    self.server = server
    self.replica = replica
  }
}

extension SyncCall {
  /// As transcripts and messages say it.
  var words: String {
    switch self {
    case .open(let opening): "open, launch \(opening.launch)"
    case .edit(let object, let edit):
      "edit \(object.text) \(JSON.object(edit.members).compact)"
    case .read(let object): "read \(object.text)"
    case .subscribe(let object): "subscribe \(object.text)"
    case .sync: "sync"
    case .receive(let from, let body):
      "receive from \(from.map { "device \($0)" } ?? "the server") \(body)"
    case .switchUser(let user): "user \(user)"
    case .background: "background"
    case .foreground: "foreground"
    case .terminate: "terminate"
    case .disk(let isFull): isFull ? "full disk" : "free disk"
    }
  }
}

extension SyncReply {
  var words: String {
    let sent = sent.map { "\($0.to.map { "\($0)" } ?? "server") \($0.body)" }
    let told = told.map { "\($0.object.text) \($0.value.compact)" }
    return "\(isAccepted) \(value.compact) \(sent) \(conflicts) \(told)"
  }
}

/// The folder of a node, and a copy of it as a backup.
package struct SyncFolder: Sendable {
  package let path: String

  private var copy: String { path + ".saved" }

  /// Makes it, empty, with nothing left of what was there before.
  package init(emptyAt path: String) throws(ToolError) {
    self.path = path
    for each in [path, copy] { FolderTree.remove(each) }
    try Self.attempt { () throws(FileError) in _ = try FolderTree.make(path) }
  }

  package var size: Int { Int(FolderState.size(of: path)) }

  package func save() throws(ToolError) {
    FolderTree.remove(copy)
    try Self.attempt { () throws(FileError) in try FolderTree.copy(path, to: copy) }
  }

  /// Brings the last copy back; empty without one.
  package func restore() throws(ToolError) {
    FolderTree.empty(path)
    guard FolderTree.isFolder(copy) else { return }
    try Self.attempt { () throws(FileError) in try FolderTree.copy(copy, to: path) }
  }

  package static func attempt<Value>(
    _ body: () throws(FileError) -> Value
  ) throws(ToolError) -> Value {
    do { return try body() } catch {
      throw ToolError("\(error.path): \(error.explanation)")
    }
  }
}
