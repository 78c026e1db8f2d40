package import SimCore

/// How long a phone's flash takes, as an app sees it through the file system.
package struct FlashTiming: Hashable, Sendable {
  package var open = TimeSpan.microseconds(200)
  /// As much for controller and file system as for the cells.
  package var read4K = TimeSpan.microseconds(150)
  /// No source of a phone's distribution was found. The 99th percentile is then 2.8 times the mean.
  package var readSigma = 0.5
  /// UFS 2.1 on two lanes, a published benchmark.
  package var readRate = Bytes.megabytes(800)
  /// Unsynced writes are charged too: the page cache delays the device's work and does not save it.
  package var writeRate = Bytes.megabytes(240)
  package var flush = TimeSpan.milliseconds(1)

  /// UFS 2.1, the default.
  package init() {}

  /// UFS 2.1.
  package static let ufs = FlashTiming()

  /// eMMC 5.1: 281 and 214 MB/s (a published benchmark); a flush takes 6.4 ms (derived from Jeong
  /// et al.: I/O Stack Optimization for Smartphones, USENIX ATC 2013).
  package static let emmc: FlashTiming = {
    var timing = FlashTiming()
    timing.readRate = .megabytes(281)
    timing.writeRate = .megabytes(214)
    timing.flush = .microseconds(6_400)
    return timing
  }()

  private static let firstPiece = Bytes(4_096)

  /// Reading `bytes` in one go; a database's file is open already.
  package func read(_ bytes: Bytes, opening: Bool = true) -> TimeSpan {
    let rest = max(.zero, bytes - Self.firstPiece)
    let head = opening ? open + read4K : read4K
    return head + TimeSpan(rounding: Double(rest.count) / Double(readRate.count))
  }

  /// Writing `bytes` in one go with so many openings of files and flushes.
  package func write(_ bytes: Bytes, openings: Int64, flushes: Int64) -> TimeSpan {
    open * openings + flush * flushes
      + TimeSpan(rounding: Double(bytes.count) / Double(writeRate.count))
  }
}

/// The flash of a device: how fast it is, what cells it has, and where the numbers are from.
///
/// Rates of phones' flash are benchmarks that blogs publish: no better source was found, and for
/// Apple's storage three that do not say how they measured. The waits for a file and for its first
/// page are assumptions in every profile.
package struct StorageProfile: Hashable, Sendable {
  package var name: String
  package var summary: String
  package var timing: FlashTiming
  /// Its cells: a name among the kinds of NAND flash; `slc`, `mlc`, `tlc` or `qlc`.
  package var cells: String
  package var source: String
  package var rateCertainty: Certainty
  package var flushCertainty: Certainty
  package var cellCertainty: Certainty

  /// Makes a profile; rates are in megabytes per second.
  init(
    _ name: String, _ summary: String, read: Int64, write: Int64, flush: TimeSpan, cells: String,
    source: String, rates: Certainty, flushes: Certainty
  ) {
    self.name = name
    self.summary = summary
    timing = FlashTiming()
    timing.readRate = .megabytes(read)
    timing.writeRate = .megabytes(write)
    timing.flush = flush
    self.cells = cells
    self.source = source
    rateCertainty = rates
    flushCertainty = flushes
    cellCertainty = .assumption
  }
}

