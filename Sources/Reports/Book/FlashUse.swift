public import Devices
public import SimCore

/// What flash went through.
public struct FlashUse: Sendable {
  /// All receipts together.
  public private(set) var written = FlashWrite()
  /// How often an entry was written though flash had that version already.
  public private(set) var rewrites: Int64 = 0
  /// Their bytes, as the entries are stored.
  public private(set) var bytesRewritten = Bytes.zero
  /// How often flash was read.
  public private(set) var reads: Int64 = 0
  /// How much was read.
  public private(set) var bytesRead = Bytes.zero

  /// Nothing yet.
  public init() {}

  mutating func add(_ write: FlashWrite) { written += write }

  mutating func addRewrite(of bytes: Bytes) {
    rewrites += 1
    bytesRewritten += bytes
  }

  mutating func addRead(of bytes: Bytes) {
    reads += 1
    bytesRead += bytes
  }

  mutating func merge(_ other: FlashUse) {
    written += other.written
    rewrites += other.rewrites
    bytesRewritten += other.bytesRewritten
    reads += other.reads
    bytesRead += other.bytesRead
  }
}
