package import DeviceModels
package import SimCore

/// Totals and peaks of devices, known only at their end.
///
/// A device that was simulated under three seeds counts three times.
package struct DeviceAggregate: Codable, Sendable, Summed {
  package private(set) var count = 0
  /// Nanoseconds of virtual time that were measured, summed over devices.
  package private(set) var time: Int128 = 0
  package private(set) var events = 0
  /// The peak of memory in bytes, a number for each device.
  package private(set) var peakMemory: Samples
  /// The peak of bytes on flash, a number for each device.
  package private(set) var peakFlash: Samples
  /// What an app may use at most of the memory; nil: it is not known.
  package private(set) var memoryLimit: Bytes?
  /// The most by which limits that are hints were overstepped; nil: there are none.
  package private(set) var overshoot: LimitOvershoot?
  /// Bytes on flash at the end, a number for each device.
  package private(set) var flashInUse: Samples
  package private(set) var radio = RadioAggregate()
  /// The maximum number of edits that waited on a device; nil without devices.
  package private(set) var peakOutbox: Int?
  /// Bytes in the user's backup at the end, a number for each device.
  package private(set) var backedUp: Samples
  /// How much of the prefetched content was shown.
  package private(set) var prefetched = PrefetchUse()
  /// Bodies received completely that no screen showed before another one of the resource came.
  package private(set) var unshown = Bytes.zero
  /// Screens that showed what their device had shown before.
  package private(set) var returningOpens = 0
  /// Of those, the ones whose first content the origin sent.
  package private(set) var emptyCacheOpens = 0
  package private(set) var returning = 0
  package private(set) var withEmptyCache = 0
  /// How many conservation laws were broken; zero in a correct program.
  package private(set) var violationCount = 0
  package private(set) var violations: [String] = []

  /// The maximum number of broken laws that are stored as texts.
  package static let violationLimit = 100

  package init(exactLimit: Int = Samples.exactLimit) {
    peakMemory = Samples(exactLimit: exactLimit)
    peakFlash = Samples(exactLimit: exactLimit)
    flashInUse = Samples(exactLimit: exactLimit)
    backedUp = Samples(exactLimit: exactLimit)
  }

  package var days: Double { Double(time) / 86_400e9 }

  mutating func add(_ summary: DeviceSummary) {
    count += 1
    time += Int128((summary.at - summary.measuredFrom).nanoseconds)
    events += summary.events
    peakMemory.add(summary.peakMemory.count)
    peakFlash.add(summary.peakFlash.count)
    add(summary.overshoot)
    memoryLimit = summary.memoryLimit ?? memoryLimit
    flashInUse.add(summary.flashInUse.count)
    radio.add(summary.radio)
    peakOutbox = max(peakOutbox ?? 0, summary.peakOutbox)
    backedUp.add(summary.backedUp.count)
    add(summary.prefetched)
    unshown += summary.unshown
    add(summary.returns)
    note(summary.violations.map { "device \(summary.device): \($0)" })
  }

  mutating func note(_ violations: [String]) {
    store(violations)
    violationCount += violations.count
  }

  private mutating func add(_ use: PrefetchUse) {
    prefetched.fetched += use.fetched
    prefetched.used += use.used
    prefetched.fetchedBytes += use.fetchedBytes
    prefetched.usedBytes += use.usedBytes
  }

  private mutating func add(_ returns: ReturnCounts) {
    returningOpens += returns.opens
    emptyCacheOpens += returns.withEmptyCache
    if returns.opens > 0 { returning += 1 }
    if returns.withEmptyCache > 0 { withEmptyCache += 1 }
  }

  private mutating func add(_ other: LimitOvershoot?) {
    guard let other else { return }
    var greatest = overshoot ?? LimitOvershoot()
    greatest.merge(other)
    overshoot = greatest
  }

  private mutating func store(_ violations: [String]) {
    self.violations += violations.prefix(Self.violationLimit - self.violations.count)
  }

  static func += (left: inout Self, right: Self) {
    addUp(
      &left, right, \.count, \.time, \.events, \.peakMemory, \.peakFlash, \.flashInUse, \.radio,
      \.backedUp, \.unshown, \.returningOpens, \.emptyCacheOpens, \.returning, \.withEmptyCache,
      \.violationCount)
    left.add(right.overshoot)
    left.memoryLimit = left.memoryLimit ?? right.memoryLimit
    if let theirs = right.peakOutbox { left.peakOutbox = max(left.peakOutbox ?? 0, theirs) }
    left.add(right.prefetched)
    left.store(right.violations)
  }

  mutating func sort() {
    peakMemory.sort()
    peakFlash.sort()
    flashInUse.sort()
    backedUp.sort()
  }
}

/// The energy of radios in whole microjoules, so that no sum depends on its order.
package struct RadioAggregate: Codable, Sendable, Summed {
  /// For promotions: waking up.
  package private(set) var promotion: Int64 = 0
  /// While packets flowed, with those of their bits.
  package private(set) var active: Int64 = 0
  /// For tails: waiting for more packets.
  package private(set) var tail: Int64 = 0
  package private(set) var idle: Int64 = 0
  package private(set) var promotions: Int64 = 0

  package init() {}

  /// The energy of the app's traffic: all but the idle radio.
  package var traffic: Int64 { promotion + active + tail }

  mutating func add(_ energy: RadioEnergy) {
    promotion += Self.microjoules(energy.promotion)
    active += Self.microjoules(energy.active)
    tail += Self.microjoules(energy.tail)
    idle += Self.microjoules(energy.idle)
    promotions += Int64(energy.promotions)
  }

  static func += (left: inout Self, right: Self) {
    addUp(&left, right, \.promotion, \.active, \.tail, \.idle, \.promotions)
  }

  private static func microjoules(_ joules: Double) -> Int64 { Int64((joules * 1e6).rounded()) }

  /// The energy of the app's traffic in whole microjoules.
  package static func traffic(of energy: RadioEnergy) -> Int64 {
    microjoules(energy.promotion + energy.active + energy.tail)
  }
}
