internal import TestCases
internal import Testing

@testable internal import CacheSimCommand

/// The line on a terminal while something is simulated.
@Suite struct ProgressLineTests {
  @Test func whatHasBegunCountsForTheBarAndTheTimeThatIsLeft() {
    let none = Progress.line(0, of: 2, "simulations", taken: 8)
    expect(none, is: String(repeating: "░", count: 24) + " 0 of 2 simulations")
    let half = Progress.line(0, of: 2, "simulations", begun: 0.5, taken: 8)
    let bar = String(repeating: "█", count: 6) + String(repeating: "░", count: 18)
    expect(half, is: bar + " 0 of 2 simulations, 24 s left")
  }
}
