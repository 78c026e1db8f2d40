internal import Devices
internal import Testing

/// The layer against another simulator and against the closed forms.
///
/// Tolerances: the closed forms are of endless devices. One of 1 000 blocks is up to 1.3 % below
/// them, one of 2 000 up to 0.7 % (see `TranslationGeometry.reserve`): 1.5 % holds for both.
/// Against the other simulator's figures at its own size no such difference is due: greedy figures
/// lie within 0.3 %, FIFO's within 0.7 %, all of them below, as if its spare area were a block
/// smaller. One run's noise is 0.2 %: 1 % is held to. A skew of the same figures at 500 blocks
/// is off by four times the share of a block: 3 %.
struct TranslationOracleTests {
  /// Runs every row at its own size, two seconds of an optimised build and minutes of another.
  #if DEBUG
  private static let isOptimised = false
  #else
  private static let isOptimised = true
  #endif

  @Test(
    .enabled(if: isOptimised, "every row takes minutes in a debug build"),
    arguments: TranslationOracle.all)
  func everyFigureOfTheOtherSimulatorWithinOnePercent(row: TranslationOracle) {
    let measured = row.measured(userBlocks: 2_000)
    #expect(abs(measured / row.simulated - 1) < 0.01, "\(row): \(measured)")
  }

  @Test(
    .enabled(if: isOptimised, "every row takes minutes in a debug build"),
    arguments: TranslationOracle.uniform.filter { $0.unitsPerBlock >= 64 })
  func everyClosedFormFromAThousandBlocksOn(row: TranslationOracle) {
    for blocks in [1_000, 2_000] {
      let measured = row.measured(userBlocks: blocks)
      #expect(abs(measured / row.closedForm - 1) < 0.015, "\(row), \(blocks): \(measured)")
    }
  }
}
