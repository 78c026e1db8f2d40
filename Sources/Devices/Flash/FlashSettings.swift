public import SimCore

/// What storage engines and the file system below them do; engines read what concerns them.
public struct FlashSettings: Hashable, Sendable {
  /// The device's speed.
  public var timing = FlashTiming()
  /// Files are written beside the old one and renamed; otherwise over it. Default: renamed.
  public var replacesAtomically = true
  /// Files are synced before they count as written. Default: no, as `Data.write` does.
  public var syncsFiles = false
  /// When SQLite syncs; full is its default.
  public var synchronous = SQLiteSynchronous.full
  /// How SQLite's rollback journal ends; deleting it is its default.
  public var journal = SQLiteJournal.delete
  /// Frames in the log after which SQLite carries them over; 1 000 (its default).
  public var checkpointFrames: Int64 = 1_000
  /// Indexes beside the table; 0.
  public var indexes: Int64 = 0

  /// What the file system adds.
  public var fileSystem = FileSystemCosts()
  /// Bytes of an index file before its entries; 64 B (assumption).
  public var indexHeader = Bytes(64)
  /// Bytes of an entry in an index file: name, size, times; 128 B (assumption).
  public var indexEntry = Bytes(128)
  /// The largest body that an object-graph store keeps in its row; 100 kB (assumption).
  public var externalLimit = Bytes.kilobytes(100)
  /// What its row says of a larger one: the name of its file; 38 B (assumption).
  public var externalReference = Bytes(38)

  /// The defaults.
  public init() {}
}
