internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// Polls come in turn and in time.
struct PollingTests {
  private static func events(
    devices: Int = 1, _ duration: TimeSpan, _ change: (inout Polling.Options) -> Void
  ) throws -> [WorkloadEvent] {
    var options = Polling.Options()
    options.isAlwaysOpen = true
    change(&options)
    let source = GeneratedWorkload<Polling>(options, WorkloadOpening(devices, duration, 3))
    return try EventStream.over(source).events()
  }

  private static func opens(_ events: [WorkloadEvent]) -> [(at: Instant, of: ResourceIndex)] {
    events.compactMap { if case .open(let poll) = $0.action { ($0.at, poll) } else { nil } }
  }

  @Test(arguments: [0, 0.1, 0.9])
  func anAppThatIsAlwaysOpenPollsInTurnAndOnTime(jitter: Double) throws {
    let events = try Self.events(.days(2)) {
      $0.interval = .seconds(5)
      $0.resources = 3
      $0.jitter = jitter
    }
    let opens = Self.opens(events)
    // The first poll comes when the app is there, 300 ms after its start.
    expect(opens.count, is: 2 * 17_280)
    for (number, open) in opens.enumerated() {
      let due = Instant.start + .milliseconds(300 + 5_000 * Int64(number))
      expect(open.of, is: ResourceIndex(number % 3))
      expect(open.at >= due && open.at - due <= TimeSpan(rounding: 5 * jitter))
    }
  }

  @Test func aSourceOfPollsKeepsTheLawsAndDevicesDiffer() throws {
    var options = Polling.Options()
    options.isAlwaysOpen = true
    var source = GeneratedWorkload<Polling>(options, WorkloadOpening(2, .days(2), 1))
    try checkLaws(of: &source)
  }

  @Test(arguments: [0, 0.25, 1]) func theShareOfNewAnswersIsThatOfTheSettings(share: Double) throws
  {
    let events = try Self.events(.days(1)) { $0.changed = share }
    let polls = Self.opens(events).count
    let changes = events.count {
      if case .publish(_, let content) = $0.action { content.version > 1 } else { false }
    }
    let mean = Double(polls) * share
    expect(abs(Double(changes) - mean) <= 5 * (mean * (1 - share)).squareRoot())
  }

  /// A block holds the polls of a day at most, however long the workload is.
  @Test func aYearIsMadeDayByDay() throws {
    var options = Polling.Options()
    options.isAlwaysOpen = true
    options.interval = .minutes(5)
    var source = GeneratedWorkload<Polling>(options, WorkloadOpening(1, .days(365), 1))
    var block = EventBlock()
    var (largest, opens) = (0, 0)
    while try source.fill(&block) {
      largest = max(largest, block.events.count)
      opens += Self.opens(block.events).count
      block.removeAll()
    }
    expect(opens, is: 365 * 288)
    expect(largest < EventBlock.capacity + 3 * 288 + 20)
  }
}
