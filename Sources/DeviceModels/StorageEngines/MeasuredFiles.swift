package import SimCore

/// The files of a real cache: what it writes is counted where it runs, so that only reading costs
/// something here. No choice of a scenario.
package struct MeasuredFiles: FlashEngine {
  package static let name = "measured"

  private let timing: FlashTiming
  private var sizes = EntrySizes()

  /// Makes an empty store.
  package init(settings: FlashSettings) { timing = settings.timing }

  /// The bytes of all entries.
  package var stored: Bytes { sizes.total }
  /// The size of an entry; nil: it is not there.
  package func size(of entry: ObjectKey) -> Bytes? { sizes[entry] }

  /// What reading an entry costs; nil: it is not there.
  package func read(_ entry: ObjectKey) -> FlashRead? {
    sizes[entry].map { FlashRead(bytes: $0, duration: timing.read($0)) }
  }

  /// Notes an entry.
  package mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    sizes[entry] = bytes
  }

  /// Notes that an entry is gone.
  package mutating func delete(_ entry: ObjectKey) { sizes[entry] = nil }

  /// Costs nothing.
  package mutating func commit() -> FlashWrite { FlashWrite() }
}

extension FlashEngineName {
  /// The engine of real caches, whose writes are measured.
  package static let measured = FlashEngineName(MeasuredFiles.self)
}

/// What the files that a real cache wrote come to on the file system of a simulated device: its
/// bytes are measured, what the file system adds to them is the model's.
package struct MeasuredWrites: Sendable {
  private var files: FileSystem
  private var receipt = FlashWrite()

  /// Nothing was written yet.
  package init(settings: FlashSettings) { files = FileSystem(settings) }

  /// Notes that a file was written, in one go.
  package mutating func write(_ bytes: Bytes, to file: ObjectKey) {
    files.write(bytes, to: file, for: .measured, into: &receipt)
  }

  /// Notes that a file was renamed, linked or had its dates set: nothing of its content is written.
  package mutating func touch(_ file: ObjectKey) { files.setDates(of: file, into: &receipt) }

  /// Notes that a file was removed.
  package mutating func delete(_ file: ObjectKey) { files.delete(file, into: &receipt) }

  /// Says what time it is from now on.
  package mutating func advance(to instant: Instant) { files.now = instant }

  /// What was noted since the last time; nil: nothing.
  package mutating func take() -> FlashWrite? {
    defer { receipt = FlashWrite() }
    return receipt == FlashWrite() ? nil : receipt
  }
}
