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
  ]
}

extension FlashTiming: Settings {
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
