internal import CacheWorkloads
internal import SimCore
internal import TestCases
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
    expect(WorkloadStatistics.Reuse(headers), is: reuse)
  }

  @Test(arguments: ["articles", "timelines", "menus", "check-ins"])
  func theNetworkDecidesWhatHappensWithoutOne(workload: String) throws {
    let online = try Self.statistics(workload)
    let offline = try Self.statistics(workload, "offline")
    expect(online.opens > 0 && online.opens == offline.opens && online.edits == offline.edits)
    expect(online.offlineOpens == 0 && online.offlineEdits == 0)
    expect(offline.offlineOpens == offline.opens && offline.offlineEdits == offline.edits)
    expect(online.screens.total == online.opens && online.screens == offline.screens)
  }

  @Test func generatorsDifferInWhatTheirOriginAllows() throws {
    let menus = try Self.statistics("menus")
    expect(menus.screens.share(.fresh) == 1 && menus.edits == 0 && menus.rewritable == 0)
    let timelines = try Self.statistics("timelines")
    expect(timelines.screens.share(.never) == 1 && timelines.parts.share(.fresh) == 1)
    let articles = try Self.statistics("articles")
    expect(articles.edits > 0 && articles.screens.share(.revalidated) == 1)
  }

  @Test func seedsAddUp() throws {
    let both = try Self.statistics("articles", seeds: "[3, 4]")
    let each = [
      try Self.statistics("articles", seeds: "[3]"), try Self.statistics("articles", seeds: "[4]"),
    ]
    expect(both.opens, is: each[0].opens + each[1].opens)
    expect(both.parts.total, is: each[0].parts.total + each[1].parts.total)
  }

  /// Edits without the server, and links that are rewritten, are processing; decoding a model is
  /// none, nor is an edit that goes to the server at once.
  @Test(arguments: [
    ("articles", "offline", ["pre-cache"]), ("timelines", "wifi", ["on-demand", "memory-tier"]),
    ("menus", "wifi", ["url-cache"]), ("articles", "wifi", ["url-cache"]),
    ("timelines", "offline", ["pre-cache"]), ("menus", "offline", ["pre-cache"]),
  ])
  func theRuleOfThumbFollows(workload: String, network: String, names: [String]) throws {
    let rules = RuleOfThumb(try Self.statistics(workload, network), deviceDays: 5)
    expect(rules.questions.count, is: 5)
    expect(rules.leadsTo, is: names)
  }

  /// A check-in changes no record, and cannot be made without a connection: however often users are
  /// without one, it is no edit without the server.
  @Test(arguments: ["wifi", "offline"])
  func messagesAreNoEditsOfRecords(network: String) throws {
    let statistics = try Self.statistics("check-ins", network)
    expect(statistics.messages > 0 && statistics.edits == 0)
    let question = RuleOfThumb(statistics, deviceDays: 5).questions[0]
    expect(question.answer == "no" && question.reason.contains("need a connection"))
  }

  private static func articles(_ settings: String, rewriting: Bool) throws -> RuleOfThumb {
    let text = """
      {"question": "?", "duration": "5d",
       "workload": {"name": "articles", "settings": \(settings)},
       "networkSchedule": {"name": "always", "settings": {"profile": "wifi"}},
       "strategies": [{"name": "url-cache"}, {"name": "pre-cache", "settings":
         {"rewriting": {"documents": \(rewriting)}}}]}
      """
    let file = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    return RuleOfThumb(try WorkloadStatistics(of: file.scenario), deviceDays: 5)
  }

  /// The chapter's own example: texts whose links are rewritten to pictures on the device. Without
  /// edits and without rewriting, the HTTP cache would do.
  @Test func rewrittenLinksMakePreCachingAMust() throws {
    let edits = #"{"use": {"edits": false}}"#
    let rewritten = try Self.articles(edits, rewriting: true)
    expect(rewritten.leadsTo, is: ["pre-cache"])
    expect(rewritten.questions[0].answer, is: "yes")
    expect(rewritten.questions[0].consequence.hasPrefix("Pre-caching is a must"))
    expect(rewritten.conclusion.contains("pre-caching is a must"))
    let plain = try Self.articles(edits, rewriting: false)
    expect(plain.leadsTo, is: ["url-cache"])
    expect(plain.questions[0].answer == "no" && plain.questions[0].reason.contains("decoding"))
    // Edits that go to the server at once decide nothing.
    let edited = try Self.articles("{}", rewriting: false)
    expect(edited.leadsTo == ["url-cache"] && edited.questions[0].answer == "no")
    expect(edited.questions[0].reason.contains("0 % of them without a network"))
  }

  /// The chapter's own four apps, in its words: Twitter and Foursquare are on-demand, with a model
  /// of the app's own or the HTTP cache; Google Reader, whose marks are made in the tunnel, and
  /// Instapaper, whose texts are rewritten, pre-cache. A like is sent as it is made, and a check-in
  /// needs a connection. The bundled scenarios are counted whole, as advise counts them.
  @Test(arguments: [
    ("twitter", "on-demand caching"), ("foursquare", "on-demand caching"),
    ("articles", "pre-caching"), ("Instapaper", "pre-caching"),
  ])
  func theFourAppsOfTheChapter(name: String, technique: String) throws {
    if name == "Instapaper" {
      let rules = try Self.articles(#"{"use": {"edits": false}}"#, rewriting: true)
      expect(rules.leadsTo == ["pre-cache"] && rules.questions[0].answer == "yes")
      return
    }
    let bytes = try #require(BundledScenarios.bytes(named: name))
    let file = try ScenarioFile(bytes: bytes, file: "\(name).json", name: name)
    let rules = RuleOfThumb(try WorkloadStatistics(of: file.scenario), deviceDays: 2)
    expect(
      rules.leadsTo.contains("pre-cache"), is: technique == "pre-caching",
      "\(rules.leadsTo): \(rules.questions.map(\.reason))")
    expect((rules.questions[0].answer == "yes"), is: technique == "pre-caching")
    expect(rules.conclusion.lowercased().contains(technique), "\(rules.conclusion)")
  }

  /// An answer that says that nothing may be reused without a request is not followed by a
  /// conclusion that the server says how long its answers hold.
  @Test func theConclusionDoesNotContradictItsAnswers() throws {
    let articles = try Self.articles(#"{"use": {"edits": false}}"#, rewriting: false)
    let server = try #require(articles.questions.last)
    expect(server.answer, is: "in part, after revalidation")
    expect(server.reason.contains("0 % may be reused for a while without a request"))
    expect(!articles.conclusion.contains("says how long"))
    expect(articles.conclusion.contains("confirms what is stored"))
    let menus = RuleOfThumb(try Self.statistics("menus"), deviceDays: 5)
    expect(menus.questions.last?.answer == "yes" && menus.conclusion.contains("says how long"))
    for rules in [articles, menus] {
      expect(rules.questions.allSatisfy { !$0.reason.isEmpty && !$0.consequence.isEmpty })
    }
  }

  /// What was opened before may be stored; what was not can only have been fetched ahead.
  @Test func openingsAreFirstOnesOrReturns() throws {
    let offline = try Self.statistics("menus", "offline")
    expect(offline.unseenOfflineOpens + offline.reopens, is: offline.opens)
    expect(offline.unseenOfflineOpens > 0 && offline.changedReopens <= offline.reopens)
    let online = try Self.statistics("menus")
    expect(online.unseenOfflineOpens == 0 && online.reopens == offline.reopens)
  }
}

extension CacheHeaders {
  fileprivate static func with(_ change: (inout CacheHeaders) -> Void) -> CacheHeaders {
    var headers = CacheHeaders()
    change(&headers)
    return headers
  }
}
