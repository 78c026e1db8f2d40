internal import CacheMetricsFixtures
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheMetrics

@Suite struct MetricTests {
  /// Ten opens: seven shown, three blank; waits of 50 ms to 12 s.
  static let opens: [TraceRecord] = [
    AggregateFixture.view(first: 50, fresh: 50, complete: 80, from: .memory, withContent: 50),
    AggregateFixture.view(
      first: 100, fresh: 2_000, from: .memory, outdatedFor: 60, withContent: 50),
    AggregateFixture.view(
      first: 600, complete: 900, from: .flash, outdatedFor: 120, withContent: 50, outdated: 25),
    AggregateFixture.view(first: 1_000, fresh: 1_000, from: .revalidated, withContent: 50),
    AggregateFixture.view(first: 1_001, fresh: 1_001, from: .network, withContent: 50),
    AggregateFixture.view(first: 4_000, fresh: 4_000, from: .network),
    AggregateFixture.view(first: 12_000, fresh: 12_000, from: .network),
    AggregateFixture.view(length: 1, first: nil, offline: true),
    AggregateFixture.view(length: 10, first: nil, offline: true, givenUp: true),
    AggregateFixture.view(length: 0, first: nil),
  ]

  @Test(arguments: [
    ("opens", "10"), ("blank_ratio", "0.3"), ("given_up_share", "0.1"),
    ("opens_from_memory_share", "0.2"), ("opens_from_flash_share", "0.1"),
    ("opens_from_revalidated_share", "0.1"), ("opens_from_network_share", "0.3"),
    ("opens_from_nothing_share", "0.3"),
    ("first_content_shown_mean_ms", "2678.714"), ("first_content_shown_p50_ms", "1000"),
    ("first_content_shown_p90_ms", "12000"), ("first_content_shown_max_ms", "12000"),
    ("first_content_p50_ms", "1001"), ("first_content_p90_ms", "inf"),
    ("fresh_content_shown_p50_ms", "1001"), ("fresh_content_p50_ms", "4000"),
    ("fresh_content_p90_ms", "inf"),
    ("complete_content_shown_p50_ms", "80"), ("complete_content_shown_max_ms", "900"),
    ("complete_content_p50_ms", "inf"),
    ("first_content_within_100ms_share", "0.2"), ("first_content_within_1s_share", "0.4"),
    ("first_content_within_10s_share", "0.6"),
    // Satisfied 4, tolerating 2 (1,001 ms and 4,000 ms), of 10.
    ("apdex", "0.5"),
    // 600, 1,000, 1,001, 4,000, 12,000 ms, and blank for 1 s and 10 s: seven spinners of
    // 200, 500, 501, 3,500, 11,500, 500 and 9,500 ms.
    ("spinner_share", "0.7"), ("spinner_mean_ms", "3743"),
    ("stale_share", "0.2"), ("stale_age_mean_s", "90"), ("stale_age_p95_s", "120"),
    ("outdated_time_share", "0.1"),
    ("offline_opens", "2"), ("offline_served_ratio", "0"),
  ])
  func viewsYield(name: String, text: String) {
    expect(AggregateFixture.text(name, Self.opens), is: text)
  }

  /// Five opens: one in front, two that waited for the app, one of these for a new process, one
  /// that stayed blank after it, and one that closed before the app had started.
  static let launches: [TraceRecord] = [
    AggregateFixture.view(first: 4, fresh: 90, complete: 10),
    AggregateFixture.view(first: 700, fresh: 800, complete: 900, launch: 300),
    AggregateFixture.view(first: 5, fresh: 30, launch: 1_000, cold: true),
    AggregateFixture.view(length: 3, first: nil, launch: 1_000, cold: true),
    AggregateFixture.view(length: 1, first: nil, launch: nil, cold: true),
  ]

