internal import CacheMetrics
internal import CacheMetricsFixtures
internal import DeviceModels
internal import Results
internal import SimCore
internal import Testing

@testable internal import CacheReports

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Data of charts: a month of six strategies, and edge cases.
enum ChartFixture {
  /// Six strategies over 30 days, with blanks, and with one that never writes.
  static let month = ChartData(
    scenario: "A month of a news reader on LTE and in the underground",
    strategies: [
      strategy(
        "network-only", shares: [0, 0, 0, 0.95, 0.05], wait: 420, causes: [], perDay: 0),
      strategy(
        "on-demand", shares: [0, 0.71, 0, 0.27, 0.02], wait: 30,
        causes: [("archive", 21_400, 1.9e9), ("delete", 800, 3.2e6)], perDay: 63e6),
      strategy(
        "memory-tier", shares: [0.58, 0.2, 0, 0.2, 0.02], wait: 2,
        causes: [("eviction", 5_200, 4.1e8), ("flush", 1_100, 8.8e7), ("delete", 300, 1.2e6)],
        perDay: 16.6e6),
      strategy(
        "dictionary", shares: [0.66, 0, 0, 0.29, 0.05], wait: 0, causes: [], perDay: 0),
      strategy(
        "url-cache", shares: [0.31, 0.22, 0.24, 0.2, 0.03], wait: 90,
        causes: [
          ("store", 9_300, 7.4e8), ("index", 9_300, 7.6e7), ("journal", 9_300, 3.1e8),
          ("delete", 2_100, 8.4e6),
        ], perDay: 37.8e6),
      strategy(
        "pre-cache", shares: [0, 0.91, 0, 0, 0.09], wait: 8,
        causes: [
          ("record", 30_200, 2.2e9), ("outbox", 120, 4.9e5), ("journal", 6_000, 9.8e8),
          ("checkpoint", 700, 4.2e8), ("delete", 4_000, 1.6e7),
        ], perDay: 120e6),
    ])

  static let alone = ChartData(scenario: "One strategy", strategies: [month.strategies[1]])

  /// Nothing on flash, and strategies that are alike.
  static let withoutFlash = ChartData(
    scenario: "No flash",
    strategies: ["a", "b", "c"].map {
      strategy($0, shares: [0.5, 0, 0, 0.5, 0], wait: 200, causes: [], perDay: 0)
    })

  /// Twelve strategies, most with long names and near each other.
  static let twelve = ChartData(
    scenario: "Twelve variants of three strategies, to see which setting matters",
    strategies: (0..<12).map { index in
      let name = ["on-demand, capacity ", "url-cache, time to live ", "memory-tier, limit "][
        index / 4]
      let part = Double(index) / 12
      return strategy(
        name + ["1 MB", "10 MB", "100 MB", "1 GB"][index % 4],
        shares: [part / 2, 0.5 - part / 2, 0.1, 0.37, 0.03], wait: 20 + 15 * part,
        causes: [
          ("archive", 8_000 - 300 * part, 8e8 + 1e8 * part), ("eviction", 900 * part, 6e7 * part),
          ("something new", 300, 1e7),
        ], perDay: 30e6 + 4e6 * part)
    })

  /// Names that would do harm if anything interpreted them.
  static let hostile = ChartData(
    scenario: "`touch h1` $(touch h2) 'x' \"y\" {a} %s \\n é 漢字 😀\n!touch h3\r\u{2028}#",
    strategies: [
      "`touch h4`", "$(touch h5)", "it's; system('touch h6')", "a\n!touch h7\n", "'\n!touch h8\n'",
      "\"quoted, with commas\"", "} # { \\", "100 % of 漢字漢字漢字漢字漢字漢字漢字漢字 😀", "\u{202E}turned",
    ].map { label in
      strategy(
        label, shares: [0.2, 0.2, 0.2, 0.2, 0.2], wait: 100,
        causes: [("`touch h9`\n!touch h10", 10, 1e4), ("archive", 5, 1e3)], perDay: 5e5)
    })

  /// The charts of every report, and that of what an origin observed, drawn with strange causes as
  /// well.
  static let charts: [any Chart] = (Charts.all + [RequestsByAnswerChart()]).map { chart in
    guard var chart = chart as? FlashWritesByCauseChart else { return chart }
    chart.causes += ["something new", "`touch h9`\n!touch h10"]
    return chart
  }

  /// What a report has of metrics that were asked for.
  static let askedFor: [any Chart] = {
    let metrics = ["blank_ratio", "first_content_p95_ms", "flash_write_bytes_per_device_day"]
      .compactMap(MetricCatalog.metric)
    let goal = Goal(
      objectives: [MetricObjective(metrics[1])],
      constraints: [
        MetricConstraint(
          metric: metrics[0], comparison: .atMost, limit: 0.1, text: "blank_ratio <= 10 %")
      ])
    return [MetricPairChart(metrics[1], against: metrics[0]), MetricRowsChart(goal)]
  }()

