public import SimCore
public import SyncTrials
internal import Synchronization

/// A replica of a sync engine that fleets ask: one's own, or a library's behind a few lines.
///
/// Requirements are `async throws`, so that plain classes and actors satisfy them. Virtual time
/// stands still while a call lasts, and calls come one after the other. Objects are named by their
/// kind and a name, such as `list a`. What has a default need not be written.
public protocol ReplicaUnderTest: SendableMetatype {
  /// Opens the replica: what lies in its folder a process before it has left there.
  init(at place: ReplicaPlace) async throws
  /// Edits an object.
  /// - Returns: whether the edit is kept from now on, whatever happens to the device.
  func edit(_ object: String, _ edit: ReplicaEdit) async throws -> Bool
  /// What an object shows: a text (register, text), a list of texts (set, list), a number
  /// (counter), or null.
  func value(of object: String) async throws -> JSON
  /// Begins to synchronise.
  func synchronize() async throws
  /// Takes a message.
  /// - Parameter replica: who sent it; nil: the server.
  func receive(_ message: String, from replica: Int?) async throws
  /// Gives away the messages that wait to be sent; asked for after each other call.
  func takeMessages() async throws -> [ReplicaMessage]

  /// What edits wrote that are not kept, as the person was told since the last call.
  func takeConflicts() async throws -> [String]
  /// Notes that another user uses the app from now on.
  func switchUser(to user: Int) async throws
  /// Notes that the app left the front.
  func background() async throws
  /// Notes that the app came back to the front.
  func foreground() async throws
  /// Notes that the app is about to end. A crash says nothing.
  func terminate() async throws
}

extension ReplicaUnderTest {
  public func takeConflicts() async throws -> [String] { [] }
  public func switchUser(to user: Int) async throws {}
  public func background() async throws {}
  public func foreground() async throws {}
  public func terminate() async throws {}
}

/// The server of replicas under test.
public protocol ServerUnderTest: SendableMetatype {
  /// Opens the server: what lies in its folder a process before it has left there.
  init(at place: ReplicaPlace) async throws
  /// Takes a message of a replica.
  /// - Returns: the messages that it sends.
  func receive(_ message: String, from replica: Int) async throws -> [ReplicaMessage]
}

/// Where a replica or a server is opened.
public struct ReplicaPlace: Sendable {
  /// The path of a folder of its own, which exists.
  public let folder: String
  /// Its number, from 0; the server has -1.
  public let number: Int
  /// How many replicas there are.
  public let replicas: Int
  /// Who uses the device.
  public let user: Int
  /// What it may draw from, so that two runs are alike.
  public let seed: UInt64
  /// The device's clock, in the place of the system's; it may be wrong, and jump.
  public let clock: TrialClock
  /// The device's disk, which is to be asked before each write.
  public let disk: ReplicaDisk
}

/// The disk of a device, for a replica that asks it before each write: then it can be full or slow,
/// and a process can end between any two writes.
public final class ReplicaDisk: Sendable {
  /// Why a write is not to be done.
  public enum Stop: Error {
    /// The disk is full: the edit is refused, unless the replica has another place for it.
    case full
    /// The process has ended: nothing that this object does from now on may be written.
    case crashed
  }

  private struct State {
    var isFull = false
    var armed: Int?
    var isCrashed = false
    var isAsked = false
    var writes = 0
  }

  private let state = Mutex(State())

  /// To be called before each write.
  public func willWrite() throws(Stop) {
    try state.withLock { state throws(Stop) in
      state.isAsked = true
      if state.isCrashed { throw .crashed }
      if state.isFull { throw .full }
      if state.armed == 0 {
        state.isCrashed = true
        throw .crashed
      }
      state.armed = state.armed.map { $0 - 1 }
      state.writes += 1
    }
  }

  fileprivate func fill(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }
  fileprivate func arm(_ writes: Int?) { state.withLock { $0.armed = writes } }

  /// What was asked of it since the last time.
  fileprivate func takeUse() -> (writes: Int, isAsked: Bool, isCrashed: Bool) {
    state.withLock { state in
      defer { state.writes = 0 }
      return (state.writes, state.isAsked, state.isCrashed)
    }
  }
}

