package import SimCore

/// One file that lies in memory, to which each change is appended until the file is full: MMKV.
///
/// A value that is set is appended with its key, a removal as a key without a value; neither is
/// synced, as the system writes mapped pages by itself. When the rest of the file is too short, the
/// values that are there are written over it from its beginning, and synced; where they would leave
/// no room for half as many again (for eight at least), the file is doubled before until they do,
/// its new half filled with zeros. A file beside it has checksum and length, which each change
/// writes. All values are in memory: reading one costs nothing, opening reads the whole log.
/// From Tencent/MMKV at ad7657ef, Core/MMKV_IO.cpp (`ensureMemorySize`, `expandAndWriteBack`,
/// `doAppendDataWithKey`, `removeDataForKey`) and Core/MemoryFile.cpp.
///
/// Left out: the memory that the values take, and that a store of one value is written over in
/// place. That a change dirties a page of each file is counted as an appending of a file's.
package struct MemoryMappedLog: ChangedEntries {
  package static let name = "mmkv"
  package static let canBeEncrypted = true

  /// A new file: a page of memory, 4 096 B (16 kB on iPhones).
  private static let page: Int64 = 4_096
  /// The file's length before its values, and a place holder in front of them: 4 B each.
  private static let lengthField: Int64 = 4
  private static let holder: Int64 = 4
  /// A key; 32 B (assumption), as long as a hash of an address.
  private static let key: Int64 = 32
  /// Checksum and length in the file beside it.
  private static let checksum = Bytes(8)
  private static let log: ObjectKey = 0
  private static let checksums: ObjectKey = 1

  private let settings: FlashSettings
  var files: FileSystem
  var sizes = EntrySizes()
  var gathered: [EntryChange] = []
  /// What the log has as the last of each entry.
  private var logged = EntrySizes()
  private var count: Int64 = 0
  /// The bytes of these in the log.
  private var live: Int64 = 0
  /// The bytes that the log has, from the place holder on, and how many items.
  private var used = holder
  private var items: Int64 = 0
  private var length: Int64 = 0

  package init(settings: FlashSettings) {
    self.settings = settings
    files = FileSystem(settings)
  }

  package var fileBytes: Bytes { Bytes(length) }
  package func read(_ entry: ObjectKey) -> FlashRead? {
    sizes[entry].map { _ in FlashRead(bytes: .zero, duration: .zero) }
  }

  /// A process reads the log before its first value, and goes through its items.
  package func open() -> FlashRead? {
    guard length > 0, settings.reading.open > .zero else { return nil }
    let bytes = Bytes(Self.lengthField + used)
    return FlashRead(
      bytes: bytes, duration: settings.timing.read(bytes),
      processing: settings.reading.scanRow * items)
  }

  /// Appends what was gathered, each change by itself.
  package mutating func commit() -> FlashWrite {
    var receipt = FlashWrite()
    for change in gathered {
      append(Self.item(change.bytes), for: change.cause, into: &receipt)
      if let old = logged[change.entry] {
        live -= Self.item(old)
        count -= 1
      }
      logged[change.entry] = change.bytes
      if let bytes = change.bytes {
        live += Self.item(bytes)
        count += 1
      }
    }
    gathered.removeAll(keepingCapacity: true)
    return receipt
  }

  /// A key and a value, each behind its length, and the value's behind one length more; a removal
  /// has a length of nothing.
  private static func item(_ bytes: Bytes?) -> Int64 {
    let start = SQLiteRow.length(ofInteger: key) + key
    guard let bytes else { return start + 1 }
    let length = SQLiteRow.length(ofInteger: bytes.count)
    return start + SQLiteRow.length(ofInteger: bytes.count + length) + length + bytes.count
  }

  private mutating func append(
    _ item: Int64, for cause: FlashCause, into receipt: inout FlashWrite
  ) {
    if length == 0 { length = Self.page }
    if item >= length - Self.lengthField - used || count == 0 {
      makeRoom(for: item, into: &receipt)
    }
    files.append(
      Bytes(item), behind: Bytes(Self.lengthField + used), of: Self.log, for: cause, into: &receipt)
    files.append(Self.checksum, behind: .zero, of: Self.checksums, for: .index, into: &receipt)
    used += item
    items += 1
  }

  /// Writes the values that are there over the log, in a longer file where this one has no room.
  private mutating func makeRoom(for item: Int64, into receipt: inout FlashWrite) {
    let needed = Self.holder + live + Self.lengthField + item
    let coming = count + 1
    let future = (needed + coming - 1) / coming * max(8, coming / 2)
    if needed >= length || count > 0 && needed + future >= length {
      let old = length
      repeat { length *= 2 } while needed + future >= length
      files.append(
        Bytes(length - old), behind: Bytes(old), of: Self.log, for: .journal, into: &receipt)
    }
    used = Self.holder + live
    items = count
    guard count > 0 else { return }
    files.append(Bytes(used), behind: .zero, of: Self.log, for: .checkpoint, into: &receipt)
    receipt.flushes += 1
    receipt.duration += settings.timing.flush
  }
}