  /// Three strategies alike, one far beyond them, one that mostly stays blank, and one that never
  /// writes.
  static let spread = ChartData(
    scenario: "One far beyond the others, and one that never shows anything",
    strategies: [
      strategy(
        "alike", shares: [0, 0.6, 0, 0.4, 0], wait: 30, causes: [("store", 90, 9e6)], perDay: 9e5),
      strategy(
        "alike too", shares: [0, 0.6, 0, 0.4, 0], wait: 30, causes: [("store", 91, 9e6)],
        perDay: 9e5),
      strategy(
        "alike, with a name of many words", shares: [0, 0.6, 0, 0.4, 0], wait: 31,
        causes: [("store", 90, 9.1e6)], perDay: 9.1e5),
      strategy(
        "far beyond", shares: [0, 0.9, 0, 0.1, 0], wait: 8, causes: [("record", 9_000, 2e9)],
        perDay: 7e7),
      strategy("blank", shares: [0, 0, 0, 0.3, 0.7], wait: 9_000, causes: [], perDay: 0),
      strategy("writes nothing", shares: [0.5, 0, 0, 0.5, 0], wait: 2, causes: [], perDay: 0),
    ])

  static let empty = ChartData(scenario: "Nothing", strategies: [])

  static func strategy(
    _ label: String, shares: [Double], wait: Double, causes: [(String, Double, Double)],
    perDay: Double
  ) -> ChartStrategy {
    var strategy = ChartStrategy(label: label)
    for (source, share) in zip(Source.allCases, shares) {
      strategy.metrics["opens_from_\(source.word)_share"] = share
    }
    let first = waits(cached: shares[0] + shares[1], wait, upTo: 1 - shares[4])
    strategy.distributions = [
      .firstContent: first,
      .freshContent: waits(cached: shares[0] / 2, 300 + wait, upTo: 0.97 - shares[4]),
    ]
    for (cause, operations, bytes) in causes {
      strategy.metrics["flash_\(cause)_write_ops"] = operations
      strategy.metrics["flash_\(cause)_write_bytes"] = bytes
    }
    strategy.interval = .hours(6)
    strategy.flashBytesByInterval = (0..<120).map { index in
      perDay / 4 * [0.2, 1.1, 1.3, 1.4][index % 4] * (1 + 4 / Double(index + 2))
    }
    let within = first.first { $0.share >= 0.95 }
    strategy.metrics["first_content_p95_ms"] = within?.milliseconds ?? .infinity
    strategy.metrics["flash_write_bytes_per_device_day"] = perDay
    strategy.metrics["blank_ratio"] = shares[4]
    strategy.seedTimelines = (0..<2).map { timeline(shares, wait, seed: $0) }
    strategy.timeline = strategy.seedTimelines[0]
    strategy.timeline?.merge(strategy.seedTimelines[1])
    strategy.originLoad = (0..<600).map { $0 == 60 ? 40 + wait / 10 : Double($0 % 7 / 3) }
    strategy.devices = 2
    strategy.memoryLimit = Bytes(400_000_000)
    strategy.warmUp = .days(2)
    return strategy
  }

  /// Where temporary folders are made.
  static var temporaryFolder: String { getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir }

  /// Does something in a folder of its own, which is removed with what is in it.
  static func inFolder<Result>(_ action: (String) throws -> Result) throws -> Result {
    var template = Array("\(Self.temporaryFolder)/cachesim-charts-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    defer { FolderTree.remove(folder) }
    return try action(folder)
  }

  /// Thirty days in quarters, each with opens but for the nights; the second seed is a little
  /// slower.
  private static func timeline(_ shares: [Double], _ wait: Double, seed: Int64) -> Timeline {
    let events = (0..<120 as Range<Int64>).flatMap { quarter in
      (0..<(quarter % 4) * 5).map { open in
        let part = Double(open) / 15
        let source = shares.indices.first { shares[...$0].reduce(0, +) > part } ?? 4
        let time = Int64(wait) * (open % 3 + 1) + 20 * seed
        return AggregateFixture.view(
          at: quarter * 21_600 + open * 60, first: source == 4 ? nil : time,
          from: Source.allCases[source], outdatedFor: open.isMultiple(of: 4) ? 60 : nil,
          offline: quarter % 12 == 7 && open < 3, memory: 200_000_000 + open * 5_000_000,
          radio: 90_000)
      }
    }
    return AggregateFixture.aggregates(events, interval: .hours(6)).timeline
  }

  /// A quick part from the cache, then a long tail from the network.
  private static func waits(cached: Double, _ wait: Double, upTo last: Double) -> [LatencyShare] {
    (1...1_000).compactMap { step in
      let share = Double(step) / 1_000
      guard share <= last else { return nil }
      let isCached = share < cached
      let part = isCached ? share / cached : (share - cached) / (1.002 - cached)
      let time = isCached ? wait * (0.3 + part) : 180 + wait + 150 * part / (1.01 - part)
      return LatencyShare(milliseconds: time, share: share)
    }
  }
}
