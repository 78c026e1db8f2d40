internal import SimCore
internal import TestCases
internal import Testing
internal import TraceFixtures

@testable internal import CacheWorkloads

@Suite struct AccessLogSourceTests {
  static let apache = "log/apache-semicomplete-2015.log"
  static let nasa = "log/nasa_19950701.tsv"

  /// A line of the common format at a second of 1 January 2020.
  static func line(
    _ client: String, _ second: Int, _ url: String, _ status: Int = 200, _ bytes: String = "100"
  ) -> String {
    func two(_ number: Int) -> String { String(String(100 + number).dropFirst()) }
    let time = "\(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60))"
    return "\(client) - - [01/Jan/2020:\(time) +0000] \"GET \(url) HTTP/1.1\" \(status) \(bytes)\n"
  }

  static func read(
    _ text: String, settings: TraceSettings = TraceSettings()
  ) throws -> (recorded: RecordedEvents, issues: TraceIssues) {
    try TraceFiles.with(Array(text.utf8)) { path in
      var laws = try AccessLogSource(path: path, settings: settings)
      try checkLaws(of: &laws)
      var source = try AccessLogSource(path: path, settings: settings)
      let recorded = try RecordedEvents(&source)
      return (recorded, source.issues)
    }
  }

  @Test func aVisitIsToldFromLaunchToEnd() throws {
    let recorded = try Self.read(
      Self.line("a", 100, "/") + Self.line("a", 105, "/x.png", 200, "7")
        + Self.line("a", 2_000, "/", 304, "-")
    ).recorded
    expect(
      recorded.events,
      is: [
        "0: 0 launch",
        "0: 0 publish 0 v1 document 100 B host 0 headers 0 since 0",
        "0: 0 open 0",
        "0: 5 publish 1 v1 image 7 B host 0 headers 0 since 5",
        "0: 5 need 1",
        "0: 30 close 0",
        "0: 30 background",
        "0: 1900 foreground",
        "0: 1900 open 0",
        "0: 1930 close 0",
        "0: 1930 end",
      ])
  }

  @Test func aPictureAskedForLaterOrByItselfIsAScreen() throws {
    let late = Self.line("a", 0, "/") + Self.line("a", 11, "/x.png")
    try expect(Self.read(late).recorded.count("open"), is: 2)
    let alone = Self.line("a", 0, "/x.png") + Self.line("a", 1, "/y.css")
    let recorded = try Self.read(alone).recorded
    expect(recorded.count("open"), is: 1)
    expect(recorded.count("need"), is: 1)
    var settings = TraceSettings()
    settings.partWindow = .zero
    let each = Self.line("a", 0, "/") + Self.line("a", 1, "/x.png")
    try expect(Self.read(each, settings: settings).recorded.count("open"), is: 2)
  }

  @Test func aPauseAsLongAsTheGapIsNotYetAnAbsence() throws {
    let text = Self.line("a", 0, "/") + Self.line("a", 1_800, "/")
    try expect(Self.read(text).recorded.count("background"), is: 0)
    let longer = Self.line("a", 0, "/") + Self.line("a", 1_801, "/")
    try expect(Self.read(longer).recorded.count("background"), is: 1)
  }

  @Test func devicesAreNumberedByFirstAppearanceInTimeAndEachKnowsItsOwnIndices() throws {
    let recorded = try Self.read(
      Self.line("late", 10, "/b") + Self.line("early", 5, "/a") + Self.line("late", 11, "/a")
    ).recorded
    expect(recorded.of(0).contains("0 publish 0 v1 document 100 B host 0 headers 0 since 0"))
    expect(recorded.of(1).contains("5 publish 0 v1 document 100 B host 0 headers 0 since 5"))
    expect(recorded.of(1).contains("6 publish 1 v1 document 100 B host 0 headers 0 since 0"))
    expect(recorded.of(0).last == "36 end" && recorded.of(1).last == "36 end")
  }

  @Test func anotherSizeIsANewVersionThatOthersHearOfAtTheirNextOpen() throws {
    let recorded = try Self.read(
      Self.line("a", 0, "/f") + Self.line("b", 1, "/f", 200, "120")
        + Self.line("c", 2, "/f", 206, "9")
        + Self.line("a", 50, "/f", 304, "-") + Self.line("a", 60, "/f", 200, "120")
    ).recorded
    expect(recorded.of(1).contains("1 publish 0 v2 document 120 B host 0 headers 0 since 1"))
    expect(recorded.of(2).contains("2 publish 0 v2 document 120 B host 0 headers 0 since 1"))
    expect(
      recorded.of(0).filter { $0.contains("publish") },
      is: [
        "0 publish 0 v1 document 100 B host 0 headers 0 since 0",
        "50 publish 0 v2 document 120 B host 0 headers 0 since 1",
      ])
  }

