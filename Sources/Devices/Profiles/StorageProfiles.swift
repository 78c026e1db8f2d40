internal import SimCore

/// The catalogue of devices' flash.
public enum StorageProfiles {
  /// UFS 2.1 on two lanes, 822 and 242 MB/s by the benchmark, rounded; the default.
  public static let ufs2 = StorageProfile(
    "ufs-2.1", "UFS 2.1 on two lanes: 800 and 240 MB/s.", read: 800, write: 240,
    flush: fastFlush, cells: "tlc", source: comparison + "; 822 and 242 MB/s, rounded",
    rates: .low, flushes: .medium)

  /// UFS 2.1 on one lane: 500 and 201 MB/s.
  public static let ufs2SingleLane = StorageProfile(
    "ufs-2.1-single-lane", "UFS 2.1 on one lane: 500 and 201 MB/s.", read: 500, write: 201,
    flush: fastFlush, cells: "tlc", source: comparison, rates: .low, flushes: .medium)

  /// UFS 3.0: 2 280 and 1 802 MB/s.
  ///
  /// The same benchmark's 37 240 readings of 4 KiB a second are made with many at once and say
  /// nothing of one alone.
  public static let ufs3 = StorageProfile(
    "ufs-3.0", "UFS 3.0: 2280 and 1802 MB/s.", read: 2_280, write: 1_802, flush: fastFlush,
    cells: "tlc", source: "AndroBench, notebookcheck.net 392366", rates: .low, flushes: .low)

  /// eMMC 5.1: 281 and 214 MB/s, with the flush of an eMMC of 2013.
  public static let emmc5 = StorageProfile(
    "emmc-5.1", "eMMC 5.1: 281 and 214 MB/s.", read: 281, write: 214, flush: slowFlush,
    cells: "tlc", source: comparison + "; flush: " + jeong, rates: .low, flushes: .low)

  /// eMMC of 2013, whose flush gives the 39 insertions a second that were measured; its rates are
  /// those of eMMC 5.1, as an upper bound, since no source tells them.
  public static let emmc2013 = StorageProfile(
    "emmc-2013", "eMMC of 2013: 39 SQLite insertions a second; rates as eMMC 5.1 at most.",
    read: 281, write: 214, flush: slowFlush, cells: "mlc", source: jeong, rates: .assumption,
    flushes: .medium)

  /// Every profile, in the order in which a list shows them.
  public static let all = [ufs2, ufs2SingleLane, ufs3, emmc5, emmc2013]

  /// The profile of that name; nil: there is none.
  public static func named(_ name: String) -> StorageProfile? { all.first { $0.name == name } }

  /// A flush: measured on a server's virtual disk, and taken for UFS.
  private static let fastFlush = TimeSpan.milliseconds(1)
  /// A flush: a quarter of the 25.6 ms that an insertion took.
  private static let slowFlush = TimeSpan.microseconds(6_400)
  private static let comparison = "boardor.com, a blog's comparison of phones' storage"
  private static let jeong =
    "Jeong et al.: I/O Stack Optimization for Smartphones, USENIX ATC 2013 (39 insertions/s)"
}
