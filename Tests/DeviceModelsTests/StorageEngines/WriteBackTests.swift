internal import DeviceModels
internal import SimCore
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
    #expect(receipts.map(\.bytes.count) == [4_096, 4_096, 8_192, 4_096])
    #expect(receipts.map(\.fileSystemBytes.count) == [5_396, 0, 4_096, 5_396])
  }

  @Test func nothingWaitsByDefaultAndSyncedFilesNeverDo() {
    var synced = Self.settings(.seconds(5), atomic: true)
    synced.syncsFiles = true
    for settings in [FlashSettings(), synced] {
      var engine = FilePerEntry(settings: settings)
      let first = engine.write(0, bytes: Bytes(100), for: .archive)
      let second = engine.write(0, bytes: Bytes(100), for: .archive)
      #expect(first.fileSystemBytes == second.fileSystemBytes)
    }
  }
}
