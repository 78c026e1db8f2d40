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

/// A node whose process is simulated.
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
      var reply = SyncReply()
      reply.isAccepted = false
      return reply
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
