internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// How people scroll, merged into a workload.
@Suite struct ScrollingTests {
  /// A hundred views of a minute, one in each hour.
  private struct Views: EventSource {
    var isTold = false
    mutating func fill(_ block: inout EventBlock) -> Bool {
      guard !isTold else { return false }
      isTold = true
      for hour in 0..<100 as Range<Int64> {
        let at = Instant.start + .hours(hour)
        block.events.append(WorkloadEvent(at: at, device: 0, action: .open(7)))
        block.events.append(WorkloadEvent(at: at + .minutes(1), device: 0, action: .close(7)))
      }
      return true
    }
  }

  private func scrolls(_ change: (inout Scrolling) -> Void) throws -> [WorkloadEvent] {
    var scrolling = Scrolling()
    scrolling.rows = 3
    scrolling.share = 1
    change(&scrolling)
    var events: [WorkloadEvent] = []
    try scrolling.wrap(.over(Views()), seed: 1).forEachBlock { events += $0.events }
    expect(events.map(\.at), is: events.map(\.at).sorted())
    return events.filter { if case .scroll = $0.action { true } else { false } }
  }

  @Test func withoutRowsInViewNobodyScrolls() throws {
    try expect(scrolls { $0.rows = nil }.isEmpty)
    try expect(scrolls { $0.share = 0 }.isEmpty)
  }

  /// Once in each view, five seconds after it opened, by a screenful; or down four by a fling.
  @Test func aViewIsScrolledByScreenfuls() throws {
    let once = { (scrolling: inout Scrolling) in
      (scrolling.screenfuls, scrolling.flings) = (1, 0)
      (scrolling.dwell, scrolling.dwellSigma) = (.seconds(5), 0)
    }
    let single = try scrolls(once)
    expect(single.count, is: 100)
    expect(single.allSatisfy { $0.action == .scroll(7, rows: 3) })
    expect(single.first?.at, is: .start + .seconds(5))
    let flung = try scrolls {
      once(&$0)
      $0.flings = 1
    }
    expect(flung.count, is: 400)
    expect(
      flung.prefix(4).map { $0.at - flung[0].at },
      is: [0, 100, 200, 300].map(TimeSpan.milliseconds))
  }

  /// What would come after a minute does not: the view has closed.
  @Test func scrollingEndsWithItsView() throws {
    let late = try scrolls {
      ($0.dwell, $0.dwellSigma, $0.screenfuls) = (.seconds(25), 0, 1_000)
      $0.flings = 0
    }
    // At 25 s and at 50 s, and never at 75 s; one of a thousand goes on no further after the first.
    expect((190...200).contains(late.count))
  }
}
