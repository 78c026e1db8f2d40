public import Client
public import Devices
public import SimCore

/// The visitors' book of one cell, a strategy under one seed and one varied value: the sums that
/// metrics are computed from.
///
/// It reads every observation once and forgets it; what it keeps does not grow with the run but
/// for the samples of percentiles, which have a limit. Books of several seeds pool by `merge`.
public struct Book: Observer, Sendable {
  /// How screens were felt.
  public internal(set) var visits: Visits
  /// Where the answers to needs came from.
  public internal(set) var answers = Answers()
  /// What flash went through.
  public internal(set) var flash = FlashUse()
  /// What the main thread did with codecs.
  public internal(set) var mainThread = MainThreadUse()
  /// What the origin was asked for.
  public internal(set) var network = NetworkUse()
  /// What became of entries and of the process.
  public internal(set) var memory = MemoryUse()
  /// What upgrades, changes of hands and full devices did to what was stored.
  public internal(set) var upheavals = UpheavalUse()
  /// What became of edits.
  public internal(set) var edits: EditUse
  /// What can be said of devices at their end.
  public internal(set) var devices: DeviceUse
  /// Some of it over virtual time.
  public internal(set) var timeline: Timeline
  /// What the flash device makes of writes.
  public let wear: FlashWear

  /// An empty book.
  /// - Parameters:
  ///   - interval: the length of the timeline's intervals, more than zero.
  ///   - wear: the flash device.
  ///   - exactLimit: how many samples of a quantity are kept exactly.
  public init(
    interval: TimeSpan = .hours(1), wear: FlashWear = FlashWear(FlashWearSettings()),
    exactLimit: Int = Samples.exactLimit
  ) {
    self.wear = wear
    visits = Visits(exactLimit: exactLimit)
    edits = EditUse(exactLimit: exactLimit)
    devices = DeviceUse(exactLimit: exactLimit)
    timeline = Timeline(interval: interval)
  }

  /// Reads a page. - Complexity: O(observations).
  public mutating func observe(_ page: [Observation], device: UInt32) {
    for observation in page { observe(observation) }
  }

  private mutating func observe(_ observation: Observation) {
    switch observation {
    case .visit(let visit):
      visits.add(visit)
      timeline.add(visit)
    case .answered(let answer): answers.add(answer)
    case .exchanged(let exchange):
      network.add(exchange)
      timeline.add(exchange)
    case .wrote(let write, let instant):
      flash.add(write)
      timeline.add(write, at: instant)
    case .rewrote(let bytes, at: _): flash.addRewrite(of: bytes)
    case .read(let bytes, at: _): flash.addRead(of: bytes)
    case .worked(let time, let droppedFrames, at: _):
      mainThread.add(time, droppedFrames: droppedFrames)
    case .evicted(let bytes, let medium, at: _): memory.addEviction(of: bytes, from: medium)
    case .memoryWarning: memory.warnings += 1
    case .killed: memory.kills += 1
    case .processEnded(let lostEntries, at: _): memory.addProcessEnd(lostEntries: lostEntries)
    case .undecodable: upheavals.decodeFailures += 1
    case .broken: upheavals.brokenEntries += 1
    case .exposed: upheavals.exposures += 1
    case .purged(let bytes, at: _): upheavals.addPurge(of: bytes)
    case .edit(let stage, let age, at: _): edits.add(stage, age: age)
    case .finished(let summary): devices.add(summary)
    }
  }

  /// Sorts the samples, so that metrics are read fast. - Complexity: O(n log n).
  public mutating func seal() {
    visits.sort()
    edits.sort()
    devices.sort()
  }

  /// Pools with the book of another seed: opens become one population, costs and device counts
  /// add up. - Complexity: O(samples).
  public mutating func merge(_ other: Book) {
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
  public static func pooled(_ books: [Book]) -> Book? {
    guard var pooled = books.first else { return nil }
    for book in books.dropFirst() { pooled.merge(book) }
    pooled.seal()
    return pooled
  }
}

extension Book {
  /// What the flash device makes of a device's writes on the average; nil without devices.
  public var wearEstimate: FlashWearEstimate? {
    guard devices.count > 0, devices.time > 0 else { return nil }
    let span = TimeSpan(nanoseconds: Int64(devices.time / Int128(devices.count)))
    guard span > .zero else { return nil }
    let bytes = Double(flash.written.fileSystemBytes.count) / Double(devices.count)
    return wear.estimate(Bytes(rounding: bytes), over: span)
  }

  /// Whether all percentiles are exact; see `Samples`.
  public var isExact: Bool { visits.isExact && devices.peakMemory.isExact }
}
