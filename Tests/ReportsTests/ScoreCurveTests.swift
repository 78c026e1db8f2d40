internal import SimCore
internal import Testing

@testable internal import Reports

@Suite struct ScoreCurveTests {
  /// Lighthouse's own curve for largest contentful paint at these waits.
  @Test(
    arguments: [
      (500, 1.0), (1_000, 0.9999), (1_800, 0.9853), (2_500, 0.9), (3_000, 0.7836), (4_000, 0.5),
      (6_000, 0.1345), (10_000, 0.0062),
    ] as [(Int64, Double)])
  func completeContentScoresAsLighthouseDoes(milliseconds: Int64, score: Double) {
    let found = ScoreCurve.completeContent.score(of: .milliseconds(milliseconds))
    #expect(Int((found * 1e4).rounded()) == Int((score * 1e4).rounded()))
  }

  @Test(
    arguments: [(1_800, 0.9), (2_500, 0.6763), (3_000, 0.5), (4_000, 0.2352)]
      as [(Int64, Double)])
  func firstContentScoresAsLighthouseDoes(milliseconds: Int64, score: Double) {
    let found = ScoreCurve.firstContent.score(of: .milliseconds(milliseconds))
    #expect(Int((found * 1e4).rounded()) == Int((score * 1e4).rounded()))
  }

  @Test func aLongerWaitNeverScoresBetter() {
    var last = 1.0
    for milliseconds in stride(from: Int64(0), through: 20_000, by: 25) {
      let score = ScoreCurve.firstContent.score(of: .milliseconds(milliseconds))
      #expect(score <= last && score >= 0)
      last = score
    }
  }
}
