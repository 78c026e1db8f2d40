internal import CacheWorkloads
internal import SimCore
internal import Testing

@testable internal import Experiments

/// What a scenario says of itself before anything is simulated.
@Suite struct WorkloadStatisticsTests {
  private static func statistics(
    _ workload: String, _ network: String = "wifi", seeds: String = "[1]"
  ) throws -> WorkloadStatistics {
    let text = """
      {"question": "?", "seeds": \(seeds), "duration": "5d", "workload": {"name": "\(workload)"},
       "networkSchedule": {"name": "always", "settings": {"profile": "\(network)"}},
       "strategies": [{"name": "network-only"}]}
      """
    return try WorkloadStatistics(
      of: ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x").scenario)
  }

  @Test(arguments: [
    (CacheHeaders.with { _ in }, WorkloadStatistics.Reuse.never),
    (.with { $0.maxAge = .hours(1) }, .fresh), (.with { $0.expiresAfter = .hours(1) }, .fresh),
    (
      .with {
        $0.maxAge = .zero; $0.expiresAfter = .hours(1); $0.hasEntityTag = true
      }, .revalidated
    ),
    (
      .with {
        $0.maxAge = .hours(1); $0.noCache = true; $0.hasLastModified = true
      }, .revalidated
    ),
    (
      .with {
        $0.maxAge = .hours(1); $0.noCache = true
      }, .never
    ),
    (
      .with {
        $0.maxAge = .hours(1); $0.noStore = true; $0.hasEntityTag = true
      }, .never
    ),
    (.with { $0.hasEntityTag = true }, .revalidated),
  ])
  func headersSayWhatACacheMayDo(headers: CacheHeaders, reuse: WorkloadStatistics.Reuse) {
    #expect(WorkloadStatistics.Reuse(headers) == reuse)
  }

  @Test(arguments: ["articles", "timelines", "menus", "check-ins"])
  func theNetworkDecidesWhatHappensWithoutOne(workload: String) throws {
    let online = try Self.statistics(workload)
    let offline = try Self.statistics(workload, "offline")
    #expect(online.opens > 0 && online.opens == offline.opens && online.edits == offline.edits)
    #expect(online.offlineOpens == 0 && online.offlineEdits == 0)
    #expect(offline.offlineOpens == offline.opens && offline.offlineEdits == offline.edits)
    #expect(online.screens.total == online.opens && online.screens == offline.screens)
  }

  @Test func generatorsDifferInWhatTheirOriginAllows() throws {
    let menus = try Self.statistics("menus")
    #expect(menus.screens.share(.fresh) == 1 && menus.edits == 0 && menus.models == menus.opens)
    let timelines = try Self.statistics("timelines")
    #expect(timelines.screens.share(.never) == 1 && timelines.parts.share(.fresh) == 1)
    let articles = try Self.statistics("articles")
    #expect(articles.edits > 0 && articles.screens.share(.revalidated) == 1)
  }

  @Test func seedsAddUp() throws {
    let both = try Self.statistics("articles", seeds: "[3, 4]")
    let each = [
      try Self.statistics("articles", seeds: "[3]"), try Self.statistics("articles", seeds: "[4]"),
    ]
    #expect(both.opens == each[0].opens + each[1].opens)
    #expect(both.parts.total == each[0].parts.total + each[1].parts.total)
  }

  /// What a rule of thumb makes of it.
  @Test(arguments: [
    ("articles", "offline", ["pre-cache"]), ("timelines", "wifi", ["on-demand", "memory-tier"]),
    ("menus", "wifi", ["on-demand", "memory-tier"]), ("articles", "wifi", ["url-cache"]),
  ])
  func theRuleOfThumbFollows(workload: String, network: String, names: [String]) throws {
    let rules = RuleOfThumb(try Self.statistics(workload, network), deviceDays: 5)
    #expect(rules.questions.count == 3)
    #expect(rules.leadsTo == names)
  }
}

extension CacheHeaders {
  fileprivate static func with(_ change: (inout CacheHeaders) -> Void) -> CacheHeaders {
    var headers = CacheHeaders()
    change(&headers)
    return headers
  }
}
