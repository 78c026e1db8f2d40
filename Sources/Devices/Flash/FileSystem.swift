internal import SimCore

/// What whole files cost on a journaling file system.
///
/// Measured on ext4 with 200 files of 16, 64 and 256 KiB each way. Whole blocks are written, and
/// for each file either its share of metadata, or, when it is synced, the metadata's journal at
/// once. A file written over and not synced may be written again before the page cache lets it go
/// (0.63 of the bytes when rewritten in a burst); that is not counted here, so such files cost at
/// most what is said.
struct FileSystem: Sendable {
  /// A block: 4 096 B (ext4, APFS).
  private static let block: Int64 = 4_096
  /// Metadata of a file that is not synced: 1.3 KB (measured, amortised).
  private static let metadata: Int64 = 1_300
  /// Metadata and journal of a file that is synced: 8.6 KB (measured; APFS: a knob).
  private static let syncedMetadata: Int64 = 8_600
  /// Device writes of a file that is not synced, in tenths: 1.1 (measured).
  private static let writeTenths: Int64 = 11
  /// The same for a file replaced and synced: 4.0, and for one written over: 3.1 (measured).
  private static let syncedReplaceTenths: Int64 = 40
  private static let syncedOverTenths: Int64 = 31
  /// Device writes of a file's removal, in tenths: its share of metadata (assumption).
  private static let deleteTenths: Int64 = 1

  private let settings: FlashSettings
  private var carriedTenths: Int64 = 0

  init(_ settings: FlashSettings) { self.settings = settings }

  /// Writes a file as a whole.
  mutating func write(_ bytes: Bytes, for cause: FlashCause, into receipt: inout FlashWrite) {
    let blocks = (bytes.count + Self.block - 1) / Self.block
    let synced = settings.syncsFiles
    let flushes: Int64 = synced ? 1 : 0
    receipt.note(cause, bytes: bytes.count)
    receipt.fileSystemBytes += Bytes(
      blocks * Self.block + (synced ? Self.syncedMetadata : Self.metadata))
    receipt.flushes += flushes
    receipt.deviceWrites += whole(
      !synced
        ? Self.writeTenths
        : settings.replacesAtomically ? Self.syncedReplaceTenths : Self.syncedOverTenths)
    receipt.duration += settings.timing.write(bytes, openings: 1, flushes: flushes)
  }

  /// Removes a file; nobody waits for that to be durable.
  mutating func delete(into receipt: inout FlashWrite) {
    receipt.note(.delete, bytes: 0)
    receipt.fileSystemBytes += Bytes(Self.metadata)
    receipt.deviceWrites += whole(Self.deleteTenths)
    receipt.duration += settings.timing.open
  }

  /// The whole writes that so many tenths more make.
  private mutating func whole(_ tenths: Int64) -> Int64 {
    carriedTenths += tenths
    defer { carriedTenths %= 10 }
    return carriedTenths / 10
  }
}
