package import DeviceModels
package import SimCore

/// The aggregates of one cell, a strategy under one seed and one varied value: the sums that
/// metrics are computed from.
///
/// Every event is read once. The memory does not grow with the run but for the samples of
/// percentiles, which have a limit. Aggregates of several seeds are pooled by `merge`.
package struct Aggregates: TraceObserver, Codable, Sendable {
  /// Views, answers and exchanges, of each screen and kind of resource.
  private(set) var tagged: TaggedSums
  /// What the workload calls its screens.
  package internal(set) var screenNames: [String] = []
  /// For how many milliseconds caches had had what they answered.
  package private(set) var answerAges: Samples
  /// Of one seed, view by view; nil: not wanted, or taken.
  private var waits: ViewWaits?
  /// What users did in reaction to what screens showed.
  package internal(set) var reactions = ReactionAggregate()
  /// Rows that were scrolled into view.
  package private(set) var rows: RowAggregate
  package private(set) var playback = PlaybackAggregate()
  package internal(set) var flash = FlashAggregate()
  package internal(set) var mainThread = MainThreadAggregate()
  /// Evictions, memory warnings and ends of the process.
  package internal(set) var memory = MemoryAggregate()
  /// Effects of upgrades, user switches and full devices on stored entries.
  package internal(set) var lifecycle = LifecycleAggregate()
  package internal(set) var edits: EditAggregate
  /// Totals and peaks of devices, known at their end.
  package internal(set) var devices: DeviceAggregate
  package private(set) var people: PeopleAggregate
  package private(set) var origin: OriginAggregate
  package private(set) var edge = EdgeAggregate()
  /// A part of it over virtual time.
  package internal(set) var timeline: Timeline
  private var unstored: Unstored
  /// Which events are left out because of a warm-up; nil: none.
  private var warmUp: WarmUpFilter?
  /// Whether they are of what an origin observed by itself, which knows exchanges alone, or of what
  /// devices in the field reported.
  package let isObserved: Bool

  /// Empty aggregates.
  /// - Parameters:
  ///   - interval: the length of the timeline's intervals, more than zero.
  ///   - wear: the flash device.
  ///   - prices: the origin's; nil: it costs nothing.
  ///   - exactLimit: up to how many samples of a quantity percentiles are exact.
  ///   - own: metrics of the caller's own.
  ///   - devicesOfPerson: how many devices each person has, one after the other.
  ///   - hasWarmUp: whether nothing is measured of a device before its event `measuringBegan`; the
  ///     timeline has all of it.
  ///   - isObserved: whether only exchanges will be known, and how long they were observed.
  ///   - hasViewWaits: whether the waits of each view are held.
  package init(
    interval: TimeSpan = .hours(1), wear: FlashWear = FlashWear(FlashWearSettings()),
    prices: OriginPrices? = nil, exactLimit: Int = Samples.exactLimit,
    own: [any TraceMetric.Type] = [], devicesOfPerson: Int = 1,
    hasWarmUp: Bool = false, isObserved: Bool = false, hasViewWaits: Bool = false
  ) {
    waits = hasViewWaits ? ViewWaits() : nil
    self.isObserved = isObserved
    warmUp = hasWarmUp ? WarmUpFilter() : nil
    unstored = Unstored(own: own.map { $0.init() }, wear: wear)
    tagged = TaggedSums(exactLimit: exactLimit)
    answerAges = Samples(exactLimit: exactLimit)
    rows = RowAggregate(exactLimit: exactLimit)
    edits = EditAggregate(exactLimit: exactLimit)
    devices = DeviceAggregate(exactLimit: exactLimit)
    people = PeopleAggregate(devicesOfPerson: devicesOfPerson)
    origin = OriginAggregate(prices: prices)
    timeline = Timeline(interval: interval)
  }

  /// What users' devices reported, as metrics; nothing else is known.
  package init(reported: [String: Double], interval: TimeSpan) {
    self.init(interval: interval, isObserved: true)
    unstored.reported = reported
  }

  /// Adds a page of events. - Complexity: O(events).
  package mutating func observe(_ page: [TraceRecord], device: UInt32) {
    // Borrowed: a copy of each record would take a tenth of the time of a simulation.
    let page = ContiguousArray(page)
    let records = page.span
    unstored.totals = nil
    for place in records.indices {
      let record = records[place]
      timeline.observe(record)
      guard warmUp?.isMeasured(record, device: device) ?? true else { continue }
      observe(record, of: device)
      for index in unstored.own.indices { unstored.own[index].observe(record, device: device) }
    }
  }

  private mutating func observe(_ record: TraceRecord, of device: UInt32) {
    switch record.event {
    case .closed(let view, _):
      guard !view.isReaction else { return reactions.add(view) }
      tagged.add(view)
      waits?.add(view, of: device)
      people.add(view, of: device)
    case .answered(let answer): if !answer.isOfReaction { add(answer) }
    case .row(let wait): rows.add(wait)
    case .played(let playback): self.playback.add(playback)
    case .user(let reaction): reactions.add(reaction)
    case .exchanged(let exchange):
      tagged.add(exchange)
      people.add(exchange, of: device)
    case .arrived(let arrival): origin.add(arrival, at: record.at)
    case .edge(let report): edge.add(report)
    case .wrote(_, let write):
      flash.add(write)
      people.addWrite(of: write.bytes, at: record.at, of: device)
    case .rewrote(let bytes): flash.addRewrite(of: bytes)
    case .read(_, let bytes, _): flash.addRead(of: bytes)
    case .worked(let work):
      if work.busy > .zero { mainThread.add(work.busy, droppedFrames: work.droppedFrames) }
    case .left(_, let medium, .evicted, let bytes, _): memory.addEviction(of: bytes, from: medium)
    case .app(.memoryWarning): memory.warnings += 1
    case .app(.killed): memory.kills += 1
    case .app(.ended(_, let lostEntries)): memory.addProcessEnd(lostEntries: lostEntries)
    case .undecodable: lifecycle.decodeFailures += 1
    case .broken: lifecycle.brokenEntries += 1
    case .exposed: lifecycle.exposures += 1
    case .purged(let bytes): lifecycle.addPurge(of: bytes)
    case .edit(let stage, let age): edits.add(stage, age: age)
    case .finished(let summary):
      devices.add(summary)
      people.finish(summary, of: device)
      origin.noteEnd(summary)
    default: break  // detail
    }
  }

  private mutating func add(_ answer: Answer) {
    tagged.add(answer)
    if let age = answer.age { answerAges.add(age.nanoseconds / 1_000_000) }
  }

  /// Notes that the simulation of a seed is over.
  /// - Parameter screens: what the workload calls its screens.
  package mutating func finish(screens: [String]) {
    screenNames = screens
    people.finish()
    origin.sort()
  }

  /// Makes the totals and sorts the samples, so that percentiles are read in O(1).
  /// - Complexity: O(n log n).
  package mutating func sort() {
    tagged.sort()
    answerAges.sort()
    rows.sort()
    edits.sort()
    devices.sort()
    origin.sort()
    setTotals(tagged.totals())
  }

  mutating func setTotals(_ totals: TaggedSums.Totals) {
    unstored.totals = totals
    unstored.totals?.views.sort()
  }

  /// What the totals are of; empty: of all.
  var tags: [MetricTag] { unstored.totals?.tags ?? [] }

  /// Pools with the aggregates of another seed: opens become one population, costs and device
  /// counts add up. - Complexity: O(samples).
  package mutating func merge(_ other: Aggregates) {
    unstored.totals = nil
    tagged.merge(other.tagged)
    if screenNames.count < other.screenNames.count { screenNames = other.screenNames }
    addUp(
      &self, other, \.answerAges, \.reactions, \.rows, \.playback, \.flash, \.mainThread, \.memory,
      \.lifecycle, \.edits, \.devices, \.people, \.origin, \.edge)
    timeline.merge(other.timeline)
    waits = nil
    unstored.own = zip(own, other.own).map { $0.merged(with: $1) }
  }

  /// The aggregates of several seeds as one, sorted; nil when there is none.
  /// - Complexity: O(n log n) in the samples of all.
  package static func pooled(_ seeds: [Aggregates]) -> Aggregates? {
    guard var pooled = seeds.first else { return nil }
    for aggregates in seeds.dropFirst() { pooled.merge(aggregates) }
    pooled.sort()
    return pooled
  }
}

