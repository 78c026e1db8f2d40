internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// MMKV's file, worked out by its rules: a value of 100 B is an item of 135 B, as its key has 32 B
/// behind a length of one, and the value two lengths of one.
struct MemoryMappedLogTests {
  private static func write(
    _ engine: inout MemoryMappedLog, _ entries: some Sequence<Int>
  ) -> FlashWrite {
    entries.reduce(into: FlashWrite()) { receipt, entry in
      receipt += engine.write(ObjectKey(entry), bytes: Bytes(100), for: .store)
    }
  }

  /// 4 + 30 · 135 = 4,054 B are in a file of 4,096 B. The next item has no room: 4,193 B and 15
  /// items of 136 B more need 8,192 B, of which 4,096 are zeros; 4,054 are written again.
  @Test func aFullFileIsDoubledAndWrittenAnew() {
    var engine = MemoryMappedLog(settings: FlashSettings())
    let first = Self.write(&engine, 0..<30)
    expect(first.bytesByCause[.store] == 30 * 135 && first.flushes == 0)
    // Checksum and length with each.
    expect(first.bytesByCause[.index] == 30 * 8 && first.bytes == Bytes(30 * 143))
    expect(engine.fileBytes == Bytes(4_096) && engine.stored == Bytes(3_000))
    let next = Self.write(&engine, 30...30)
    expect(next.bytesByCause[.journal] == 4_096 && next.bytesByCause[.checkpoint] == 4_054)
    expect(next.bytesByCause[.store] == 135 && next.flushes == 1)
    expect(engine.fileBytes, is: Bytes(8_192))
  }

  /// One value that is set a thousand times: 30 items fill the file, then 139 B are written anew
  /// and 29 items have room behind them, so that item 31 and each 29th behind it write them.
  @Test func theFileOfOneValueStaysAsItIs() {
    var engine = MemoryMappedLog(settings: FlashSettings())
    let receipt = Self.write(&engine, repeatElement(0, count: 1_000))
    expect(engine.fileBytes, is: Bytes(4_096))
    expect(receipt.flushes == 34 && receipt.bytesByCause[.checkpoint] == 34 * 139)
    expect(receipt.bytesByCause[.store] == 135_000 && receipt.bytesByCause[.journal] == 0)
  }

  @Test func readingIsFreeAndOpeningGoesThroughTheLog() throws {
    var engine = MemoryMappedLog(settings: FlashSettings())
    expect(engine.open() == nil)
    _ = Self.write(&engine, 0..<30)
    expect(engine.read(7), is: FlashRead(bytes: .zero, duration: .zero))
    let opening = try #require(engine.open())
    expect(opening.bytes == Bytes(4_058) && opening.duration == .microseconds(350))
    expect(opening.processing, is: .microseconds(3))
  }

  /// A removal is a key and a length of nothing: 34 B; the file does not become shorter.
  @Test func aRemovalIsAppendedToo() {
    var engine = MemoryMappedLog(settings: FlashSettings())
    _ = Self.write(&engine, 0..<31)
    let receipt = engine.remove(5)
    expect(receipt.bytesByCause[.delete] == 34 && engine.size(of: 5) == nil)
    expect(engine.fileBytes == Bytes(8_192) && engine.stored == Bytes(3_000))
  }
}
