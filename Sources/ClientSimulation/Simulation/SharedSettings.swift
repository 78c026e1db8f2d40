public import DeviceModels
public import SimCore

/// What the strategies of a scenario share, unless the settings of one say otherwise: so that they
/// are compared, and not their codecs or folders.
public struct SharedSettings: Settings {
  /// How models are encoded on flash.
  public var codec = Codecs.json
  /// How models are laid down on flash; nil: as each strategy does it by itself.
  public var engine: FlashEngineName?
  /// The most that all pictures of a strategy may take on flash, where it has a limit.
  public var mediaCapacity = Bytes.megabytes(50)
  /// Where files lie; nil: as each strategy does it by itself.
  public var directory: Directory?

  public init() {}
  public static let fields: [Field<SharedSettings>] = [
    Field("codec", \.codec, "How models are encoded on flash."),
    Field(
      "engine", \.engine,
      "How models are laid down on flash; null: archives as files, records in SQLite with a "
        + "write-ahead log."),
    Field(
      "mediaCapacity", \.mediaCapacity, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
      "The most that the pictures of a strategy may take on flash; pre-cache keeps all."),
    Field(
      "directory", \.directory,
      "Where files lie; null: caches, and for records that are wanted offline documents."),
  ]
}
