public import SimCore

extension FlashWearSettings: Settings {
  public static let fields: [Field<FlashWearSettings>] = [
    Field(
      "capacity", \.capacity, in: Bytes.megabytes(100)...(.megabytes(1_000_000_000)),
      "What the host sees of the device; an assumption."),
    Field(
      "overProvisioning", \.overProvisioning, in: 0.01...10,
      "Spare area in parts of the capacity; MQSim's default."),
    Field(
      "fill", \.fill, in: 0.01...1,
      "The share of the capacity that holds live data, the app's too; an assumption."),
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
      "endurance", \.endurance, "Erases that a block lasts; null: those of the kind of cell.",
      check: { $0.map { $0 < 1 } == true ? "expected at least 1" : nil }),
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
      "othersPerDay", \.othersPerDay, in: .zero...(.megabytes(1_000_000_000)),
      "What everything but the app writes to the device in a day; an assumption."),
  ]
}
