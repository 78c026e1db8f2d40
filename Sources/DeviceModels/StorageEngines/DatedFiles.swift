package import SimCore

/// When a store of files sets the dates of one, beside its writing.
package protocol DatingRule: Sendable {
  static var name: String { get }
  /// Whether a file that was just written has its dates set too.
  static var datesStores: Bool { get }
}

/// At each hit: SDWebImage's disk cache sets the access date (SDWebImage/SDWebImage at 36e79ba4,
/// SDWebImage/Core/SDDiskCache.m:72).
package enum DatesOfHits: DatingRule {
  package static let name = "files-dated-by-hits"
  package static let datesStores = false
}

/// At each writing and at each hit: Kingfisher's disk cache keeps the last access and the expiry in
/// them (onevcat/Kingfisher at 410984bf, Sources/Cache/DiskStorage.swift:199-207, 632-660).
package enum DatesOfStoresAndHits: DatingRule {
  package static let name = "files-dated-by-stores-and-hits"
  package static let datesStores = true
}

/// A file for each entry, whose dates say when it was last used: reading one writes its dates.
package struct DatedFiles<Rule: DatingRule>: FlashEngine {
  package static var name: String { Rule.name }
  package static var recordsHits: Bool { true }
  package static var hasFileForEachEntry: Bool { true }

  private var files: FilePerEntry

  package init(settings: FlashSettings) { files = FilePerEntry(settings: settings) }

  package var stored: Bytes { files.stored }
  package func size(of entry: ObjectKey) -> Bytes? { files.size(of: entry) }
  package func read(_ entry: ObjectKey) -> FlashRead? { files.read(entry) }
  package mutating func advance(to instant: Instant) { files.advance(to: instant) }

  package mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    files.put(entry, bytes: bytes, for: cause)
    if Rule.datesStores { files.setDates(of: entry) }
  }

  package mutating func delete(_ entry: ObjectKey) { files.delete(entry) }

  package mutating func noteHit(_ entry: ObjectKey) { files.setDates(of: entry) }

  package mutating func commit() -> FlashWrite { files.commit() }
}

/// A file for each entry and a row of a database for each file, which says where it lies and when
/// it was last used: a hit writes the row. flutter_cache_manager lays its cache down like this
/// (Baseflow/flutter_cache_manager, flutter_cache_manager/lib/src/cache_store.dart).
package struct FilesAndDatabase: RowsAndFilesEngine {
  package static let name = "files-and-database"
  package static let recordsHits = true

  /// Every body lies in a file.
  package let inlineLimit = Bytes.zero
  /// Address, path, times, tag and length; 300 B (assumption).
  package let fileRow = Bytes(300)
  package var rows: SQLiteWAL
  package var files: FilePerEntry
  package var fileCount: Int64 = 0

  package init(settings: FlashSettings) {
    rows = SQLiteWAL(settings: settings)
    files = FilePerEntry(settings: settings)
  }

  /// Writes the time of the hit into the row.
  package mutating func noteHit(_ entry: ObjectKey) {
    if files.size(of: entry) != nil { rows.put(entry, bytes: fileRow, for: .index) }
  }
}
