public import SimCore

/// The flash of a phone below its file system, and what else writes to it.
public struct FlashWearSettings: Hashable, Sendable {
  /// What the host sees; 64 GB (assumption, a knob).
  public var capacity = Bytes.megabytes(64_000)
  /// Spare area in parts of the capacity; 0.07 (MQSim's default).
  public var overProvisioning = 0.07
  /// The share of the capacity that holds live data, the app's among it; 0.80 (assumption).
  public var fill = 0.8
  /// The size of a flash page; 16 KiB (SimpleSSD's default).
  public var pageBytes = Bytes.kibibytes(16)
  /// Pages that are erased together; 256 (MQSim's default).
  public var pagesPerBlock: Int64 = 256
  /// What the device maps and moves as one; 4 096 bytes, the file system's block.
  public var mapUnit = Bytes(4_096)
  /// The kind of cell; three bits each.
  public var nand = NANDTypes.tlc
  /// Programs and erases that a block lasts; nil: what the kind of cell does.
  public var endurance: Int64?
  /// Which block the device cleans; greedy.
  public var cleaning = FlashCleaning.greedy
  /// How the amplification is found; by the closed form.
  public var method = WearMethod.closedForm
  /// How the writes of all apps spread over the device when it is simulated; evenly.
  public var pattern = WritePattern.uniform
  /// Blocks of the small device that is simulated, beside its reserve; 1 000.
  public var simulatedBlocks: Int64 = 1_000
  /// What everything but the app writes to the device in a day; 10 GB (assumption, a knob).
  public var othersPerDay = Bytes.megabytes(10_000)

  /// The defaults.
  public init() {}

  /// Map units in a block; at least 1.
  public var unitsPerBlock: Int {
    Int(max(1, pageBytes.count * pagesPerBlock / mapUnit.count))
  }

  /// The cycles that count: those that were set, or the cell's.
  public var cycles: Int64 { endurance ?? nand.endurance }
}
