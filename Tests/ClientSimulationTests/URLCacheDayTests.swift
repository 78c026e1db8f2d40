internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// The URL cache's days, worked out by hand: a model of 10,000 B on slow 4G, whose header says more
/// or less about storing it.
@Suite struct URLCacheDayTests {
  typealias Day = HandWorkedDayTests

  static func headers(_ change: (inout CacheHeaders) -> Void) -> CacheHeaders {
    var headers = CacheHeaders()
    change(&headers)
    return headers
  }

  static func diary(
    _ headers: CacheHeaders, opens: [Double], versions: [Double] = [],
    settings: JSON = .object([])
  ) throws -> Diary {
    try AnyStrategy.diary(
      of: "url-cache", settings: settings, in: Day.plan(headers),
      Day.story(opens: opens, versions: versions))
  }

  /// Opens the model at these seconds, ten seconds each, and is offline from 40 s on.
  private static func offlineDay(opens: [Double]) -> HandmadeStory {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    for start in opens { story.visit(0, from: start) }
    story.at(40, .network(1))
    story.at(10_000, .end)
    return story
  }

  /// An answer with `Vary: *` is asked about each time; when it is confirmed, it is shown, and not
  /// asked for once more. (The client of this profile stores it.)
  @Test func whatNoRequestFindsIsShownWhenItIsConfirmed() throws {
    var headers = CacheHeaders()
    headers.maxAge = .hours(1)
    headers.hasEntityTag = true
    headers.vary = "*"
    let diary = try AnyStrategy.diary(
      of: "url-cache", settings: .object([("profile", "chromium")]),
      in: HandWorkedDayTests.plan(headers), HandWorkedDayTests.story(opens: [1, 20, 40]))
    expect(diary.exchanges.map(\.status), is: [200, 304, 304])
    expect(diary.visits.map(\.firstSource), is: [.network, .revalidated, .revalidated])
  }

  /// A page that is fresh for an hour, opened again behind a request that may have changed it: it
  /// is fetched again if the origin has said that it did (RFC 9111, section 4.4) and the profile's
  /// client goes by that.
  @Test(
    arguments: [
      ("rfc9111", HTTPMethod.post, 200, true), ("rfc9111", .delete, 204, true),
      ("rfc9111", .post, 500, false), ("rfc9111", .options, 200, false),
      ("cachecontrol", .post, 200, false), ("cachecontrol", .put, 200, true),
      ("requests-cache", .put, 200, false),
    ] as [(String, HTTPMethod, UInt16, Bool)])
  func aRequestThatChangesAnAddressInvalidatesIt(
    profile: String, method: HTTPMethod, status: UInt16, isFetchedAgain: Bool
  ) throws {
    var headers = CacheHeaders()
    headers.maxAge = .hours(1)
    headers.hasEntityTag = true
    var plan = HandWorkedDayTests.plan(headers)
    headers.status = status
    plan.headers.append(headers)
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.publish(1, kind: .model, headers: 1, method: method, target: 0)
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.at(5, .need(1))
    story.visit(0, from: 20)
    story.at(50, .end)
    let diary = try AnyStrategy.diary(
      of: "url-cache", settings: .object([("profile", JSON(.string(profile)))]), in: plan, story)
    expect(diary.exchanges.map(\.status), is: [200, status] + (isFetchedAgain ? [200] : []))
  }

  @Test func whatIsFreshIsUsedWhatIsStaleIsAskedAboutWhatChangedIsSent() throws {
    let diary = try AnyStrategy.diary(of: "url-cache", in: Day.plan(), day: "url-cache")
    expect(
      diary.visits.map(\.firstSource), is: [.network, .memory, .revalidated, .memory, .network])
    expect(diary.exchanges.map(\.status), is: [200, 304, 200])
    expect(isClose(diary.visits[0].firstContent, Day.handshake + Day.warmModel + Day.decodeJSON))
    expect(isClose(diary.visits[1].firstContent, Day.decodeJSON))
    expect(isClose(diary.visits[2].firstContent, Day.confirmation + Day.decodeJSON))
    // Confirmed at 50.2 s, so that the connection is used again: 60 s have not passed.
    expect(isClose(diary.visits[4].firstContent, Day.warmModel + Day.decodeJSON))
    // 500 B of request up; 304 B of header down for the confirmation, no body.
    expect(diary.exchanges.map(\.payload), is: [Bytes(10_000), .zero, Bytes(10_000)])
    // Frames of the database's log, 4,096 B and 24 B each: a new tree's root, a leaf and two pages
    // of a row of 10,000 B, and the log's own 32 B; the header's row; the row again.
    let frame: Int64 = 4_120
    expect(diary.writes.map { $0.bytesByCause[.store] }, is: [4 * frame + 32, 0, 3 * frame])
    expect(diary.writes.map { $0.bytesByCause[.index] }, is: [0, frame, 0])
  }

