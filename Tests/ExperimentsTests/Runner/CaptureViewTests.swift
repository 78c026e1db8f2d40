internal import CacheMetrics
internal import Foundation
internal import TestCases
internal import Testing

@testable internal import Experiments
@testable internal import Results

/// The same requests with other pages around them: real captures of HTTP clients, of which each
/// entry is a request that a program made.
@Suite struct CaptureViewTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Data/captures")

  static let captures: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".har.gz") }.sorted()

  /// When the rounds of the common schedule begin, in seconds.
  private static let rounds = [0, 1.4, 5, 6.6, 12.2, 13.4, 26, 45]

  private static func expanded(_ name: String) throws -> [String: Any] {
    let expander = Process()
    expander.executableURL = URL(filePath: "/usr/bin/env")
    expander.arguments = ["gzip", "-dc", folder.appending(path: name).path]
    let output = Pipe()
    expander.standardOutput = output
    try expander.run()
    let data = try #require(try output.fileHandleForReading.readToEnd())
    expander.waitUntilExit()
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private static func seconds(_ entry: [String: Any]) throws -> Double {
    let text = try #require(entry["startedDateTime"] as? String)
    let clock = text.dropFirst(11).prefix { $0 != "Z" && $0 != "+" }.split(separator: ":")
    return try #require(
      zip(clock, [3_600, 60, 1]).reduce(0) { sum, part in
        sum.flatMap { sum in Double(part.0).map { sum + $0 * part.1 } }
      })
  }

  /// The capture with one page for all, a page for each round, and none.
  private static func shapes(of name: String) throws -> [(shape: String, log: [String: Any])] {
    var log = try #require(try expanded(name)["log"] as? [String: Any])
    let entries = try #require(log["entries"] as? [[String: Any]])
    let times = try entries.map(seconds)
    let start = try #require(times.min())
    let earliest = try #require(times.firstIndex(of: start))
    let first = entries[earliest]["startedDateTime"] ?? ""
    func shaped(_ pages: [[String: Any]]?, _ page: (Int) -> String?) -> [String: Any] {
      log["pages"] = pages
      log["entries"] = entries.indices.map { index in
        var entry = entries[index]
        entry["pageref"] = page(index)
        return entry
      }
      return log
    }
    let one = shaped([["id": "p", "startedDateTime": first, "title": "all"]]) { _ in "p" }
    let starts = rounds.map { round in
      entries.indices.filter { times[$0] - start >= round }.min { times[$0] < times[$1] }
    }
    let pages = zip(rounds.indices, starts).map { round, entry -> [String: Any] in
      [
        "id": "r\(round)", "title": "round \(round)",
        "startedDateTime": entry.flatMap { entries[$0]["startedDateTime"] } ?? first,
      ]
    }
    let eight = shaped(pages) { index in
      "r\((rounds.lastIndex { $0 <= times[index] - start }) ?? 0)"
    }
    return [("one page", one), ("eight pages", eight), ("no pages", shaped(nil) { _ in nil })]
  }

  private static func result(_ log: [String: Any]) async throws -> RunResult {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "cachesim-views-\(UUID().uuidString).har")
    try JSONSerialization.data(withJSONObject: ["log": log]).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let text = """
      {"question": "?", "workload": {"name": "trace", "settings": {"path": "\(file.path)"}},
       "networkSchedule": {"name": "always", "settings": {"profile": "wifi"}},
       "strategies": [{"name": "url-cache"}, {"name": "network-only"}]}
      """
    let scenario = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    return try await Runner.run(scenario, jobs: 1, command: "").result
  }

  @Test(arguments: captures)
  func pagesDoNotDecideHowManyRequestsAreSent(_ name: String) async throws {
    var sent: [[Double]] = []
    for (shape, log) in try Self.shapes(of: name) {
      let result = try await Self.result(log)
      sent.append(
        result.rows.map { row in
          Double(row.pooled.network.exchanges.total)
        })
      let entries = try #require(log["entries"] as? [[String: Any]])
      let asked = entries.count { entry in
        ["GET", "HEAD"].contains((entry["request"] as? [String: Any])?["method"] as? String)
      }
      // Requests that overlap with one for the same URL are one where a client joins them.
      expect(abs(sent[sent.count - 1][1] - Double(asked)) <= 0.02 * Double(asked), "\(shape)")
      let isSaid = result.inputLimits.contains { $0.contains("views") }
      expect(isSaid, is: shape != "eight pages")
    }
    for strategy in 0..<2 {
      let counts = sent.map { $0[strategy] }
      let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
      expect(most - least <= 0.02 * least, "strategy \(strategy): \(counts)")
    }
  }
}
