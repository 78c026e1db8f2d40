internal import Devices
internal import Testing

struct TranslationTrialTests {
  private static let geometry = TranslationGeometry(userBlocks: 50, slack: 1.2, unitsPerBlock: 16)

  @Test func onlyWhatComesAfterTheWarmUpIsCounted() {
    var trial = TranslationTrial(Self.geometry)
    trial.measured = 2.5
    #expect(trial.run().count.hostWrites == 2_000)
    trial.measured = 0
    #expect(trial.run().count == TranslationCount())
    #expect(trial.run().count.amplification == 1)
  }

  /// Its own figures, so that a change of the layer or of the stream shows.
  @Test(arguments: [
    (FlashCleaning.greedy, WritePattern.uniform, 3_873, 392), (.fifo, .uniform, 4_868, 454),
    (.greedy, .hotCold(writes: 0.8, units: 0.2), 4_736, 446),
    (.fifo, .zipf(exponent: 1), 7_025, 589),
  ])
  func figuresStayAsTheyAre(
    cleaning: FlashCleaning, pattern: WritePattern, moved: Int64, erases: Int64
  ) {
    let count = TranslationTrial(Self.geometry, cleaning: cleaning, pattern: pattern).run().count
    #expect(count.moved == moved && count.erases == erases)
  }
}
