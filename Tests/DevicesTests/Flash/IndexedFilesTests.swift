internal import Devices
internal import SimCore
internal import Testing

struct IndexedFilesTests {
  @Test func theIndexIsWrittenWholeAtEachCommit() {
    var engine = IndexedFiles(settings: FlashSettings())
    for entry in ObjectKey(0)..<10 { engine.put(entry, bytes: Bytes(1_000), for: .store) }
    let batch = engine.commit()
    #expect(batch.bytesByCause[.store] == 10_000)
    #expect(batch.bytesByCause[.index] == 64 + 10 * 128)
    #expect(batch.operations[.index] == 1)
    #expect(engine.remove(3).bytesByCause[.index] == 64 + 9 * 128)
    #expect(engine.commit() == FlashWrite())
  }
}
