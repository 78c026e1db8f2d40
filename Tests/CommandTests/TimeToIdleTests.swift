internal import TestCases
internal import Testing
internal import TraceFixtures

/// The times to idle that cache2k's authors published over a recorded day of a web shop.
///
/// Issue 39 of cache2k; the trace is of cache2k-testsuite (6cf589e): 66,319 requests in whole
/// seconds for 8,810 objects.
struct TimeToIdleTests {
  /// A time to idle in minutes, and what was published; the mean size is rounded down there.
  struct Published: CustomTestStringConvertible {
    var minutes: Int
    var hitRate: Double
    var largest: Int
    var mean: Int
    /// Misses by the rule of those numbers, and by the rule that lets copies expire first.
    var misses: (after: Int, before: Int)

    var testDescription: String { "\(minutes) min" }
  }

  private static func row(
    _ minutes: Int, _ hitRate: Double, _ largest: Int, _ mean: Int, after: Int, before: Int
  ) -> Published {
    Published(
      minutes: minutes, hitRate: hitRate, largest: largest, mean: mean, misses: (after, before))
  }

  static let published = [
    row(55, 70.09, 3_789, 1_370, after: 19_837, before: 19_837),
    row(56, 70.29, 3_799, 1_386, after: 19_704, before: 19_711),
    row(57, 70.47, 3_825, 1_402, after: 19_583, before: 19_584),
    row(58, 70.66, 3_831, 1_417, after: 19_459, before: 19_460),
    row(59, 70.87, 3_858, 1_432, after: 19_320, before: 19_322),
    row(60, 71.03, 3_867, 1_448, after: 19_215, before: 19_217),
    row(61, 71.18, 3_889, 1_463, after: 19_111, before: 19_112),
  ]

  private static let trace = TraceFile.path("cache2k-weblog-424.csv.gz")

  @Test(.enabled(if: trace != nil, "\(TraceFile.absence)"), arguments: published)
  func theNumbersAreThoseOfCache2k(row: Published) async throws {
    let found = try await replay(row.minutes, check: "after")
    expect(found["requests"], is: 66_319)
    expect(found["misses"], is: Double(row.misses.after))
    let hitRate = 100 * (1 - Double(row.misses.after) / 66_319)
    expect((hitRate * 100).rounded(), is: (row.hitRate * 100).rounded())
    expect(found["entries_largest"], is: Double(row.largest))
    expect(found["entries_mean"].map { Int($0) }, is: row.mean)
  }

  @Test(.enabled(if: trace != nil, "\(TraceFile.absence)"), arguments: published)
  func copiesThatExpireBeforeTheRequestMissMore(row: Published) async throws {
    let found = try await replay(row.minutes, check: "before")
    expect(found["misses"], is: Double(row.misses.before))
    // What has left before a request is what has left after it.
    expect(found["entries_mean"].map { Int($0) }, is: row.mean)
  }

  /// The numbers of a replay in which nothing is evicted, by their names.
  private func replay(_ minutes: Int, check: String) async throws -> [String: Double] {
    let ended = try await Program.run(
      "replay", try #require(Self.trace), "--policy", "unbounded", "--capacity", "10000",
      "--ttl", "sliding:\(minutes)m", "--ttl-check", check, "--csv", "-", in: try Folder())
    expect(ended.status, is: 0, "\(ended.notes)")
    let rows = try CSVText.rows(of: ended.output)
    try #require(rows.count == 2)
    return Dictionary(
      uniqueKeysWithValues: zip(rows[0], rows[1]).compactMap { name, text in
        Double(text).map { (name, $0) }
      })
  }
}
