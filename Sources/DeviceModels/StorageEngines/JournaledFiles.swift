package import SimCore

/// How a journaled store of files lays an entry down.
package protocol JournaledLayout: Sendable {
  static var name: String { get }
  /// Files of an entry: its body, and beside it one of its header or none.
  static var files: Int64 { get }
  /// The header's file, as long as it was not written alone; zero without one.
  static var header: Bytes { get }
  static var keyLength: Int64 { get }
  /// The journal's first lines: `libcore.io.DiskLruCache`, three numbers and an empty line.
  static var preamble: Int64 { get }
}

/// A file for each entry, under a key of SHA-256 in 64 hexadecimal letters: Glide's disk cache.
package enum SingleFiles: JournaledLayout {
  package static let name = "journaled-files"
  package static let files: Int64 = 1
  package static let header = Bytes.zero
  package static let keyLength: Int64 = 64
  /// 31 B: the version of Glide's entries is 1, and each has one file.
  package static let preamble: Int64 = 31
}

/// A file of the header and one of the body for each entry, under a key of MD5 in 32 hexadecimal
/// letters: OkHttp's cache.
package enum HeadersAndBodies: JournaledLayout {
  package static let name = "journaled-file-pairs"
  package static let files: Int64 = 2
  /// 4 kB, assumed: header lines, and for HTTPS a chain of three certificates in Base64.
  package static let header = Bytes.kilobytes(4)
  package static let keyLength: Int64 = 32
  /// 36 B: the version of the cache's entries is 201105, and each has two files.
  package static let preamble: Int64 = 36
}

/// Files beside a journal of one line for each operation: DiskLruCache.
///
/// A change appends `DIRTY key` before its files are written and `CLEAN key lengths` behind, each
/// flushed; a removal appends `REMOVE key` and a hit `READ key`, which wait in the writer's buffer
/// until the next flush or until it is full. Every line but `DIRTY` makes another one redundant;
/// once 2,000 are, and as many as there are entries, the journal is written whole, with a line for
/// each entry, beside the old one and renamed. Nothing is synced. From square/okhttp,
/// `okhttp/src/commonJvmAndroid/kotlin/okhttp3/internal/cache/DiskLruCache.kt` at 498ec0ce.
///
/// Lines of removals and hits that a process leaves in its buffer are written with the next flush
/// here, and lost there: 8 KiB at most.
package struct JournaledFiles<Layout: JournaledLayout>: ChangedEntries {
  package static var name: String { Layout.name }
  package static var recordsHits: Bool { true }
  package static var hasFileForEachEntry: Bool { true }

  /// The journal's number in the file system; no entry has it.
  private static var journalFile: ObjectKey { .max }
  /// Redundant lines from which on the journal is written anew; 2,000 (DiskLruCache).
  private static var redundantLimit: Int64 { 2_000 }
  /// What the writer holds before it writes by itself; 8,192 B (a segment of Okio's buffer).
  private static var bufferLimit: Int64 { 8_192 }

  private let settings: FlashSettings
  var files: FileSystem
  var sizes = EntrySizes()
  var gathered: [EntryChange] = []
  /// The entries that are there, and the lengths that their `CLEAN` lines give.
  private var entryCount: Int64 = 0
  private var lineLengths: Int64 = 0
  private var redundant: Int64 = 0
  /// The journal's length, with what is in the buffer.
  private var journal: Int64 = 0
  private var buffered: Int64 = 0

  package init(settings: FlashSettings) {
    self.settings = settings
    files = FileSystem(settings)
  }

  /// What reading an entry costs: its files; the journal's index is in memory.
  package func read(_ entry: ObjectKey) -> FlashRead? {
    guard let size = sizes[entry] else { return nil }
    let read = FlashRead(bytes: size, duration: settings.timing.read(size))
    guard isBody(entry), Layout.files > 1 else { return read }
    let header = headerSize(beside: entry)
    return read + FlashRead(bytes: header, duration: settings.timing.read(header))
  }

  /// A process reads the journal before its first entry.
  package func open() -> FlashRead? {
    guard journal > 0, settings.reading.open > .zero else { return nil }
    return FlashRead(bytes: Bytes(journal), duration: settings.timing.read(Bytes(journal)))
  }

  package mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    gathered.append(EntryChange(entry: entry, bytes: bytes, cause: cause))
    setSize(of: entry, bytes)
  }

  package mutating func delete(_ entry: ObjectKey) {
    guard sizes[entry] != nil else { return }
    gathered.append(EntryChange(entry: entry, bytes: nil, cause: .delete))
    setSize(of: entry, nil)
  }

  /// Keeps the number of entries and the length of their lines.
  private mutating func setSize(of entry: ObjectKey, _ size: Bytes?) {
    let body = entry / 2 * 2
    if let old = sizes[body] {
      entryCount -= 1
      lineLengths -= cleanLine(body, old)
    }
    sizes[entry] = size
    if let new = sizes[body] {
      entryCount += 1
      lineLengths += cleanLine(body, new)
    }
  }

  /// A hit on an entry: a line that waits in the buffer.
  package mutating func noteHit(_ entry: ObjectKey) {
    guard sizes[entry] != nil else { return }
    append("READ", redundant: true)
  }

  /// Writes what was gathered, entry by entry, and the buffer if it is full.
  package mutating func commit() -> FlashWrite {
    var receipt = FlashWrite()
    for change in gathered {
      let key = change.entry / 2 * 2
      if let bytes = change.bytes {
        append("DIRTY", redundant: false)
        flush(into: &receipt)
        if isBody(change.entry), Layout.files > 1 {
          files.write(headerSize(beside: key), to: key + 1, for: .index, into: &receipt)
        }
        files.write(bytes, to: change.entry, for: change.cause, into: &receipt)
        append(length: cleanLine(key, sizes[key] ?? bytes), redundant: true)
        flush(into: &receipt)
      } else {
        for file in 0..<(isBody(change.entry) ? Layout.files : 1) {
          files.delete(change.entry + ObjectKey(file), into: &receipt)
        }
        append("REMOVE", redundant: true)
      }
    }
    gathered.removeAll(keepingCapacity: true)
    if buffered >= Self.bufferLimit { flush(into: &receipt) }
    if redundant >= Self.redundantLimit, redundant >= entryCount { rewrite(into: &receipt) }
    return receipt
  }

  /// Writes the buffer, as a process does that closes its cache.
  package mutating func close() -> FlashWrite {
    var receipt = commit()
    flush(into: &receipt)
    return receipt
  }
}

