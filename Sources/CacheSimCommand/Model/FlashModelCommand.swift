internal import ArgumentParser
internal import DeviceModels
internal import SimCore

struct FlashModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flash",
    abstract: "Prints the write amplification of a flash device, and how long it lasts.",
    discussion: """
      The closed form holds for even writes; the simulation plays the pattern page by page on a \
      small device of the same proportions.

      EXAMPLES
        cachesim model flash --op 0.07 --utilization 0.8 --pages-per-block 128
        cachesim model flash --utilization 1 --cleaning fifo \\
          --pattern zipf-1.0 --per-day "10 GB"
      """)

  @Option(help: "Spare area, in parts of what the host sees.")
  var op = FlashWearSettings().overProvisioning

  @Option(help: "The share of what the host sees that holds live data.")
  var utilization = FlashWearSettings().fill

  @Option(help: "Pages in a block that is erased as one, of 4096 bytes: what the device maps.")
  var pagesPerBlock = FlashWearSettings().unitsPerBlock

  @Option(help: "Which block the device cleans: greedy or fifo.", transform: FlagValue.setting)
  var cleaning = FlashCleaning.greedy

  @Option(
    help: "How writes spread: uniform, hot-cold-80-20, hot-cold-90-10, zipf-0.8 or zipf-1.0.",
    transform: FlagValue.setting)
  var pattern = WritePattern.uniform

  @Option(help: "Blocks of the small device.")
  var blocks = 1_000

  @Option(help: "The seed of the pattern.")
  var seed: UInt64 = 1

  @Option(help: "The kind of cell: slc, mlc, tlc or qlc.", transform: FlagValue.setting)
  var nand = NANDTypes.tlc

  @Option(help: "What the host sees of the whole device.", transform: FlagValue.bytes)
  var capacity = FlashWearSettings().capacity

  @Option(help: "What all apps together write to the device in a day.", transform: FlagValue.bytes)
  var perDay = FlashWearSettings().otherWritesPerDay

  @OptionGroup var options: ModelOptions

  func validate() throws {
    try expect("--op", op, in: 0.01...10)
    try expect("--utilization", utilization, in: 0.01...1)
    try expect("--pages-per-block", pagesPerBlock, in: 1...16_384)
    try expect("--blocks", blocks, in: 200...20_000)
    try expect("--capacity", capacity.count, in: 100_000_000...1_000_000_000_000_000)
    try expect("--per-day", perDay.count, in: 1...1_000_000_000_000_000)
  }

  func run() {
    var settings = FlashWearSettings()
    settings.overProvisioning = op
    settings.fill = utilization
    settings.pageBytes = settings.mapUnit
    settings.pagesPerBlock = Int64(pagesPerBlock)
    settings.cleaning = cleaning
    settings.pattern = pattern
    settings.simulatedBlocks = Int64(blocks)
    settings.nand = nand
    settings.capacity = capacity
    settings.otherWritesPerDay = .zero
    let closed = FlashWear(settings)
    settings.method = .simulated
    let simulated = FlashWear(settings, seed: seed)
    let life = simulated.estimate(perDay, over: .days(1))
    var result = ModelResult()
    result.add(
      "slack", WriteAmplification.slack(overProvisioning: op, fill: utilization), places: 4,
      "physical pages for each live one")
    result.add(
      "write_amplification_closed_form", closed.amplification, places: 4,
      "bytes programmed for each written, even writes, \(cleaning.rawValue)")
    result.add(
      "write_amplification_simulated", simulated.amplification, places: 4,
      "the same on \(NumberText.counted(blocks, "block")), \(pattern)")
    result.add("endurance_cycles", simulated.settings.cycles, "erases that a block lasts")
    result.add(
      "total_written_bytes", simulated.totalBytesWritten.count, "until they are used up (TBW)")
    result.add("endurance_per_year", life.enduranceUsedPerYear, places: 6, "of it used each year")
    if let years = life.yearsOfLife {
      result.add("life_years", years, places: 2, "until it is used up")
    }
    result.write(options.format)
  }
}
