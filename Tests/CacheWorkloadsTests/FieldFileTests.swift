internal import SimCore
internal import StructureFixtures
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// What exports of a shipped app's users tell, read from the files of `Tests/Data/field`.
@Suite struct FieldFileTests {
  private static let folder: String = {
    let parts = #filePath.split(separator: "/").dropLast(2)
    return "/" + parts.joined(separator: "/") + "/Data/field"
  }()

  private static func file(_ name: String) throws -> FieldFile {
    try FieldFile(contentsOf: "\(folder)/\(name)")
  }

  private static func read(_ text: String) throws(InputError) -> FieldFile {
    try FieldFile(bytes: Array(text.utf8), path: "given")
  }

  /// The values of a quantity in the order of the file, as often as they count.
  private static func values(_ quantity: FieldQuantity, _ file: FieldFile) -> [Double] {
    file.data.observations.filter { $0.quantity == quantity }.flatMap {
      Array(repeating: $0.value, count: $0.count)
    }
  }

  private static func near(_ left: [Double], _ right: [Double]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) < 1e-9 * max(1, $1) }
  }

  private static func check(_ file: FieldFile, _ expected: KeyValuePairs<FieldQuantity, [Double]>) {
    for (quantity, values) in expected {
      expect(
        near(Self.values(quantity, file), values), "\(quantity): \(Self.values(quantity, file))")
    }
    let told = Set(file.data.observations.map(\.quantity))
    expect(told, is: Set(expected.map(\.key)), "nothing else is told")
  }

  @Test func rowsTellWhatResourceTimingMeasures() throws {
    let file = try Self.file("rum.csv")
    expect(file.form, is: .rows)
    expect(file.data.people, is: 2)
    Self.check(
      file,
      [
        .firstContent: [0.82, 0.24, 0.12], .roundTrip: [0.02], .serverTime: [0.06],
        .rateDown: [6e6], .responseBytes: [90_000, 150_000],
        // The first day of one person, their third, and the day of the other.
        .cachedShare: [0, 0, 1],
        .objectHitShare: [1, 1, 1].map { $0 / 3 } + [0, 1], .notModifiedShare: [0, 0, 1],
        .downBytesPerDay: [180_600, 300, 0], .sessionLength: [1, 0, 0],
        .opensPerSession: [1, 1, 1],
        .requestsPerSession: [2, 1, 0], .sessionsPerDay: [1, 0, 1, 1],
      ])
    expect(Set(file.data.observations.map(\.day)), is: [0, 1, 2])
  }

  @Test func aCaptureTellsOfCachesOnTheWay() throws {
    let file = try Self.file("capture.har")
    expect(file.form, is: .capture)
    expect(file.data.people, is: 1)
    Self.check(
      file,
      [
        .firstContent: [0.75], .roundTrip: [0.02, 0.02], .serverTime: [0.0455, 0.03],
        .rateDown: [16e6], .responseBytes: [400_000, 9_000], .freshnessLifetime: [60],
        .cachedShare: [0.5, 0.5], .objectHitShare: [0.25, 0.25, 0.25, 0.25],
        .notModifiedShare: [1, 1, 1].map { $0 / 3 }, .sharedHitShare: [0.5, 0.5],
        .upBytesPerDay: [1_180], .downBytesPerDay: [125_680], .networkBytesPerDay: [126_860],
        .sessionLength: [601], .opensPerSession: [2], .requestsPerSession: [3],
        .sessionsPerDay: [1],
      ])
    expect(file.caches.map(\.name), is: ["origin shield", "edge"])
    expect(file.caches.map(\.answers), is: [1, 2])
    expect(file.caches.map(\.hits), is: [0, 1])
    expect(file.caches.map(\.stored), is: [1, 0])
    expect(file.caches.map(\.stale), is: [0, 1])
  }

  /// A connection takes no time: a round trip is the wait on a kept one, less the server's 50 ms.
  @Test(arguments: [
    ("127.0.0.1:8080", [0.08]), ("localhost", [0.08]), ("[::1]:80", [0.08]),
    ("127.0.0.1.example.com", [0.0001]),
  ])
  func anOriginOnTheMachineItselfTellsRoundTripsByItsWaits(
    host: String, roundTrips: [Double]
  ) throws {
    let entries = [(0.1, 300), (-1, 130), (-1, 40)].map { connect, wait in
      """
      {"startedDateTime": "2026-03-02T08:00:00Z", "time": 1, "request": {"method": "GET", \
      "url": "http://\(host)/a"}, "response": {"status": 200, "content": {"size": 9}, "headers": \
      [{"name": "Server-Timing", "value": "origin;dur=50"}]}, \
      "timings": {"connect": \(connect), "wait": \(wait), "receive": 0}}
      """
    }
    let file = try Self.read("{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}")
    let found = file.data.observations.filter { $0.quantity == .roundTrip }.map(\.value)
    expect(found.count, is: roundTrips.count)
    for (found, expected) in zip(found, roundTrips) { expect(abs(found - expected) < 1e-9) }
    expect(FieldSample(.serverTime, in: file.data).values.map(\.value), is: [0.05, 0.05, 0.05])
  }

  @Test func aPayloadOfMetricKitHasHistograms() throws {
    let file = try Self.file("metrickit.json")
    expect(file.form, is: .metricKit)
    Self.check(
      file,
      [
        .downBytesPerDay: [140e6], .upBytesPerDay: [12e6], .networkBytesPerDay: [152e6],
        .flashBytesPerDay: [1_300_500],
      ])
    let launch = FieldSample(.coldLaunch, in: file.data)
    expect(launch.count, is: 8)
    // The fourth of five values spread over 1,000 to 1,010 ms.
    expect(Self.near([launch.value(at: .p50) ?? 0], [1.007]))
    expect(FieldSample(.warmLaunch, in: file.data).count, is: 7)
    expect(FieldSample(.hangTime, in: file.data).count, is: 4)
    expect(FieldSample(.signalBars, in: file.data).mean, is: 2.5)
    let lines = try Self.file("metrickit.jsonl")
    expect(lines.data.people, is: 2)
    expect(Self.near(Self.values(.flashBytesPerDay, lines), [20e6, 40e6, 6e6]))
    expect(Self.near(Self.values(.excessiveWrites, lines), [1_073.74e6]))
    expect(lines.data.observations.map(\.day), is: [0, 1, 1, 0])
    expect(FieldSample(.coldLaunch, in: lines.data).count, is: 2)
  }

  /// Devices write measurements as their regions do.
  @Test(arguments: [
    ("US", "1,300 kB", 1.3e6), ("US", "1.300 kB", 1_300), ("DE", "1.300 kB", 1.3e6),
    ("DE", "1,300 kB", 1_300), ("DE", "1.300,5 kB", 1_300_500), ("US", "1,300.5 kB", 1_300_500),
    ("RU", "79\u{A0}041 кБ", 79_041_000), ("FR", "1\u{202F}300,25\u{A0}ko", 1_300_250),
    ("CH", "1’300.5 kB", 1_300_500), ("IN", "1,00,000 kB", 1e8), ("DE", "0.125 MB", 125_000),
    ("US", "2.000.000 B", 2e6), ("US", "12,34,5 kB", nil), ("US", "1,2.3,4 kB", nil),
    ("US", "-1 kB", nil), ("US", "1 300.kb", nil), ("US", " kB", nil), ("US", "٣ kB", nil),
  ])
  func regionsWriteNumbersInTheirOwnWay(region: String, text: String, bytes: Double?) throws {
    let payload =
      "{\"metaData\": {\"regionFormat\": \"\(region)\"}, "
      + "\"diskIOMetrics\": {\"cumulativeLogicalWrites\": \"\(text)\"}}"
    expect(
      (try? Self.read(payload)).map { Self.values(.flashBytesPerDay, $0) }, is: bytes.map { [$0] })
  }

  @Test func exportsOfFirebaseNameNobody() throws {
    let file = try Self.file("firebase.jsonl")
    expect(file.form, is: .firebase)
    Self.check(
      file,
      [
        .coldLaunch: [0.85], .sessionLength: [19], .rateDown: [4e6], .responseBytes: [200_000],
        .objectHitShare: [1], .notModifiedShare: [0.5, 0.5],
      ])
    let rate = file.data.observations.first { $0.quantity == .rateDown }
    expect(rate?.access, is: .cellular4G)
    expect(rate?.kind, is: .model)
  }

  @Test func theBeaconsAreRead() throws {
    let file = try Self.file("android.jsonl")
    Self.check(
      file,
      [
        .coldLaunch: [0.812], .firstContent: [0.64, 0.04], .roundTrip: [0.04],
        .serverTime: [0.071], .freshnessLifetime: [600, 600], .responseBytes: [20_000],
        .objectHitShare: [0.5, 0.5, 0], .notModifiedShare: [0, 1],
        .downBytesPerDay: [20_400, 310], .sessionLength: [60.05, 0], .opensPerSession: [2, 0],
        .requestsPerSession: [1, 1], .sessionsPerDay: [1, 1],
      ])
  }

  /// Two views of a page with two pictures, which the browser has the second time.
  @Test func theWebsBeaconIsReadAsChromiumSentIt() throws {
    let file = try Self.file("web.jsonl")
    expect(file.data.people, is: 1)
    expect(Self.values(.firstContent, file).count, is: 2)
    expect(Self.values(.opensPerSession, file), is: [2])
    expect(Self.values(.requestsPerSession, file), is: [8])
    expect(Self.values(.objectHitShare, file), is: Array(repeating: 0.2, count: 10))
    let pictures = file.data.observations.filter {
      $0.quantity == .responseBytes && $0.kind == .image
    }
    expect(pictures.map(\.value).sorted(), is: [20_000, 120_000])
  }

  @Test(arguments: [
    ("", "expected a record of 'cachesim serve', a capture (HAR)"),
    ("a,frist_contentful_paint\n1,2\n", "(did you mean 'firstContentfulPaint'"),
    ("a,b\n1,2\n", "found the columns 'a', 'b'"),
    ("{\"event\": \"story\"}\n{\"at\": 1}\n", "found the columns 'event', 'at'"),
    ("fcp\n820000000\n", "given:2: fcp: expected 0 to 3,600,000 milliseconds (a column's name may"),
    ("fcp,ttfb\n82\n", "given:2: expected 2 columns, found 1"),
    ("fcp\nsoon\n", "given:2: fcp: expected 0 to 3,600,000 milliseconds"),
    ("fcp,url\n8,\"a\nb\"\n", "given:2: a quotation mark is not closed on its line"),
    ("fcp,time\n82,yesterday\n", "given:2: time: expected a date such as"),
    ("[{\"fcp\": 82},\n {\"fcp\": []}]", "given:2:10: fcp: expected 0 to"),
    ("{\"log\": {}}", "a HAR file's log has a list named entries, found an object"),
    (
      "{\"diskIOMetrics\": {\"cumulativeLogicalWrites\": \"12 parsecs\"}}",
      "given:1:47: expected a measurement such as \"100 kB\", found the text \"12 parsecs\""
    ),
    (
      "{\"applicationLaunchMetrics\": {\"histogrammedResumeTime\": {\"histogramValue\": "
        + "[{\"bucketCount\": 1, \"bucketStart\": \"20 ms\", \"bucketEnd\": \"10 ms\"}]}}}",
      "expected a bucket that ends at 0.02 or later, found 0.01"
    ),
    ("{\"a\": ", "given:1:7: "),
  ])
  func mistakesSayThePlaceAndWhatIsKnown(text: String, message: String) {
    do throws(InputError) {
      _ = try Self.read(text)
      Issue.record("it is read")
    } catch {
      let line = "\(error.place): \(error.message)"
      expect(line.contains(message), "\(line)")
    }
  }

  @Test func unitsStandInNamesOfColumns() throws {
    let file = try Self.read("FCP_us;Cold-Start seconds\n82000;0.8\n-1;\n")
    expect(Self.near(Self.values(.firstContent, file), [0.082]))
    expect(Self.near(Self.values(.coldLaunch, file), [0.8]))
  }

  /// Of columns that mean the same, the one whose name comes first in the list tells, where it has
  /// a value, wherever it stands.
  @Test(arguments: [
    "timestamp,date,fcp\n2026-03-02T23:00:00Z,2026-03-04,8\n,2026-03-04,8\n",
    "date,fcp,timestamp\n2026-03-04,8,2026-03-02T23:00:00Z\n2026-03-04,8,-1.0\n",
  ])
  func columnsOfOneMeaningHaveAnOrder(text: String) throws {
    try expect(Self.read(text).data.observations.map(\.day), is: [0, 2])
  }

  @Test func filesHaveOneCalendar() throws {
    let files = try ["2026-03-04", "2026-03-02", ""].map {
      try Self.read("user,date,fcp\nann,\($0),8\n").data
    }
    let data = FieldData(joining: files)
    expect(data.people == 3 && data.count == files.reduce(0) { $0 + $1.count })
    let waits = data.observations.filter { $0.quantity == .firstContent }
    expect(waits.map(\.day) == [2, 0, 0] && waits.map(\.person) == [0, 1, 2])
  }

  @Test(arguments: ["fcp,url\n8,J\u{F6}rg\n", "J\u{F6}rg,fcp\n1,8\n"])
  func otherEncodingsAreRefused(text: String) {
    let latin = text.unicodeScalars.map { UInt8($0.value) }
    let error = #expect(throws: InputError.self) { try FieldFile(bytes: latin, path: "given") }
    expect(error?.message.contains("expected text in UTF-8"), is: true)
  }

  /// RFC 9211, section 3, and RFC 8941, section 4.2: a line that is no list is ignored as a whole.
  @Test func cacheStatusIsAListOfStructuredFields() {
    expect(CacheStatus.all(["ExampleCache; hit; ttl=376"]).map(\.timeToLive), is: [376])
    let two = CacheStatus.all([
      "OriginCache; hit; ttl=1100", "\"CDN, Here\"; hit=?0; fwd=stale;stored",
    ])
    expect(two.map(\.cache), is: ["OriginCache", "CDN, Here"])
    expect(two.map(\.isHit), is: [true, false])
    expect(two.map(\.forward), is: [nil, "stale"])
    expect(two.map(\.isStored), is: [false, true])
    for wrong in ["a; hit,", "a b", "\"a", "a; =1", ";hit"] {
      expect(CacheStatus.all([wrong]).isEmpty, "\(wrong)")
    }
    expect(ServerTiming.longest(["miss, db;dur=53, app;dur=47.2;desc=\"a, b\""]), is: 0.053)
    expect(ServerTiming.longest(["miss"]) == nil)
  }

  /// Whatever the structure of a file, it is read, or refused with a place: and what is read is in
  /// its limits.
  @Test(arguments: StructureCorpus.seeds(40))
  func aMutatedFileIsReadOrRefused(seed: UInt64) throws {
    for name in ["metrickit.json", "capture.har", "firebase.jsonl", "web.jsonl"] {
      let bytes = try ByteReader.contents(of: "\(Self.folder)/\(name)", limit: 1 << 20)
      let lines = name.hasSuffix("l") ? bytes.split(separator: UInt8(ascii: "\n")) : [bytes[...]]
      let documents = try lines.map { try JSON.parse(Array($0)) }
      var mutator = StructureMutator(seed: seed, corpus: documents)
      for _ in 0..<4 {
        let text = mutator.mutated(lines: documents, changes: 6).map { $0.compact + "\n" }.joined()
        do throws(InputError) {
          let data = try Self.read(text).data
          expect(data.observations.allSatisfy { $0.value >= 0 && $0.value.isFinite }, "\(seed)")
          expect(data.observations.allSatisfy { $0.person < data.people && $0.count > 0 })
          expect(data.histograms.allSatisfy { $0.buckets.allSatisfy { $0.low <= $0.high } })
        } catch {
          expect(error.place.hasPrefix("given") && !error.message.isEmpty, "\(seed)")
        }
      }
    }
  }
}
