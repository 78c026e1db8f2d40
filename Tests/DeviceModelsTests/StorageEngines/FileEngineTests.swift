internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Whole files, against 200 writes each measured on ext4.
struct FileTests {
  @Test(arguments: MeasuredFile.all.filter { !$0.isSynced && $0.isReplaced })
  func replacingWithoutSyncCostsWhatWasMeasured(file: MeasuredFile) {
    let receipt = file.model
    expect(abs(Double(receipt.fileSystemBytes.count) / file.bytes - 1) < 0.01)
    expect(receipt.flushes, is: 0)
  }

  /// But for one of 16 KiB that is written over, which took a fifth more than the model says.
  @Test(
    arguments: MeasuredFile.all.filter { $0.isSynced && ($0.isReplaced || $0.size > 16_384) })
  func syncedFilesCostWhatWasMeasured(file: MeasuredFile) {
    let receipt = file.model
    expect(abs(Double(receipt.fileSystemBytes.count) / file.bytes - 1) < 0.05)
    expect(receipt.flushes, is: 1)
  }

  @Test func aSmallSyncedFileCostsTwelveTimesItsSize() {
    var engine = FilePerEntry(settings: MeasuredFile.settings(replaced: true, synced: true))
    let receipt = engine.write(0, bytes: Bytes(1_024), for: .archive)
    expect(receipt.fileSystemBytes, is: Bytes(4_096 + 8_600))
    expect(receipt.bytes, is: Bytes(1_024))
  }

  @Test(arguments: [(true, false, 11), (true, true, 40), (false, true, 31)])
  func fractionsOfDeviceWritesAreCarriedOver(atomic: Bool, synced: Bool, ten: Int64) {
    var engine = FilePerEntry(settings: MeasuredFile.settings(replaced: atomic, synced: synced))
    var total = FlashWrite()
    for entry in 0..<10 {
      total += engine.write(ObjectKey(entry), bytes: Bytes(100), for: .flush)
    }
    expect(total.deviceWrites, is: ten)
    expect(total.operations[.flush] == 10 && total.operations.total == 10)
  }

  @Test func anArchiveIsWrittenAndReadWhole() {
    var engine = Archive(settings: FlashSettings())
    _ = engine.write(0, bytes: Bytes(10_000), for: .archive)
    let second = engine.write(1, bytes: Bytes(500), for: .archive)
    expect(second.bytes, is: Bytes(10_500))
    expect(engine.read(1)?.bytes, is: Bytes(10_500))
    let removal = engine.remove(0)
    expect(removal.bytes, is: Bytes(500))
    expect(removal.operations[.delete], is: 1)
    expect(engine.commit(), is: FlashWrite())
  }

  @Test func aBatchIsOneWriteOfAnArchiveAndManyFilesOtherwise() {
    var archive = Archive(settings: FlashSettings())
    var files = FilePerEntry(settings: FlashSettings())
    for entry in 0..<20 {
      archive.put(ObjectKey(entry), bytes: Bytes(100), for: .archive)
      files.put(ObjectKey(entry), bytes: Bytes(100), for: .archive)
    }
    let one = archive.commit()
    let many = files.commit()
    expect(one.operations.total == 1 && many.operations.total == 20)
    expect(one.bytes, is: many.bytes)
    expect(one.fileSystemBytes, is: Bytes(4_096 + 1_300))
    expect(many.fileSystemBytes, is: Bytes(20 * (4_096 + 1_300)))
  }

  @Test func smallBodiesAreRowsAndLargeOnesAreFilesWithARow() {
    var engine = RowsAndFiles(settings: FlashSettings())
    let small = engine.write(0, bytes: Bytes(1_000), for: .store)
    expect(small.bytes == Bytes(32 + 4_120) && small.operations.total == 1)
    let large = engine.write(1, bytes: Bytes(50_000), for: .store)
    expect(large.bytes, is: Bytes(50_000 + 4_120))
    expect(large.operations[.store] == 1 && large.operations[.index] == 1)
    expect(engine.stored, is: Bytes(51_000))
    expect(engine.read(0)?.bytes, is: Bytes(4_096))
    expect(engine.read(1)?.bytes, is: Bytes(4_096 + 50_000))
    // A large body that becomes small leaves its file.
    let shrunk = engine.write(1, bytes: Bytes(100), for: .store)
    expect(shrunk.operations[.delete], is: 1)
    expect(engine.read(1)?.bytes, is: Bytes(4_096))
    expect(engine.stored, is: Bytes(1_100))
  }

  @Test func eachCauseHasACountOfItsOwn() {
    var counts = FlashCounts()
    for (index, cause) in FlashCause.allCases.enumerated() { counts[cause] += Int64(1 << index) }
    for (index, cause) in FlashCause.allCases.enumerated() {
      expect(counts[cause], is: Int64(1 << index))
    }
    expect(counts.total, is: Int64(1 << FlashCause.allCases.count) - 1)
  }
}

struct IndexedFilesTests {
  @Test func theIndexIsWrittenWholeAtEachCommit() {
    var engine = IndexedFiles(settings: FlashSettings())
    for entry in ObjectKey(0)..<10 { engine.put(entry, bytes: Bytes(1_000), for: .store) }
    let batch = engine.commit()
    expect(batch.bytesByCause[.store], is: 10_000)
    expect(batch.bytesByCause[.index], is: 64 + 10 * 128)
    expect(batch.operations[.index], is: 1)
    expect(engine.remove(3).bytesByCause[.index], is: 64 + 9 * 128)
    expect(engine.commit(), is: FlashWrite())
  }
}
