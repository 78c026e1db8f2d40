public import SimCore

/// The receipt of a transaction on flash: what it cost on each level.
///
/// Receipts add up. What the flash itself makes of device writes, its own amplification, comes
/// after this.
public struct FlashWrite: Hashable, Sendable {
  /// Files written in one go, by cause: a file, a transaction's pages, a journal, a checkpoint.
  public var operations = FlashTally()
  /// Bytes that the app and its storage engine write, by cause.
  public var bytesByCause = FlashTally()
  /// Bytes that reach the device: whole blocks, the file system's metadata and its own journal.
  public var fileSystemBytes = Bytes.zero
  /// Writes that reach the device; models that give a fraction for each carry it over.
  public var deviceWrites: Int64 = 0
  /// Flushes of the device's write cache.
  public var flushes: Int64 = 0
  /// How long the app waits for it.
  public var duration = TimeSpan.zero

  /// A receipt of nothing.
  public init() {}

  /// Bytes that the app and its storage engine write.
  public var bytes: Bytes { Bytes(bytesByCause.total) }

  /// Adds in place.
  public static func += (left: inout FlashWrite, right: FlashWrite) {
    left.operations += right.operations
    left.bytesByCause += right.bytesByCause
    left.fileSystemBytes += right.fileSystemBytes
    left.deviceWrites += right.deviceWrites
    left.flushes += right.flushes
    left.duration += right.duration
  }

  /// Notes one write of so many bytes.
  mutating func note(_ cause: FlashCause, operations count: Int64 = 1, bytes: Int64) {
    operations[cause] += count
    bytesByCause[cause] += bytes
  }
}
