public import SimCore

extension SQLiteSynchronous: WordSettingValue {}
extension SQLiteJournal: WordSettingValue {}

extension FlashSettings: Settings {
  public static let fields: [Field<FlashSettings>] = [
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
    Field("indexes", \.indexes, in: 0...64, "Indexes beside a table."),
    Field("fileSystem", \.fileSystem, "What the file system adds."),
    Field(
      "indexHeader", \.indexHeader, in: .zero...(.megabytes(1)),
      "Bytes of an index file before its entries; an assumption."),
    Field(
      "indexEntry", \.indexEntry, in: .zero...(.megabytes(1)),
      "Bytes of an entry in an index file; an assumption."),
    Field(
      "externalLimit", \.externalLimit, in: .zero...(.megabytes(1_000)),
      "The largest body in a row of an object-graph store; an assumption."),
    Field(
      "externalReference", \.externalReference, in: .zero...(.kilobytes(10)),
      "What such a row says of a body in a file; an assumption."),
  ]
}

extension FileSystemCosts: Settings {
  public static let fields: [Field<FileSystemCosts>] = [
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
      "writesPerFile", \.writesPerFile, in: 0...1_000,
      "Device writes of a file that is not synced; measured on ext4, counted to a tenth."),
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

extension FlashTiming: Settings {
  public static let presets = StorageProfiles.all.map { storage in
    Preset<FlashTiming>(storage.name, "\(storage.summary) Source: \(storage.source).") {
      $0 = storage.timing
    }
  }
  public static let fields: [Field<FlashTiming>] = [
    Field(
      "open", \.open, in: .zero...(.hours(1)),
      "Finding, opening or creating a file; an assumption."),
    Field(
      "read4K", \.read4K, in: .zero...(.hours(1)),
      "The first 4096 bytes of a reading: TLC's 75 µs and as much again; an assumption."),
    Field(
      "readRate", \.readRate, in: Bytes(1)...(.megabytes(1_000_000)),
      "Bytes read per second after that; UFS 2.1."),
    Field(
      "writeRate", \.writeRate, in: Bytes(1)...(.megabytes(1_000_000)),
      "Bytes written per second; UFS 2.1."),
    Field(
      "flush", \.flush, in: .zero...(.hours(1)),
      "A flush of the device's write cache; UFS, measured."),
  ]
}

/// The name of a storage engine, as a scenario says it.
public struct FlashEngineName: SettingValue, ExpressibleByStringLiteral {
  /// The name.
  public let name: String
  /// The engine.
  public let type: any FlashEngine.Type

  /// Names an engine of the catalogue.
  /// - Precondition: the catalogue knows it.
  public init(_ name: String) {
    guard let type = FlashEngines.named(name) else {
      preconditionFailure("no storage engine is called \(name)")
    }
    self.name = name
    self.type = type
  }
  public init(stringLiteral name: String) { self.init(name) }

  public static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> FlashEngineName? {
    CatalogName.read(
      json, path: path, "storage engine", among: FlashEngines.all.map { $0.name }, &problems
    ).map { FlashEngineName($0) }
  }
  public var json: JSON { JSON(.string(name)) }
  public static var schema: JSON { CatalogName.schema(FlashEngines.all.map { $0.name }) }
}