  @Test(arguments: [
    // What a cache decides begins with the screen.
    ("first_content_shown_p50_ms", "5"), ("first_content_p50_ms", "700"),
    ("fresh_content_shown_max_ms", "800"), ("complete_content_shown_max_ms", "900"),
    // 0, 300, 1,000, 1,000 ms, and never.
    ("launch_p50_ms", "1000"), ("launch_p90_ms", "inf"), ("launch_shown_p50_ms", "300"),
    ("launch_shown_share", "0.8"), ("launch_opens_share", "0.8"),
    ("launch_cold_opens_share", "0.6"),
    // 4, 1,000, 1,005 ms, and two never.
    ("open_to_content_p50_ms", "1005"), ("open_to_content_shown_p50_ms", "1000"),
    ("open_to_content_shown_max_ms", "1005"), ("open_to_content_shown_share", "0.6"),
    ("open_to_fresh_content_shown_max_ms", "1100"),
    ("open_to_complete_content_shown_max_ms", "1200"),
    // 700 ms, and blank from when the app had started: for 2 s, and never.
    ("spinner_share", "0.4"), ("spinner_mean_ms", "850"),
    ("first_content_within_1s_share", "0.6"),
  ])
  func launchesYield(name: String, text: String) {
    expect(AggregateFixture.text(name, Self.launches), is: text)
  }

  @Test func opensThatAllStayedBlankHaveNoWaitButAnInfiniteOne() {
    let blank = [AggregateFixture.view(first: nil)]
    expect(AggregateFixture.text("first_content_shown_p95_ms", blank), is: "")
    expect(AggregateFixture.text("first_content_p95_ms", blank), is: "inf")
    expect(AggregateFixture.text("apdex", blank), is: "0")
    expect(AggregateFixture.text("blank_ratio", blank), is: "1")
    expect(AggregateFixture.text("stale_age_mean_s", blank), is: "")
  }

  @Test(arguments: MetricCatalog.all.map(\.name))
  func emptyAggregatesHaveNoRatiosAndNoCosts(name: String) {
    let metric = MetricCatalog.metric(named: name)
    let value = metric?.value(Aggregates())
    expect(value == nil || value == 0)
  }

  static let answers: [TraceRecord] = [
    AggregateFixture.answer(.memory, bytes: 100), AggregateFixture.answer(.memory, bytes: 100),
    AggregateFixture.answer(.flash, bytes: 200, outdated: true),
    AggregateFixture.answer(.revalidated, bytes: 300),
    AggregateFixture.answer(.network, bytes: 100), AggregateFixture.answer(.network, bytes: 100),
    AggregateFixture.answer(.network, bytes: 50, outdated: true),
    AggregateFixture.answer(.nothing, bytes: 50),
  ]

  @Test(arguments: [
    ("object_hit_ratio", "0.375"), ("byte_hit_ratio", "0.4"), ("fresh_hit_ratio", "0.25"),
    ("stale_hit_ratio", "0.125"), ("answers_from_memory_share", "0.25"),
    ("answers_from_flash_share", "0.125"), ("answers_from_revalidated_share", "0.125"),
    ("answers_from_network_share", "0.375"), ("answers_from_nothing_share", "0.125"),
  ])
  func answersYield(name: String, text: String) {
    expect(AggregateFixture.text(name, Self.answers), is: text)
  }

  /// Of four subresources that were shown three were outdated, one of them sent by the origin; one
  /// never came, and main contents are not among them.
  @Test func outdatedSubresourcesYieldAShare() {
    let answers = [
      AggregateFixture.answer(.memory, part: true),
      AggregateFixture.answer(.memory, outdated: true, part: true),
      AggregateFixture.answer(.flash, outdated: true, part: true),
      AggregateFixture.answer(.network, outdated: true, part: true),
      AggregateFixture.answer(.nothing, part: true),
      AggregateFixture.answer(.flash, outdated: true),
    ]
    expect(AggregateFixture.text("stale_parts_share", answers), is: "0.75")
    expect(AggregateFixture.text("stale_parts_share", Self.answers), is: "")
    var pooled = AggregateFixture.aggregates(answers)
    pooled.merge(AggregateFixture.aggregates(Array(answers.prefix(1))))
    expect(AggregateFixture.text("stale_parts_share", pooled), is: "0.6")
  }

