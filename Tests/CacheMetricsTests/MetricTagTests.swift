internal import CacheMetricsFixtures
internal import CacheWorkloads
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheMetrics

@Suite struct MetricTagTests {
  /// Defect: a share of one screen had the interval of a share of all views.
  @Test func aShareOfAPartIsOfTheViewsOfThatPart() throws {
    let blank = try MetricCatalog.read("blank_ratio{screen=audio}")
    expect(blank.trials, is: "opens{screen=audio}")
    let offline = try MetricCatalog.read("offline_served_ratio{kind=list}")
    expect(offline.trials, is: "offline_opens{kind=list}")
    expect(MetricCatalog.metric(named: try #require(blank.trials)) != nil)
    expect(MetricCatalog.metric(named: try #require(offline.trials)) != nil)
  }

  private static let home = ScreenType(number: 1, kind: .list)
  private static let audio = ScreenType(number: 2, kind: .media)
  private static let unnamed = ScreenType(kind: .document)

  private static func view(
    _ screen: ScreenType, first: Int64?, from source: Source = .network, outdatedFor: Int64? = nil
  ) -> TraceRecord {
    let made = AggregateFixture.view(
      first: first, fresh: first, complete: first.map { $0 * 2 }, from: source,
      outdatedFor: outdatedFor, withContent: 9, outdated: outdatedFor == nil ? 0 : 3,
      offline: first == nil, givenUp: first == nil)
    guard case .closed(var view, let closing) = made.event else { return made }
    view.screen = screen
    view.versionsBehind = outdatedFor == nil ? 0 : 2
    view.partsBehind = view.versionsBehind
    return TraceRecord(.closed(view, closing), at: made.at)
  }

  private static func answer(
    _ source: Source, _ kind: ResourceKind, on screen: ScreenType, outdated: Bool = false
  ) -> TraceRecord {
    AggregateFixture.event(
      .answered(
        Answer(
          from: source, bytes: Bytes(100), outdatedFor: outdated ? .seconds(1) : nil,
          isPart: kind == .image, of: kind, on: screen)))
  }

  private static func exchange(_ status: UInt16, _ kind: ResourceKind) -> TraceRecord {
    let made = AggregateFixture.exchange(status, metered: true, cancelled: status == 0)
    guard case .exchanged(var exchange) = made.event else { return made }
    exchange.kind = kind
    return TraceRecord(.exchanged(exchange), at: made.at)
  }

  /// Home: 100 and 300 ms, one of them outdated; audio: 900 ms and one blank; a text: 50 ms.
  private static let events = [
    view(home, first: 100, from: .memory), view(audio, first: 900),
    view(home, first: 300, from: .flash, outdatedFor: 8), view(audio, first: nil, from: .nothing),
    view(unnamed, first: 50, from: .revalidated),
    answer(.memory, .model, on: home), answer(.flash, .image, on: home, outdated: true),
    answer(.network, .media, on: audio), answer(.nothing, .media, on: audio),
    answer(.revalidated, .image, on: unnamed),
    exchange(200, .media), exchange(304, .image), exchange(503, .model), exchange(0, .image),
    AggregateFixture.finished(days: 2, memory: 5),
  ]

  private static func aggregates(_ events: [TraceRecord]) -> Aggregates {
    var aggregates = AggregateFixture.aggregates(events)
    aggregates.screenNames = ["home", "audio"]
    return aggregates
  }

  private static let all = aggregates(events)

  @Test(arguments: [
    ("opens{screen=home}", "2"), ("opens{screen=audio}", "2"), ("opens{screen=document}", "1"),
    ("opens{kind=list}", "2"), ("opens{kind=document}", "1"), ("opens{kind=model}", "0"),
    ("opens{screen=audio,kind=media}", "2"), ("opens{screen=audio,kind=list}", "0"),
    ("first_content_p95_ms", "inf"), ("first_content_p95_ms{screen=home}", "300"),
    ("first_content_p50_ms{screen=audio}", "900"), ("first_content_p95_ms{screen=audio}", "inf"),
    ("complete_content_p50_ms{screen=home}", "200"), ("blank_ratio{screen=audio}", "0.5"),
    ("blank_ratio{screen=home}", "0"), ("stale_share{screen=home}", "0.5"),
    ("stale_age_mean_s{screen=home}", "8"), ("object_hit_ratio{screen=home}", "1"),
    ("object_hit_ratio{resource=image}", "0.5"), ("object_hit_ratio{resource=picture}", "0.5"),
    ("object_hit_ratio{screen=home,resource=image}", "1"),
    ("object_hit_ratio{screen=audio,resource=image}", ""),
    ("network_requests{resource=image}", "2"), ("network_304{resource=picture}", "1"),
    ("network_requests{resource=media}", "1"), ("blank_ratio{screen=nowhere}", ""),
  ])
  func aMetricOfAPartIsTheSameOfThatPartAlone(name: String, expected: String) {
    expect(AggregateFixture.text(name, Self.all), is: expected)
  }

  /// What is counted by a tag, and nothing else, changes when the tag leaves nothing.
  @Test(arguments: MetricCatalog.all.map(\.name))
  func aMetricSaysWhatItIsCountedOf(name: String) throws {
    let metric = try #require(MetricCatalog.metric(named: name))
    let whole = metric.value(Self.all)
    let nothing = [
      MetricTag(.screen, "nowhere"), MetricTag(.resource, "support"),
    ].map { metric.value(Self.all.restricted(to: [$0])) }
    guard let counted = metric.counted else {
      // It adds up exchanges and what devices hold at their end.
      if name.hasPrefix("wasted_") { return }
      expect(nothing, is: [whole, whole])
      return
    }
    switch counted {
    case .views: expect(nothing[1], is: whole)
    case .answers: break
    case .exchanges: expect(nothing[0], is: whole)
    }
    let own = nothing[counted == .exchanges ? 1 : 0]
    expect(own != whole || whole == 0 || whole == nil, "\(name): \(String(describing: own))")
  }

  @Test(arguments: MetricTag.Key.allCases)
  func partsAddUpToTheWhole(key: MetricTag.Key) {
    for metric in MetricCatalog.all where metric.counted?.keys.contains(key) == true {
      let parts = Self.all.tags(of: key).compactMap { metric.tagged([$0]).value(Self.all) }
      guard let whole = metric.value(Self.all) else { continue }
      if metric.addsUp {
        expect(abs(parts.reduce(0, +) - whole) < 1e-9, "\(metric.name)")
      } else {
        expect(parts.contains { $0 <= whole } && parts.contains { $0 >= whole }, "\(metric.name)")
      }
    }
  }

  @Test func seedsArePooledByPart() throws {
    let halves = [Array(Self.events[..<4]), Array(Self.events[4...])].map(Self.aggregates)
    let pooled = try #require(Aggregates.pooled(halves))
    let turned = try #require(Aggregates.pooled(halves.reversed()))
    for key in MetricTag.Key.allCases {
      expect(pooled.tags(of: key), is: Self.all.tags(of: key))
      expect(turned.tags(of: key), is: Self.all.tags(of: key))
      for metric in MetricCatalog.all where metric.counted?.keys.contains(key) == true {
        for tag in Self.all.tags(of: key) {
          let part = metric.tagged([tag])
          expect(part.value(pooled), is: part.value(Self.all), "\(part.name)")
          expect(part.value(turned), is: part.value(Self.all), "\(part.name)")
        }
      }
    }
  }

  @Test func whatIsStoredHasItsParts() throws {
    var read = try Aggregates(stored: Self.all.stored()[...], wear: Self.all.wear)
    read.sort()
    expect(
      read.tags(of: .screen).map(\.text), is: ["screen=document", "screen=home", "screen=audio"])
    expect(AggregateFixture.text("blank_ratio{screen=audio}", read), is: "0.5")
    expect(read.views.opens == 5 && read.answers.requests.total == 5)
  }

  /// Between two events and the next sorting totals are right too.
  @Test func totalsFollowEachEvent() {
    var aggregates = Self.all
    aggregates.observe([Self.view(Self.home, first: 7)], device: 7)
    expect(aggregates.views.opens, is: 6)
    aggregates.sort()
    expect(aggregates.views.opens, is: 6)
    expect(AggregateFixture.text("opens{screen=home}", aggregates), is: "3")
  }
}

@Suite struct MetricTextTests {
  @Test(arguments: [
    ("opens{screen=home}", "opens{screen=home}"), ("opens { screen = home }", "opens{screen=home}"),
    ("opens{screen=/a/{id}=1, b}", "opens{screen=/a/{id}=1, b}"),
    ("opens{screen=a,kind=list}", "opens{screen=a,kind=list}"),
  ])
  func aNameIsReadWithItsTags(text: String, name: String) throws {
    let metric = try MetricCatalog.read(text)
    expect(metric.name, is: name)
    try expect(MetricCatalog.read(metric.name).tags, is: metric.tags)
  }

  @Test(arguments: [
    ("open", "unknown metric 'open' (did you mean 'opens'?)"),
    ("open{screen=a}", "unknown metric 'open' (did you mean 'opens'?)"),
    ("opens{scren=a}", "opens{scren=a}: unknown tag 'scren' (did you mean 'screen'?)"),
    (
      "opens{kind=lists}", "opens{kind=lists}: no kind of screens is 'lists' (did you mean 'list'?)"
    ),
    (
      "network_requests{resource=pictures}",
      "network_requests{resource=pictures}: no kind of resources is 'pictures' (did you mean "
        + "'picture'?)"
    ),
    (
      "opens{home}",
      "opens{home}: expected a tag such as {screen=home} behind the metric, found 'home'"
    ),
    ("opens{screen=a,screen=b}", "opens{screen=a,screen=b}: 'screen' is said twice"),
    (
      "flash_write_ops{screen=a}",
      "flash_write_ops is not counted by screens: it is of a device as a whole"
    ),
    (
      "blank_ratio{resource=image}",
      "blank_ratio is not counted by kinds of resources, but by screen, kind"
    ),
    (
      "network_requests{screen=home}",
      "network_requests is not counted by screens, but by resource"
    ),
  ])
  func aMistakeIsNamed(text: String, message: String) {
    #expect(throws: InputError(message)) { try MetricCatalog.read(text) }
  }

  @Test func signsInBracesAreNoSignsOfTheTextAround() {
    let text = "a.b + opens{screen=x+y} * 2"
    expect(MetricText.split(text, at: "+").map(\.count), is: [4, 22])
    expect(
      MetricText.first(of: ["="], in: "opens{screen=a}=5%"),
      is: text.index(text.startIndex, offsetBy: 15))
    let relation = "a.b.opens{screen=/x.html/{id}}"
    expect(
      MetricText.beginning(atEndOf: relation).map { relation[$0...] },
      is: "opens{screen=/x.html/{id}}")
    expect(MetricText.beginning(atEndOf: "opens") == nil)
  }
}
