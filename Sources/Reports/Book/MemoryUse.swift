public import Client
internal import SimCore

/// What became of entries for want of room, and of the app's process.
public struct MemoryUse: Sendable {
  /// Entries that left a tier to make room, by tier.
  public private(set) var evictions = Tally<Medium>()
  /// Their bytes.
  public private(set) var evictedBytes = Tally<Medium>()
  /// Warnings of the system that memory is short.
  public internal(set) var warnings: Int64 = 0
  /// Kills by the memory limit.
  public internal(set) var kills: Int64 = 0
  /// How often the app's process ended, kills among them.
  public private(set) var processEnds: Int64 = 0
  /// Entries gone with a process before they were on flash.
  public private(set) var lostEntries: Int64 = 0

  /// Nothing yet.
  public init() {}

  mutating func addEviction(of bytes: Bytes, from medium: Medium) {
    evictions[medium] += 1
    evictedBytes[medium] += bytes.count
  }

  mutating func addProcessEnd(lostEntries lost: Int) {
    processEnds += 1
    lostEntries += Int64(lost)
  }

  mutating func merge(_ other: MemoryUse) {
    evictions += other.evictions
    evictedBytes += other.evictedBytes
    warnings += other.warnings
    kills += other.kills
    processEnds += other.processEnds
    lostEntries += other.lostEntries
  }
}
