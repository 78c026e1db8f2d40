internal import CacheMetrics
internal import CacheWorkloads
internal import Experiments
internal import SimCore
internal import TestCases
internal import Testing

/// Explanations of days written by hand, line by line. The times are worked out in ClientTests'
/// HandWorkedDayTests: 5 ms of upload, 150 ms of round trip, 30 ms of thinking, 58 ms of transfer.
@Suite struct ExplanationTests {
  /// What follows the lookup of a name, for a model of 10 kB.
  private static let fetch = [
    "300 | connection setup: 150 ms",
    "450 | TLS handshake: 150 ms",
    "600 | request upload: 5.33 ms",
    "605 | propagation to the origin: 75 ms",
    "680 | server time: 30 ms",
    "710 | propagation of the response: 75 ms",
    "785 | response download: 58.4 ms",
    "843 | 200: full response, 10.3 kB | 844 ms after the request",
    "843 | not stored yet | a screen's model is stored when the screen closes",
    "843 | decodes the model | takes 0.61 ms",
  ]

  @Test func theFirstOpenWaitsForTheNetworkStepByStep() throws {
    var day = WrittenDay()
    day.publish(0)
    day.at(0, .launch)
    day.visit(0, from: 60)
    day.at(100, .end)
    let explanation = try #require(try day.explanation(of: 1, under: "on-demand"))
    expect(explanation.name, is: "model 0")
    expect(
      explanation.plain,
      is: [
        "0 | model 0 opens | network: slow-4g",
        "0 | not in archives or media | never fetched before",
        "0 | request to the origin | the screen waits for it",
        "0 | DNS lookup: 300 ms",
      ] + Self.fetch + [
        "844 | shown: version 1, from the network | it is the origin's newest",
        "844 | the screen is complete",
        "844 | the screen is up to date | all of it is the origin's newest",
        "10000 | the screen closes",
        "10000 | encodes a model | the main thread is busy for 10.8 ms",
        "10000 | version 1 is stored in archives: flash writes 13.5 kB | the archive; "
          + "17.7 kB reach the device",
      ])
    expect(
      explanation.summary,
      is: "First content after 844 ms from the network, because nothing was stored; the longest "
        + "step: DNS lookup, 300 ms.")
  }

  /// 600 ms of connecting, 185 of asking, and 15 of the 58 that the answer takes.
  @Test func aViewThatIsLeftCancelsWhatItWaitsFor() throws {
    var day = WrittenDay()
    day.publish(0)
    day.at(0, .launch)
    day.at(60, .open(0))
    day.at(60, .close(0), millisecondsLater: 800)
    day.visit(0, from: 100)
    day.at(200, .end)
    let settings = JSON.object([("requests", .object([("cancels", "everything")]))])
    let left = try #require(try day.explanation(of: 1, under: "on-demand", settings: settings))
    expect(
      left.plain.suffix(2),
      is: [
        "800 | the screen closes",
        "800 | cancelled 800 ms after the request, 2.59 kB wasted | the view was left, and nothing "
          + "else waits for the response",
      ])
    expect(left.summary.contains("the screen closed before the answer came"))
    let next = try #require(try day.explanation(of: 2, under: "on-demand", settings: settings))
    expect(next.plain.contains { $0.hasSuffix("| its request was cancelled at 00:01:00") })
  }

