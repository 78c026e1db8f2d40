package import SimCore

/// What whole files cost on a file system: a journaling one, or APFS (`FileSystemCosts.apfs`).
///
/// Measured on ext4 with 200 files of 16, 64 and 256 KiB each way. Whole blocks are written, and
/// for each file either its share of metadata, or, when it is synced, the metadata's journal at
/// once. A file that is written again before the page cache lets go of it reaches the device once
/// (measured: 0.63 of the bytes in a burst), when the settings say how long that takes: it is paid
/// with the first writing of that time, and with what a later one is longer.
struct FileSystem: Sendable {
  /// A block: 4 096 B (ext4, APFS).
  private static let block: Int64 = 4_096
  private let settings: FlashSettings
  private var carriedTenths: Int64 = 0
  /// By file: when it went to the page cache, and how many blocks of it were paid.
  private var held: [ObjectKey: (since: Instant, blocks: Int64)] = [:]
  /// By file: when its dates went to the page cache, where files wait in it.
  private var dated: [ObjectKey: Instant] = [:]
  var now = Instant.start

  init(_ settings: FlashSettings) { self.settings = settings }

  mutating func write(
    _ bytes: Bytes, to file: ObjectKey, for cause: FlashCause, into receipt: inout FlashWrite
  ) {
    let blocks = (bytes.count + Self.block - 1) / Self.block
    let synced = settings.syncsFiles
    let flushes: Int64 = synced ? 1 : 0
    receipt.note(cause, bytes: bytes.count)
    let paid = synced ? nil : paidBlocks(of: file, blocks)
    let costs = settings.fileSystem
    let renames = settings.replacesAtomically
    let metadata =
      (synced ? costs.metadataPerSync : costs.metadataPerFile)
      + (renames ? costs.metadataPerRename : .zero)
    receipt.fileSystemBytes += Bytes(max(0, blocks - (paid ?? 0)) * Self.block)
    receipt.flushes += flushes
    if paid == nil {
      receipt.fileSystemBytes += metadata
      let writes =
        !synced
        ? costs.writesPerFile
        : renames ? costs.writesPerSyncedReplacement : costs.writesPerSyncedOverwrite
      receipt.deviceWrites += whole(
        FileSystemCosts.tenths(writes + (renames ? costs.writesPerRename : 0)))
    }
    receipt.duration += settings.timing.write(bytes, openings: 1, flushes: flushes)
  }

  /// Sets a file's dates: the block that has them is written, once in the time for which the file
  /// waits in the page cache; nothing waits for that to be durable.
  mutating func setDates(of file: ObjectKey, into receipt: inout FlashWrite) {
    let block = settings.fileSystem.datesBlock
    receipt.note(.metadata, bytes: block.count)
    receipt.duration += settings.timing.open
    let wait = settings.fileSystem.commitInterval
    if wait > .zero {
      if let since = dated[file], now - since < wait { return }
      dated[file] = now
    }
    receipt.fileSystemBytes += block
    receipt.deviceWrites += 1
  }

  /// Writes bytes behind those that a file has: the blocks that they touch, and its metadata.
  ///
  /// Blocks that wait in the page cache since an earlier writing are paid already.
  mutating func append(
    _ bytes: Bytes, behind old: Bytes, of file: ObjectKey, for cause: FlashCause,
    into receipt: inout FlashWrite
  ) {
    let first = old.count / Self.block
    let end = (old.count + bytes.count + Self.block - 1) / Self.block
    receipt.note(cause, bytes: bytes.count)
    receipt.duration += settings.timing.write(bytes, openings: 0, flushes: 0)
    let costs = settings.fileSystem
    if costs.dirtyExpiry > .zero, let held = held[file], now - held.since < costs.dirtyExpiry {
      receipt.fileSystemBytes += Bytes(max(0, end - max(first, held.blocks)) * Self.block)
      self.held[file] = (held.since, max(held.blocks, end))
      return
    }
    if costs.dirtyExpiry > .zero { held[file] = (now, end) }
    receipt.fileSystemBytes += Bytes((end - first) * Self.block) + costs.metadataPerFile
    receipt.deviceWrites += whole(FileSystemCosts.tenths(costs.writesPerFile))
  }

