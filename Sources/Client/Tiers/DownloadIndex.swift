internal import Devices
internal import SimCore
internal import Workloads

/// What a download manager knows of its downloads: an index in memory, and what was saved of it.
///
/// The index is one file that is rewritten whole. A process that dies leaves what the last whole
/// writing says.
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

  private var lines: [Key: Line] = [:]
  private var saved: [Key: Line] = [:]
  /// What the writings under way will have saved, in their order.
  private var underWay: [[Key: Line]] = []
  private let file: TierID
  private let lineSize: Bytes

  init(lineSize: Bytes, in world: inout World) {
    self.lineSize = lineSize
    file = world.addTier(
      TierPlan(
        "index", on: .flash, policy: "unbounded", capacity: .unlimited, engine: "file-per-entry"))
  }

  subscript(key: Key) -> Line? {
    get { lines[key] }
    set { lines[key] = newValue }
  }

  /// The downloads that have begun and not ended, in order.
  var unfinished: [Key] { lines.filter { !$0.value.isFinished }.map(\.key).sorted() }

  /// Begins to write the index as it is now.
  mutating func save(in world: inout World) {
    underWay.append(lines)
    let size = Bytes(lineSize.count * Int64(lines.count))
    world.begin(FileWrite(to: file, 0, size: size, because: .index))
  }

  /// Notes that a file was written.
  /// - Returns: whether it was the index.
  mutating func note(_ write: FileWrite) -> Bool {
    guard write.tier == file else { return false }
    saved = underWay.removeFirst()
    return true
  }

  /// The process died: what was last saved is what the next one reads.
  mutating func recover() {
    lines = saved
    underWay = []
  }

  /// The index file is gone; what is being written of it says nothing either.
  mutating func vanish() {
    lines = [:]
    saved = [:]
    underWay = underWay.map { _ in [:] }
  }
}
