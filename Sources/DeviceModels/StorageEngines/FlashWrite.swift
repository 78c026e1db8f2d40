public import SimCore

/// Why something is written to flash.
///
/// The client of a store names the cause of its data; engines add what is theirs: journals,
/// checkpoints, indexes.
public enum FlashCause: Int, Hashable, Sendable, CaseIterable {
  /// An entry left a memory tier.
  case eviction
  /// Unwritten entries are written on a memory warning, in the background, at the end.
  case flush
  /// A view's model is archived.
  case archive
  /// An answer of the network is stored as it came.
  case store
  case record
  /// An edit that waits to be sent.
  case outbox
  case index
  /// A journal that is thrown away when the transaction is done.
  case journal
  /// A log's pages are carried over into the database.
  case checkpoint
  case delete
  /// What another release of the app wrote is written in the new form.
  case migration
  /// A file's dates are set: the block of the file system that has them is written.
  case metadata
  /// A real cache writes, as the system saw it.
  case measured
}

/// The receipt of a transaction on flash: what it cost on each level.
///
/// Receipts add up. What the flash itself makes of device writes, its own amplification, comes
/// after this.
public struct FlashWrite: Hashable, Codable, Sendable {
  /// Files written in one go, by cause: a file, a transaction's pages, a journal, a checkpoint.
  public var operations = FlashCounts()
  /// Bytes that the app and its storage engine write, by cause.
  public var bytesByCause = FlashCounts()
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

  mutating func note(_ cause: FlashCause, operations count: Int64 = 1, bytes: Int64) {
    operations[cause] += count
    bytesByCause[cause] += bytes
  }
}

/// The receipt of a reading from flash.
package struct FlashRead: Hashable, Sendable {
  /// Bytes that come from the device.
  package var bytes: Bytes
  /// How long the app waits for them.
  package var duration: TimeSpan
  /// The storage engine's work beside that, on the machine that it was measured on; a device's
  /// processor is slower.
  package var processing: TimeSpan

  package init(bytes: Bytes, duration: TimeSpan, processing: TimeSpan = .zero) {
    self.bytes = bytes
    self.duration = duration
    self.processing = processing
  }

  package static func + (left: FlashRead, right: FlashRead) -> FlashRead {
    FlashRead(
      bytes: left.bytes + right.bytes, duration: left.duration + right.duration,
      processing: left.processing + right.processing)
  }
}

/// A number for each cause of flash writes.
public struct FlashCounts: Hashable, Codable, Sendable {
  private var counts: SIMD16<Int64> = .zero

  /// Zero for each cause.
  public init() {}

  /// The number of one cause.
  public subscript(cause: FlashCause) -> Int64 {
    get { counts[cause.rawValue] }
    set { counts[cause.rawValue] = newValue }
  }

  /// The sum over all causes.
  public var total: Int64 { counts.wrappedSum() }

  /// Adds cause by cause.
  public static func += (left: inout FlashCounts, right: FlashCounts) {
    left.counts &+= right.counts
  }
}
