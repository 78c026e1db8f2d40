internal import Devices
internal import Testing

struct TranslationGeometryTests {
  @Test func userBlocksGetSpareAreaAndReserve() {
    let geometry = TranslationGeometry(userBlocks: 2_000, slack: 1.07, unitsPerBlock: 128)
    #expect(geometry.blocks == 2_142 && geometry.units == 256_000)
  }

  @Test func aStandInKeepsTheProportion() {
    let geometry = TranslationGeometry(standIn: 1_000, slack: 1.3375, unitsPerBlock: 1_024)
    #expect(geometry.blocks == 1_001)
    #expect(abs(1_024_000 / Double(geometry.units) - 1.3375) < 1e-5)
    #expect(TranslationGeometry(standIn: 3, slack: 1e9, unitsPerBlock: 4).units == 1)
  }
}
