package import CacheMetrics
package import DeviceModels
package import SimCore

/// Short forms of events for aggregates whose numbers are worked out by hand.
package enum AggregateFixture {
  /// A view that opened at `at` seconds; waits are in milliseconds, the rest in seconds.
  package static func view(
    at: Int64 = 0, length: Int64 = 60, first: Int64?, fresh: Int64? = nil, complete: Int64? = nil,
    from source: Source = .network, outdatedFor: Int64? = nil, withContent: Int64 = 0,
    outdated: Int64 = 0, offline: Bool = false, givenUp: Bool = false, memory: Int64 = 0,
    radio: Int64 = 0, launch: Int64? = 0, cold: Bool = false
  ) -> TraceRecord {
    var view = ScreenView(of: 0, at: instant(at), isOffline: offline)
    view.launch = launch.map(TimeSpan.milliseconds)
    view.isColdLaunch = cold
    view.closedAt = instant(at + length)
    view.firstContent = first.map(TimeSpan.milliseconds)
    view.freshContent = fresh.map(TimeSpan.milliseconds)
    view.completeContent = complete.map(TimeSpan.milliseconds)
    view.firstSource = first == nil ? .nothing : source
    view.isFirstOutdated = outdatedFor != nil
    view.firstOutdatedFor = outdatedFor.map(TimeSpan.seconds) ?? .zero
    view.isFirstOlderThanSeen = outdatedFor != nil
    view.timeWithContent = .seconds(withContent)
    view.timeOutdated = .seconds(outdated)
    view.wasGivenUp = givenUp
    view.memory = Bytes(memory)
    view.radioEnergy = radio
    return TraceRecord(
      .closed(view, givenUp ? .givenUp : .left), at: instant(at + length))
  }

  package static func answer(
    _ source: Source, bytes: Int64 = 100, outdated: Bool = false, part: Bool = false,
    age: Int64? = nil
  ) -> TraceRecord {
    event(
      .answered(
        Answer(
          from: source, bytes: Bytes(bytes), outdatedFor: outdated ? .seconds(1) : nil,
          isPart: part, age: age.map(TimeSpan.seconds))))
  }

  package static func exchange(
    _ status: UInt16, for purpose: Purpose = .demand, at: Int64 = 0, up: Int64 = 10,
    down: Int64 = 100, metered: Bool = false, cancelled: Bool = false
  ) -> TraceRecord {
    var exchange = ExchangeRecord(
      startedAt: instant(at), endedAt: instant(at), purpose: purpose, status: status,
      bytesUp: Bytes(up), bytesDown: Bytes(down),
      payload: Bytes(status == 200 ? down : 0), isMetered: metered)
    exchange.isCancelled = cancelled
    return TraceRecord(.exchanged(exchange), at: instant(at))
  }

  package static func write(_ cause: FlashCause, bytes: Int64, at: Int64 = 0) -> TraceRecord {
    var write = FlashWrite()
    write.operations[cause] = 1
    write.bytesByCause[cause] = bytes
    write.fileSystemBytes = Bytes(bytes * 2)
    write.deviceWrites = 3
    write.flushes = 1
    write.duration = .milliseconds(4)
    return TraceRecord(.wrote(tier: "tier", write), at: instant(at))
  }

  /// A medium that was played so long, at half of the highest rate, and stopped for a second each
  /// time.
  package static func playback(seconds: Int64, stalls: Int) -> Playback {
    var playback = Playback()
    playback.time = .seconds(seconds)
    playback.stalls = stalls
    playback.stallTime = .seconds(Int64(stalls))
    playback.bytes = Bytes(100 * seconds)
    playback.fullBytes = Bytes(200 * seconds)
    return playback
  }

  package static func finished(
    days: Int64 = 1, events: Int = 10, memory: Int64 = 0, flash: Int64 = 0, inUse: Int64 = 0,
    prefetched: PrefetchUse = PrefetchUse(), unshown: Int64 = 0, violations: [String] = [],
    overshoot: LimitOvershoot? = nil, returns: ReturnCounts = ReturnCounts()
  ) -> TraceRecord {
    var summary = DeviceSummary(
      device: 7, at: .start + .days(days), events: events, peakMemory: Bytes(memory),
      peakFlash: Bytes(flash), flashInUse: Bytes(inUse), radio: RadioEnergy(), peakOutbox: 0,
      backedUp: .zero, prefetched: prefetched, unshown: Bytes(unshown), violations: violations)
    summary.overshoot = overshoot
    summary.returns = returns
    return TraceRecord(.finished(summary), at: .start + .days(days))
  }

  package static func event(_ event: TraceEvent) -> TraceRecord { TraceRecord(event, at: .start) }

  /// An edit that comes to a stage at once.
  package static func edit(_ stage: EditStage) -> TraceRecord { event(.edit(stage, age: .zero)) }

  /// An entry of a byte that was evicted from a tier.
  package static func evicted(from medium: Medium) -> TraceRecord {
    event(.left(tier: "tier", medium, .evicted, Bytes(1), isUnsaved: false))
  }

  package static func instant(_ seconds: Int64) -> Instant { .start + .seconds(seconds) }

  /// Sorted aggregates of these events.
  package static func aggregates(
    _ events: [TraceRecord], interval: TimeSpan = .hours(1),
    exactLimit: Int = Samples.exactLimit
  ) -> Aggregates {
    var aggregates = Aggregates(interval: interval, exactLimit: exactLimit)
    aggregates.observe(events, device: 7)
    aggregates.sort()
    return aggregates
  }

  /// Sorted aggregates of devices by their index, each with its events.
  package static func aggregates(ofDevices devices: [[TraceRecord]]) -> Aggregates {
    var aggregates = Aggregates()
    for (device, events) in devices.enumerated() {
      aggregates.observe(events, device: UInt32(device))
    }
    aggregates.sort()
    return aggregates
  }

  /// A metric by name, as files write it.
  package static func text(_ name: String, _ aggregates: Aggregates) -> String {
    guard let metric = MetricCatalog.metric(named: name) else { return "no such metric" }
    return metric.text(of: metric.value(aggregates))
  }

  package static func text(_ name: String, _ events: [TraceRecord]) -> String {
    text(name, aggregates(events))
  }
}

extension ScreenView {
  /// Whether a bound's view waits no longer than another strategy's view of the same screen.
  ///
  /// From the tap on nobody waits less, and what stays blank here is blank there. From when the
  /// screen began, too, where both began at once: content that comes while the other app is still
  /// starting makes it wait less than one that has begun.
  package func waitsNoLonger(than other: ScreenView) -> Bool {
    let pairs = [
      (firstContent, other.firstContent), (freshContent, other.freshContent),
    ]
    return pairs.allSatisfy { own, wait in
      guard let wait else { return true }
      guard let own, let began = beganAt, let otherBegan = other.beganAt else { return false }
      return wait >= .zero && began <= otherBegan && began + own <= otherBegan + wait
        && (began < otherBegan || own <= wait)
    }
  }
}
