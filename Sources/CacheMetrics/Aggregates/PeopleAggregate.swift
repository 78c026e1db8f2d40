package import SimCore

/// What each person met with. A person is a device under a seed, or several with an account of
/// theirs.
///
/// The waits of a person are held until the end, twelve bytes a view, and then come to a few
/// numbers.
package struct PeopleAggregate: Codable, Sendable, Summed {
  /// In the order of their devices, seed by seed.
  package private(set) var people: [Person] = []
  /// By person, what has not ended; no part of the stored form.
  private var unfinished: [UnfinishedPerson] = []
  private var devicesOfPerson = 1

  private enum CodingKeys: CodingKey { case people }

  package init(devicesOfPerson: Int = 1) { self.devicesOfPerson = devicesOfPerson }

  mutating func add(_ view: ScreenView, of device: UInt32) {
    unfinished[place(of: device)].add(view)
  }

  mutating func add(_ exchange: ExchangeRecord, of device: UInt32) {
    let bytes = exchange.bytesUp + exchange.bytesDown
    let place = place(of: device)
    unfinished[place].person.networkBytes += bytes
    if exchange.isMetered { unfinished[place].person.meteredBytes += bytes }
  }

  mutating func addWrite(of bytes: Bytes, at instant: Instant, of device: UInt32) {
    unfinished[place(of: device)].addWrite(of: bytes, at: instant, on: device)
  }

  mutating func finish(_ summary: DeviceSummary, of device: UInt32) {
    let place = place(of: device)
    unfinished[place].end(summary)
    if unfinished[place].endedDevices == devicesOfPerson { close(place) }
  }

  /// The last person ends too: a story may tell of fewer devices than the last person has.
  mutating func finish() {
    for place in unfinished.indices where unfinished[place].endedDevices > 0 { close(place) }
  }

  private mutating func close(_ place: Int) {
    let first = UInt32(place * devicesOfPerson)
    let person = unfinished[place].finished(first)
    unfinished[place] = UnfinishedPerson()
    people.insert(person, at: people.firstSortedIndex { $0.device > first })
  }

  private mutating func place(of device: UInt32) -> Int {
    let place = Int(device) / devicesOfPerson
    while unfinished.count <= place { unfinished.append(UnfinishedPerson()) }
    return place
  }

  /// A percentile of a number over the people who have it, by nearest rank; nil: none has.
  /// - Complexity: O(n log n) in the people.
  package func value(
    at percentile: Percentile, of number: (Person) -> Double?
  ) -> Double? {
    let numbers = people.compactMap(number).sorted()
    return numbers.isEmpty ? nil : numbers[percentile.rank(among: numbers.count) - 1]
  }

  static func += (left: inout Self, right: Self) { left.people += right.people }
}

/// What a person met with over the time that was measured.
package struct Person: Codable, Sendable, Hashable {
  /// The first of the devices.
  package internal(set) var device: UInt32 = 0
  /// How long they were measured, all together.
  package internal(set) var time = TimeSpan.zero
  package internal(set) var opens: Int64 = 0
  package internal(set) var shown: Int64 = 0
  package internal(set) var stale: Int64 = 0
  /// Opens whose first content came from a tier without asking the origin first.
  package internal(set) var fromCache: Int64 = 0
  package internal(set) var firstContent = Waits()
  package internal(set) var openToContent = Waits()
  /// The greatest 95th percentile of waits for first content of any day, in milliseconds.
  package internal(set) var worstDayFirstContent: Double?
  package internal(set) var flashBytes = Bytes.zero
  /// The most of any day of a device.
  package internal(set) var worstDayFlashBytes = Bytes.zero
  /// On the wire, both ways.
  package internal(set) var networkBytes = Bytes.zero
  package internal(set) var meteredBytes = Bytes.zero
  /// Microjoules of the radio for the app's traffic.
  package internal(set) var radioEnergy: Int64 = 0

  package struct Waits: Codable, Sendable, Hashable {
    /// The 95th percentile over all opens, infinite where it falls on one that never came.
    package internal(set) var p95: Double?
    /// Over the opens that came.
    package internal(set) var mean: Double?
  }

  /// In milliseconds, of a wait for first content.
  package func p95(of wait: Latency) -> Double? {
    switch wait {
    case .firstContent: firstContent.p95
    case .openToContent: openToContent.p95
    default: nil
    }
  }

  /// Days of a device.
  package var days: Double { time.seconds / 86_400 }

  /// A part of all opens; nil: there are none.
  func share(_ part: Int64) -> Double? { opens == 0 ? nil : Double(part) / Double(opens) }

  /// An amount for each day; nil: no time was measured.
  func daily(_ amount: Int64) -> Double? { time > .zero ? Double(amount) / days : nil }
}

