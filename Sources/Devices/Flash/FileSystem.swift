internal import SimCore

/// What whole files cost on a journaling file system.
///
/// Measured on ext4 with 200 files of 16, 64 and 256 KiB each way. Whole blocks are written, and
/// for each file either its share of metadata, or, when it is synced, the metadata's journal at
/// once. A file that is written again before the page cache lets go of it reaches the device once
/// (measured: 0.63 of the bytes in a burst), when the settings say how long that takes: it is paid
/// with the first writing of that time, and with what a later one is longer.
struct FileSystem: Sendable {
  /// A block: 4 096 B (ext4, APFS).
  private static let block: Int64 = 4_096
  /// Device writes of a file's removal, in tenths: its share of metadata (assumption).
  private static let deleteTenths: Int64 = 1

  private let settings: FlashSettings
  private var carriedTenths: Int64 = 0
  /// By file: when it went to the page cache, and how many blocks of it were paid.
  private var held: [ObjectKey: (since: Instant, blocks: Int64)] = [:]
  /// What time it is.
  var now = Instant.start

  init(_ settings: FlashSettings) { self.settings = settings }

  /// Writes a file as a whole.
  mutating func write(
    _ bytes: Bytes, to file: ObjectKey, for cause: FlashCause, into receipt: inout FlashWrite
  ) {
    let blocks = (bytes.count + Self.block - 1) / Self.block
    let synced = settings.syncsFiles
    let flushes: Int64 = synced ? 1 : 0
    receipt.note(cause, bytes: bytes.count)
    let paid = synced ? nil : paidBlocks(of: file, blocks)
    let metadata =
      synced ? settings.fileSystem.metadataPerSync : settings.fileSystem.metadataPerFile
    receipt.fileSystemBytes += Bytes(max(0, blocks - (paid ?? 0)) * Self.block)
    receipt.flushes += flushes
    if paid == nil {
      receipt.fileSystemBytes += metadata
      let costs = settings.fileSystem
      let synced =
        settings.replacesAtomically
        ? costs.writesPerSyncedReplacement : costs.writesPerSyncedOverwrite
      receipt.deviceWrites += whole(
        FileSystemCosts.tenths(settings.syncsFiles ? synced : costs.writesPerFile))
    }
    receipt.duration += settings.timing.write(bytes, openings: 1, flushes: flushes)
  }

  /// Removes a file; nobody waits for that to be durable.
  mutating func delete(_ file: ObjectKey, into receipt: inout FlashWrite) {
    held[file] = nil
    receipt.note(.delete, bytes: 0)
    receipt.fileSystemBytes += settings.fileSystem.metadataPerFile
    receipt.deviceWrites += whole(Self.deleteTenths)
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
