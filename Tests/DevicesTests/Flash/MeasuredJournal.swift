internal import Devices
internal import SimCore

/// What reached the device below ext4 for a transaction with a row of 1 KiB: means of 500, counted
/// by the kernel in sectors. A range holds several runs, of insertions and of updates.
struct MeasuredJournal: Sendable {
  var mode: SQLiteMode
  var works: [MeasuredTransactions.Work]
  /// Writes of the device.
  var writes: ClosedRange<Double>
  /// Thousands of bytes.
  var kilobytes: ClosedRange<Double>
  /// Flushes of the device.
  var flushes: Double

  static let all = [
    MeasuredJournal(
      mode: .rollback, works: [.insertions], writes: 13.05...13.05, kilobytes: 45.6...45.6,
      flushes: 4.05),
    MeasuredJournal(
      mode: .rollback, works: [.updates], writes: 12.16...12.16, kilobytes: 41.6...41.6,
      flushes: 4.05),
    MeasuredJournal(
      mode: SQLiteMode(journal: .truncate, synchronous: .full), works: [.insertions, .updates],
      writes: 12.4...12.5, kilobytes: 38.7...40.1, flushes: 5),
    MeasuredJournal(
      mode: SQLiteMode(journal: .persist, synchronous: .full), works: [.insertions, .updates],
      writes: 13.4...14.2, kilobytes: 39...44.4, flushes: 5),
    MeasuredJournal(
      mode: .log, works: [.insertions, .updates], writes: 3.4...3.6, kilobytes: 15.9...18.1,
      flushes: 1.01),
    MeasuredJournal(
      mode: SQLiteMode(journal: nil, synchronous: .normal), works: [.insertions, .updates],
      writes: 0.04...0.6, kilobytes: 7.7...8.3, flushes: 0.01),
  ]

  /// What the model says of each work, all 500 transactions together.
  var models: [FlashWrite] {
    works.map { work in
      let measured = MeasuredTransactions(work: work, size: 1_024, rollback: 0, wal: 0)
      return measured.total(mode.engine, mode.settings)
    }
  }
}
