package import DeviceModels
package import SimCore

/// What flash went through.
package struct FlashUse: Sendable {
  /// All receipts together.
  package private(set) var written = FlashWrite()
  /// How often an entry was written though flash had that version already.
  package private(set) var rewrites: Int64 = 0
  /// Their bytes, as the entries are stored.
  package private(set) var bytesRewritten = Bytes.zero
  /// How often flash was read.
  package private(set) var reads: Int64 = 0
  /// How much was read.
  package private(set) var bytesRead = Bytes.zero

  /// Nothing yet.
  package init() {}

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