  /// Two devices, of two days and of half of that again: three days in all.
  static let costs: [TraceRecord] = [
    AggregateFixture.write(.archive, bytes: 300), AggregateFixture.write(.archive, bytes: 100),
    AggregateFixture.write(.journal, bytes: 200),
    AggregateFixture.event(.read(tier: "tier", Bytes(30), takes: .zero)),
    AggregateFixture.event(.read(tier: "tier", Bytes(60), takes: .zero)),
    AggregateFixture.exchange(200, up: 10, down: 1_000, metered: true),
    AggregateFixture.exchange(304, for: .refresh, up: 10, down: 100),
    AggregateFixture.exchange(503, for: .prefetch, up: 10, down: 70),
    AggregateFixture.exchange(0, for: .edits, up: 30, down: 30),
    AggregateFixture.evicted(from: .memory), AggregateFixture.evicted(from: .flash),
    AggregateFixture.evicted(from: .flash),
    AggregateFixture.event(.app(.memoryWarning)), AggregateFixture.event(.app(.killed)),
    AggregateFixture.event(.app(.ended(.killedForMemory, lostEntries: 5))),
    AggregateFixture.finished(
      days: 2, events: 100, memory: 4_000, flash: 900, inUse: 500,
      prefetched: prefetched(4, used: 1, bytes: 400, usedBytes: 300), unshown: 150),
    AggregateFixture.finished(days: 1, events: 11, memory: 1_000, flash: 700, inUse: 100),
  ]

  static func prefetched(
    _ fetched: Int, used: Int, bytes: Int64, usedBytes: Int64
  ) -> PrefetchUse {
    var use = PrefetchUse()
    use.fetched = fetched
    use.used = used
    use.fetchedBytes = Bytes(bytes)
    use.usedBytes = Bytes(usedBytes)
    return use
  }

  @Test(arguments: [
    ("flash_write_ops", "1.5"), ("flash_write_ops_per_device_day", "1"),
    ("flash_write_bytes", "300"), ("flash_write_bytes_per_device_day", "200"),
    ("flash_file_system_bytes", "600"), ("flash_device_writes", "4.5"), ("flash_flushes", "1.5"),
    ("flash_write_time_ms", "6"), ("flash_archive_write_ops", "1"),
    ("flash_archive_write_bytes", "200"), ("flash_journal_write_bytes", "100"),
    ("flash_index_write_ops", "0"), ("flash_reads", "1"), ("flash_read_bytes", "45"),
    ("flash_read_bytes_per_device_day", "30"),
    ("network_requests", "2"), ("network_200", "0.5"), ("network_304", "0.5"),
    ("network_failures", "1"), ("network_demand_requests", "0.5"),
    ("network_manifest_requests", "0"), ("network_edit_requests", "0.5"),
    ("network_up_bytes", "30"), ("network_down_bytes", "600"), ("metered_bytes", "505"),
    // 150 bytes that no screen showed, 100 of them fetched ahead, 70 and 30 of failed exchanges,
    // over two devices.
    ("wasted_bytes", "125"),
    ("prefetched_versions", "2"), ("prefetched_bytes", "200"),
    ("prefetch_precision_ratio", "0.25"), ("prefetch_byte_precision_ratio", "0.75"),
    ("memory_peak_bytes", "4000"), ("memory_peak_p95_bytes", "4000"), ("flash_peak_bytes", "900"),
    ("flash_in_use_bytes", "300"), ("memory_evictions", "0.5"), ("flash_evictions", "1"),
    ("memory_warnings", "0.5"), ("memory_kills", "0.5"), ("lost_entries", "2.5"),
    ("devices", "2"), ("virtual_days", "3"), ("events", "111"), ("law_violations", "0"),
  ])
  func costsYield(name: String, text: String) {
    expect(AggregateFixture.text(name, Self.costs), is: text)
  }

  /// A whole answer, a failure with 20 B of one, and a cancelled exchange with 30 B.
  @Test(arguments: [
    ("network_requests", "3"), ("network_200", "1"), ("network_failures", "1"),
    ("network_cancelled", "1"), ("network_down_bytes", "150"), ("cancelled_bytes", "30"),
    ("wasted_bytes", "50"),
  ])
  func cancelledExchangesAreNoFailures(name: String, text: String) {
    let records = [
      AggregateFixture.exchange(200, down: 100), AggregateFixture.exchange(0, down: 20),
      AggregateFixture.exchange(0, down: 30, cancelled: true), AggregateFixture.finished(days: 1),
    ]
    expect(AggregateFixture.text(name, records), is: text)
  }

