internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// Views are found, every strategy can be explained, and explaining changes nothing.
@Suite struct ExplainerTests {
  /// A few days of two devices, with all that can happen to an app.
  static let scenario: Scenario = {
    let text = """
      {
        "question": "Why?", "devices": 2, "duration": "4d",
        "workload": {
          "name": "timelines",
          "settings": {"friends": 3, "postsPerHour": 1, "use": {"sessionsPerDay": 3}}
        },
        "incidents": {
          "crashesPerThousandOpens": 60, "memoryWarningsPerDay": 3, "upgrades": ["36h"],
          "spaceShortagesPerDay": 1, "users": 2
        },
        "origin": {"failureRate": 0.05},
        "strategies": [{"name": "on-demand"}]
      }
      """
    do {
      return try ScenarioFile(bytes: Array(text.utf8), file: "why.json", name: "why").scenario
    } catch {
      Issue.record("\(error)")
      return Scenario()
    }
  }()

  private static let explainer = Explainer(of: scenario, seed: 1)

  private static func strategy(_ name: String) -> AnyStrategy {
    Chosen<AnyStrategy>.standard(name).product
  }

  @Test(arguments: AnyStrategy.catalog.names)
  func everyViewOfEveryStrategyIsExplainedWithReasons(name: String) throws {
    let strategy = Self.strategy(name)
    let found = try Self.explainer.find(.worst(.latency, 1_000), of: strategy)
    expect(found.others, is: 0)
    let explanations = try Self.explainer.explain(found.views.map(\.id), of: strategy)
    expect(explanations.count == found.views.count && found.count > 20)
    for explanation in explanations {
      let view = explanation.record.view
      expect(
        explanation.lines.contains { $0.what == "\(explanation.name) opens" && $0.since == .zero })
      expect(explanation.lines.allSatisfy { !$0.what.isEmpty && $0.why != "" })
      expect(
        zip(explanation.lines, explanation.lines.dropFirst()).allSatisfy { $0.0.at <= $0.1.at })
      for line in explanation.lines where line.what.hasPrefix("not in") { expect(line.why != nil) }
      expect(
        explanation.summary.contains("because ") && !explanation.summary.contains("because ."))
      expect(explanation.summary.contains("Blank to the end"), is: view.firstContent == nil)
      let shown = explanation.lines.first { $0.what.hasPrefix("shown:") }
      expect(shown?.at, is: view.firstPaintedAt)
      // The launch is told as such: in the sentence, and with its end in a line.
      let began = explanation.lines.first { $0.what == "the screen begins" }
      expect(began?.at, is: view.launch == .zero ? nil : view.beganAt)
      let words = view.isColdLaunch ? "to start." : "to come back."
      expect(
        explanation.summary.hasPrefix("The app took") == (view.launch ?? .zero > .zero)
          && (!explanation.summary.hasPrefix("The app took") || explanation.summary.contains(words))
      )
    }
  }

  /// Screens that open at the instant at which the one before closes, and of the same resource:
  /// what comes of the closing is told of the one, and what the next one does of the other.
  @Test(arguments: AnyStrategy.catalog.names)
  func aClosedScreenIsToldNothingOfTheNextOne(name: String) throws {
    var day = WrittenDay()
    day.publish(9, kind: .image)
    day.publish(0)
    day.publish(1, kind: .document, parts: [9])
    day.at(0, .launch)
    let screens: [ResourceIndex] = [0, 1, 1, 0, 0, 1, 0]
    for (index, screen) in screens.enumerated() { day.at(60 + 10 * Int64(index), .open(screen)) }
    day.at(130, .background)
    day.at(132, .open(0))
    day.at(200, .end)
    let explanations = try (1...8).map { number in
      try #require(try day.explanation(of: UInt32(number), under: name))
    }
    for (own, next) in zip(explanations, explanations.dropFirst()) {
      let closing = try #require(own.lines.firstIndex { $0.what == "the screen closes" })
      let after = own.lines[closing...].dropFirst()
      expect(!after.contains { $0.what == "the app enters the foreground" })
      // What lies there now is a fact of both.
      let opening = next.lines.filter { $0.since == .zero && !$0.what.contains("stored ") }
      expect(!opening.contains { $0.what.hasPrefix("encodes") })
      let both = after.filter { line in
        opening.contains { ($0.what, $0.why) == (line.what, line.why) }
      }
      expect(both.isEmpty, "\(both)")
    }
  }

  @Test(arguments: AnyStrategy.catalog.names)
  func explainingChangesNothing(name: String) throws {
    let strategy = Self.strategy(name)
    let silent = try Self.explainer.run(strategy, Echo())
    let told = try Self.explainer.run(strategy, Echo(), detailed: [0, 1])
    expect(silent.events, is: told.events)
    expect(silent.details == 0 && told.details > 100)
  }

