internal import SimCore

/// Why a write of a simulated disk was not done.
enum DiskStop: Error {
  case full, crashed
}

/// The files of a device, which its processes share. A write is whole or was not begun.
final class SimulatedDisk {
  private(set) var files: [String: String] = [:]
  private(set) var writes = 0
  private var saved: [String: String] = [:]
  var isFull = false
  /// How many writes are still done before the process ends; nil: all.
  var armed: Int?

  func write(_ text: String, to name: String) throws(DiskStop) {
    if isFull { throw .full }
    if let left = armed {
      if left == 0 { throw .crashed }
      armed = left - 1
    }
    writes += 1
    files[name] = text
  }

  var bytes: Int { files.keys.sorted().reduce(0) { $0 + (files[$1]?.utf8.count ?? 0) } }

  func save() { saved = files }
  func restore() { files = saved }

  func reset() {
    (files, saved, writes, isFull, armed) = ([:], [:], 0, false, nil)
  }
}

/// A process of a simulated engine: what it must not forget it writes to the disk.
protocol SimulatedProcess {
  mutating func handle(_ call: SyncCall, at clock: Instant) throws(DiskStop) -> SyncReply
}

/// A server, which answers each message with one.
protocol SimulatedServer: SimulatedProcess {
  mutating func answer(to request: JSON) throws(DiskStop) -> String
}

extension SimulatedServer {
  mutating func handle(_ call: SyncCall, at _: Instant) throws(DiskStop) -> SyncReply {
    var reply = SyncReply()
    guard case .receive(let from?, let body) = call, let json = try? JSON.parse(Array(body.utf8))
    else { return reply }
    reply.sent = [ReplicaMessage(to: from, try answer(to: json))]
    return reply
  }
}

/// A replica, by what it makes of edits and messages.
protocol SimulatedReplica: SimulatedProcess {
  var user: Int { get set }
  var subscribed: [SyncObject] { get set }
  /// Whether a subscriber is told of each edit, even of one that is not the value that counts.
  var tellsEdits: Bool { get }
  func value(of object: SyncObject) -> JSON
  mutating func edit(
    _ object: SyncObject, _ edit: ReplicaEdit, at clock: Instant
  ) throws(DiskStop)
  /// What it sends to synchronise.
  mutating func requests() throws(DiskStop) -> [ReplicaMessage]
  /// - Returns: what it sends thereupon.
  mutating func take(_ message: JSON) throws(DiskStop) -> [ReplicaMessage]
}

extension SimulatedReplica {
  var tellsEdits: Bool { false }

  mutating func handle(_ call: SyncCall, at clock: Instant) throws(DiskStop) -> SyncReply {
    var reply = SyncReply()
    var before = subscribed.map { value(of: $0) }
    switch call {
    case .edit(let object, let edit): try self.edit(object, edit, at: clock)
    case .read(let object): reply.value = value(of: object)
    case .subscribe(let object): subscribed.append(object)
    case .sync: reply.sent = try requests()
    case .receive(_, let body):
      if let json = try? JSON.parse(Array(body.utf8)) { reply.sent = try take(json) }
    case .switchUser(let user):
      self.user = user
      // To one that tells its own edits, what another user has is no change.
      if tellsEdits { before = subscribed.map { value(of: $0) } }
    default: break
    }
    for (object, old) in zip(subscribed, before) where value(of: object) != old {
      reply.told.append((object, value(of: object)))
    }
    if tellsEdits, case .edit(let object, _) = call, subscribed.contains(object) {
      reply.told = [(object, value(of: object))]
    }
    return reply
  }
}

final class SimulatedNode: SyncNode {
  private let disk: SimulatedDisk
  private let isFirst: Bool
  private let make: (SyncOpening, SimulatedDisk) throws(DiskStop) -> any SimulatedProcess
  private var process: (any SimulatedProcess)?
  private var opening: SyncOpening?
  /// What this process has subscribed to.
  private var subscriptions: [SyncCall] = []

  init(
    sharing other: (any SyncNode)? = nil,
    _ make: @escaping (SyncOpening, SimulatedDisk) throws(DiskStop) -> any SimulatedProcess
  ) {
    disk = (other as? SimulatedNode)?.disk ?? SimulatedDisk()
    isFirst = other == nil
    self.make = make
  }

  func reset() {
    process = nil
    disk.reset()
  }

  func call(_ call: SyncCall, at clock: Instant) throws(SyncStop) -> SyncReply {
    do throws(DiskStop) {
      switch call {
      case .open(let opening):
        self.opening = opening
        subscriptions = []
        process = try make(opening, disk)
        return SyncReply()
      case .switchUser(let user): opening?.user = user
      case .subscribe: subscriptions.append(call)
      case .disk(let isFull):
        disk.isFull = isFull
        return SyncReply()
      default: break
      }
      return try process?.handle(call, at: clock) ?? SyncReply()
    } catch .full {
      // What could not be written is not done: memory is read from the disk again.
      process = opening.flatMap { opening in try? make(opening, disk) }
      for subscription in subscriptions { _ = try? process?.handle(subscription, at: clock) }
      return SyncReply(isAccepted: false)
    } catch {
      process = nil
      throw .crashed
    }
  }

  func kill() { process = nil }
  func arm(_ write: Int?) { disk.armed = write }
  /// Those of a disk that is another's are counted there.
  var writes: Int { isFirst ? disk.writes : 0 }
  var storedBytes: Int { disk.bytes }
  func save() { disk.save() }
  func restore() { disk.restore() }
}