  @Test func anAgeCountsFromTheRequest() throws {
    // RFC 9111 §4.2.3: nobody knows when on its way the answer was made. Asked for at 1 s with a
    // lifetime of 30 s, the answer is stale from 31 s on, though it came at 1.8 s.
    let headers = Self.headers { $0.maxAge = .seconds(30) }
    let fresh = try Self.diary(headers, opens: [1, 30.9])
    let stale = try Self.diary(headers, opens: [1, 31.1])
    expect(fresh.exchanges.count == 1 && stale.exchanges.count == 2)
  }

  @Test(arguments: [
    // Without a validator a stale answer is fetched again.
    (
      headers { $0.maxAge = .seconds(30) }, [Source.network, .memory, .network], [UInt16(200), 200]
    ),
    // no-store.
    (
      headers {
        $0.noStore = true
        $0.maxAge = .days(1)
        $0.hasEntityTag = true
      }, [.network, .network, .network], [200, 200, 200]
    ),
    // no-cache: asked about each time.
    (
      headers {
        $0.noCache = true
        $0.hasEntityTag = true
      }, [.network, .revalidated, .revalidated], [200, 304, 304]
    ),
    // max-age=0.
    (
      headers {
        $0.maxAge = .zero
        $0.hasLastModified = true
      }, [.network, .revalidated, .revalidated], [200, 304, 304]
    ),
    // Nothing at all: stored, and of no use by the protocol.
    (headers { _ in }, [.network, .network, .network], [200, 200, 200]),
    // Expires counts as max-age does, less exactly.
    (
      headers { $0.expiresAfter = .seconds(30) }, [.network, .memory, .network], [200, 200]
    ),
    // It came 25 s old.
    (
      headers {
        $0.maxAge = .seconds(30)
        $0.age = .seconds(25)
      }, [.network, .network, .network], [200, 200, 200]
    ),
    // Vary: * matches no request.
    (
      headers {
        $0.maxAge = .days(1)
        $0.vary = "*"
      }, [.network, .network, .network], [200, 200, 200]
    ),
  ])
  func headersDecide(headers: CacheHeaders, sources: [Source], statuses: [UInt16]) throws {
    let diary = try Self.diary(headers, opens: [1, 20, 50])
    expect(diary.visits.map(\.firstSource), is: sources)
    expect(diary.exchanges.map(\.status), is: statuses)
  }

  @Test func aTenthOfTheTimeSinceTheLastChangeIsFresh() throws {
    // Published at 0 s, sent at 1,000 s: fresh for 100 s from the request on.
    let headers = Self.headers { $0.hasLastModified = true }
    let diary = try Self.diary(headers, opens: [1_000, 1_090, 1_110])
    expect(diary.visits.map(\.firstSource), is: [.network, .memory, .revalidated])
  }

  @Test func staleWhileRevalidateShowsAndAsksBehind() throws {
    let headers = Self.headers {
      $0.maxAge = .seconds(30)
      $0.staleWhileRevalidate = .seconds(60)
      $0.hasEntityTag = true
    }
    let diary = try Self.diary(headers, opens: [1, 50, 70, 200])
    expect(diary.visits.map(\.firstSource), is: [.network, .memory, .memory, .revalidated])
    expect(diary.exchanges.map(\.purpose), is: [.demand, .refresh, .demand])
    let off = try Self.diary(
      headers, opens: [1, 50], settings: .object([("staleWhileRevalidate", false)]))
    expect(off.visits.map(\.firstSource), is: [.network, .revalidated])
  }

