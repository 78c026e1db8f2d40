internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheMetrics

@Suite struct ScoreCurveTests {
  @Test(arguments: LighthouseScore.all)
  func waitsScoreAsWithLighthouse(row: LighthouseScore) {
    let found = row.curve.score(of: .milliseconds(row.milliseconds))
    expect(Int((found * 1e4).rounded()), is: Int((row.score * 1e4).rounded()))
  }

  /// The row of the golden file is this one's to compute: `Docs/accuracy.csv` has one for each
  /// model, and the tests of devices see to the others.
  @Test func theErrorIsThatOfTheAccuracyFile() throws {
    let errors = LighthouseScore.all.map {
      $0.curve.score(of: .milliseconds($0.milliseconds)) - $0.score
    }
    let mean = errors.reduce(0) { $0 + abs($1) } / Double(errors.count)
    let worst = errors.max { abs($0) < abs($1) } ?? .infinity
    let row = [
      "Scores", "Lighthouse's curves at 12 waits", "\(errors.count)",
      NumberText.decimal(mean, places: 5),
      (worst > 0 ? "+" : "") + NumberText.decimal(worst, places: 5), "of 1",
    ].joined(separator: ",")
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = try String(contentsOf: root.appending(path: "Docs/accuracy.csv"), encoding: .utf8)
    let kept = file.split(separator: "\n").first { $0.hasPrefix("Scores,") } ?? "(no such row)"
    expect(
      kept, is: row[...],
      """
      Docs/accuracy.csv
      - \(kept)
      + \(row)
      If that is meant, change the row by hand, and have the page written anew: \
      CACHESIM_WRITE_GOLDEN=1 swift test --disable-xctest --filter AccuracyTests
      """)
  }

  @Test func aLongerWaitNeverScoresBetter() {
    var last = 1.0
    for milliseconds in stride(from: Int64(0), through: 20_000, by: 25) {
      let score = ScoreCurve.firstContent.score(of: .milliseconds(milliseconds))
      expect(score <= last && score >= 0)
      last = score
    }
  }
}

/// A score of Lighthouse's own curves, to four digits.
struct LighthouseScore: Sendable {
  var curve: ScoreCurve
  var milliseconds: Int64
  var score: Double

  static let all =
    [
      (500, 1.0), (1_000, 0.9999), (1_800, 0.9853), (2_500, 0.9), (3_000, 0.7836), (4_000, 0.5),
      (6_000, 0.1345), (10_000, 0.0062),
    ].map { LighthouseScore(curve: .completeContent, milliseconds: $0, score: $1) }
    + [(1_800, 0.9), (2_500, 0.6763), (3_000, 0.5), (4_000, 0.2352)]
    .map { LighthouseScore(curve: .firstContent, milliseconds: $0, score: $1) }
}
