internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import SimulationFixtures
internal import TestCases
internal import Testing

/// When a pre-cache looks for news, what it purges, and what its records lie in.
@Suite struct PreCacheScheduleTests {
  /// Paid by volume, without a network, not paid by volume.
  private static let plan: SimulationPlan = {
    var plan = SimulationPlan(
      seed: 1,
      profiles: [NetworkProfiles.slow4G, NetworkProfiles.offline, NetworkProfiles.wifi],
      headers: [CacheHeaders()])
    plan.device.radio.isModelled = false
    plan.useTextbookWorld()
    plan.shared.codec = Codecs.json
    return plan
  }()

  private static func diary(
    _ settings: String, _ tell: (inout HandmadeStory) -> Void
  ) throws -> Diary {
    var story = HandmadeStory()
    tell(&story)
    return try AnyStrategy.diary(
      of: "pre-cache", settings: JSON.parse(Array(settings.utf8)), in: plan, story)
  }

  private static func looks(_ diary: Diary) -> [Double] {
    diary.exchanges.filter { $0.purpose == .manifest }.map { ($0.startedAt - .start).seconds }
  }

  @Test func itLooksEachIntervalWhileTheAppIsInFront() throws {
    let diary = try Self.diary(#"{"interval": "1h"}"#) { story in
      story.publish(0, kind: .document)
      story.at(1, .launch)
      story.at(7_300, .end)
    }
    let looks = Self.looks(diary)
    expect(looks.count, is: 3)
    // An hour after the list came, which took eight tenths of a second each time: an hour later
    // connection and name are forgotten.
    for (look, expected) in zip(looks, [1, 3_601.8, 7_202.6]) {
      expect(abs(look - expected) < 0.05, "\(look)")
    }
  }

