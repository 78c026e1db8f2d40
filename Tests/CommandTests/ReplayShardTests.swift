internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// A replay in parts, as users run it on several machines.
@Suite struct ReplayShardTests {
  /// 60,000 requests for 3,000 objects, the popular ones far more often.
  private static let trace: String = {
    var random = SeededGenerator(seed: 11, purpose: .workload)
    return (0..<60_000).map { _ in
      let place = random.unit()
      return "\(Int(3_000 * place * place * place))\n"
    }.joined()
  }()

  private static func part(
    _ number: Int, of count: Int, _ capacity: String, in folder: Folder
  ) async throws -> String {
    let ended = try await Program(
      arguments: [
        "replay", "ids.txt", "--trace-format", "ids", "--policy", "lru,s3-fifo", "--capacity",
        capacity, "--shard", "\(number)/\(count)", "--output-format", "json",
      ], folder: folder
    ).run()
    expect(ended.status, is: 0, "\(ended.notes)")
    try folder.write(ended.output, to: "part-\(number).json")
    return "part-\(number).json"
  }

  private static func whole(_ capacity: String, in folder: Folder) async throws -> [[String]] {
    let ended = try await Program(
      arguments: [
        "replay", "ids.txt", "--trace-format", "ids", "--policy", "lru,s3-fifo", "--capacity",
        capacity, "--csv", "-",
      ], folder: folder
    ).run()
    return try CSVText.rows(of: ended.output)
  }

  /// Exact where nothing is evicted; else near the whole: what differs is how much of the cache
  /// each shard has, by about the root of its entries.
  @Test(arguments: [("300", nil), ("10%", nil), ("1200", 0.006), ("1000000", 0)])
  func partsAddUp(capacity: String, likelyError: Double?) async throws {
    let isExact = likelyError == 0
    let folder = try Folder()
    try folder.write(Self.trace, to: "ids.txt")
    var parts: [String] = []
    for number in 1...4 {
      parts.append(try await Self.part(number, of: 4, capacity, in: folder))
    }
    let merged = try await Program(
      arguments: ["merge"] + parts.reversed() + ["--format", "csv"], folder: folder
    ).run()
    expect(merged.status, is: 0, "\(merged.notes)")
    let (rows, whole) = (
      try CSVText.rows(of: merged.output), try await Self.whole(capacity, in: folder)
    )
    expect(rows[0].suffix(3), is: ["shards", "is_exact", "likely_error"])
    try #require(rows.count == whole.count)
    for (row, one) in zip(rows, whole).dropFirst() {
      expect(row[0] == one[0] && row[1] == capacity && row[3] == one[2] && row[9] == "4")
      expect(row[10], is: isExact ? "1" : "0")
      let (sum, single) = (try #require(Double(row[7])), try #require(Double(one[6])))
      expect(abs(sum - single) <= (isExact ? 0 : 0.005), "\(row[0]): \(sum) and \(single)")
      // With fewer than 100 entries a part nothing is said of the error.
      expect(Double(row[11]), is: likelyError)
    }
  }

  @Test func partsThatDoNotBelongTogetherAreRefused() async throws {
    let folder = try Folder()
    try folder.write(Self.trace, to: "ids.txt")
    let first = try await Self.part(1, of: 3, "300", in: folder)
    let third = try await Self.part(3, of: 3, "300", in: folder)
    let other = try await Self.part(2, of: 3, "600", in: folder)
    try folder.write("[{\"policy\": \"lru\"}]", to: "none.json")
    let cases = [
      ([first, third], "of 3 shards 1 is missing: 2"), ([first, first, third], "is shard 1 as"),
      ([first, other, third], "parts of different replays"),
      ([first, "none.json"], "expected a part of a replay"),
    ]
    for (parts, words) in cases {
      let ended = try await Program(arguments: ["merge"] + parts, folder: folder).run()
      expect(ended.status == (words.contains("missing") ? 1 : 65) && ended.output == "")
      expect(ended.notes.joined().contains(words), "\(ended.notes)")
    }
  }
}