  @Test func staleIfErrorStandsInForAnOriginThatFails() throws {
    let headers = Self.headers {
      $0.maxAge = .seconds(30)
      $0.staleIfError = .hours(1)
      $0.hasEntityTag = true
    }
    let story = Self.offlineDay(opens: [1, 50, 8_000])
    let plan = Day.plan(headers)
    let on = try AnyStrategy.diary(of: "url-cache", in: plan, story)
    expect(on.visits.map(\.firstSource), is: [.network, .memory, .nothing])
    let off = try AnyStrategy.diary(
      of: "url-cache", settings: .object([("staleIfError", false)]), in: plan, story)
    expect(off.visits.map(\.firstSource), is: [.network, .nothing, .nothing])
    let offline = try AnyStrategy.diary(
      of: "url-cache", settings: .object([("servesStaleWhenOffline", true)]), in: plan, story)
    expect(offline.visits.map(\.firstSource), is: [.network, .memory, .memory])
  }

  @Test func whatMustBeRevalidatedIsNotShownOffline() throws {
    let headers = Self.headers {
      $0.maxAge = .seconds(30)
      $0.mustRevalidate = true
    }
    let story = Self.offlineDay(opens: [1, 50])
    let diary = try AnyStrategy.diary(
      of: "url-cache", settings: .object([("servesStaleWhenOffline", true)]), in: Day.plan(headers),
      story)
    expect(diary.visits.map(\.firstSource), is: [.network, .nothing])
  }

  @Test func anEditThatTheOriginTookRemovesWhatIsStoredOfItsRecord() throws {
    let headers = Self.headers { $0.maxAge = .days(1) }
    func sources(_ settings: JSON) throws -> [Source] {
      var story = Day.story(opens: [1, 100])
      story.at(5, .edit(Edit(record: 0, field: .favourite, value: 1)))
      return try AnyStrategy.diary(
        of: "url-cache", settings: settings, in: Day.plan(headers), story
      ).visits.map(\.firstSource)
    }
    try expect(sources(.object([])), is: [.network, .network])
    try expect(sources(.object([("editsInvalidate", false)])), is: [.network, .memory])
  }

  // openradar 32270378 and rover-ios 102: after its first expiry an answer is asked about for ever.
  @Test func appleAsksForEverOnceAnAnswerHasExpired() throws {
    let headers = Self.headers {
      $0.maxAge = .seconds(30)
      $0.hasEntityTag = true
    }
    let apple = try Self.diary(
      headers, opens: [1, 20, 50, 70], settings: .object([("preset", "apple")]))
    expect(apple.visits.map(\.firstSource), is: [.network, .memory, .revalidated, .revalidated])
    expect(apple.writes.count, is: 1)
    let mended = try Self.diary(
      headers, opens: [1, 20, 50, 70],
      settings: .object([("preset", "apple"), ("validationFreshens", true)]))
    expect(mended.visits.map(\.firstSource), is: [.network, .memory, .revalidated, .memory])
  }

  /// URLSession on Linux asks its cache and gives it nothing.
  @Test func corelibsIsNeverFilled() throws {
    let headers = Self.headers {
      $0.maxAge = .seconds(30)
      $0.hasEntityTag = true
    }
    let diary = try Self.diary(
      headers, opens: [1, 20, 50], settings: .object([("preset", "corelibs")]))
    expect(diary.visits.map(\.firstSource), is: [.network, .network, .network])
    expect(diary.exchanges.map(\.status), is: [200, 200, 200])
  }

  @Test func recordedLinesDecideInPlaceOfMadeOnes() throws {
    var headers = Self.headers {
      $0.hasEntityTag = true
      $0.recorded = [
        RecordedField("cache-control", "public, max-age=30, stale-while-revalidate=\"60\""),
        RecordedField("etag", "W/\"a\""),
      ]
    }
    let diary = try Self.diary(headers, opens: [1, 20, 50])
    expect(diary.visits.map(\.firstSource), is: [.network, .memory, .memory])
    headers.recorded?[0].value = "no-store"
    try expect(Self.diary(headers, opens: [1, 20]).exchanges.map(\.status), is: [200, 200])
  }
}