// MARK: - The journal

extension JournaledFiles {
  /// Entries have even numbers, and what lies beside them the next: see `FlashEngine`.
  private func isBody(_ entry: ObjectKey) -> Bool { entry % 2 == 0 }

  /// The header's file: as it was written alone, else what the settings say of an index's entry.
  private func headerSize(beside entry: ObjectKey) -> Bytes { sizes[entry + 1] ?? Layout.header }

  /// `CLEAN key length length` and the end of the line.
  private func cleanLine(_ entry: ObjectKey, _ size: Bytes) -> Int64 {
    let header = Layout.files > 1 ? 1 + Self.digits(headerSize(beside: entry).count) : 0
    return 7 + Layout.keyLength + header + 1 + Self.digits(size.count)
  }

  private static func digits(_ number: Int64) -> Int64 {
    var (rest, count) = (number, Int64(1))
    while rest >= 10 { (rest, count) = (rest / 10, count + 1) }
    return count
  }

  /// A word, a key and the end of the line.
  private mutating func append(_ word: StaticString, redundant isRedundant: Bool) {
    append(length: Int64(word.utf8CodeUnitCount) + 2 + Layout.keyLength, redundant: isRedundant)
  }

  private mutating func append(length: Int64, redundant isRedundant: Bool) {
    if journal == 0 {
      journal = Layout.preamble
      buffered = Layout.preamble
    }
    journal += length
    buffered += length
    if isRedundant { redundant += 1 }
  }

  private mutating func flush(into receipt: inout FlashWrite) {
    guard buffered > 0 else { return }
    files.append(
      Bytes(buffered), behind: Bytes(journal - buffered), of: Self.journalFile, for: .journal,
      into: &receipt)
    buffered = 0
  }

  /// Writes the journal whole: its first lines and one for each entry.
  private mutating func rewrite(into receipt: inout FlashWrite) {
    flush(into: &receipt)
    journal = Layout.preamble + lineLengths
    redundant = 0
    files.write(Bytes(journal), to: Self.journalFile, for: .journal, into: &receipt)
  }
}
