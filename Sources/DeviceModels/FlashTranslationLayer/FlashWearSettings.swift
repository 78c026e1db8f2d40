package import SimCore

/// The flash of a phone below its file system, and what else writes to it.
package struct FlashWearSettings: Hashable, Sendable {
  package var capacity = Bytes.megabytes(64_000)
  package var overProvisioning = 0.07
  package var fill = 0.8
  package var pageBytes = Bytes.kibibytes(16)
  package var pagesPerBlock: Int64 = 256
  package var mapUnit = Bytes(4_096)
  package var nand = NANDTypes.tlc
  package var endurance: Int64?
  package var cleaning = FlashCleaning.greedy
  package var method = WearMethod.closedForm
  package var pattern = WritePattern.uniform
  package var simulatedBlocks: Int64 = 1_000
  package var otherWritesPerDay = Bytes.megabytes(10_000)

  package init() {}

  /// Map units in a block; at least 1.
  package var unitsPerBlock: Int {
    Int(max(1, pageBytes.count * pagesPerBlock / mapUnit.count))
  }

  /// The cycles that count: those that were set, or the cell's.
  package var cycles: Int64 { endurance ?? nand.endurance }
}

extension FlashWearSettings: Settings {
  package static let fields: [Field<FlashWearSettings>] = [
    Field(
      "capacity", \.capacity, in: Bytes.megabytes(100)...(.megabytes(1_000_000_000)),
      "What the host sees of the device."
    ).assumed(),
    Field(
      "overProvisioning", \.overProvisioning, in: 0.01...10,
      "Spare area in parts of the capacity; MQSim's default."),
    Field(
      "utilization", \.fill, in: 0.01...1,
      "The share of the capacity that holds live data, the app's too."
    ).assumed(),
    Field(
      "pageBytes", \.pageBytes, in: Bytes(512)...(.kibibytes(64)),
      "The size of a flash page; SimpleSSD's default."),
    Field(
      "pagesPerBlock", \.pagesPerBlock, in: 1...1_024,
      "Pages that are erased together; MQSim's default."),
    Field(
      "mapUnit", \.mapUnit, in: Bytes(512)...(.kibibytes(64)),
      "What the device maps and moves as one; the file system's block."),
    Field("nand", \.nand, "The kind of cell; a phone's has three bits."),
    Field(
      "endurance", \.endurance, in: 1...1_000_000_000,
      "Erases that a block lasts; null: those of the kind of cell."),
    Field("cleaning", \.cleaning, "Which block the device cleans when it needs a free one."),
    Field(
      "method", \.method,
      "How the amplification is found: by a formula for even writes, or on a small device."),
    Field(
      "pattern", \.pattern,
      "How the writes of all apps spread over the device, when it is simulated."),
    Field(
      "simulatedBlocks", \.simulatedBlocks, in: 200...20_000,
      "Blocks of the small device; from 1 000 on it is within 1 % of a large one."),
    Field(
      "otherWritesPerDay", \.otherWritesPerDay, in: .zero...(.megabytes(1_000_000_000)),
      "What everything but the app writes to the device in a day."
    ).assumed(),
  ]
}

/// How a device's write amplification is found.
package enum WearMethod: String, Hashable, Sendable, CaseIterable, WordSettingValue {
  /// By a formula, for writes spread evenly.
  case closedForm = "closed-form"
  /// By a small device of the same proportions, for any pattern.
  case simulated
}