  @Test(arguments: [(1, [100, 40, 100, 40]), (2, [100, 40]), (3, [100])])
  func aSmallerSizeMustBeConfirmed(_ answers: Int, _ sizes: [Int64]) throws {
    var settings = TraceSettings()
    settings.smallerSizeAnswers = answers
    let sizesSeen = ["100", "40", "100", "40", "40", "-", "40"].prefix(answers == 3 ? 5 : 7)
    let text = sizesSeen.enumerated().map { Self.line("a", $0, "/", 200, $1) }.joined()
    let recorded = try Self.read(text, settings: settings).recorded
    expect(recorded.published[0]?.map(\.size.count), is: sizes)
    if answers == 2 {
      expect(recorded.events.contains("0: 4 publish 0 v2 document 40 B host 0 headers 0 since 3"))
    }
  }

  @Test func noBytesAreNoSize() throws {
    let recorded = try Self.read(
      Self.line("a", 0, "/f") + Self.line("a", 1, "/f", 200, "-")
        + Self.line("a", 2, "/f", 200, "0")
        + Self.line("a", 3, "/f", 203, "55")
    ).recorded
    expect(recorded.count("publish"), is: 1)
  }

  @Test func anUnknownSizeIsTheMedianAndBecomesKnownWithoutANewVersion() throws {
    let recorded = try Self.read(
      Self.line("a", 0, "/first", 304, "-") + Self.line("a", 1, "/1", 200, "10")
        + Self.line("a", 2, "/2", 200, "20") + Self.line("a", 3, "/3", 200, "90")
        + Self.line("a", 4, "/later", 304, "-") + Self.line("a", 5, "/later", 200, "33")
        + Self.line("b", 6, "/later") + Self.line("b", 7, "/first", 206, "5")
    ).recorded
    expect(recorded.events.contains("0: 0 publish 0 v1 document 10000 B host 0 headers 0 since 0"))
    expect(recorded.events.contains("0: 4 publish 4 v1 document 20 B host 0 headers 0 since 4"))
    expect(recorded.events.contains("1: 6 publish 0 v2 document 100 B host 0 headers 0 since 6"))
    expect(recorded.events.contains("1: 7 publish 1 v1 document 10000 B host 0 headers 0 since 0"))
  }

  @Test func otherMethodsAndAnswersAreSkippedWithTheirReason() throws {
    let text =
      Self.line("a", 0, "/") + Self.line("a", 1, "/", 404) + Self.line("a", 2, "/", 404)
      + "a - - [01/Jan/2020:00:00:03 +0000] \"POST / HTTP/1.1\" 200 5\n"
      + "a - - [01/Jan/2020:00:00:03 +0000] \"HEAD / HTTP/1.1\" 200 5\n"
      + "a - - [01/Jan/2020:00:00:03 +0000] \"BREW / HTTP/1.1\" 200 5\n"
      + "z - - [01/Jan/2020:00:00:03 +0000] \"-\" 408 -\n"
      + "a - - [01/Jan/2020:00:00:03 +0000] \"\\x16\\x03\\x01 \\x02\" 400 226\n\n"
    let (recorded, issues) = try Self.read(text)
    expect(recorded.count("open"), is: 1)
    expect(issues.itemCount == 9 && issues.malformedCount == 0 && issues.skippedCount == 8)
    expect(
      issues.skipped.map { "\($0.count) \($0.reason)" },
      is: [
        "1 empty line", "1 method HEAD", "1 method POST", "1 method other", "2 status 404",
        "2 unreadable request",
      ])
  }

  @Test func unsortedLinesAreSortedAndEqualOnesKeepTheirOrder() throws {
    let lines = (0..<50).map { Self.line("c\($0 % 7)", $0 / 2, "/\($0 % 11)") }
    var generator = SeededGenerator(seed: 5, purpose: .workload)
    let sorted = try Self.read(lines.joined())
    // Pairs share a second, so whole pairs are moved.
    let pairs = (0..<25).map { pair -> String in lines[2 * pair] + lines[2 * pair + 1] }.shuffled(
      using: &generator)
    let shuffled = try Self.read(pairs.joined())
    expect(sorted.recorded == shuffled.recorded && shuffled.issues.lateCount == 0)
  }

  @Test func aLineBeyondTheWindowIsCountedAndHappensWhereTheStreamIs() throws {
    var settings = TraceSettings()
    settings.reorderWindow = 1
    let text =
      Self.line("a", 10, "/a") + Self.line("a", 20, "/b") + Self.line("a", 30, "/c")
      + Self.line("b", 5, "/d")
    let (recorded, issues) = try Self.read(text, settings: settings)
    expect(issues.lateCount, is: 1)
    expect(recorded.of(1).first, is: "10 launch")
    try expect(Self.read(text).issues.lateCount, is: 0)
  }

