public import SimCore

/// What storage engines and the file system below them do; engines read what concerns them.
public struct FlashSettings: Settings, Hashable {
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
  public var checkpointFrames = 1_000
  /// Indexes beside the table; 0.
  public var indexes = 0

  /// The largest body that an HTTP cache keeps in a row instead of a file; 4 096 B (assumption).
  public var largestInRow = Bytes(4_096)

  /// The defaults.
  public init() {}

  /// The settings as a scenario says them.
  public static let fields: [Field<FlashSettings>] = [
    Field("timing", \.timing, "The device's speed."),
    Field(
      "replacesAtomically", \.replacesAtomically,
      "Whether files are written beside the old one and renamed, or over it."),
    Field("syncsFiles", \.syncsFiles, "Whether files are synced before they count as written."),
    Field("synchronous", \.synchronous, "When SQLite syncs."),
    Field("journal", \.journal, "How SQLite's rollback journal ends."),
    Field(
      "checkpointFrames", \.checkpointFrames, in: 1...1_000_000_000,
      "Frames in the log after which SQLite carries them over; its default."),
    Field("indexes", \.indexes, in: 0...64, "Indexes beside a table."),
    Field(
      "largestInRow", \.largestInRow, in: .zero...(.megabytes(1_000)),
      "The largest body that an HTTP cache keeps in a row instead of a file; an assumption."),
  ]
}
