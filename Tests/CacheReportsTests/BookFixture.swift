internal import CacheReports
internal import SimCore

@testable internal import DeviceModels
@testable internal import Measurement

/// Short spellings of events for books whose numbers are worked out by hand.
enum BookFixture {
  /// A visit that opened at `at` seconds; waits are in milliseconds, the rest in seconds.
  static func visit(
    at: Int64 = 0, length: Int64 = 60, first: Int64?, fresh: Int64? = nil, complete: Int64? = nil,
    from source: Source = .network, outdatedFor: Int64? = nil, withContent: Int64 = 0,
    outdated: Int64 = 0, offline: Bool = false, givenUp: Bool = false
  ) -> TraceRecord {
    let view =
      ScreenView(
        openedAt: instant(at), closedAt: instant(at + length),
        firstContent: first.map(TimeSpan.milliseconds),
        freshContent: fresh.map(TimeSpan.milliseconds),
        completeContent: complete.map(TimeSpan.milliseconds),
        firstSource: first == nil ? .nothing : source, isFirstOutdated: outdatedFor != nil,
        firstOutdatedFor: outdatedFor.map(TimeSpan.seconds) ?? .zero,
        timeWithContent: .seconds(withContent), timeOutdated: .seconds(outdated),
        wasOffline: offline, wasGivenUp: givenUp)
    return TraceRecord(
      .closed(view, givenUp ? .givenUp : .left), at: instant(at + length))
  }

  static func answer(
    _ source: Source, bytes: Int64 = 100, outdated: Bool = false
  ) -> TraceRecord {
    event(
      .answered(
        Answer(from: source, bytes: Bytes(bytes), outdatedFor: outdated ? .seconds(1) : nil)))
  }

  static func exchange(
    _ status: UInt16, for purpose: Purpose = .demand, at: Int64 = 0, up: Int64 = 10,
    down: Int64 = 100, metered: Bool = false
  ) -> TraceRecord {
    let exchange = ExchangeRecord(
      startedAt: instant(at), endedAt: instant(at), purpose: purpose, status: status,
      bytesUp: Bytes(up), bytesDown: Bytes(down),
      payload: Bytes(status == 200 ? down : 0), isMetered: metered)
    return TraceRecord(.exchanged(exchange), at: instant(at))
  }

  static func write(_ cause: FlashCause, bytes: Int64, at: Int64 = 0) -> TraceRecord {
    var write = FlashWrite()
    write.note(cause, bytes: bytes)
    write.fileSystemBytes = Bytes(bytes * 2)
    write.deviceWrites = 3
    write.flushes = 1
    write.duration = .milliseconds(4)
    return TraceRecord(.wrote(tier: "tier", write), at: instant(at))
  }

  static func finished(
    days: Int64 = 1, events: Int = 10, memory: Int64 = 0, flash: Int64 = 0, inUse: Int64 = 0,
    prefetched: PrefetchUse = PrefetchUse(), violations: [String] = []
  ) -> TraceRecord {
    let summary = DeviceSummary(
      device: 7, at: .start + .days(days), events: events, peakMemory: Bytes(memory),
      peakFlash: Bytes(flash), flashInUse: Bytes(inUse), radio: RadioEnergy(), peakOutbox: 0,
      backedUp: .zero, prefetched: prefetched, violations: violations)
    return TraceRecord(.finished(summary), at: .start + .days(days))
  }

  /// An event at the start.
  static func event(_ event: TraceEvent) -> TraceRecord { TraceRecord(event, at: .start) }

  /// An edit that comes to a stage at once.
  static func edit(_ stage: EditStage) -> TraceRecord { event(.edit(stage, age: .zero)) }

  /// An entry of a byte that left a tier to make room.
  static func evicted(from medium: Medium) -> TraceRecord {
    event(.left(tier: "tier", medium, .evicted, Bytes(1), isUnsaved: false))
  }

  static func instant(_ seconds: Int64) -> Instant { .start + .seconds(seconds) }

  /// A sealed book of these events.
  static func book(
    _ events: [TraceRecord], interval: TimeSpan = .hours(1),
    exactLimit: Int = Samples.exactLimit
  ) -> Book {
    var book = Book(interval: interval, exactLimit: exactLimit)
    book.observe(events, device: 7)
    book.seal()
    return book
  }

  /// A metric of a book by name, as files write it.
  static func text(_ name: String, _ book: Book) -> String {
    guard let metric = MetricCatalog.metric(named: name) else { return "no such metric" }
    return metric.text(of: metric.value(book))
  }

  static func text(_ name: String, _ events: [TraceRecord]) -> String {
    text(name, book(events))
  }
}
