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

  @OptionGroup(title: "What is printed") var writing: FormatArguments

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
    result.write(writing.format)
  }
}

struct SQLiteModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sqlite", abstract: "Prints the writes of an SQLite transaction, to the byte.",
    discussion: """
      The rows of one transaction follow one another in the table, so that they share pages; with \
      --scattered each lies far from the others. Vacuum is what VACUUM writes after so many rows \
      went, checkpoint what a log's pages cost that so many rows changed. Tables of more than \
      about 510 pages of rows have levels above, which are left out. Of an index a page is counted \
      for each row that comes or goes: too many where several share one.

      EXAMPLES
        cachesim model sqlite --mode wal --operation update --rows 1 --bytes 1024
        cachesim model sqlite --mode rollback --operation insert \\
          --rows 20 --bytes 1024
        cachesim model sqlite --operation update --rows 20 --bytes 1000 --scattered
        cachesim model sqlite --operation vacuum --rows 300 --scattered \\
          --auto-vacuum incremental
      """)

  /// Where a transaction is written first.
  enum Mode: String, CaseIterable, ExpressibleByArgument {
    case wal, rollback, delete, truncate, persist

    var journal: SQLiteJournal {
      switch self {
      case .wal, .rollback, .delete: .delete
      case .truncate: .truncate
      case .persist: .persist
      }
    }
  }

  @Option(help: "The journal mode: a write-ahead log, or how a rollback journal ends.")
  var mode = Mode.wal

  @Option(help: "What the transaction does, or what is done to the file.")
  var operation = SQLiteWork.Operation.update

  @Option(help: "How many rows one transaction touches; they follow one another.")
  var rows = 1

  @Flag(help: "The rows are spread over the table.")
  var scattered = false

  @Option(help: "A row's size, such as 1024 or \"1 KB\".", transform: FlagValue.bytes)
  var bytes = Bytes(1_024)

  @Option(help: "How many rows the table has before.")
  var existing = 1_000

  @Option(help: "How many indexes the table has.")
  var indexes = 0

  @Option(help: "When SQLite syncs: full or normal.", transform: FlagValue.setting)
  var synchronous = SQLiteSynchronous.full

  @Flag(help: "What is deleted is overwritten with zeros.")
  var secureDelete = false

  @Option(
    help: "Whether the file becomes shorter when rows go: none, full or incremental.",
    transform: FlagValue.setting)
  var autoVacuum = SQLiteVacuum.none

  @OptionGroup(title: "What is printed") var writing: FormatArguments

  func validate() throws {
    try expect("--rows", rows, in: 1...100_000)
    try expect("--existing", existing, in: 0...1_000_000)
    try expect("--indexes", indexes, in: 0...64)
    try expect("--bytes", bytes.count, in: 1...1_000_000_000)
    if scattered && operation == .insert {
      throw ValidationError(
        "--scattered: expected rows that are there; rows that come are the last")
    }
    if operation == .checkpoint && mode != .wal {
      throw ValidationError("--operation checkpoint: expected --mode wal, which has a log")
    }
    if operation == .vacuum && indexes > 0 {
      throw ValidationError("--operation vacuum: expected a table without --indexes")
    }
    if operation != .insert && rows > existing {
      throw ValidationError(
        "--rows: expected at most \(existing), the rows that there are (--existing), found \(rows)")
    }
  }

  func run() {
    var settings = FlashSettings()
    settings.journal = mode.journal
    settings.synchronous = synchronous
    settings.indexes = Int64(indexes)
    settings.secureDelete = secureDelete
    settings.autoVacuum = autoVacuum
    var work = SQLiteWork()
    work.operation = operation
    work.rows = rows
    work.bytes = bytes
    work.existing = existing
    work.isScattered = scattered
    let receipt = work.cost(settings, isLog: mode == .wal)
    var result = ModelResult()
    result.add(
      "rows", Int64(rows),
      scattered ? "rows, spread over the table" : "rows that follow one another")
    result.add("bytes", exactly: receipt.bytes, "SQLite writes")
    for cause in FlashCause.allCases where receipt.bytesByCause[cause] > 0 {
      result.add("\(cause)_bytes", exactly: Bytes(receipt.bytesByCause[cause]), "of them: \(cause)")
    }
    result.add("fsyncs", receipt.flushes, "syncs")
    result.add("file_system_bytes", exactly: receipt.fileSystemBytes, "reach the device")
    result.add("device_writes", receipt.deviceWrites, "writes of the device")
    result.add("duration_ms", receipt.duration.milliseconds, "the app waits")
    result.write(writing.format)
  }
}

extension SQLiteWork.Operation: ExpressibleByArgument {}
