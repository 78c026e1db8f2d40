internal import CacheReports

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
