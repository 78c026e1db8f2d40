public import SimCore

/// A file for each entry: what an archive per view and most image caches do.
public struct FilePerEntry: FlashEngine {
  public static let name = "file-per-entry"

  private let timing: FlashTiming
  private var files: FileSystem
  private var sizes = EntrySizes()
  private var receipt = FlashWrite()

  public init(settings: FlashSettings) {
    timing = settings.timing
    files = FileSystem(settings)
  }

  public var stored: Bytes { sizes.total }
  public func size(of entry: ObjectKey) -> Bytes? { sizes[entry] }

  public func read(_ entry: ObjectKey) -> FlashRead? {
    sizes[entry].map { FlashRead(bytes: $0, duration: timing.read($0)) }
  }

  public mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    sizes[entry] = bytes
    files.write(bytes, for: cause, into: &receipt)
  }

  public mutating func delete(_ entry: ObjectKey) {
    guard sizes[entry] != nil else { return }
    sizes[entry] = nil
    files.delete(into: &receipt)
  }

  public mutating func commit() -> FlashWrite {
    defer { receipt = FlashWrite() }
    return receipt
  }
}
