public import SimCore

/// What a journaling file system adds to an app's writes: measured on ext4; APFS: knobs.
public struct FileSystemCosts: Hashable, Sendable {
  /// Bytes at the device for each byte of SQLite with a rollback journal; 2.4 (measured).
  public var rollbackFactor = 2.4
  /// The same for a log whose transactions are synced; 2.1 (measured).
  public var syncedLogFactor = 2.1
  /// The same for a log that is not synced; 1.0 (measured).
  public var unsyncedLogFactor = 1.0
  /// Metadata of a file that is not synced; 1.3 kB (measured, amortised).
  public var metadataPerFile = Bytes(1_300)
  /// Metadata and journal of a file that is synced; 8.6 kB (measured).
  public var metadataPerSync = Bytes(8_600)
  /// Device writes of a file that is not synced; 1.1 (measured), counted to a tenth.
  public var writesPerFile = 1.1
  /// Device writes of a file that replaces another and is synced; 4.0 (measured): 3 more.
  public var writesPerSyncedReplacement = 4.0
  /// Device writes of a file that is written over and synced; 3.1 (measured).
  public var writesPerSyncedOverwrite = 3.1
  /// Device writes of an SQLite transaction with a rollback journal beside its pages; 10, fitted to
  /// the 12.2 of an update (measured).
  public var rollbackWrites: Int64 = 10
  /// What a growing database adds to those; 2, fitted to an insertion's 13.05 (measured).
  public var growthWrites: Int64 = 2
  /// Device writes of a synced transaction in a log; 3: 3.4 to 3.6 with the checkpoint's share
  /// (measured).
  public var logWrites: Int64 = 3
  /// How long a file that is written over and not synced stays in memory; 0: not at all. 30 s is
  /// Linux's default as recalled.
  public var dirtyExpiry = TimeSpan.zero
  /// The same for a file that replaces another, which goes out with the file system's next commit;
  /// 0: at once. 5 s is ext4's default as recalled.
  public var commitInterval = TimeSpan.zero

  /// The defaults: nothing is held back.
  public init() {}

  /// Tenths of a write.
  static func tenths(_ writes: Double) -> Int64 { Int64((writes * 10).rounded()) }

  /// Bytes at the device, cut; factors count to a thousandth.
  static func bytes(_ bytes: Bytes, times factor: Double) -> Bytes {
    Bytes(bytes.count * Int64((factor * 1_000).rounded()) / 1_000)
  }
}