/// A person of whose devices not all have ended.
private struct UnfinishedPerson: Sendable {
  /// A day, on all devices: these are not simulated in one order of time.
  private struct Day {
    var number: Int64
    var waits = CompactWaits()
    var opens = 0
  }

  /// A day of one device: what is written wears its flash alone.
  private struct WritingDay {
    var number: Int64
    var device: UInt32
    var bytes = Bytes.zero
  }

  var person = Person()
  private(set) var endedDevices = 0
  private var firstContent = CompactWaits()
  private var openToContent = CompactWaits()
  private var days: [Day] = []
  private var writingDays: [WritingDay] = []

  mutating func add(_ view: ScreenView) {
    // A view is of the day when it opened, which no strategy changes.
    let day = place(of: view.openedAt.day)
    person.opens += 1
    days[day].opens += 1
    if let wait = Latency.firstContent.span(of: view) {
      person.shown += 1
      firstContent.add(wait)
      days[day].waits.add(wait)
      if view.isFirstOutdated { person.stale += 1 }
    }
    if let wait = Latency.openToContent.span(of: view) { openToContent.add(wait) }
    if view.firstSource == .memory || view.firstSource == .flash { person.fromCache += 1 }
  }

  mutating func addWrite(of bytes: Bytes, at instant: Instant, on device: UInt32) {
    person.flashBytes += bytes
    let day = instant.day
    if let place = writingDays.lastIndex(where: { $0.number == day && $0.device == device }) {
      writingDays[place].bytes += bytes
    } else {
      writingDays.append(WritingDay(number: day, device: device, bytes: bytes))
    }
  }

  /// The days that are added to are the last ones.
  private mutating func place(of day: Int64) -> Int {
    if let place = days.lastIndex(where: { $0.number == day }) { return place }
    days.append(Day(number: day))
    return days.count - 1
  }

  /// Another of the devices ended.
  mutating func end(_ summary: DeviceSummary) {
    endedDevices += 1
    person.time = person.time + (summary.at - summary.measuredFrom)
    person.radioEnergy += RadioAggregate.traffic(of: summary.radio)
  }

  func finished(_ device: UInt32) -> Person {
    var person = person
    person.device = device
    person.firstContent = firstContent.reduced(over: Int(person.opens))
    person.openToContent = openToContent.reduced(over: Int(person.opens))
    person.worstDayFirstContent = days.compactMap { $0.waits.reduced(over: $0.opens).p95 }.max()
    person.worstDayFlashBytes = writingDays.map(\.bytes).max() ?? .zero
    return person
  }
}

/// Waits in whole nanoseconds, of which those up to 4.29 s take four bytes.
private struct CompactWaits: Sendable {
  private var short: [UInt32] = []
  private var long: [Int64] = []

  mutating func add(_ wait: TimeSpan) {
    if let wait = UInt32(exactly: wait.nanoseconds) {
      short.append(wait)
    } else {
      long.append(wait.nanoseconds)
    }
  }

  /// Of so many opens; those without a wait never came.
  func reduced(over opens: Int) -> Person.Waits {
    var samples = Samples()
    for wait in short { samples.add(Int64(wait)) }
    for wait in long { samples.add(wait) }
    samples.sort()
    let p95 = samples.value(at: .p95, missing: opens - samples.count)
    return Person.Waits(p95: p95.map { $0 / 1e6 }, mean: samples.mean.map { $0 / 1e6 })
  }
}