  @Test func aStaleArchiveIsShownAndAskedForBehindTheScreen() throws {
    var day = WrittenDay()
    day.publish(0)
    day.at(0, .launch)
    day.visit(0, from: 60)
    day.publish(0, version: 2, at: 600)
    day.visit(0, from: 1_000)
    day.at(1_100, .end)
    let explanation = try #require(try day.explanation(of: 2, under: "on-demand"))
    expect(
      explanation.plain,
      is: [
        "-939156 | 200: full response, 10.3 kB | 844 ms after the request",
        "-930000 | stored in archives: version 1, 13.5 kB | on flash",
        "0 | model 0 opens | network: slow-4g",
        "0 | version 1 is in archives | fetched at 00:01:00",
        "0 | reads 13.5 kB from archives | takes 0.36 ms",
        "0 | decodes the model | takes 3.2 ms",
        "0 | stale | 15.7 min since it was fetched or revalidated, more than 15 min",
        "0 | conditional request for version 1 | in the background, behind the copy on screen",
        // The name was known for 300 s, the connection was kept for 60 s: both are made anew.
        "0 | DNS lookup: 300 ms",
        "3 | shown: version 1, from flash | outdated for 6.67 min",
        "3 | the screen is complete",
      ] + Self.fetch + [
        "844 | updated: version 2, from the network | it is the origin's newest",
        "844 | the screen is up to date | all of it is the origin's newest",
        "10000 | the screen closes",
        "10000 | encodes a model | the main thread is busy for 10.8 ms",
        "10000 | version 2 is stored in archives: flash writes 13.5 kB | the archive; "
          + "17.7 kB reach the device",
      ])
    expect(
      explanation.summary,
      is: "First content after 3.56 ms from flash, because version 1, fetched at 00:01:00, was "
        + "stored; it is stale, and refreshed in the background. It had been outdated for "
        + "6.67 min; the origin's version came after 844 ms.")
  }

