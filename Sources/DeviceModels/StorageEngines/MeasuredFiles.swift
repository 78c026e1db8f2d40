package import SimCore

/// The files of a real cache: what it writes is counted where it runs, so that only reading costs
/// something here. No choice of a scenario.
package struct MeasuredFiles: FlashEngine {
  package static let name = "measured"

  private let timing: FlashTiming
  private var sizes = EntrySizes()

  package init(settings: FlashSettings) { timing = settings.timing }

  package var stored: Bytes { sizes.total }
  package func size(of entry: ObjectKey) -> Bytes? { sizes[entry] }

  package func read(_ entry: ObjectKey) -> FlashRead? {
    sizes[entry].map { FlashRead(bytes: $0, duration: timing.read($0)) }
  }

  package mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    sizes[entry] = bytes
  }

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

  package init(settings: FlashSettings) { files = FileSystem(settings) }

  package mutating func write(_ bytes: Bytes, to file: ObjectKey) {
    files.write(bytes, to: file, for: .measured, into: &receipt)
  }

  /// Notes that a file was renamed, linked or had its dates set: nothing of its content is written.
  package mutating func touch(_ file: ObjectKey) { files.setDates(of: file, into: &receipt) }

  package mutating func delete(_ file: ObjectKey) { files.delete(file, into: &receipt) }

  package mutating func advance(to instant: Instant) { files.now = instant }

  /// What was noted since the last time; nil: nothing.
  package mutating func take() -> FlashWrite? {
    defer { receipt = FlashWrite() }
    return receipt == FlashWrite() ? nil : receipt
  }
}
