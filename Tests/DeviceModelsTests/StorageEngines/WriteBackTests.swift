internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Files that are written again before the page cache lets go of them.
struct WriteBackTests {
  private static func settings(_ wait: TimeSpan, atomic: Bool) -> FlashSettings {
    var settings = FlashSettings()
    settings.replacesAtomically = atomic
    settings.fileSystem.commitInterval = atomic ? wait : .zero
    settings.fileSystem.dirtyExpiry = atomic ? .zero : wait
    return settings
  }

  @Test(arguments: [(true, 5), (false, 30)] as [(Bool, Int64)])
  func aFileWrittenAgainInTimeReachesTheDeviceOnce(atomic: Bool, wait: Int64) {
    var engine = FilePerEntry(settings: Self.settings(.seconds(wait), atomic: atomic))
    var receipts: [FlashWrite] = []
    let writings: [(second: Int64, bytes: Int64)] = [
      (0, 4_096), (wait - 1, 4_096), (wait - 1, 8_192), (wait, 4_096),
    ]
    for (second, bytes) in writings {
      engine.advance(to: .start + .seconds(second))
      receipts.append(engine.write(0, bytes: Bytes(bytes), for: .archive))
    }
    // The app's bytes count at once; the device sees the first, what grew, and the next turn's.
    expect(receipts.map(\.bytes.count), is: [4_096, 4_096, 8_192, 4_096])
    expect(receipts.map(\.fileSystemBytes.count), is: [5_396, 0, 4_096, 5_396])
  }

  @Test func nothingWaitsByDefaultAndSyncedFilesNeverDo() {
    var synced = Self.settings(.seconds(5), atomic: true)
    synced.syncsFiles = true
    for settings in [FlashSettings(), synced] {
      var engine = FilePerEntry(settings: settings)
      let first = engine.write(0, bytes: Bytes(100), for: .archive)
      let second = engine.write(0, bytes: Bytes(100), for: .archive)
      expect(first.fileSystemBytes, is: second.fileSystemBytes)
    }
  }
}

/// APFS by Apple's figures: WWDC 2019, session 419.
struct APFSTests {
  private static func files(replacing: Bool) -> FilePerEntry {
    var settings = FlashSettings()
    settings.fileSystem = .apfs
    settings.replacesAtomically = replacing
    return FilePerEntry(settings: settings)
  }

  @Test func filesThatComeByRenamingAndGoCostWhatAppleSays() {
    var engine = Self.files(replacing: true)
    var total = FlashWrite()
    for entry in ObjectKey(0)..<20 { total += engine.write(entry, bytes: Bytes(100), for: .store) }
    for entry in ObjectKey(0)..<20 { total += engine.remove(entry) }
    // A block of data; 8 kB for creating, 16 for renaming, 8 for deleting.
    expect(total.fileSystemBytes, is: Bytes(20 * (4_096 + 8_192 + 16_384 + 8_192)))
    expect(total.deviceWrites, is: 20 * (1 + 2 + 4 + 2))
  }

  @Test func aPropertyListOf200BytesThatChangesTakesTwelveKilobytesInThreeWrites() {
    var engine = Self.files(replacing: false)
    _ = engine.write(0, bytes: Bytes(200), for: .store)
    let receipt = engine.write(0, bytes: Bytes(200), for: .store)
    expect(receipt.fileSystemBytes == .kibibytes(12) && receipt.deviceWrites == 3)
  }

  @Test func aTransactionAddsAChangeOfTheLogAndThreeOfAJournal() {
    var settings = FlashSettings()
    settings.fileSystem = .apfs
    var log = SQLiteWAL(settings: settings)
    _ = log.write(0, bytes: Bytes(100), for: .store)
    expect(log.write(0, bytes: Bytes(100), for: .store).fileSystemBytes, is: Bytes(4_120 + 8_192))
    var journal = SQLiteRollback(settings: settings)
    _ = journal.write(0, bytes: Bytes(100), for: .store)
    let receipt = journal.write(0, bytes: Bytes(100), for: .store)
    expect(receipt.fileSystemBytes, is: receipt.bytes + .kibibytes(24))
  }
}
