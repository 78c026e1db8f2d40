internal import Devices
internal import SimCore
internal import Workloads

/// What a download manager knows of its downloads: an index in memory, and what was saved of it.
///
/// The index is one file that is rewritten whole; where people are kept apart, each has one. A
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

  /// One person's index.
  private struct Book {
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

  private var books: [UInt16: Book] = [:]
  /// The writings under way, in their order.
  private var underWay: [Saving] = []
  /// Whose index it is now; always 0 where people are not kept apart.
  private(set) var user: UInt16 = 0
  private let isPerUser: Bool
  private let file: TierID
  private let lineSize: Bytes

  init(lineSize: Bytes, housekeeping: Housekeeping, in world: inout World) {
    self.lineSize = lineSize
    isPerUser = housekeeping.perUser
    file = world.addTier(
      TierPlan(
        "index", on: .flash, policy: "unbounded", capacity: .unlimited, engine: "file-per-entry",
        housekeeping: housekeeping))
  }

  subscript(key: Key) -> Line? {
    get { books[user]?.lines[key] }
    set { books[user, default: Book()].lines[key] = newValue }
  }

  /// The downloads that are finished or have only begun, in order.
  func keys(finished: Bool) -> [Key] {
    (books[user]?.lines ?? [:]).filter { $0.value.isFinished == finished }.map(\.key).sorted()
  }

  /// Begins to write the index as it is now.
  mutating func save(in world: inout World, because cause: FlashCause = .index) {
    let lines = books[user]?.lines ?? [:]
    underWay.append(Saving(user: user, lines: lines))
    books[user, default: Book()].schema = world.currentSchema
    let size = Bytes(lineSize.count * Int64(lines.count))
    world.begin(FileWrite(to: file, 0, size: size, because: cause, for: isPerUser ? user : nil))
  }

  /// Notes that a file was written.
  /// - Returns: whether it was the index.
  mutating func note(_ write: FileWrite) -> Bool {
    guard write.tier == file else { return false }
    let saving = underWay.removeFirst()
    books[saving.user, default: Book()].saved = saving.lines
    return true
  }

  /// The process died: what was last saved is what the next one reads.
  mutating func recover() {
    books = books.mapValues { Book(lines: $0.saved, saved: $0.saved, schema: $0.schema) }
    underWay = []
  }

  /// The present person's index cannot be read any more; the files that it named stay.
  mutating func forgetLines() {
    books[user]?.lines = [:]
    books[user]?.schema = nil
  }

  /// Whether another release wrote the present person's index.
  func isForeign(in world: borrowing World) -> Bool {
    books[user]?.schema.map { $0 != world.currentSchema } ?? false
  }

  /// A person's index file is gone, or everybody's; what is being written of it says nothing
  /// either.
  mutating func vanish(of user: UInt16? = nil) {
    guard let user else {
      books = [:]
      for place in underWay.indices { underWay[place].lines = [:] }
      return
    }
    books[user] = nil
    for place in underWay.indices where underWay[place].user == user { underWay[place].lines = [:] }
  }

  /// Another person uses the app from now on.
  mutating func change(to user: UInt16) {
    if isPerUser { self.user = user }
  }
}

// MARK: - Files on their way

extension DownloadIndex {
  /// Whether a file of the key is on its way to flash.
  func isWriting(_ key: Key) -> Bool { books[user]?.writing[key] != nil }

  /// Notes that a file begins its way.
  mutating func beginWriting(_ key: Key) {
    books[user, default: Book()].writing[key, default: 0] += 1
  }

  /// Notes that a file lies on flash.
  /// - Returns: false when nobody knows of it any more.
  mutating func endWriting(_ key: Key, of copy: ResourceCopy) -> Bool {
    let user = isPerUser ? copy.user : 0
    guard let count = books[user]?.writing[key] else { return false }
    books[user]?.writing[key] = count > 1 ? count - 1 : nil
    return true
  }
}