  /// Removes a file; nothing waits for that to be durable.
  mutating func delete(_ file: ObjectKey, into receipt: inout FlashWrite) {
    held[file] = nil
    dated[file] = nil
    receipt.note(.delete, bytes: 0)
    receipt.fileSystemBytes += settings.fileSystem.metadataPerFile
    receipt.deviceWrites += whole(FileSystemCosts.tenths(settings.fileSystem.writesPerDelete))
    receipt.duration += settings.timing.open
  }

  /// The blocks of a file that wait in the page cache and are paid already; nil: it does not wait,
  /// and begins to if files wait at all.
  private mutating func paidBlocks(of file: ObjectKey, _ blocks: Int64) -> Int64? {
    let costs = settings.fileSystem
    let wait = settings.replacesAtomically ? costs.commitInterval : costs.dirtyExpiry
    guard wait > .zero else { return nil }
    if let old = held[file], now - old.since < wait {
      held[file] = (old.since, max(old.blocks, blocks))
      return old.blocks
    }
    held[file] = (now, blocks)
    return nil
  }

  /// The whole writes that so many tenths more make.
  private mutating func whole(_ tenths: Int64) -> Int64 {
    carriedTenths += tenths
    defer { carriedTenths %= 10 }
    return carriedTenths / 10
  }
}

/// What a file system adds to an app's writes: measured on ext4, or as Apple says of APFS.
package struct FileSystemCosts: Hashable, Sendable {
  package var rollbackFactor = 2.4
  package var syncedLogFactor = 2.1
  package var unsyncedLogFactor = 1.0
  package var metadataPerFile = Bytes(1_300)
  package var metadataPerSync = Bytes(8_600)
  /// In that of a file, where it was measured.
  package var metadataPerRename = Bytes.zero
  package var metadataPerTransaction = Bytes.zero
  /// Of ext4 and APFS; assumption: other changes of the same block at the same moment are rare.
  package var datesBlock = Bytes(4_096)
  package var writesPerFile = 1.1
  package var writesPerRename = 0.0
  /// Its share of metadata.
  package var writesPerDelete = 0.1
  /// 3 more than of a file that is not synced.
  package var writesPerSyncedReplacement = 4.0
  package var writesPerSyncedOverwrite = 3.1
  /// Fitted to the 12.2 of an update (measured).
  package var rollbackWrites: Int64 = 10
  /// Fitted to an insertion's 13.05 (measured).
  package var growthWrites: Int64 = 2
  /// 3.4 to 3.6 with the checkpoint's share.
  package var logWrites: Int64 = 3
  package var dirtyExpiry = TimeSpan.zero
  package var commitInterval = TimeSpan.zero

  /// The defaults: nothing is held back.
  package init() {}

  /// APFS by Apple's figures (WWDC 2019, session 419, "Optimizing Storage in Your App"): metadata
  /// of 8 kB for a file that is created, for one that is changed and for one that is deleted, 16 kB
  /// for one that is renamed; a property list of 200 bytes that is changed takes 12 kB in 3 writes.
  ///
  /// Nodes of trees are copied when they change, and nothing is written to a journal. A node is
  /// taken for 4 096 B and a write, so that 8 kB are two. The figures are of one operation alone:
  /// a burst shares nodes, so that this is what is written at most. A file that replaces another
  /// is created and renamed; that the removal of the old one is in the renaming is an assumption,
  /// as it is that a transaction of SQLite changes its database or log (8 kB) and that a rollback
  /// journal is created and deleted besides.
  package static let apfs: FileSystemCosts = {
    var costs = FileSystemCosts()
    (costs.rollbackFactor, costs.syncedLogFactor, costs.unsyncedLogFactor) = (1, 1, 1)
    (costs.metadataPerFile, costs.metadataPerSync) = (Bytes(8_192), Bytes(8_192))
    (costs.metadataPerRename, costs.metadataPerTransaction) = (Bytes(16_384), Bytes(8_192))
    costs.datesBlock = Bytes(8_192)
    (costs.writesPerFile, costs.writesPerRename, costs.writesPerDelete) = (3, 4, 2)
    (costs.writesPerSyncedReplacement, costs.writesPerSyncedOverwrite) = (3, 3)
    // Two for each of the journal's creation, its deletion and the database, and its own blocks.
    (costs.rollbackWrites, costs.growthWrites, costs.logWrites) = (7, 0, 3)
    return costs
  }()

  static func tenths(_ writes: Double) -> Int64 { Int64((writes * 10).rounded()) }

  /// Bytes at the device, cut; factors count to a thousandth.
  static func bytes(_ bytes: Bytes, times factor: Double) -> Bytes {
    Bytes(bytes.count * Int64((factor * 1_000).rounded()) / 1_000)
  }
}

