internal import Reports
internal import SimCore

@testable internal import Client
@testable internal import Devices

/// Short spellings of observations for books whose numbers are worked out by hand.
enum BookFixture {
  /// A visit that opened at `at` seconds; waits are in milliseconds, the rest in seconds.
  static func visit(
    at: Int64 = 0, length: Int64 = 60, first: Int64?, fresh: Int64? = nil, complete: Int64? = nil,
    from source: Source = .network, outdatedFor: Int64? = nil, withContent: Int64 = 0,
    outdated: Int64 = 0, offline: Bool = false, givenUp: Bool = false
  ) -> Observation {
    .visit(
      ScreenVisit(
        openedAt: instant(at), closedAt: instant(at + length),
        firstContent: first.map(TimeSpan.milliseconds),
        freshContent: fresh.map(TimeSpan.milliseconds),
        completeContent: complete.map(TimeSpan.milliseconds),
        firstSource: first == nil ? .nothing : source, isFirstOutdated: outdatedFor != nil,
        firstOutdatedFor: outdatedFor.map(TimeSpan.seconds) ?? .zero,
        timeWithContent: .seconds(withContent), timeOutdated: .seconds(outdated),
        wasOffline: offline, wasGivenUp: givenUp))
  }

  static func answer(
    _ source: Source, bytes: Int64 = 100, outdated: Bool = false
  ) -> Observation {
    .answered(
      Answer(at: .start, source: source, bytes: Bytes(bytes), isOutdated: outdated))
  }

  static func exchange(
    _ status: UInt16, for purpose: Purpose = .demand, at: Int64 = 0, up: Int64 = 10,
    down: Int64 = 100, metered: Bool = false
  ) -> Observation {
    .exchanged(
      ExchangeRecord(
        startedAt: instant(at), endedAt: instant(at), purpose: purpose, status: status,
        bytesUp: Bytes(up), bytesDown: Bytes(down),
        payload: Bytes(status == 200 ? down : 0), isMetered: metered))
  }

  static func write(_ cause: FlashCause, bytes: Int64, at: Int64 = 0) -> Observation {
    var write = FlashWrite()
    write.note(cause, bytes: bytes)
    write.fileSystemBytes = Bytes(bytes * 2)
    write.deviceWrites = 3
    write.flushes = 1
    write.duration = .milliseconds(4)
    return .wrote(write, at: instant(at))
  }

  static func finished(
    days: Int64 = 1, events: Int = 10, memory: Int64 = 0, flash: Int64 = 0, inUse: Int64 = 0,
    prefetched: PrefetchUse = PrefetchUse(), violations: [String] = []
  ) -> Observation {
    .finished(
      DeviceSummary(
        device: 7, at: .start + .days(days), events: events, peakMemory: Bytes(memory),
        peakFlash: Bytes(flash), flashInUse: Bytes(inUse), radio: RadioEnergy(), peakOutbox: 0,
        backedUp: .zero,
        prefetched: prefetched,
        violations: violations))
  }

  static func instant(_ seconds: Int64) -> Instant { .start + .seconds(seconds) }

  /// A sealed book of these observations.
  static func book(
    _ observations: [Observation], interval: TimeSpan = .hours(1),
    exactLimit: Int = Samples.exactLimit
  ) -> Book {
    var book = Book(interval: interval, exactLimit: exactLimit)
    book.observe(observations, device: 7)
    book.seal()
    return book
  }

  /// A metric of a book by name, as files write it.
  static func text(_ name: String, _ book: Book) -> String {
    guard let metric = MetricCatalog.metric(named: name) else { return "no such metric" }
    return metric.text(of: metric.value(book))
  }

  static func text(_ name: String, _ observations: [Observation]) -> String {
    text(name, book(observations))
  }
}
