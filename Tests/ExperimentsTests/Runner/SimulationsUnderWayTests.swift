internal import SimCore
internal import Synchronization
internal import TestCases
internal import Testing

@testable internal import Experiments

/// Progress tells of simulations before they are over.
@Suite struct SimulationsUnderWayTests {
  @Test func partsOfBatchesAddUpWithWhatIsDone() {
    let told = Mutex<[Double]>([])
    let ahead = SimulationsUnderWay { done in told.withLock { $0.append(done) } }
    ahead.advance(1, to: 0.5)
    ahead.advance(2, to: 0.25)
    ahead.end(1, done: 1)
    ahead.advance(2, to: 0.75)
    let sums = told.withLock { $0 }
    expect(sums, is: [0.5, 0.75, 1.75])
  }

  @Test func aRunOfOneSimulationTellsOfPartsOfIt() async throws {
    // Their events fill several blocks.
    let file = try CellStoreTests.file(#"{"name": "on-demand"}"#, #""devices": 400,"#)
    let told = Mutex<[Double]>([])
    _ = try await Runner.run(
      file, jobs: 1, command: "", underWay: { done, _ in told.withLock { $0.append(done) } })
    let parts = told.withLock { $0 }
    expect(parts.contains { $0 > 0 && $0 < 1 })
    expect(parts, is: parts.sorted())
    expect(parts.allSatisfy { (0...2).contains($0) })
  }
}