extension FileSystemCosts: Settings {
  package static var isWrittenByName: Bool { true }
  package static let presets = [
    Preset<FileSystemCosts>(
      "apfs", "Apple's file system, by the figures of WWDC 2019: metadata of 8 kB a change."
    ) { $0 = apfs }
  ]
  package static let fields: [Field<FileSystemCosts>] = [
    Field(
      "rollbackFactor", \.rollbackFactor, in: 1...100,
      "Device bytes for each byte of SQLite with a rollback journal; measured on ext4."),
    Field(
      "syncedLogFactor", \.syncedLogFactor, in: 1...100,
      "The same for a write-ahead log that is synced; measured on ext4."),
    Field(
      "unsyncedLogFactor", \.unsyncedLogFactor, in: 1...100,
      "The same for one that is not; measured on ext4."),
    Field(
      "metadataPerFile", \.metadataPerFile, in: .zero...(.megabytes(1)),
      "Metadata of a file that is not synced; measured on ext4."),
    Field(
      "metadataPerSync", \.metadataPerSync, in: .zero...(.megabytes(1)),
      "Metadata and journal of a file that is synced; measured on ext4."),
    Field(
      "metadataPerRename", \.metadataPerRename, in: .zero...(.megabytes(1)),
      "What a file adds that is written beside another and renamed; on ext4 in the two above."),
    Field(
      "metadataPerTransaction", \.metadataPerTransaction, in: .zero...(.megabytes(1)),
      "What a synced transaction of a write-ahead log adds, and three times a rollback journal's; "
        + "on ext4 in the factors."),
    Field(
      "datesBlock", \.datesBlock, in: .zero...(.megabytes(1)),
      "What is written when a file's dates are set, as some caches do at each hit: a block."
    ).assumed(),
    Field(
      "writesPerFile", \.writesPerFile, in: 0...1_000,
      "Device writes of a file that is not synced; measured on ext4, counted to a tenth."),
    Field(
      "writesPerRename", \.writesPerRename, in: 0...1_000,
      "What a renamed file adds to that; on ext4 nothing, as it is in it."),
    Field(
      "writesPerDelete", \.writesPerDelete, in: 0...1_000, "Device writes of a file's removal."
    ).assumed(),
    Field(
      "writesPerSyncedReplacement", \.writesPerSyncedReplacement, in: 0...1_000,
      "The same of one that replaces another and is synced; measured on ext4."),
    Field(
      "writesPerSyncedOverwrite", \.writesPerSyncedOverwrite, in: 0...1_000,
      "The same of one that is written over and synced; measured on ext4."),
    Field(
      "rollbackWrites", \.rollbackWrites, in: 0...1_000,
      "Device writes of a transaction with a rollback journal, beside its pages; measured."),
    Field(
      "growthWrites", \.growthWrites, in: 0...1_000,
      "What a growing database adds to those; measured."),
    Field(
      "logWrites", \.logWrites, in: 0...1_000,
      "Device writes of a synced transaction in a write-ahead log; measured."),
    Field(
      "dirtyExpiry", \.dirtyExpiry, in: .zero...(.hours(1)),
      "How long an unsynced file that is written over stays in memory; Linux: 30 s, recalled."),
    Field(
      "commitInterval", \.commitInterval, in: .zero...(.hours(1)),
      "The same for one that replaces another; ext4: 5 s, recalled."),
  ]
}
