package import DeviceModels
package import Measurement
package import SimCore

/// The visitors' book of one cell, a strategy under one seed and one varied value: the sums that
/// metrics are computed from.
///
/// It reads every event once and forgets it; what it keeps does not grow with the run but
/// for the samples of percentiles, which have a limit. Books of several seeds pool by `merge`.
package struct Book: TraceObserver, Sendable {
  /// How screens were felt.
  package internal(set) var visits: Visits
  /// Where the answers to needs came from.
  package internal(set) var answers = Answers()
  /// What flash went through.
  package internal(set) var flash = FlashUse()
  /// What the main thread did with codecs.
  package internal(set) var mainThread = MainThreadUse()
  /// What the origin was asked for.
  package internal(set) var network = NetworkUse()
  /// What became of entries and of the process.
  package internal(set) var memory = MemoryUse()
  /// What upgrades, changes of hands and full devices did to what was stored.
  package internal(set) var upheavals = UpheavalUse()
  /// What became of edits.
  package internal(set) var edits: EditUse
  /// What can be said of devices at their end.
  package internal(set) var devices: DeviceUse
  /// Some of it over virtual time.
  package internal(set) var timeline: Timeline
  /// What the flash device makes of writes.
  package let wear: FlashWear

  /// An empty book.
  /// - Parameters:
  ///   - interval: the length of the timeline's intervals, more than zero.
  ///   - wear: the flash device.
  ///   - exactLimit: how many samples of a quantity are kept exactly.
  package init(
    interval: TimeSpan = .hours(1), wear: FlashWear = FlashWear(FlashWearSettings()),
    exactLimit: Int = Samples.exactLimit
  ) {
    self.wear = wear
    visits = Visits(exactLimit: exactLimit)
    edits = EditUse(exactLimit: exactLimit)
    devices = DeviceUse(exactLimit: exactLimit)
    timeline = Timeline(interval: interval)
  }

  /// Reads a page. - Complexity: O(events).
  package mutating func observe(_ page: [TraceRecord], device: UInt32) {
    for record in page { observe(record) }
  }

  private mutating func observe(_ record: TraceRecord) {
    switch record.event {
    case .closed(let view, _):
      visits.add(view)
      timeline.add(view)
    case .answered(let answer): answers.add(answer)
    case .exchanged(let exchange):
      network.add(exchange)
      timeline.add(exchange)
    case .wrote(_, let write):
      flash.add(write)
      timeline.add(write, at: record.at)
    case .rewrote(let bytes): flash.addRewrite(of: bytes)
    case .read(_, let bytes, _): flash.addRead(of: bytes)
    case .worked(let work):
      if work.busy > .zero { mainThread.add(work.busy, droppedFrames: work.droppedFrames) }
    case .left(_, let medium, .evicted, let bytes, _): memory.addEviction(of: bytes, from: medium)
    case .app(.memoryWarning): memory.warnings += 1
    case .app(.killed): memory.kills += 1
    case .app(.ended(_, let lostEntries)): memory.addProcessEnd(lostEntries: lostEntries)
    case .undecodable: upheavals.decodeFailures += 1
    case .broken: upheavals.brokenEntries += 1
    case .exposed: upheavals.exposures += 1
    case .purged(let bytes): upheavals.addPurge(of: bytes)
    case .edit(let stage, let age): edits.add(stage, age: age)
    case .finished(let summary): devices.add(summary)
    default: break  // detail
    }
  }

  /// Sorts the samples, so that metrics are read fast. - Complexity: O(n log n).
  package mutating func seal() {
    visits.sort()
    edits.sort()
    devices.sort()
  }

  /// Pools with the book of another seed: opens become one population, costs and device counts
  /// add up. - Complexity: O(samples).
  package mutating func merge(_ other: Book) {
    visits.merge(other.visits)
    answers.merge(other.answers)
    flash.merge(other.flash)
    mainThread.merge(other.mainThread)
    network.merge(other.network)
    memory.merge(other.memory)
    upheavals.merge(other.upheavals)
    edits.merge(other.edits)
    devices.merge(other.devices)
    timeline.merge(other.timeline)
  }

  /// The books of several seeds as one, sorted; nil when there is none.
  package static func pooled(_ books: [Book]) -> Book? {
    guard var pooled = books.first else { return nil }
    for book in books.dropFirst() { pooled.merge(book) }
    pooled.seal()
    return pooled
  }
}

extension Book {
  /// What the flash device makes of a device's writes on the average; nil without devices.
  package var wearEstimate: FlashWearEstimate? {
    guard devices.count > 0, devices.time > 0 else { return nil }
    let span = TimeSpan(nanoseconds: Int64(devices.time / Int128(devices.count)))
    guard span > .zero else { return nil }
    let bytes = Double(flash.written.fileSystemBytes.count) / Double(devices.count)
    return wear.estimate(Bytes(rounding: bytes), over: span)
  }

  /// Whether all percentiles are exact; see `Samples`.
  package var isExact: Bool { visits.isExact && devices.peakMemory.isExact }
}