  /// On a network paid by volume from 1 s, on one that is not from 100 s, without a charger until
  /// 200 s.
  @Test(arguments: [
    (#"{}"#, 1), (#"{"onlyUnmetered": true}"#, 100), (#"{"onlyCharging": true}"#, 200),
    (#"{"onlyUnmetered": true, "onlyCharging": true}"#, 200),
  ])
  func itWaitsForTheNetworkAndTheCharger(settings: String, first: Double) throws {
    let diary = try Self.diary(settings) { story in
      story.publish(0, kind: .document)
      story.at(1, .launch)
      story.at(100, .network(2))
      story.at(200, .charging(true))
      story.visit(0, from: 300)
      story.at(400, .end)
    }
    expect(Self.looks(diary), is: [first])
    expect(diary.visits.map(\.firstSource), is: [.flash])
  }

  /// A text, its picture and its film, on a network paid by volume until 100 s: what comes there,
  /// and what comes later. The text is readable as soon as nothing is missing that comes there.
  @Test(
    arguments: [
      (#"{}"#, [0, 1, 2], []),
      (#"{"onlyUnmetered": ["media"]}"#, [0, 1], [2]),
      (#"{"onlyUnmetered": ["image", "media"]}"#, [0], [1, 2]),
      (#"{"onlyUnmetered": ["document"]}"#, [], [0, 1, 2]),
      (#"{"prefetchKinds": ["document"]}"#, [0], []),
      (#"{"prefetchKinds": ["document", "media"], "onlyUnmetered": ["media"]}"#, [0], [2]),
    ] as [(String, [ResourceIndex], [ResourceIndex])])
  func eachKindHasItsNetworks(
    settings: String, early: [ResourceIndex], late: [ResourceIndex]
  ) throws {
    let diary = try Self.diary(settings) { story in
      story.publish(1, kind: .image)
      story.publish(2, kind: .media)
      story.publish(0, kind: .document, parts: [1, 2])
      story.at(1, .launch)
      story.visit(0, from: 60)
      story.at(100, .network(2))
      story.visit(0, from: 200)
      story.at(300, .end)
    }
    let fetches = zip(diary.exchanges, diary.exchanged).filter { $0.0.purpose == .prefetch }
    let turn = Instant.start + .seconds(100)
    expect(fetches.filter { $0.0.startedAt < turn }.compactMap(\.1).sorted(), is: early)
    expect(fetches.filter { $0.0.startedAt >= turn }.compactMap(\.1).sorted(), is: late)
    expect(diary.visits.map(\.firstSource), is: [early.isEmpty ? .nothing : .flash, .flash])
  }

  /// That a film is still to come lies with the records, and a process that ends forgets it not;
  /// a screen that is open then has it as it comes.
  @Test func whatWaitsForANetworkOutlivesTheProcess() throws {
    let diary = try Self.diary(#"{"onlyUnmetered": ["media"]}"#) { story in
      story.publish(1, kind: .media)
      story.publish(0, kind: .document, parts: [1])
      story.at(1, .launch)
      story.at(60, .crash)
      story.at(70, .launch)
      story.at(80, .open(0))
      story.at(100, .network(2))
      story.at(200, .close(0))
      story.at(300, .end)
    }
    expect(diary.exchanged, is: [nil, 0, 1])
    expect(diary.answers.map(\.source), is: [.flash, .network])
    let film = try #require(diary.visits[0].completeContent)
    expect(film > .seconds(20) && film < .seconds(22))
  }

  @Test(arguments: [
    ("true", "true"), ("false", "false"), ("[]", "false"),
    (#"["media", "list"]"#, #"["list", "media"]"#),
    (
      #"["list", "model", "document", "image", "avatar", "support", "other", "media"]"#, "true"
    ),
  ])
  func kindsAreAllOrNoneOrSome(text: String, written: String) throws {
    var problems = Problems()
    let kinds = KindSelection.read(try JSON.parse(Array(text.utf8)), path: "", &problems)
    expect(kinds?.json.compact, is: written)
    expect(KindSelection.read(["medai"], path: "kinds", &problems) == nil)
    expect(
      problems.lines, is: ["kinds[0]: unknown kind of resource 'medai' (did you mean 'media'?)"])
  }

  /// Published while the app sleeps: a background fetch brings it, unless the user ended the app.
  @Test(arguments: [(Action.background, Source.flash), (.terminate, .nothing)])
  func aBackgroundFetchBringsNews(end: Action, source: Source) throws {
    let diary = try Self.diary(#"{"interval": "1h"}"#) { story in
      story.at(1, .launch)
      story.at(10, end)
      story.publish(0, kind: .document, at: 100)
      story.at(86_000, .network(1))
      story.at(86_300, .foreground)
      story.visit(0, from: 86_400)
      story.at(86_500, .end)
    }
    expect(diary.visits.map(\.firstSource), is: [source])
    expect((Self.looks(diary).count > 1), is: source == .flash)
  }

  /// 12 MB take a minute; a background fetch lasts half a minute.
  @Test func aBackgroundFetchIsOverWhenItsTimeIs() throws {
    let diary = try Self.diary(#"{"interval": "1h"}"#) { story in
      story.at(1, .launch)
      story.at(10, .background)
      story.publish(0, kind: .document, size: 12_000_000, at: 100)
      story.at(40_000, .end)
    }
    let fetches = diary.exchanges.filter { $0.purpose == .prefetch }
    expect(!fetches.isEmpty && fetches.allSatisfy { $0.status == 0 })
    expect(fetches.allSatisfy { $0.endedAt - $0.startedAt < .seconds(30) })
    expect(diary.summaries[0].flashInUse, is: .zero)
  }

  /// Three records of the same age: the one that was read goes after an hour, the favourite never.
  @Test func recordsGoByAgeUnlessTheyAreFavourites() throws {
    let settings = #"{"retention": {"age": "1d", "ageWhenRead": "2h"}}"#
    let diary = try Self.diary(settings) { story in
      for record in 0..<3 as Range<ResourceIndex> { story.publish(record, kind: .document) }
      story.at(1, .launch)
      story.at(60, .open(0))
      story.at(61, .edit(Edit(record: 0, field: .read, value: 1)))
      story.at(70, .open(1))
      story.at(71, .edit(Edit(record: 1, field: .favourite, value: 1)))
      for (offset, hours) in [4.0, 26].enumerated() {
        for record in 0..<3 as Range<ResourceIndex> {
          let at = hours * 3_600 + Double(offset * 100 + Int(record) * 20)
          story.visit(record, from: at)
        }
      }
      story.at(100_000, .end)
    }
    let sources = diary.visits.map(\.firstSource)
    expect(sources.prefix(2), is: [.flash, .flash])
    expect(sources.dropFirst(2).prefix(3), is: [.nothing, .flash, .flash])
    expect(sources.suffix(3), is: [.nothing, .flash, .nothing])
  }

  /// Each store keeps the record and pays for it in its own way.
  @Test func everyStoreHoldsRecords() throws {
    var bytes: [String: Int64] = [:]
    for engine in FlashEngines.all.map({ $0.type.name }) {
      let diary = try Self.diary(#"{"engine": "\#(engine)"}"#) { story in
        for record in 0..<8 as Range<ResourceIndex> {
          story.publish(record, kind: .model, size: 2_000)
        }
        story.at(1, .launch)
        story.visit(0, from: 60)
        story.at(100, .end)
      }
      expect(diary.visits.map(\.firstSource), is: [.flash], "\(engine)")
      bytes[engine] = diary.writes.reduce(0) { $0 + $1.bytes.count }
    }
    // A file for each record writes each once; one archive of all is written whole each time.
    expect(bytes["file-per-entry"], is: 16_000)
    expect(bytes["archive"], is: 72_000)
    for engine in ["core-data", "sqlite-wal", "sqlite-rollback"] {
      expect(bytes[engine].map { $0 > 16_000 }, is: true, "\(engine)")
    }
    expect(Set(bytes.values).count > 4)
  }
}
