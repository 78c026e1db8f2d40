package import SimCore

/// What upgrades, changes of hands and full devices did to what was stored.
package struct UpheavalUse: Sendable {
  /// Entries that could not be decoded because another release had written them.
  package internal(set) var decodeFailures: Int64 = 0
  /// Entries of an app's own index whose file was not there.
  package internal(set) var brokenEntries: Int64 = 0
  /// Contents shown to another person than the one they were fetched for.
  package internal(set) var exposures: Int64 = 0
  /// How often the system emptied the caches' folder.
  package private(set) var purges: Int64 = 0
  /// What it removed.
  package private(set) var purgedBytes = Bytes.zero

  /// Nothing yet.
  package init() {}

  mutating func addPurge(of bytes: Bytes) {
    purges += 1
    purgedBytes += bytes
  }

  mutating func merge(_ other: UpheavalUse) {
    decodeFailures += other.decodeFailures
    brokenEntries += other.brokenEntries
    exposures += other.exposures
    purges += other.purges
    purgedBytes += other.purgedBytes
  }
}
