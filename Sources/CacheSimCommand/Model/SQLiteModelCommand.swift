internal import ArgumentParser
internal import DeviceModels
internal import SimCore

/// The writes of an SQLite transaction.
struct SQLiteModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sqlite",
    abstract: "Prints the writes of an SQLite transaction, to the byte.",
    discussion: """
      EXAMPLES
        cachesim model sqlite --mode wal --operation update --rows 1 --bytes 1024
        cachesim model sqlite --mode rollback --operation insert \\
          --rows 20 --bytes 1024
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

  /// What a transaction does with rows.
  enum Operation: String, CaseIterable, ExpressibleByArgument {
    case insert, update, delete
  }

  @Option(help: "The journal mode: a write-ahead log, or how a rollback journal ends.")
  var mode = Mode.wal

  @Option(help: "What the transaction does.")
  var operation = Operation.update

  @Option(help: "How many rows it touches.")
  var rows = 1

  @Option(help: "A row's size, such as 1024 or \"1 KB\".", transform: FlagValue.bytes)
  var bytes = Bytes(1_024)

  @Option(help: "How many rows the table has before.")
  var existing = 1_000

  @Option(help: "How many indexes the table has.")
  var indexes = 0

  @Option(help: "When SQLite syncs: full or normal.", transform: FlagValue.setting)
  var synchronous = SQLiteSynchronous.full

  @OptionGroup var options: ModelOptions

  func validate() throws {
    try expect("--rows", rows, in: 1...100_000)
    try expect("--existing", existing, in: 0...1_000_000)
    try expect("--indexes", indexes, in: 0...64)
    try expect("--bytes", bytes.count, in: 1...1_000_000_000)
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
    if mode == .wal {
      write(SQLiteWAL(settings: settings))
    } else {
      write(SQLiteRollback(settings: settings))
    }
  }

  private func write(_ empty: some FlashEngine) {
    var engine = empty
    // A log grows to its checkpoint and begins anew: the table is filled in pieces, and closed.
    for row in 0..<existing {
      engine.put(ObjectKey(row), bytes: bytes, for: .record)
      if row % 500 == 499 { _ = engine.commit() }
    }
    _ = engine.close()
    warm(&engine)
    let first = operation == .insert ? existing : 0
    for row in first..<first + rows {
      if operation == .delete {
        engine.delete(ObjectKey(row))
      } else {
        engine.put(ObjectKey(row), bytes: bytes, for: .record)
      }
    }
    write(engine.commit())
  }

  /// One update before, so that the requested transaction is one among others: the first one after
  /// an opening also writes the header of a new log.
  private func warm(_ engine: inout some FlashEngine) {
    guard existing > 0 else { return }
    engine.put(ObjectKey(existing - 1), bytes: bytes, for: .record)
    _ = engine.commit()
  }

  private func write(_ receipt: FlashWrite) {
    var result = ModelResult()
    result.add("bytes", exactly: receipt.bytes, "SQLite writes")
    for cause in FlashCause.allCases where receipt.bytesByCause[cause] > 0 {
      result.add(
        "\(cause)_bytes", exactly: Bytes(receipt.bytesByCause[cause]), "of them: \(cause)")
    }
    result.add("fsyncs", receipt.flushes, "syncs")
    result.add("file_system_bytes", exactly: receipt.fileSystemBytes, "reach the device")
    result.add("device_writes", receipt.deviceWrites, "writes of the device")
    result.add("duration_ms", receipt.duration.milliseconds, "the app waits")
    result.write(options.format)
  }
}