  @Test func theWorstComesFirstAndBlanksAreWorst() throws {
    let found = try Self.explainer.find(
      .worst(.latency, 8), of: Self.strategy("network-only"))
    let waits = found.views.map(\.view.firstContent)
    expect(waits.count == 8 && found.others == found.count - 8)
    let blanks = waits.count { $0 == nil }
    expect(blanks > 0 && waits.prefix(blanks).allSatisfy { $0 == nil })
    let shown = waits.compactMap(\.self)
    expect(shown, is: shown.sorted(by: >))
    for measure in ViewSelection.Measure.allCases {
      let few = try Self.explainer.find(.worst(measure, 3), of: Self.strategy("on-demand"))
      let many = try Self.explainer.find(.worst(measure, 6), of: Self.strategy("on-demand"))
      expect(few.views.map(\.id), is: many.views.prefix(3).map(\.id))
    }
  }

  @Test func flashOfAllViewsIsWhatTheRunWrote() throws {
    let strategy = Self.strategy("on-demand")
    let found = try Self.explainer.find(.worst(.flash, 1_000), of: strategy)
    let echo = try Self.explainer.run(strategy, Echo())
    expect(found.views.reduce(Bytes.zero) { $0 + $1.flash }, is: echo.written)
  }

  @Test func aViewIsFoundByTimeAndByScreen() throws {
    let strategy = Self.strategy("on-demand")
    let all = try Self.explainer.find(.worst(.latency, 1_000), device: 1, of: strategy)
    let open = try #require(all.views.min { $0.id < $1.id })
    // `day 1 09:14:03.120`, without its fraction.
    let text = open.view.openedAt.clockText.split(separator: ".")[0]
    let time = try #require(ClockTime(String(text)))
    let found = try Self.explainer.find(.at(time), device: 1, of: strategy)
    expect(found.views.map(\.id), is: [open.id])
    let views = try Self.explainer.find(.view(open.view.resource, 2), device: 1, of: strategy)
    expect(views.views.first?.id == open.id && views.views.count == 2)
    let never = try Self.explainer.find(.view(4_000_000, 2), of: strategy)
    expect(never.views.isEmpty && never.count > 0)
    let late = try Self.explainer.find(.at(#require(ClockTime("90d 09:14"))), of: strategy)
    expect(late.views.isEmpty && late.nearest != nil)
  }

  @Test func strategiesDivergeAtTheFirstViewThatDiffers() throws {
    let (divergence, views) = try Self.explainer.divergence(
      of: Self.strategy("on-demand"), and: Self.strategy("memory-tier"))
    let found = try #require(divergence)
    expect(found.first.id == found.second.id && found.alike < views)
    expect(found.differences.first, is: "from flash against from memory")
    let same = try Self.explainer.divergence(
      of: Self.strategy("url-cache"), and: Self.strategy("url-cache"))
    expect(same.divergence == nil && same.views == views)
  }

  @Test(arguments: [
    ("09:14", 33_240, 60), ("09:14:30", 33_270, 1), ("2d 00:00", 86_400, 60),
    ("2T01:00:05", 90_005, 1), ("day 3 00:01", 172_860, 60), ("1d 23:59:59", 86_399, 1),
  ])
  func timesAreReadAsPeopleWriteThem(text: String, start: Int64, length: Int64) throws {
    let time = try #require(ClockTime(text))
    expect(time.start, is: .start + .seconds(start))
    expect(time.length, is: .seconds(length))
  }

  @Test(arguments: [
    "", "9", "24:00", "09:60", "0d 09:14", "2d", "d 09:14", "09:14:60", "-1d 09:14", "09:14:1.5",
    "night 2 09:14", "2d 09:14 pm", "٠٩:١٤",
  ])
  func otherTimesAreRefused(text: String) { expect(ClockTime(text) == nil) }

  @Test func instantsAreShownWithTheirDay() {
    expect(Instant.start.clockText, is: "day 1 00:00:00.000")
    let late = Instant.start + .days(1) + .hours(9) + .minutes(14) + .microseconds(3_120_999)
    expect(late.clockText, is: "day 2 09:14:03.120")
  }
}

/// Everything that a run records for aggregates, as text.
struct Echo: TraceObserver {
  private(set) var events: [String] = []
  /// How many events are detail.
  private(set) var details = 0
  private(set) var written = Bytes.zero

  mutating func observe(_ page: [TraceRecord], device: UInt32) {
    let own = page.filter { !$0.event.isDetail }
    events += own.map { "\(device): \($0.at) \($0.event)" }
    details += page.count - own.count
    for case .wrote(_, let write) in page.map(\.event) { written += write.bytes }
  }
}

extension TraceEvent {
  /// Whether it is recorded only where detail is collected.
  fileprivate var isDetail: Bool {
    switch self {
    case .left(_, _, .evicted, _, _): false
    case .app(.memoryWarning), .app(.killed), .app(.ended): false
    case .worked(let work): work.busy == .zero
    case .closed, .answered, .user, .exchanged, .undecodable, .broken, .exposed, .rewrote, .read,
      .wrote,
      .purged, .edit, .finished:
      false
    default: true
    }
  }
}
