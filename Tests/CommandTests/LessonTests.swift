internal import Foundation
internal import TestCases
internal import Testing

/// The lessons are what the program really says: each command is run, each answer compared, and no
/// number stands in the prose that the program did not print.
@Suite struct LessonTests {
  /// A page of Docs/Lessons, and which of the files that its commands leave is its chart.
  struct Lesson: Sendable, CustomTestStringConvertible {
    var name: String
    var chart: String
    var testDescription: String { name }
  }

  private static let lessons = [
    Lesson(name: "why-cache", chart: "Reports/why-cache/latency-cdf.svg"),
    Lesson(name: "ahead", chart: "Reports/ahead/hit-composition.svg"),
    Lesson(name: "whose-expiry", chart: "Reports/whose-expiry/latency-cdf.svg"),
    Lesson(name: "flash", chart: "Reports/flash/flash-writes-over-time.svg"),
    Lesson(name: "staleness", chart: "Reports/staleness-sweep/sweep-stale.svg"),
    Lesson(name: "eviction", chart: "miss-ratio.svg"),
    Lesson(name: "seeds", chart: "Reports/seeds-sweep/sweep-stale.svg"),
    Lesson(name: "percentiles", chart: "Reports/percentiles/latency-cdf.svg"),
    Lesson(name: "experiments", chart: "Reports/experiments/latency-cdf.svg"),
    Lesson(name: "pictures", chart: "Reports/pictures-sweep/sweep-memory.svg"),
    Lesson(name: "own-story", chart: "Reports/own-story/hit-composition.svg"),
    Lesson(name: "http-caches", chart: "Reports/http-caches/hit-composition.svg"),
    Lesson(name: "tuning", chart: "Reports/tuning-tune/tuning-settings.svg"),
    Lesson(name: "launch", chart: "Reports/launch-sweep/sweep-first-content.svg"),
  ]
  private static let place = "Docs/Lessons"

