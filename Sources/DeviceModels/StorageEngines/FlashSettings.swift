package import SimCore

/// What storage engines and the file system below them do; engines read what concerns them.
package struct FlashSettings: Hashable, Sendable {
  /// The device's speed.
  package var timing = FlashTiming()
  /// Files are written beside the old one and renamed; otherwise over it. Default: renamed.
  package var replacesAtomically = true
  /// Files are synced before they count as written. Default: no, as `Data.write` does.
  package var syncsFiles = false
  /// When SQLite syncs; full is its default.
  package var synchronous = SQLiteSynchronous.full
  /// How SQLite's rollback journal ends; deleting it is its default.
  package var journal = SQLiteJournal.delete
  /// Frames in the log after which SQLite carries them over; 1 000 (its default).
  package var checkpointFrames: Int64 = 1_000
  /// SQLite overwrites what is deleted with zeros. Default: no, as SQLite by itself and as iOS,
  /// whose library (the simulator's, built with clang 21) does not name it among its compile
  /// options. Android's library (`-DSQLITE_SECURE_DELETE` in AOSP, 2024) and Debian's (3.40.1,
  /// asked) do it.
  package var secureDelete = false
  /// Indexes beside the table; 0.
  package var indexes: Int64 = 0

  /// What the file system adds.
  package var fileSystem = FileSystemCosts()
  /// Bytes of an index file before its entries; 64 B (assumption).
  package var indexHeader = Bytes(64)
  /// Bytes of an entry in an index file: name, size, times; 128 B (assumption).
  package var indexEntry = Bytes(128)
  /// The largest body that an object-graph store keeps in its row; 100 kB (assumption).
  package var externalLimit = Bytes.kilobytes(100)
  /// What its row says of a larger one: the name of its file; 38 B (assumption).
  package var externalReference = Bytes(38)

  /// The defaults.
  package init() {}
}

extension SQLiteSynchronous: WordSettingValue {}
extension SQLiteJournal: WordSettingValue {}

extension FlashSettings: Settings {
  package static let fields: [Field<FlashSettings>] = [
    Field("timing", \.timing, "The device's speed."),
    Field(
      "replacesAtomically", \.replacesAtomically,
      "Files are written beside the old one and renamed; otherwise over it."),
    Field(
      "syncsFiles", \.syncsFiles,
      "Files are synced before they count as written; Foundation's own writing does not."),
    Field("synchronous", \.synchronous, "When SQLite syncs; full is its default."),
    Field("journal", \.journal, "How SQLite's rollback journal ends; delete is its default."),
    Field(
      "checkpointFrames", \.checkpointFrames, in: 1...1_000_000,
      "Frames in the log after which SQLite carries them over; its default."),
    Field(
      "secureDelete", \.secureDelete,
      "SQLite overwrites what is deleted with zeros (PRAGMA secure_delete): false by itself and on "
        + "iOS, true on Android and Debian."),
    Field("indexes", \.indexes, in: 0...64, "Indexes beside a table."),
    Field("fileSystem", \.fileSystem, "What the file system adds."),
    Field(
      "indexHeader", \.indexHeader, in: .zero...(.megabytes(1)),
      "Bytes of an index file before its entries."
    ).assumed(),
    Field(
      "indexEntry", \.indexEntry, in: .zero...(.megabytes(1)),
      "Bytes of an entry in an index file."
    ).assumed(),
    Field(
      "externalLimit", \.externalLimit, in: .zero...(.megabytes(1_000)),
      "The largest body in a row of an object-graph store."
    ).assumed(),
    Field(
      "externalReference", \.externalReference, in: .zero...(.kilobytes(10)),
      "What such a row says of a body in a file."
    ).assumed(),
  ]
}
