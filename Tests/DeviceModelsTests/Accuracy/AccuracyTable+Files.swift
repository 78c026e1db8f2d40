internal import DeviceModels
internal import SimCore

extension AccuracyTable {
  static let files = [
    AccuracyCheck("Files", "ext4: files of 16 to 256 KiB written 200 times in 3 ways; bytes") {
      $0 = written(MeasuredFile.all)
    },
    AccuracyCheck("Files", "ext4: a synced file of 1 KiB in 2 ways beside noisy neighbours") {
      $0 = written(MeasuredFile.small)
    },
    AccuracyCheck("File system", "ext4 below SQLite in 5 modes: bytes at the device") {
      $0 = journaled { model, row in (Double(model.fileSystemBytes.count) / 1_000, row.kilobytes) }
    },
    AccuracyCheck("File system", "ext4 below SQLite in 5 modes: writes of the device") {
      $0 = journaled { model, row in (Double(model.deviceWrites), row.writes) }
    },
    AccuracyCheck("File system", "ext4 below SQLite in 5 modes: flushes per transaction", .flushes)
    { errors in
      for row in MeasuredJournal.all {
        for model in row.models { errors.add(Double(model.flushes) / 500 - row.flushes) }
      }
    },
    AccuracyCheck("Flash timing", "commits on a virtual disk: 0.9 to 1.3 ms and 1.1 to 8.7 ms") {
      errors in
      for (mode, range) in [(SQLiteMode.log, 0.9...1.3), (.rollback, 1.1...8.7)] {
        let update = TracedUpdate(mode: mode, syncs: 0, bytes: 0).model
        errors.add(update.duration.milliseconds, within: range)
      }
    },
    AccuracyCheck("Flash timing", "39 insertions a second on a phone of 2013 (Jeong)") { errors in
      var settings = FlashSettings()
      settings.timing = StorageProfiles.named("emmc-2013")?.timing ?? settings.timing
      let work = MeasuredTransactions(work: .insertions, size: 1_024, rollback: 0, wal: 0)
      let total = work.total(SQLiteRollback.self, settings)
      errors.add(500 / total.duration.seconds, for: 39)
    },
  ]

  private static func written(_ files: [MeasuredFile]) -> Deviation {
    var errors = Deviation()
    for file in files { errors.add(Double(file.model.fileSystemBytes.count), for: file.bytes) }
    return errors
  }

  /// Per transaction, outside of the range that several runs spanned.
  private static func journaled(
    _ figure: (FlashWrite, MeasuredJournal) -> (model: Double, measured: ClosedRange<Double>)
  ) -> Deviation {
    var errors = Deviation()
    for row in MeasuredJournal.all {
      for total in row.models {
        let (model, range) = figure(total, row)
        errors.add(model / 500, within: range)
      }
    }
    return errors
  }
}