  /// The network has its time, and its answer still comes; without a network it is not asked.
  @Test(arguments: [false, true])
  func whyWhatIsStoredIsShownInstead(isOffline: Bool) throws {
    var day = WrittenDay()
    day.publish(0)
    day.at(0, .launch)
    day.visit(0, from: 60)
    if isOffline { day.at(900, .network(1)) }
    day.visit(0, from: 1_000)
    day.at(1_100, .end)
    let settings: JSON = .object([
      ("read", .object([("strategy", "networkFirst"), ("timeout", "200ms")]))
    ])
    let explanation = try #require(
      try day.explanation(of: 2, under: "on-demand", settings: settings))
    let reason =
      isOffline ? "the origin cannot be reached" : "the origin did not answer within 200 ms"
    expect(explanation.plain.contains { $0.hasSuffix("| the stored copy is shown | \(reason)") })
    expect(
      explanation.summary.contains(
        isOffline ? "could not be asked" : "the origin did not answer within 200 ms, and version 1")
    )
  }

  @Test func whatACrashTookFromMemoryIsMissed() throws {
    var day = WrittenDay()
    day.publish(0)
    day.at(0, .launch)
    day.visit(0, from: 60)
    day.at(80, .crash)
    day.at(90, .launch)
    day.at(90, .network(1))
    day.visit(0, from: 120)
    day.at(200, .end)
    let explanation = try #require(try day.explanation(of: 2, under: "memory-tier"))
    expect(
      explanation.plain,
      is: [
        "-59156 | 200: full response, 10.3 kB | 844 ms after the request",
        "-50000 | stored in memory: version 1, 13.5 kB | in RAM",
        "-40000 | removed from memory, 13.5 kB | the app crashed; it is not yet on flash",
        "0 | model 0 opens | there is no network",
        "0 | not in memory, uncounted, archives or media | lost at 00:01:20, when the app "
          + "crashed, not yet on flash",
        "0 | cannot be requested | there is no network",
        "10000 | the screen closes",
      ])
    expect(
      explanation.summary,
      is: "Blank to the end, for 10 s, because nothing was stored: lost at 00:01:20, when the app "
        + "crashed, not yet on flash, and there was no network.")
  }

  @Test func theHTTPCacheSaysWhyItAsks() throws {
    var headers = CacheHeaders()
    headers.maxAge = .seconds(30)
    headers.hasEntityTag = true
    var day = WrittenDay()
    day.publish(0)
    day.at(0, .launch)
    day.visit(0, from: 60)
    // Idle for less than 60 s: the connection is still there.
    day.visit(0, from: 100)
    day.at(200, .end)
    let explanation = try #require(
      try day.explanation(of: 2, under: "url-cache", headers: headers))
    expect(
      explanation.plain,
      is: [
        "-39156 | 200: full response, 10.3 kB | 844 ms after the request",
        "-39156 | stored in memory: version 1, 10 kB | in RAM",
        "-39156 | stored in disk: version 1, 10 kB | on flash",
        "0 | model 0 opens | network: slow-4g",
        "0 | the HTTP cache decides, at an age of 40 s | the stored response is stale "
          + "(RFC 9111 §4.2)",
        "0 | conditional request for version 1 | the screen waits for it",
        "0 | request upload: 5.33 ms",
        "5 | propagation to the origin: 75 ms",
        "80 | server time: 30 ms",
        "110 | propagation of the response: 75 ms",
        "185 | response download: 7.3 ms",
        "192 | 304: not modified, 300 B | 193 ms after the request",
        "192 | disk: flash writes 4.12 kB | the index; 8.65 kB reach the device",
        "192 | version 1 is in memory | fetched at 00:01:00, revalidated at 00:01:40",
        "192 | decodes the model | takes 0.61 ms",
        "193 | shown: version 1, a stored copy, revalidated | it is the origin's "
          + "newest",
        "193 | the screen is complete",
        "193 | the screen is up to date | all of it is the origin's newest",
        "10000 | the screen closes",
      ])
    expect(
      explanation.summary,
      is: "First content after 193 ms: a stored copy, revalidated, because version "
        + "1, fetched at 00:01:00, was stored, and had to be revalidated first; the longest step: "
        + "propagation to the origin, 75 ms.")
  }

  @Test func subresourcesAreGroupedOrShownOneByOne() throws {
    var day = WrittenDay()
    for part in 1...3 { day.publish(ResourceIndex(part), kind: .image) }
    day.publish(0, parts: [1, 2, 3])
    day.at(0, .launch)
    day.visit(0, from: 60)
    day.visit(0, from: 100)
    day.at(200, .end)
    let together = try #require(try day.explanation(of: 2, under: "on-demand"))
    expect(together.plain.contains("3 | 3 subresources are needed"))
    expect(together.plain.contains("3 | 3 subresources are in media"))
    expect(!together.plain.contains { $0.contains("image 2") })
    let apart = try #require(try day.explanation(of: 2, under: "on-demand", partByPart: true))
    expect(
      apart.plain.contains(
        "3 | image 2: version 1 is in media | fetched at 00:01:01"))
    expect(apart.plain.count { $0.contains("needed") }, is: 3)
    expect(together.summary, is: apart.summary)
  }

  /// Two of three pictures changed at their addresses; the main content is young enough.
  @Test func outdatedSubresourcesAreSaid() throws {
    var day = WrittenDay()
    for part in 1...3 { day.publish(ResourceIndex(part), kind: .image) }
    day.publish(0, parts: [1, 2, 3])
    day.at(0, .launch)
    day.visit(0, from: 60)
    for part in 2...3 { day.publish(ResourceIndex(part), version: 2, kind: .image, at: 400) }
    day.visit(0, from: 640)
    day.at(700, .end)
    let together = try #require(try day.explanation(of: 2, under: "on-demand"))
    expect(together.plain.contains { $0.contains("image 1 is shown, from flash") })
    expect(
      together.plain.contains { $0.contains("2 subresources are shown, from flash | outdated for") }
    )
    expect(
      together.summary.hasSuffix(
        "2 of its 3 subresources were outdated when shown, for up to 4 min."))
    let apart = try #require(try day.explanation(of: 2, under: "on-demand", partByPart: true))
    expect(
      apart.plain.contains {
        $0.contains("image 2: shown: version 1, from flash | outdated for 4 min")
      })
    expect(!apart.plain.contains { $0.contains("URL changes") })
  }

  @Test func theNextScreensDoingsAreNotThisOnes() throws {
    var day = WrittenDay()
    day.publish(1, kind: .image)
    day.publish(0, parts: [1])
    day.publish(2, parts: [1])
    day.at(0, .launch)
    day.at(60, .open(0))
    day.at(80, .open(2))
    day.at(90, .close(2))
    day.at(200, .end)
    let explanation = try #require(
      try day.explanation(of: 1, under: "dictionary", partByPart: true))
    expect(explanation.plain.count { $0.contains("needed") }, is: 1)
    expect(explanation.lines.last?.what, is: "the screen closes")
  }

  @Test func anUnknownViewIsLeftOut() throws {
    var day = WrittenDay()
    day.publish(0)
    day.visit(0, from: 60)
    day.at(100, .end)
    try expect(day.explanation(of: 2, under: "on-demand") == nil)
  }
}
