public import SimCore

/// How long a phone's flash takes, as an app sees it through the file system.
public struct FlashTiming: Hashable, Sendable {
  /// Finding, opening or creating a file; 0.20 ms (assumption, a knob).
  public var open = TimeSpan.microseconds(200)
  /// The first 4 096 bytes of a reading; 0.15 ms: TLC's 75 µs and as much for controller and file
  /// system (assumption, a knob).
  public var read4K = TimeSpan.microseconds(150)
  /// Bytes per second of what follows; 800 MB/s (UFS 2.1 on two lanes, a published benchmark).
  public var readRate = Bytes.megabytes(800)
  /// Bytes per second written; 240 MB/s (the same). Unsynced writes are charged too: the page cache
  /// delays the device's work and does not save it.
  public var writeRate = Bytes.megabytes(240)
  /// A flush of the device's write cache; 1.0 ms (UFS, measured).
  public var flush = TimeSpan.milliseconds(1)

  /// UFS 2.1, the default.
  public init() {}

  /// UFS 2.1.
  public static let ufs = FlashTiming()

  /// eMMC 5.1: 281 and 214 MB/s (a published benchmark); a flush takes 6.4 ms (derived from Jeong
  /// et al.: I/O Stack Optimization for Smartphones, USENIX ATC 2013).
  public static let emmc: FlashTiming = {
    var timing = FlashTiming()
    timing.readRate = .megabytes(281)
    timing.writeRate = .megabytes(214)
    timing.flush = .microseconds(6_400)
    return timing
  }()

  /// The size of the first piece of a reading.
  private static let firstPiece = Bytes(4_096)

  /// Reading `bytes` in one go; a database's file is open already.
  public func read(_ bytes: Bytes, opening: Bool = true) -> TimeSpan {
    let rest = max(.zero, bytes - Self.firstPiece)
    let head = opening ? open + read4K : read4K
    return head + TimeSpan(rounding: Double(rest.count) / Double(readRate.count))
  }

  /// Writing `bytes` in one go with so many openings of files and flushes.
  public func write(_ bytes: Bytes, openings: Int64, flushes: Int64) -> TimeSpan {
    open * openings + flush * flushes
      + TimeSpan(rounding: Double(bytes.count) / Double(writeRate.count))
  }
}
