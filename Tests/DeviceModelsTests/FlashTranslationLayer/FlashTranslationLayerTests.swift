internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

struct FlashTranslationLayerTests {
  /// Sizes that are powers of two, that are not, and a device with no more room than it must have.
  private static let geometries = [
    FlashGeometry(blocks: 12, unitsPerBlock: 8, units: 60),
    FlashGeometry(blocks: 9, unitsPerBlock: 5, units: 30),
    FlashGeometry(blocks: 7, unitsPerBlock: 6, units: 30),
    FlashGeometry(blocks: 3, unitsPerBlock: 1, units: 1),
  ]

  @Test(arguments: FlashCleaning.allCases, geometries)
  func itDoesWhatANaiveTwinDoes(cleaning: FlashCleaning, geometry: FlashGeometry) {
    var layer = FlashTranslationLayer(geometry: geometry, cleaning: cleaning)
    var twin = NaiveTranslationLayer(geometry, cleaning)
    var random = SeededGenerator(seed: 5, purpose: .device)
    for step in 0..<1_200 {
      let address = UInt32(random.index(below: geometry.units))
      // Phases with and without trimming: the device is full at times.
      if step % 600 < 300 && random.chance(0.3) {
        layer.trim([address].span)
        twin.trim(address)
      } else {
        layer.write([address].span)
        twin.write(address)
      }
      expect(layer.count, is: twin.count)
      expect(
        layer.place(of: address).map { [$0.block, $0.unit] },
        is: twin.place(of: address).map { [$0.block, $0.unit] })
    }
    for address in 0..<UInt32(geometry.units) {
      expect(
        layer.place(of: address).map { [$0.block, $0.unit] },
        is: twin.place(of: address).map { [$0.block, $0.unit] })
    }
    expect(layer.wear.least, is: twin.erases.min())
    expect(layer.wear.most, is: twin.erases.max())
    expect(layer.wear.mean, is: Double(layer.count.erases) / Double(geometry.blocks))
  }

  @Test(arguments: FlashCleaning.allCases)
  func aBatchIsItsAddressesOneByOne(cleaning: FlashCleaning) {
    let geometry = FlashGeometry(userBlocks: 40, slack: 1.2, unitsPerBlock: 12)
    var stream = WriteStream(.uniform, units: geometry.units, seed: 2)
    var addresses = [UInt32](repeating: 0, count: 5_000)
    stream.fill(&addresses)
    var whole = FlashTranslationLayer(geometry: geometry, cleaning: cleaning)
    var single = whole
    whole.write(addresses.span)
    for address in addresses { single.write([address].span) }
    expect(whole.count == single.count && whole.wear == single.wear)
    expect(whole.count.hostWrites, is: 5_000)
  }

  @Test(arguments: FlashCleaning.allCases)
  func writingInOrderMovesNothing(cleaning: FlashCleaning) {
    let geometry = FlashGeometry(userBlocks: 20, slack: 1.1, unitsPerBlock: 16)
    var layer = FlashTranslationLayer(geometry: geometry, cleaning: cleaning)
    let all = Array(0..<UInt32(geometry.units))
    for _ in 0..<10 { layer.write(all.span) }
    expect(layer.count.amplification == 1 && layer.count.moved == 0)
    // What is neither erased nor open or spare was written once.
    expect(layer.count.erases, is: Int64(10 * 20 - geometry.blocks + 1))
  }

  /// A device whose upper half is trimmed amplifies as one that never held it.
  @Test func whatIsTrimmedIsNotMoved() {
    let geometry = FlashGeometry(userBlocks: 200, slack: 1.07, unitsPerBlock: 32)
    let half = UInt32(geometry.units / 2)
    var trimmed = FlashTranslationLayer(geometry: geometry, cleaning: .greedy)
    trimmed.write(Array(0..<UInt32(geometry.units)).span)
    trimmed.trim(Array(half..<UInt32(geometry.units)).span)
    trimmed.trim(Array(half..<UInt32(geometry.units)).span)
    expect(trimmed.count.trimmed, is: Int64(geometry.units) - Int64(half))
    expect(trimmed.place(of: half) == nil && trimmed.place(of: half - 1) != nil)
    var stream = WriteStream(.uniform, units: Int(half), seed: 9)
    var addresses = [UInt32](repeating: 0, count: 12 * Int(half))
    stream.fill(&addresses)
    trimmed.write(addresses.span)
    let before = trimmed.count
    stream.fill(&addresses)
    trimmed.write(addresses.span)
    let expected = WriteAmplification.greedy(slack: 2.14, unitsPerBlock: 32)
    expect(abs((trimmed.count - before).amplification / expected - 1) < 0.02)
  }

  /// The order of writing levels FIFO's wear by itself; greedy spares what is cold.
  @Test func fifoWearsEvenlyAndGreedyNot() {
    let geometry = FlashGeometry(userBlocks: 100, slack: 1.2, unitsPerBlock: 16)
    let pattern = WritePattern.hotCold(writes: 0.9, units: 0.1)
    let fifo = WriteAmplificationSimulation(geometry, cleaning: .fifo, pattern: pattern).run().wear
    let greedy = WriteAmplificationSimulation(geometry, cleaning: .greedy, pattern: pattern).run()
      .wear
    expect(fifo.most - fifo.least <= 1)
    expect(greedy.most - greedy.least > 10 && greedy.mean < fifo.mean)
  }

  /// `A = Np / (Np − moved per victim)` holds for any pattern and cleaning.
  @Test(arguments: FlashCleaning.allCases, WritePattern.named.map(\.name))
  func theIdentityOfAVictimHolds(cleaning: FlashCleaning, name: String) throws {
    let pattern = try #require(WritePattern.named.first { $0.name == name }).pattern
    let geometry = FlashGeometry(userBlocks: 100, slack: 1.15, unitsPerBlock: 16)
    let count = WriteAmplificationSimulation(geometry, cleaning: cleaning, pattern: pattern).run()
      .count
    let expected = WriteAmplification.perVictim(
      moved: Double(count.moved) / Double(count.erases), unitsPerBlock: 16)
    // The count begins and ends within a block.
    expect(abs(count.amplification / expected - 1) < 0.005)
  }
}

struct FlashGeometryTests {
  @Test func userBlocksGetSpareAreaAndReserve() {
    let geometry = FlashGeometry(userBlocks: 2_000, slack: 1.07, unitsPerBlock: 128)
    expect(geometry.blocks == 2_142 && geometry.units == 256_000)
  }

  @Test func aStandInKeepsTheProportion() {
    let geometry = FlashGeometry(scaledTo: 1_000, slack: 1.3375, unitsPerBlock: 1_024)
    expect(geometry.blocks, is: 1_001)
    expect(abs(1_024_000 / Double(geometry.units) - 1.3375) < 1e-5)
    expect(FlashGeometry(scaledTo: 3, slack: 1e9, unitsPerBlock: 4).units, is: 1)
  }
}
