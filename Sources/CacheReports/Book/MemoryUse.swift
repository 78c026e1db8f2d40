package import Measurement
internal import SimCore

/// What became of entries for want of room, and of the app's process.
package struct MemoryUse: Sendable {
  /// Entries that left a tier to make room, by tier.
  package private(set) var evictions = Tally<Medium>()
  /// Their bytes.
  package private(set) var evictedBytes = Tally<Medium>()
  /// Warnings of the system that memory is short.
  package internal(set) var warnings: Int64 = 0
  /// Kills by the memory limit.
  package internal(set) var kills: Int64 = 0
  /// How often the app's process ended, kills among them.
  package private(set) var processEnds: Int64 = 0
  /// Entries gone with a process before they were on flash.
  package private(set) var lostEntries: Int64 = 0

  /// Nothing yet.
  package init() {}

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