/// A node whose processes are objects of a type: a crash drops one, and its answer is lost.
final class ReplicaNode<Object>: SyncNode {
  typealias Calling = @Sendable (Object, SyncCall) async throws -> SyncReply

  let name: String
  private let folders: LawFolder
  private let make: @Sendable (ReplicaPlace) async throws -> Object
  private let answer: Calling
  private let waiter: CallWaiter
  private let clock = TrialClock()
  private var disk = ReplicaDisk()
  private var process: SingleCaller<Object>?
  private var folder: SyncFolder?
  /// How many further calls a process that does not ask its disk answers, until it ends.
  private var armed: Int?
  private(set) var writes = 0
  private var asksDisk = false

  init(
    _ name: String, in folders: LawFolder, _ waiter: CallWaiter,
    _ make: @escaping @Sendable (ReplicaPlace) async throws -> Object,
    _ answer: @escaping Calling
  ) {
    self.name = name
    self.folders = folders
    self.waiter = waiter
    self.make = make
    self.answer = answer
  }

  func reset() throws(ToolError) {
    (process, armed, writes, asksDisk) = (nil, nil, 0, false)
    disk = ReplicaDisk()
    folder = try SyncFolder(emptyAt: "\(folders.path)/\(name)")
  }

  func call(_ call: SyncCall, at instant: Instant) throws(SyncStop) -> SyncReply {
    clock.set(instant)
    let answer = answer
    let result: Result<SyncReply, ToolError>
    switch (call, process) {
    case (.open(let opening), _):
      // What an earlier process still does on a thread of its own meets the disk that it had.
      disk = ReplicaDisk()
      let place = ReplicaPlace(
        folder: folder?.path ?? "", number: opening.number ?? -1, replicas: opening.replicas,
        user: opening.user, seed: opening.seed, clock: clock, disk: disk)
      let make = make
      switch waiter.result({ SingleCaller(object: try await make(place)) }) {
      case .success(let made):
        process = made
        result = waiter.result { try await answer(made.object, call) }
      case .failure(let error): result = .failure(error)
      }
    case (.disk(let isFull), _):
      disk.fill(isFull)
      return SyncReply()
    case (_, let process?):
      result = waiter.result {
        do {
          return try await answer(process.object, call)
        } catch is ReplicaDisk.Stop {
          return SyncReply(isAccepted: false)
        }
      }
    default: return SyncReply()
    }
    let used = disk.takeUse()
    writes += used.writes
    asksDisk = asksDisk || used.isAsked
    if used.isCrashed { try crash() }
    switch result {
    case .failure(let error): throw .failed(error)
    case .success(let reply):
      guard let left = armed, !asksDisk else { return reply }
      armed = left - 1
      if left == 0 { try crash() }
      return reply
    }
  }

  private func crash() throws(SyncStop) {
    kill()
    throw .crashed
  }

  func kill() { process = nil }

  func arm(_ write: Int?) {
    armed = write
    disk.arm(write)
  }

  var storedBytes: Int { folder?.size ?? 0 }
  func save() throws(ToolError) { try folder?.save() }
  func restore() throws(ToolError) { try folder?.restore() }
}

/// An object in the hands of one caller at a time, or that several try on purpose: nothing is
/// required of its type.
struct SingleCaller<Object>: @unchecked Sendable {
  let object: Object
}

extension ReplicaUnderTest {
  func answer(to call: SyncCall) async throws -> SyncReply {
    var reply = SyncReply()
    switch call {
    case .open, .subscribe, .disk: break
    case .edit(let object, let edit): reply.isAccepted = try await self.edit(object.text, edit)
    case .read(let object): reply.value = try await value(of: object.text)
    case .sync: try await synchronize()
    case .receive(let from, let message): try await receive(message, from: from)
    case .switchUser(let user): try await switchUser(to: user)
    case .background: try await background()
    case .foreground: try await foreground()
    case .terminate: try await terminate()
    }
    reply.sent = try await takeMessages()
    reply.conflicts = try await takeConflicts()
    return reply
  }
}