  @Test func aFileWithoutOneLineOfALogIsRefusedWithItsFirstLine() throws {
    try TraceFiles.with(Array("\u{FEFF}hello\nworld\n".utf8)) { path in
      let error = #expect(throws: InputError.self) {
        var source = try AccessLogSource(path: path)
        var block = EventBlock()
        _ = try source.fill(&block)
      }
      expect(error?.reason == .malformed && error?.place == "\(path):1")
    }
  }

  @Test func anEmptyLogIsAnEmptyStory() throws {
    try expect(Self.read("").recorded.events.isEmpty)
    try expect(Self.read("\n").issues.skippedCount, is: 1)
  }

  @Test func manyExamplesAreCountedAndTheFirstTwentyKept() throws {
    let text = Self.line("a", 0, "/") + String(repeating: "anna \u{1}\n", count: 30)
    let issues = try Self.read(text).issues
    expect(issues.malformedCount == 30 && issues.examples.count == 20)
    expect(issues.examples[0].position, is: 2)
    expect(issues.examples[0].excerpt, is: "redacted \\x01")
  }

  /// Defect: a log of 9 MB with 10,000 clients took 2.2 GB, and one of any length as much more.
  @Test func aLogOfMoreClientsThanMemoryHoldsIsRefused() throws {
    let text = (0..<5).map { Self.line("c\($0)", $0, "/") }.joined()
    try TraceFiles.with(Array(text.utf8), ending: "log") { path in
      for most in [5, 4] {
        var settings = TraceSettings()
        settings.mostClients = most
        var source = try AccessLogSource(path: path, settings: settings)
        var block = EventBlock()
        var place: String?
        do throws(InputError) { _ = try source.fill(&block) } catch { place = error.place }
        expect(place, is: most == 5 ? nil : "\(path):5")
      }
    }
  }

  @Test func moreDevicesThanABlockHoldsAllEnd() throws {
    let text = (0..<9_000).map { Self.line("c\($0)", $0 / 10, "/") }.joined()
    let recorded = try Self.read(text).recorded
    expect(recorded.count("end") == 9_000 && recorded.blockCount > 2)
  }

  @Test func randomBytesNeitherCrashNorHang() throws {
    for seed in UInt64(0)..<40 {
      var generator = SeededGenerator(seed: seed, purpose: .workload)
      let alphabet = Array(" []\"\\-/:0123456789GETJan+\t\r\n\0\u{FF}".utf8)
      var bytes = Array(Self.line("a", 0, "/").utf8)
      for _ in 0..<2_000 {
        bytes.append(
          seed % 2 == 0
            ? UInt8.random(in: 0...255, using: &generator)
            : alphabet.randomElement(using: &generator) ?? 0)
      }
      try TraceFiles.with(bytes) { path in
        var source = try AccessLogSource(path: path)
        try checkLaws(of: &source)
        expect(source.issues.malformedCount + source.issues.skippedCount > 0, "seed \(seed)")
      }
    }
  }

  @Test func aRealLineWithAnyByteChangedNeverCrashes() throws {
    let line = Array(Self.line("10.0.0.1", 86_399, "/a b", 304, "-").utf8)
    var text = line
    for place in line.indices {
      for byte in [UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "\""), 0, 0xFF] {
        var changed = line
        changed[place] = byte
        text += changed
      }
    }
    try TraceFiles.with(text) { path in
      var source = try AccessLogSource(path: path)
      try checkLaws(of: &source)
    }
  }

  // Counted with another program (Python and a regular expression) over the same file.
  @Test(.enabled(if: TraceFiles.exists(apache), "\(TraceFile.absence)"))
  func theApacheLogIsReadAsCounted() throws {
    var source = try AccessLogSource(path: TraceFiles.path(Self.apache))
    let recorded = try RecordedEvents(&source)
    expect(source.issues.itemCount, is: 10_000)
    expect(source.issues.malformedCount, is: 1)
    expect(source.issues.examples.map(\.position), is: [8_899])
    expect(source.clientCount, is: 1_753)
    expect(source.issues.lateCount, is: 0)
    let requests = recorded.count("open") + recorded.count("need")
    expect(requests + source.issues.skippedCount + 1, is: 10_000)
    expect(recorded.count("launch"), is: source.deviceCount)
    expect(recorded.count("end"), is: source.deviceCount)
    expect(source.startSeconds, is: 1_431_857_100)
  }

  @Test(.enabled(if: TraceFiles.exists(nasa), "\(TraceFile.absence)"))
  func theTabSeparatedLogIsReadAsCounted() throws {
    var source = try AccessLogSource(path: TraceFiles.path(Self.nasa))
    let recorded = try RecordedEvents(&source)
    expect(source.issues.itemCount == 9_999 && source.issues.malformedCount == 0)
    expect(source.startSeconds, is: 804_571_201)
    expect(recorded.events.first, is: "0: 0 launch")
  }

  @Test(
    .enabled(if: TraceFiles.exists(apache), "\(TraceFile.absence)"),
    arguments: [apache, nasa])
  func realLogsKeepTheLawsAndReadTheSameTwice(_ name: String) throws {
    var laws = try AccessLogSource(path: TraceFiles.path(name))
    try checkLaws(of: &laws)
    var first = try AccessLogSource(path: TraceFiles.path(name))
    var second = try AccessLogSource(path: TraceFiles.path(name))
    try expect(RecordedEvents(&first), is: RecordedEvents(&second))
    expect(first.issues, is: second.issues)
  }
}
