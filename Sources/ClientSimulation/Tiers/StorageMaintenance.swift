internal import CacheMetrics
internal import CacheWorkloads
internal import DeviceModels
public import SimCore

/// What becomes of stored entries when something around the app changes: a new release, another
/// user, a full device.
public struct StorageMaintenance: Settings {
  public var directory: Directory?
  public var onUpgrade = UpgradeRule.purge
  public var perUser = false
  public var onLogout = LogoutRule.purge

  public init() {}
  public static let fields: [Field<StorageMaintenance>] = [
    Field(
      "directory", \.directory,
      "Where the files lie: in caches, which the system empties when it lacks space, or in "
        + "documents, which go into the user's backup; null: as the scenario's shared.directory "
        + "says, or else in caches."),
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

  /// Where the files lie in a scenario.
  package func directory(by shared: SharedSettings) -> Directory {
    directory ?? shared.directory ?? .caches
  }

  /// The maintenance of a store whose content exists nowhere else or is wanted offline.
  public static var documents: StorageMaintenance {
    var maintenance = StorageMaintenance()
    maintenance.directory = .documents
    return maintenance
  }
}

/// Where an app stores its files.
public enum Directory: String, WordSettingValue {
  /// Library/Caches: emptied by the system when it lacks space, never backed up.
  case caches
  /// Documents: never emptied, and backed up.
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

/// What becomes of a user's entries when they log out.
public enum LogoutRule: String, WordSettingValue {
  case purge
  case keep
}

// MARK: - A new release

extension DeviceSimulation {
  /// A new release arrives: the process ends, and the next launch prepares what is stored.
  mutating func upgrade(to schema: UInt16) {
    endProcess(.upgraded)
    app.schema = schema
    for index in storage.tiers.indices where storage.tiers[index].medium == .flash {
      storage.tiers[index].awaitsUpgrade = true
    }
    tell(.upgraded(schema: schema))
  }

  /// What a process does first when it finds files of another schema. Migration decodes and encodes
  /// each model: the first screen waits for it.
  mutating func prepareAfterUpgrade() {
    for index in storage.tiers.indices where storage.tiers[index].awaitsUpgrade {
      storage.tiers[index].awaitsUpgrade = false
      guard storage.tiers[index].holdsModels else { continue }
      switch storage.tiers[index].maintenance.onUpgrade {
      case .ignore: continue
      case .purge: purge(index, of: nil, .upgraded)
      case .migrate: migrate(index)
      }
    }
  }

  private mutating func migrate(_ index: Int) {
    let codec = storage.tiers[index].codec
    let before = storage.tiers[index].used
    var work = TimeSpan.zero
    for entry in storage.tiers[index].all where entry.schema != app.schema {
      if let read = storage.tiers[index].read(entry.place, by: app.process) {
        let duration = duration(of: read)
        work += duration
        record(.read(tier: nil, read.bytes, takes: duration))
      }
      work += decode(entry.copy, as: codec)
      encode(entry.copy, as: codec)
      storage.tiers[index].write(
        entry.place, storedSize(of: entry.copy, as: codec), for: .migration)
    }
    storage.tiers[index].adopt(schema: app.schema)
    let write = commit(TierID(index: index), for: nil)
    noteUse(of: TierID(index: index), before: before)
    processor.occupy(for: work + write.duration, from: now)
  }
}

// MARK: - Another user, the end of a process

extension DeviceSimulation {
  /// Another user takes the device: the former one's entries leave where that is the rule.
  mutating func handOverTiers(from former: UInt16, to user: UInt16) {
    for index in storage.tiers.indices {
      storage.tiers[index].user = user
      if storage.tiers[index].maintenance.onLogout == .purge {
        purge(index, of: storage.tiers[index].maintenance.perUser ? former : nil, .loggedOut)
      }
    }
  }

  /// A process ends, and its memory tiers with it.
  /// - Returns: how many entries were not yet on flash.
  mutating func emptyMemoryTiers(_ ending: ProcessEnding) -> Int {
    var lost = 0
    for index in storage.tiers.indices where storage.tiers[index].medium == .memory {
      lost += storage.tiers[index].dirtyCount
      if trace.collectsDetail { recordDepartures(from: index, .died(ending)) }
      storage.tiers[index].removeAll()
    }
    return lost
  }

  /// Removes a user's entries from a tier, or all; on flash the deletions are paid together.
  private mutating func purge(_ index: Int, of user: UInt16?, _ departure: Departure) {
    if trace.collectsDetail { recordDepartures(from: index, departure, of: user) }
    let before = storage.tiers[index].used
    for entry in storage.tiers[index].all where user == nil || entry.copy.user == user {
      storage.tiers[index].drop(entry)
    }
    if storage.tiers[index].medium == .flash { commit(TierID(index: index), for: nil) }
    noteUse(of: TierID(index: index), before: before)
  }
}