/// The catalogue of devices' flash.
package enum StorageProfiles {
  /// UFS 2.1 on two lanes, 822 and 242 MB/s by the benchmark, rounded; the default.
  package static let ufs2 = StorageProfile(
    "ufs-2.1", "UFS 2.1 on two lanes: 800 and 240 MB/s.", read: 800, write: 240,
    flush: fastFlush, cells: "tlc", source: comparison + "; 822 and 242 MB/s, rounded",
    rates: .low, flushes: .medium)

  /// UFS 2.1 on one lane: 500 and 201 MB/s.
  package static let ufs2SingleLane = StorageProfile(
    "ufs-2.1-single-lane", "UFS 2.1 on one lane: 500 and 201 MB/s.", read: 500, write: 201,
    flush: fastFlush, cells: "tlc", source: comparison, rates: .low, flushes: .medium)

  /// UFS 3.0: 2 280 and 1 802 MB/s.
  ///
  /// The same benchmark's 37 240 readings of 4 KiB a second are made with many at once and say
  /// nothing of one alone.
  package static let ufs3 = StorageProfile(
    "ufs-3.0", "UFS 3.0: 2280 and 1802 MB/s.", read: 2_280, write: 1_802, flush: fastFlush,
    cells: "tlc", source: "AndroBench, notebookcheck.net 392366", rates: .low, flushes: .low)

  /// NVMe of 2023: an iPhone 15 Pro Max of 256 GB, 1 450 and 1 258 MB/s.
  package static let nvme = StorageProfile(
    "nvme", "NVMe of 2023: 1450 and 1258 MB/s.", read: 1_450, write: 1_258, flush: fastFlush,
    cells: "tlc",
    source: "Jazz Disk Bench, iPhone 15 Pro Max, techtrackr.net (galaxy-s24-outshines-iphone-15-"
      + "pro-max-in-internal-storage-speeds); flush assumed", rates: .low, flushes: .assumption)

  /// NVMe of 2016: an iPhone 7 of 128 GB, 856 and 341 MB/s; one of 32 GB wrote 42 MB/s.
  package static let nvme2016 = StorageProfile(
    "nvme-2016", "NVMe of 2016: 856 and 341 MB/s.", read: 856, write: 341, flush: fastFlush,
    cells: "tlc",
    source: "PerformanceTest Mobile, iPhone 7 of 128 GB, macrumors.com, 2016-10-18; flush assumed",
    rates: .low, flushes: .assumption)

  /// NVMe of 2015, the first in a phone: an iPhone 6s Plus, 402 and 187 MB/s.
  package static let nvme2015 = StorageProfile(
    "nvme-2015", "NVMe of 2015: 402 and 187 MB/s.", read: 402, write: 187, flush: fastFlush,
    cells: "tlc",
    source: "AnandTech 9662, iPhone 6s Plus, its figures as appleapple.top repeats them "
      + "(flash-drive-iphone-6s-up-to-two-times-faster-than-iphone-6); flush assumed",
    rates: .low, flushes: .assumption)

  /// eMMC 5.1: 281 and 214 MB/s, with the flush of an eMMC of 2013.
  package static let emmc5 = StorageProfile(
    "emmc-5.1", "eMMC 5.1: 281 and 214 MB/s.", read: 281, write: 214, flush: slowFlush,
    cells: "tlc", source: comparison + "; flush: " + jeong, rates: .low, flushes: .low)

  /// eMMC of 2013, whose flush gives the 39 insertions a second that were measured; its rates are
  /// those of eMMC 5.1, as an upper bound, since no source has them.
  package static let emmc2013 = StorageProfile(
    "emmc-2013", "eMMC of 2013: 39 SQLite insertions a second; rates as eMMC 5.1 at most.",
    read: 281, write: 214, flush: slowFlush, cells: "mlc", source: jeong, rates: .assumption,
    flushes: .medium)

  package static let all = [
    ufs2, ufs2SingleLane, ufs3, nvme, nvme2016, nvme2015, emmc5, emmc2013,
  ]

  /// The profile of that name; nil: there is none.
  package static func named(_ name: String) -> StorageProfile? { all.first { $0.name == name } }

  /// A flush: measured on a server's virtual disk, and taken for UFS.
  private static let fastFlush = TimeSpan.milliseconds(1)
  /// A flush: a quarter of the 25.6 ms that an insertion took.
  private static let slowFlush = TimeSpan.microseconds(6_400)
  private static let comparison = "boardor.com, a blog's comparison of phones' storage"
  private static let jeong =
    "Jeong et al.: I/O Stack Optimization for Smartphones, USENIX ATC 2013 (39 insertions/s)"
}

extension FlashTiming: Settings {
  package static var isWrittenByName: Bool { true }
  package static let presets = StorageProfiles.all.map { storage in
    Preset<FlashTiming>(storage.name, "\(storage.summary) Source: \(storage.source).") {
      $0 = storage.timing
    }
  }
  package static let fields: [Field<FlashTiming>] = [
    Field(
      "open", \.open, in: .zero...(.hours(1)),
      "Finding, opening or creating a file."
    ).assumed(),
    Field(
      "read4K", \.read4K, in: .zero...(.hours(1)),
      "The first 4096 bytes of a reading: TLC's 75 µs and as much again."
    ).assumed(),
    Field(
      "readSigma", \.readSigma, in: 0...3,
      "The standard deviation of the logarithm of a reading's time, unless variance is none."
    ).assumed(),
    Field(
      "readRate", \.readRate, in: Bytes(1)...(.megabytes(1_000_000)),
      "Bytes read per second after that; UFS 2.1."),
    Field(
      "writeRate", \.writeRate, in: Bytes(1)...(.megabytes(1_000_000)),
      "Bytes written per second; UFS 2.1."),
    Field(
      "flush", \.flush, in: .zero...(.hours(1)),
      "A flush of the device's write cache; UFS, measured."),
  ]
}
