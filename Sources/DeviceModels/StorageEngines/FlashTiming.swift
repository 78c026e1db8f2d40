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
/// Apple's storage three that do not say how they measured. The kinds of cells are assumptions, and
/// so are the waits for a file and for its first page.
package struct StorageProfile: Hashable, Sendable {
  package var name: String
  package var summary: String
  package var timing: FlashTiming
  /// Its cells: a name among the kinds of NAND flash; `slc`, `mlc`, `tlc` or `qlc`.
  package var cells: String
  package var source: String
  package var rateCertainty: Certainty
}

/// The catalogue of devices' flash: `Data/storage.json`.
package enum StorageProfiles {
  /// Every profile, in the order in which a list shows them.
  package static let all = DataTable.bundled("storage") { entry, path, problems in
    FlashTiming.readGroup(
      entry.settings, among: [], path: "\(path).settings", &problems
    ).map {
      StorageProfile(
        name: entry.name, summary: entry.summary.text, timing: $0, cells: entry.cells ?? "",
        source: entry.source.text, rateCertainty: entry.certainty)
    }
  }

  package static func named(_ name: String) -> StorageProfile? { all.first { $0.name == name } }
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
