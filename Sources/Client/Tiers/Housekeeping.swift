public import SimCore

/// How an app treats what it has stored when the world around it changes: a new release, another
/// person, a full device.
public struct Housekeeping: Settings {
  /// Where the files lie.
  public var directory = Directory.caches
  /// What becomes of stored models when a new release reads another schema.
  public var onUpgrade = UpgradeRule.purge
  /// Whether each person who uses the device has entries of their own.
  public var perUser = false
  /// What becomes of the entries when a person logs out.
  public var onLogout = LogoutRule.purge

  public init() {}
  public static let fields: [Field<Housekeeping>] = [
    Field(
      "directory", \.directory,
      "Where the files lie: in caches, which the system empties when it lacks space, or in "
        + "documents, which go into the user's backup."),
    Field(
      "onUpgrade", \.onUpgrade,
      "What becomes of stored models when a new release reads another schema: purge all, migrate "
        + "each at the next launch, or ignore it and fail to decode them."),
    Field(
      "perUser", \.perUser,
      "Whether each person has entries of their own; otherwise one finds the other's."),
    Field(
      "onLogout", \.onLogout, "What becomes of the entries when a person logs out."),
  ]

  /// The housekeeping of a store whose content exists nowhere else or is wanted offline.
  static var documents: Housekeeping {
    var housekeeping = Housekeeping()
    housekeeping.directory = .documents
    return housekeeping
  }
}

/// Where an app keeps its files.
public enum Directory: String, WordSettingValue {
  /// Library/Caches: emptied by the system when it lacks space, never backed up.
  case caches
  /// Documents: kept, and backed up.
  case documents
}

/// What becomes of stored models after an upgrade.
public enum UpgradeRule: String, WordSettingValue {
  /// Everything is removed at the first launch.
  case purge
  /// Each model is decoded by the old schema and written by the new one at the first launch.
  case migrate
  /// Nothing is done: models of the old schema cannot be decoded, and count as missing.
  case ignore
}

/// What becomes of a person's entries when they log out.
public enum LogoutRule: String, WordSettingValue {
  /// They are removed.
  case purge
  /// They stay.
  case keep
}