  /// What students run and change: the scenarios, stories and logs beside the pages.
  private static var materials: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(
        atPath: Checkout.root.appending(path: place).path
      ).filter { name in [".json", ".jsonl", ".log", ".csv"].contains { name.hasSuffix($0) } }
        .sorted()
    }
  }

  /// What the program says where it could not draw: the results are there all the same.
  private static let chartsUnavailable: Int32 = 69

  @Test(arguments: Cases.some(lessons, oneIn: 4))
  func theProgramSaysWhatThePageSays(lesson: Lesson) async throws {
    let folder = try Folder()
    for name in try Self.materials {
      let source = Checkout.root.appending(path: "\(Self.place)/\(name)")
      try FileManager.default.copyItem(at: source, to: folder.url(name))
    }
    // The page has it copied.
    try FileManager.default.copyItem(
      at: Checkout.root.appending(path: "Tests/Sessions/okhttp/seed-1-device-0.har.gz"),
      to: folder.url("okhttp.har.gz"))
    let gnuplot = try await Program(
      arguments: ["gnuplot", "--version"], folder: folder,
      executable: URL(filePath: "/usr/bin/env")
    ).run().output
    try await Self.check("\(Self.place)/\(lesson.name).md", chart: lesson.chart, in: folder) {
      try Self.compare(lesson, drawnBy: gnuplot, in: folder)
    }
  }

  /// The page about an app of one's own, from a capture to a chart.
  @Test func thePageAboutYourOwnAppIsWhatTheProgramSays() async throws {
    let folder = try Folder()
    let capture = "Tests/Traces/http/harviewer-chrome51-3visits.har.gz"
    try FileManager.default.copyItem(
      at: Checkout.root.appending(path: capture), to: folder.url("app.har"))
    let chart = "Reports/app/latency-cdf.svg"
    var isDrawn = false
    try await Self.check("Docs/YourOwnApp.md", chart: chart, in: folder) { isDrawn = true }
    expect(isDrawn || !folder.exists(chart))
    expect(folder.exists("Reports/app/report.html"))
  }

  /// Runs a page's commands, and compares what they print, or writes it.
  /// - Parameter isDrawn: what follows when there is the chart.
  private static func check(
    _ path: String, chart: String, in folder: Folder, isDrawn: () throws -> Void
  ) async throws {
    let page = try Page(path)
    let examples = page.examples
    expect(examples.count >= 2)
    var answers: [[String]] = []
    for example in examples {
      // One command draws the chart; that others would do so as well takes time only.
      let wasDrawn = folder.exists(chart)
      let draws = ["run", "sweep", "tune"].contains(example.arguments[0])
      let more = draws && wasDrawn ? ["--no-charts"] : []
      let ended = try await Program(
        arguments: example.arguments + more, folder: folder, environment: ["COLUMNS": "120"]
      ).run()
      expect(ended.status == 0 || (draws && ended.status == chartsUnavailable))
      let isRight = example.fits(ended.output)
      expect(
        isRight || GeneratedFile.isWritten,
        """
        \(path) is out of date; `make generate` writes it anew: \(example.arguments)
        \(ended.output)
        """
      )
      let anew = isRight ? example.lines : example.lines(of: ended.output)
      expect(
        anew != nil,
        """
        \(path): what the program says of \(example.arguments) has lines of another form than the \
        page, which has to be written by hand
        """
      )
      answers.append(anew ?? example.lines)
      if !wasDrawn && folder.exists(chart) { try isDrawn() }
    }
    guard GeneratedFile.isWritten else { return }
    let file = Checkout.root.appending(path: path)
    try Data(page.with(answers: answers).utf8).write(to: file)
  }

  /// Other numbers are written, and lines of another form are not passed over.
  @Test func anExampleIsWrittenAnewOrItsFormIsFound() {
    let example = PageExample(
      arguments: ["run"], lines: ["hits   12.5 %", "…", "| misses | 3 |", "done"])
    let output = "hits 7 %\nwarm 1\n| misses |   14 |\ndone\n"
    expect(!example.fits(output))
    expect(example.lines(of: output), is: ["hits 7 %", "…", "| misses |   14 |", "done"])
    expect(example.lines(of: "hits 7 %\nmisses 14\ndone\n") == nil)
    expect(example.lines(of: "hits of screens 7 %\n| misses | 14 |\ndone\n") == nil)
  }

  /// The gnuplot that drew the charts of the pages; another one draws otherwise.
  private static let gnuplot = "gnuplot 5.4 patchlevel 4"

  private static func compare(_ lesson: Lesson, drawnBy version: String, in folder: Folder) throws {
    let drawn = try folder.text(lesson.chart)
    let kept = try Page("\(place)/\(lesson.name).svg").text
    guard version.hasPrefix(gnuplot), drawn != kept else { return }
    let path = "\(place)/\(lesson.name).svg"
    if GeneratedFile.isWritten {
      try Data(drawn.utf8).write(to: Checkout.root.appending(path: path))
    } else {
      Issue.record("\(path) is out of date; `make generate` writes it anew")
    }
  }

  @Test(arguments: lessons)
  func noNumberStandsInTheProseAlone(lesson: Lesson) throws {
    let page = try Page("\(Self.place)/\(lesson.name).md")
    // What takes too long for a test was measured, and stands in a block of its own.
    let known = (page.blocks("console") + page.blocks("text")).joined()
      .replacingOccurrences(of: ",", with: "")
    let numbers = try page.numbersInProse
    expect(numbers.count > 5)
    for number in numbers {
      let pattern =
        #"(?<![\d.])"# + NSRegularExpression.escapedPattern(for: number.value)
        + (number.unit.isEmpty ? #"0*(?!\d)"# : #" ?"# + number.unit)
      expect(
        known.range(of: pattern, options: .regularExpression) != nil,
        "\(lesson.name): \(number.value) \(number.unit) is not what the program says")
    }
  }

  @Test(arguments: lessons)
  func aLessonAsksFirstShowsAChartAndHidesAnAnswer(lesson: Lesson) throws {
    let text = try Page("\(Self.place)/\(lesson.name).md").text
    let parts = [
      "> **Guess first.**", "```console", "(\(lesson.name).svg)", "## Exercise", "<details>",
    ]
    let places = parts.map { text.range(of: $0)?.lowerBound }
    expect(!places.contains(nil))
    expect(places.compactMap(\.self), is: places.compactMap(\.self).sorted())
    let index = try Page("\(Self.place)/README.md").text
    expect(index.contains("](\(lesson.name).md)"))
  }
}