  @Test(arguments: [
    // Ages of 1, 2 and 30 s; an answer of the origin has none.
    ("cached_answer_age_p50_s", "2"), ("cached_answer_age_p90_s", "30"),
    // 3 of 10 opens, on 1 of the 2 devices that showed content again.
    ("empty_cache_opens_share", "0.3"), ("empty_cache_devices_share", "0.5"),
  ])
  func agesAndEmptyCachesYield(name: String, text: String) {
    let devices = [(0, 0), (6, 0), (4, 3)].map { opens, empty in
      var returns = ReturnCounts()
      returns.opens = opens
      returns.withEmptyCache = empty
      return AggregateFixture.finished(returns: returns)
    }
    let answers = [
      AggregateFixture.answer(.memory, age: 2), AggregateFixture.answer(.flash, age: 30),
      AggregateFixture.answer(.network), AggregateFixture.answer(.revalidated, age: 1),
    ]
    expect(AggregateFixture.text(name, answers + devices), is: text)
  }

  /// Nanoseconds of so many would add up to more than 64 bits.
  @Test func manyAgesOfAMonthHaveAMedian() {
    let answers = Array(repeating: AggregateFixture.answer(.flash, age: 2_592_000), count: 8_000)
    let text = AggregateFixture.text(
      "cached_answer_age_p50_s", AggregateFixture.aggregates(answers, exactLimit: 100))
    expect(Double(text).map { abs($0 / 2_592_000 - 1) < 0.002 }, is: true, "\(text)")
  }

  /// What was shown before and comes from the origin counts, unless its user opened it again.
  @Test func aReturnIsAnOpenThatShowsWhatWasShownBefore() {
    var returns = ReturnCounts()
    var view = ScreenView(of: 0, at: .start, isOffline: false)
    view.firstSource = .network
    view.firstContent = .seconds(1)
    returns.add(view)
    view.isReturn = true
    returns.add(view)
    view.firstSource = .revalidated
    returns.add(view)
    view.isReaction = true
    returns.add(view)
    view.isReaction = false
    view.firstContent = nil
    returns.add(view)
    expect(returns.opens == 2 && returns.withEmptyCache == 1)
  }

  @Test func spinnersAddUpPerDevice() {
    let aggregates = AggregateFixture.aggregates(
      Self.opens + [AggregateFixture.finished(days: 3), AggregateFixture.finished(days: 1)])
    expect(AggregateFixture.text("spinner_total_ms", aggregates), is: "13100.5")
    expect(AggregateFixture.text("spinner_total_ms_per_device_day", aggregates), is: "6550.25")
  }

  @Test func editsAreSums() {
    let stages: [EditStage] = [
      .made, .made, .made, .made, .made, .synced, .refused, .superseded, .lost, .pending,
    ]
    let aggregates = AggregateFixture.aggregates(stages.map { AggregateFixture.edit($0) })
    let names = ["made", "synced", "refused", "superseded", "lost", "pending"]
    expect(
      names.map { AggregateFixture.text("edits_\($0)", aggregates) },
      is: [
        "5", "1", "1", "1", "1", "1",
      ])
  }

  @Test func causesAddUpToAllFlashWrites() {
    let writes = FlashCause.allCases.enumerated().map { index, cause in
      AggregateFixture.write(cause, bytes: Int64(index + 1) * 10)
    }
    let aggregates = AggregateFixture.aggregates(writes + [AggregateFixture.finished()])
    var sum = 0.0
    for cause in FlashCause.allCases {
      sum += MetricCatalog.metric(named: "flash_\(cause.word)_write_bytes")?.value(aggregates) ?? 0
    }
    expect(sum, is: MetricCatalog.metric(named: "flash_write_bytes")?.value(aggregates))
  }

  @Test func anOvershootIsTheGreatestOfAllDevices() {
    let none = [AggregateFixture.finished()]
    expect(AggregateFixture.text("limit_overshoot_bytes", none), is: "")
    expect(AggregateFixture.text("limit_overshoot_share", none), is: "")
    let devices = [
      AggregateFixture.finished(overshoot: LimitOvershoot(bytes: Bytes(40), share: 0.25)),
      AggregateFixture.finished(overshoot: LimitOvershoot(bytes: Bytes(30), share: 0.5)),
      AggregateFixture.finished(overshoot: LimitOvershoot(share: 0)),
    ]
    expect(AggregateFixture.text("limit_overshoot_bytes", devices), is: "40")
    expect(AggregateFixture.text("limit_overshoot_share", devices), is: "0.5")
  }
}
