package import Measurement
internal import SimCore

/// What can be said of devices only at their end.
///
/// A device that was simulated under three seeds counts three times.
package struct DeviceUse: Sendable {
  /// How many devices ended their story.
  package private(set) var count = 0
  /// Nanoseconds of virtual time, summed over devices.
  package private(set) var time: Int128 = 0
  /// Events simulated.
  package private(set) var events = 0
  /// The most memory in bytes, a number for each device.
  package private(set) var peakMemory: Samples
  /// The most bytes on flash, a number for each device.
  package private(set) var peakFlash: Samples
  /// Bytes on flash at the end, a number for each device.
  package private(set) var flashInUse: Samples
  /// What the radios of all devices took.
  package private(set) var radio = RadioUse()
  /// The most edits that ever waited on a device; nil without devices.
  package private(set) var peakOutbox: Int?
  /// Bytes that a backup takes along at the end, a number for each device.
  package private(set) var backedUp: Samples
  /// What became of what was fetched ahead.
  package private(set) var prefetched = PrefetchUse()
  /// How many conservation laws were broken; zero in a right program.
  package private(set) var violationCount = 0
  /// The first of them in words, with their device.
  package private(set) var violations: [String] = []

  /// How many broken laws are kept in words.
  package static let violationLimit = 100

  /// No devices yet.
  package init(exactLimit: Int = Samples.exactLimit) {
    peakMemory = Samples(exactLimit: exactLimit)
    peakFlash = Samples(exactLimit: exactLimit)
    flashInUse = Samples(exactLimit: exactLimit)
    backedUp = Samples(exactLimit: exactLimit)
  }

  /// Days of virtual time, summed over devices.
  package var days: Double { Double(time) / 86_400e9 }

  mutating func add(_ summary: DeviceSummary) {
    count += 1
    time += Int128(summary.at.nanoseconds)
    events += summary.events
    peakMemory.add(summary.peakMemory.count)
    peakFlash.add(summary.peakFlash.count)
    flashInUse.add(summary.flashInUse.count)
    radio.add(summary.radio)
    peakOutbox = max(peakOutbox ?? 0, summary.peakOutbox)
    backedUp.add(summary.backedUp.count)
    add(summary.prefetched)
    keep(summary.violations.map { "device \(summary.device): \($0)" })
    violationCount += summary.violations.count
  }

  private mutating func add(_ use: PrefetchUse) {
    prefetched.fetched += use.fetched
    prefetched.used += use.used
    prefetched.fetchedBytes += use.fetchedBytes
    prefetched.usedBytes += use.usedBytes
  }

  private mutating func keep(_ violations: [String]) {
    self.violations += violations.prefix(Self.violationLimit - self.violations.count)
  }

  mutating func merge(_ other: DeviceUse) {
    count += other.count
    time += other.time
    events += other.events
    peakMemory.merge(other.peakMemory)
    peakFlash.merge(other.peakFlash)
    flashInUse.merge(other.flashInUse)
    radio.merge(other.radio)
    if let theirs = other.peakOutbox { peakOutbox = max(peakOutbox ?? 0, theirs) }
    backedUp.merge(other.backedUp)
    add(other.prefetched)
    keep(other.violations)
    violationCount += other.violationCount
  }

  mutating func sort() {
    peakMemory.sort()
    peakFlash.sort()
    flashInUse.sort()
    backedUp.sort()
  }
}
