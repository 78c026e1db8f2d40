internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Laws that hold for every engine of the catalogue.
struct FlashEnginesTests {
  @Test func enginesAreFoundByName() {
    for engine in FlashEngines.all { expect(FlashEngines.named(engine.type.name) == engine.type) }
    expect(Set(FlashEngines.all.map { $0.type.name }).count, is: FlashEngines.all.count)
    expect(FlashEngines.named("tape") == nil)
  }

  @Test(arguments: FlashEngines.all.map { $0.type.name })
  func anEngineKeepsWhatItIsGivenAndItsReceiptsAddUp(name: String) throws {
    var engine = try #require(FlashEngines.named(name)).init(settings: FlashSettings())
    var twin: [ObjectKey: Bytes] = [:]
    var random = SeededGenerator(seed: 11, purpose: .workload)
    var total = FlashWrite()
    // What lies beside an entry of a journaled store, by odd numbers, goes with it.
    let step: ObjectKey = name.hasPrefix("journaled") ? 2 : 1
    for _ in 0..<3_000 {
      let entry = ObjectKey.random(in: 0..<40, using: &random) * step
      if Int.random(in: 0..<4, using: &random) == 0 {
        let before = twin.removeValue(forKey: entry)
        let receipt = engine.remove(entry)
        expect((receipt == FlashWrite()), is: before == nil)
        total += receipt
      } else {
        let bytes = Bytes(Int64.random(in: 0..<20_000, using: &random))
        let receipt = engine.write(entry, bytes: bytes, for: .flush)
        twin[entry] = bytes
        expect(receipt.bytes >= bytes && receipt.fileSystemBytes >= receipt.bytes)
        expect(receipt.duration > .zero && receipt.operations[.flush] == 1)
        total += receipt
      }
      expect(engine.stored.count, is: twin.values.reduce(0) { $0 + $1.count })
    }
    for entry in ObjectKey(0)..<40 * step {
      expect(engine.size(of: entry), is: twin[entry])
      expect((engine.read(entry) == nil), is: twin[entry] == nil)
    }
    total += engine.close()
    expect(engine.close(), is: FlashWrite())
    let sum = FlashCause.allCases.reduce(0) { $0 + total.bytesByCause[$1] }
    expect(sum, is: total.bytes.count)
  }

  @Test func aReadingOpensTheFileAndReadsOn() {
    let timing = FlashTiming()
    expect(timing.read(Bytes(100)), is: .microseconds(350))
    expect(timing.read(Bytes(4_096 + 800_000)), is: .microseconds(1_350))
    expect(timing.write(Bytes(240_000), openings: 1, flushes: 2), is: .microseconds(3_200))
  }
}
