internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// The journal of DiskLruCache, byte by byte.
struct JournaledFileTests {
  private typealias Pairs = JournaledFiles<HeadersAndBodies>

  // First lines of 36 B; "DIRTY " and 32 letters and a line's end are 39 B; "CLEAN ", 32 letters,
  // " 4000 1000" and a line's end are 49 B; "REMOVE …" 40 B; "READ …" 38 B.
  @Test func aChangeIsALineBeforeAndALineBehindItsFiles() {
    var engine = Pairs(settings: FlashSettings())
    let receipt = engine.write(0, bytes: Bytes(1_000), for: .store)
    expect(receipt.operations[.journal], is: 2)
    expect(receipt.bytesByCause[.journal], is: 36 + 39 + 49)
    expect(receipt.operations[.store] == 1 && receipt.bytesByCause[.store] == 1_000)
    expect(receipt.operations[.index] == 1 && receipt.bytesByCause[.index] == 4_000)
    // Two blocks of files and two of the journal, each with its metadata.
    expect(receipt.fileSystemBytes, is: Bytes(4 * (4_096 + 1_300)))
    expect(receipt.flushes, is: 0)
    expect(engine.stored, is: Bytes(1_000))
    expect(engine.read(0)?.bytes, is: Bytes(5_000))
    expect(engine.open()?.bytes, is: Bytes(36 + 39 + 49))
  }

  @Test func aConfirmationWritesTheHeadersFileAlone() {
    var engine = Pairs(settings: FlashSettings())
    _ = engine.write(0, bytes: Bytes(1_000), for: .store)
    let receipt = engine.write(1, bytes: Bytes(900), for: .index)
    // " 900 1000" is one byte shorter.
    expect(receipt.bytesByCause[.journal], is: 39 + 48)
    expect(receipt.bytesByCause[.index] == 900 && receipt.bytesByCause[.store] == 0)
    expect(engine.read(0)?.bytes, is: Bytes(1_900))
  }

  @Test func aHitIsALineThatWaitsForTheNextChange() {
    var engine = Pairs(settings: FlashSettings())
    _ = engine.write(0, bytes: Bytes(1_000), for: .store)
    for _ in 0..<3 {
      engine.noteHit(0)
      expect(engine.commit(), is: FlashWrite())
    }
    engine.noteHit(2)
    let change = engine.write(2, bytes: Bytes(1_000), for: .store)
    expect(change.bytesByCause[.journal], is: 3 * 38 + 39 + 49)
  }

  // 8,192 B are full with the 216th line of 38 B.
  @Test func aFullBufferIsWrittenWithoutAChange() {
    var engine = Pairs(settings: FlashSettings())
    _ = engine.write(0, bytes: Bytes(1_000), for: .store)
    for hit in 1...216 {
      engine.noteHit(0)
      let receipt = engine.commit()
      expect(receipt.bytesByCause[.journal], is: hit == 216 ? 216 * 38 : 0)
    }
  }

  @Test func aRemovalTakesBothFilesAndItsLineWaits() {
    var engine = Pairs(settings: FlashSettings())
    _ = engine.write(0, bytes: Bytes(1_000), for: .store)
    let removal = engine.remove(0)
    expect(removal.operations[.delete] == 2 && removal.operations[.journal] == 0)
    expect(engine.stored == .zero && engine.read(0) == nil)
    expect(engine.close().bytesByCause[.journal], is: 40)
  }

  // A CLEAN line makes one redundant, a hit too: 1 + 1,999 are 2,000.
  @Test func theJournalIsWrittenWholeOnceTwoThousandLinesAreRedundant() {
    var engine = Pairs(settings: FlashSettings())
    _ = engine.write(0, bytes: Bytes(1_000), for: .store)
    var written: Int64 = 0
    for _ in 0..<1_998 {
      engine.noteHit(0)
      written += engine.commit().bytesByCause[.journal]
    }
    engine.noteHit(0)
    let last = engine.commit().bytesByCause[.journal]
    expect(written + last, is: 1_999 * 38 + 36 + 49)
    expect(engine.open()?.bytes, is: Bytes(36 + 49))
  }

  // 3,000 changes write it whole at the 2,000th, and leave 1,000 redundant lines; of 3,000 entries
  // it is written whole when 3,000 are.
  @Test func aJournalOfManyEntriesWaitsUntilHalfOfItIsRedundant() {
    var engine = JournaledFiles<SingleFiles>(settings: FlashSettings())
    for entry in 0..<3_000 {
      let receipt = engine.write(ObjectKey(entry * 2), bytes: Bytes(100), for: .store)
      expect(receipt.operations[.journal], is: entry + 1 == 2_000 ? 3 : 2)
    }
    // "CLEAN ", 64 letters, " 100" and a line's end; "READ ", 64 letters and a line's end.
    let whole: Int64 = 31 + 3_000 * 75
    let changes: Int64 = 1_000 * 71
    for hit in 1...2_000 {
      engine.noteHit(0)
      _ = engine.commit()
      if hit == 1_999 { expect(engine.open()?.bytes, is: Bytes(whole + changes + 1_999 * 70)) }
    }
    expect(engine.open()?.bytes, is: Bytes(whole))
  }

  @Test func linesThatWaitInThePageCacheAreOneWriteOfTheDevice() {
    var settings = FlashSettings()
    settings.fileSystem.dirtyExpiry = .seconds(30)
    var engine = JournaledFiles<SingleFiles>(settings: settings)
    let first = engine.write(0, bytes: Bytes(100), for: .store)
    expect(first.fileSystemBytes, is: Bytes(2 * (4_096 + 1_300)))
  }
}