extension Aggregates {
  /// What is not among the stored bytes: the caller's own metrics, which have no form there, the
  /// flash device, which its settings say, and totals, which follow.
  private struct Unstored: Codable, Sendable {
    var own: [any TraceMetric]
    var wear: FlashWear
    /// Nil: not made yet, or not since the last event.
    var totals: TaggedSums.Totals?
    var reported: [String: Double]?

    init(own: [any TraceMetric], wear: FlashWear) { (self.own, self.wear) = (own, wear) }
    init(from _: any Decoder) { self.init(own: [], wear: FlashWear(FlashWearSettings())) }
    func encode(to _: any Encoder) {}
  }

  /// Whether the waits of each view are held.
  package var hasViewWaits: Bool { waits != nil }

  /// The waits of each view, which are held no longer; nil: they were not.
  package mutating func takeViewWaits() -> ViewWaits? {
    defer { waits = nil }
    return waits
  }

  /// Counts broken laws that only a comparison with other aggregates shows.
  package mutating func note(violations: [String]) { devices.note(violations) }

  /// All of them as bytes, which the same build of the program can read.
  /// - Precondition: there are no metrics of the caller's own.
  /// - Complexity: O(samples).
  package func stored() throws -> [UInt8] {
    precondition(own.isEmpty, "metrics of the caller's own have no stored form")
    return try PositionalForm.bytes(of: self)
  }

