internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import SimCore

/// What a download manager knows of its downloads: an index in memory, and what was saved of it.
///
/// The index is one file that is rewritten whole; where users are kept apart, each has one. A
/// process that dies leaves what the last whole writing says.
struct DownloadIndex {
  /// A download's name in the index.
  struct Key: Hashable, Comparable {
    var resource: ResourceIndex
    /// Spelled otherwise than usual, by an index that takes that for another name.
    var isRespelled: Bool

    static func < (left: Key, right: Key) -> Bool {
      (left.resource, left.isRespelled ? 1 : 0) < (right.resource, right.isRespelled ? 1 : 0)
    }
  }

  /// A line of the index.
  struct Line {
    var expiresAt: Instant
    var isFinished: Bool
  }

  /// One user's index.
  private struct UserIndex {
    var lines: [Key: Line] = [:]
    var saved: [Key: Line] = [:]
    /// The schema of the release that wrote it last; nil: none has.
    var schema: UInt16?
    /// How many files of a key are on their way to flash.
    var writing: [Key: Int] = [:]
  }

  /// What a writing under way will have saved, and of whose index.
  private struct Saving {
    var user: UInt16
    var lines: [Key: Line]
  }

  private var indexes: [UInt16: UserIndex] = [:]
  /// The writings under way, in their order.
  private var underWay: [Saving] = []
  /// Whose index it is now; always 0 where users are not kept apart.
  private(set) var user: UInt16 = 0
  private let isPerUser: Bool
  private let file: TierID
  private let lineSize: Bytes

  init(lineSize: Bytes, maintenance: StorageMaintenance, in simulation: inout DeviceSimulation) {
    self.lineSize = lineSize
    isPerUser = maintenance.perUser
    file = simulation.addTier(
      TierPlan(
        "index", on: .flash, policy: "unbounded", capacity: .unlimited, engine: "file-per-entry",
        maintenance: maintenance))
  }

  subscript(key: Key) -> Line? {
    get { indexes[user]?.lines[key] }
    set { indexes[user, default: UserIndex()].lines[key] = newValue }
  }

  /// The downloads that are finished or have only begun, in order.
  func keys(finished: Bool) -> [Key] {
    (indexes[user]?.lines ?? [:]).filter { $0.value.isFinished == finished }.map(\.key).sorted()
  }

  mutating func save(in simulation: inout DeviceSimulation, because cause: FlashCause = .index) {
    let lines = indexes[user]?.lines ?? [:]
    underWay.append(Saving(user: user, lines: lines))
    indexes[user, default: UserIndex()].schema = simulation.currentSchema
    let size = Bytes(lineSize.count * Int64(lines.count))
    simulation.begin(
      FileWrite(to: file, 0, size: size, because: cause, for: isPerUser ? user : nil))
  }

  /// Notes that a file was written.
  /// - Returns: whether it was the index.
  mutating func note(_ write: FileWrite) -> Bool {
    guard write.tier == file else { return false }
    let saving = underWay.removeFirst()
    indexes[saving.user, default: UserIndex()].saved = saving.lines
    return true
  }

  /// The process died: what was last saved is what the next one reads.
  mutating func recover() {
    indexes = indexes.mapValues { UserIndex(lines: $0.saved, saved: $0.saved, schema: $0.schema) }
    underWay = []
  }

  /// The present user's index cannot be read any more; the files that it named stay.
  mutating func forgetLines() {
    indexes[user]?.lines = [:]
    indexes[user]?.schema = nil
  }

  /// Whether another release wrote the present user's index.
  func isForeign(in simulation: borrowing DeviceSimulation) -> Bool {
    indexes[user]?.schema.map { $0 != simulation.currentSchema } ?? false
  }

  /// A user's index file is gone, or all of them; what is being written of it says nothing
  /// either.
  mutating func vanish(of user: UInt16? = nil) {
    guard let user else {
      indexes = [:]
      for place in underWay.indices { underWay[place].lines = [:] }
      return
    }
    indexes[user] = nil
    for place in underWay.indices where underWay[place].user == user { underWay[place].lines = [:] }
  }

  mutating func change(to user: UInt16) {
    if isPerUser { self.user = user }
  }
}

// MARK: - Files on their way

extension DownloadIndex {
  func isWriting(_ key: Key) -> Bool { indexes[user]?.writing[key] != nil }

  mutating func beginWriting(_ key: Key) {
    indexes[user, default: UserIndex()].writing[key, default: 0] += 1
  }

  /// Notes that a file lies on flash.
  /// - Returns: false when it is not known any more.
  mutating func endWriting(_ key: Key, of copy: ResourceCopy) -> Bool {
    let user = isPerUser ? copy.user : 0
    guard let count = indexes[user]?.writing[key] else { return false }
    indexes[user]?.writing[key] = count > 1 ? count - 1 : nil
    return true
  }
}
