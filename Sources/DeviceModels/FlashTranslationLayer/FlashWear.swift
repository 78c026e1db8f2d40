package import SimCore

/// The end of the chain of an app's writes: what the flash makes of them, and how long it lasts.
///
/// Amplification belongs to the whole device, not to an app: it follows from the spare area and
/// from how much of the device is live. So a cache that deletes its files helps: what the system
/// trims is not live.
///
/// The life is that of an evenly worn device: its controller levels wear. A phone's also has a
/// write buffer of single-level cells, perhaps compression, and an undisclosed translation layer;
/// none of them is modelled. Measured: no ordinary app writes at a rate that wears a phone out,
/// though one without privileges can (Zhang et al., MobiSys 2019).
package struct FlashWear: Hashable, Sendable {
  package let settings: FlashWearSettings
  /// The share of the capacity that is live after the trimming.
  package let fill: Double
  /// Bytes programmed for each byte that reaches the device.
  package let amplification: Double

  /// Finds the amplification of a device.
  ///
  /// Simulated, it is that of a small device with the same slack, units in a block, cleaning and
  /// pattern. No year is played: a year of 10 GB a day turns the live data of 64 GB over seventy
  /// times, and amplification settles within a few. The small device is filled, written for
  /// `warmUp` turnovers of its blocks, and then counted for `measured` ones; what a year writes is
  /// multiplied by that. The default takes 22 M programs, less than a second.
  /// - Parameters:
  ///   - trimmed: bytes of the settings' fill that were deleted, and trimmed by the system.
  ///   - seed: the scenario's, for the simulated method.
  /// - Precondition: no negative number of bytes is trimmed.
  /// - Complexity: O(1) by the closed form, O(simulated blocks × units in a block) else.
  package init(_ settings: FlashWearSettings, trimmed: Bytes = .zero, seed: UInt64 = 1) {
    precondition(trimmed >= .zero, "what is trimmed was there")
    self.settings = settings
    let share = Double(trimmed.count) / Double(settings.capacity.count)
    fill = min(1, max(Self.leastFill, settings.fill - share))
    let slack = WriteAmplification.slack(
      overProvisioning: settings.overProvisioning, fill: fill)
    switch settings.method {
    case .closedForm:
      amplification =
        switch settings.cleaning {
        case .greedy:
          WriteAmplification.greedy(slack: slack, unitsPerBlock: settings.unitsPerBlock)
        case .fifo: WriteAmplification.fifo(slack: slack)
        }
    case .simulated:
      amplification = Self.simulation(settings, slack: slack, seed: seed).run().count.amplification
    }
  }

  /// Bytes that the host can write until the cells' cycles are used up: "TBW".
  ///
  /// `capacity × cycles / amplification`: the spare area's cycles are not counted, as margin.
  package var totalBytesWritten: Bytes {
    Bytes(
      rounding: Double(settings.capacity.count) * Double(settings.cycles) / amplification)
  }

  /// How often the whole capacity can be written a day through so many years: "DWPD".
  package func driveWritesPerDay(warrantyYears: Double) -> Double {
    Double(totalBytesWritten.count)
      / (Double(settings.capacity.count) * Self.daysPerYear * warrantyYears)
  }

  /// What an app does to the device.
  /// - Parameters:
  ///   - written: bytes of the app that reach the device: `FlashWrite.fileSystemBytes`.
  ///   - span: how long it took to write them.
  /// - Precondition: the span is positive.
  /// - Complexity: O(1).
  package func estimate(_ written: Bytes, over span: TimeSpan) -> FlashWearEstimate {
    precondition(span > .zero, "a rate takes time")
    let days = span.seconds / TimeSpan.days(1).seconds
    let perYear = Double(written.count) / days * Self.daysPerYear
    let others = Double(settings.otherWritesPerDay.count) * Self.daysPerYear
    let total = Double(settings.capacity.count) * Double(settings.cycles) / amplification
    let nand = Double(written.count) * amplification
    let block = Double(settings.unitsPerBlock) * Double(settings.mapUnit.count)
    return FlashWearEstimate(
      amplification: amplification, deviceBytes: written, nandBytes: Bytes(rounding: nand),
      erases: nand / block, enduranceUsedPerYear: perYear / total,
      enduranceUsedPerYearByAll: (perYear + others) / total)
  }

  /// Turnovers of the physical units before the count, and counted.
  static let warmUp = 6.0
  static let measured = 4.0

  static func simulation(
    _ settings: FlashWearSettings, slack: Double, seed: UInt64
  ) -> WriteAmplificationSimulation {
    let blocks = max(
      fewestBlocks, min(Int(settings.simulatedBlocks), mostUnits / settings.unitsPerBlock))
    let geometry = FlashGeometry(
      scaledTo: blocks, slack: slack, unitsPerBlock: settings.unitsPerBlock)
    var simulation = WriteAmplificationSimulation(
      geometry, cleaning: settings.cleaning, pattern: settings.pattern, seed: seed)
    simulation.warmUp = warmUp * slack
    simulation.measured = measured * slack
    return simulation
  }

  /// A device on which nothing is live would amplify nothing, and its slack have no limit.
  private static let leastFill = 1e-6
  /// Units of the small device: more would take minutes and a gigabyte.
  private static let mostUnits = 1 << 24
  /// Blocks of the small device, however large they are.
  private static let fewestBlocks = 128
  private static let daysPerYear = 365.0
}

/// What an app's writes do to the flash below it.
package struct FlashWearEstimate: Hashable, Sendable {
  /// Bytes programmed for each byte that reaches the device.
  package let amplification: Double
  /// The app's bytes that reached the device.
  package let deviceBytes: Bytes
  /// Bytes programmed for them.
  package let nandBytes: Bytes
  /// Blocks erased for them; a fraction, where they do not fill one.
  package let erases: Double
  /// The share of the device's cycles that the app uses in a year of 365 days at this rate.
  package let enduranceUsedPerYear: Double
  /// The same of the app and everything else.
  package let enduranceUsedPerYearByAll: Double

  /// Years that the flash would last if only the app wrote; nil: it writes nothing.
  package var yearsByAppAlone: Double? { Self.years(enduranceUsedPerYear) }
  /// Years that the flash lasts; nil: nothing is written.
  package var yearsOfLife: Double? { Self.years(enduranceUsedPerYearByAll) }

  private static func years(_ share: Double) -> Double? { share > 0 ? 1 / share : nil }
}