  /// What `stored` gave, of a device with this flash.
  /// - Throws: `DecodingError` when the bytes are no aggregates. - Complexity: O(samples).
  package init(stored bytes: ArraySlice<UInt8>, wear: FlashWear) throws {
    self = try PositionalForm.value(of: Aggregates.self, in: bytes)
    unstored.wear = wear
  }

  /// Screen views: waits, staleness, spinners. - Complexity: O(1) after `sort`.
  package var views: ViewAggregate { unstored.totals?.views ?? tagged.totals().views }
  /// The sources of the answers to resource requests.
  package var answers: AnswerAggregate { unstored.totals?.answers ?? tagged.totals().answers }
  /// Exchanges with the origin.
  package var network: NetworkAggregate { unstored.totals?.network ?? tagged.totals().network }

  /// By metric, what devices in the field reported; nil: these are sums of events.
  var reported: [String: Double]? { unstored.reported }

  /// The caller's own metrics.
  package var own: [any TraceMetric] { unstored.own }
  /// The flash device's wear model.
  package var wear: FlashWear { unstored.wear }
}

extension Aggregates {
  /// The wear that a device's writes cause on average; nil without devices.
  package var wearEstimate: FlashWearEstimate? {
    guard devices.count > 0, devices.time > 0 else { return nil }
    let span = TimeSpan(nanoseconds: Int64(devices.time / Int128(devices.count)))
    guard span > .zero else { return nil }
    let bytes = Double(flash.written.fileSystemBytes.count) / Double(devices.count)
    return wear.estimate(Bytes(rounding: bytes), over: span)
  }

  /// Whether all percentiles are exact, those of ages too; see `Samples`.
  package var isExact: Bool { views.isExact && answerAges.isExact && devices.peakMemory.isExact }
}

/// The events that are measured, where a warm-up is left out.
///
/// A screen counts with all its answers when it opened after the warm-up, an edit with all its
/// stages when it was made after it; everything else when its event is recorded, so that an
/// exchange counts when it ended. Totals of a device are those since.
struct WarmUpFilter: Codable, Sendable {
  private enum Phase: UInt8, Codable {
    case warmUp
    case screenOfWarmUp
    case measuring
  }

  private var phases: [Phase] = []
  /// When measuring began, the same instant for all devices.
  private var start = Instant.start

  mutating func isMeasured(_ record: TraceRecord, device: UInt32) -> Bool {
    let device = Int(device)
    if phases.count <= device {
      phases += Array(repeating: .warmUp, count: device + 1 - phases.count)
    }
    switch (record.event, phases[device]) {
    case (.finished, _): return true
    case (.measuringBegan(let isScreenOpen), _):
      start = record.at
      phases[device] = isScreenOpen ? .screenOfWarmUp : .measuring
      return false
    case (_, .warmUp): return false
    case (.edit(_, let age), _): return record.at - age >= start
    case (.closed, .screenOfWarmUp):
      phases[device] = .measuring
      return false
    case (.answered, .screenOfWarmUp), (.row, .screenOfWarmUp),
      (.played, .screenOfWarmUp):
      return false
    default: return true
    }
  }
}

/// A count for each case of a small enumeration, in an array indexed by raw value.
///
/// Raw values count from 0 without a gap, so that a case is an index and nothing is hashed.
package struct CaseCounts<Key>: Codable, Sendable, Summed
where Key: RawRepresentable & CaseIterable & Sendable, Key.RawValue: BinaryInteger {
  private var numbers = [Int64](repeating: 0, count: Key.allCases.count)

  package init() {}

  /// The number of one case. - Complexity: O(1).
  package subscript(key: Key) -> Int64 {
    get { numbers[Int(key.rawValue)] }
    set { numbers[Int(key.rawValue)] = newValue }
  }

  package var total: Int64 { numbers.reduce(0, +) }

  package static func += (left: inout Self, right: Self) {
    for index in left.numbers.indices { left.numbers[index] += right.numbers[index] }
  }
}

/// What adds up over devices and seeds.
protocol Summed {
  static func += (left: inout Self, right: Self)
}

extension Int: Summed {}
extension Int64: Summed {}
extension Int128: Summed {}
extension Bytes: Summed {}
extension FlashWrite: Summed {}
extension Samples: Summed {
  static func += (left: inout Samples, right: Samples) { left.merge(right) }
}

/// Adds the sums of one to those of another.
func addUp<Sums, each Sum: Summed>(
  _ left: inout Sums, _ right: Sums, _ sums: repeat WritableKeyPath<Sums, each Sum>
) {
  repeat left[keyPath: each sums] += right[keyPath: each sums]
}
