internal import CacheMetrics
internal import DeviceModels
internal import SimCore

/// The engine that lays a tier's entries down on flash.
extension Tier {
  /// An engine's entries are numbered densely: an entry, the row beside it, the next entry.
  private static func row(of place: ObjectKey) -> ObjectKey { place * 2 }

  /// What reading an entry costs a process, or only its attributes of so many bytes.
  func read(_ place: ObjectKey, attributes: Bytes? = nil, by process: UInt32) -> FlashRead? {
    begin(process)
    return engine.query(Self.row(of: place), attributes: attributes)
  }

  /// Another process than before uses the engine.
  private func begin(_ process: UInt32) {
    guard usedBy != process else { return }
    usedBy = process
    engine.beginProcess()
  }

  /// The processor's work of encrypting what is written, before its scale.
  func enciphering(_ write: FlashWrite) -> TimeSpan {
    guard let encryption else { return .zero }
    let copied = engineType.copiesAtCheckpoints ? write.bytesByCause[.checkpoint] : 0
    return encryption.work(for: write.bytes - Bytes(copied))
  }

  /// Whether each of its entries is a file, which the system can delete by itself.
  var hasFileForEachEntry: Bool { engineType.hasFileForEachEntry }

  /// Gathers what the engine writes for a hit. - Returns: false where it writes nothing.
  func noteHit(_ place: ObjectKey) -> Bool {
    guard recordsHits else { return false }
    engine.noteHit(Self.row(of: place))
    return true
  }

  /// What a process pays before its first reading; nil: nothing, or the files are open.
  func open(for process: UInt32) -> FlashRead? {
    guard openedBy != process else { return nil }
    openedBy = process
    guard var opening = engine.open() else { return nil }
    if let encryption { opening.processing += encryption.open }
    return opening
  }

  /// Gathers the writing of an entry, or, without a size, its removal.
  func write(_ place: ObjectKey, _ size: Bytes?, for cause: FlashCause) {
    if let size {
      engine.put(Self.row(of: place), bytes: size, for: cause)
    } else {
      engine.delete(Self.row(of: place))
    }
  }

  func writeRow(_ size: Bytes?, beside place: ObjectKey, for cause: FlashCause) {
    if let size {
      engine.put(Self.row(of: place) + 1, bytes: size, for: cause)
    } else {
      engine.delete(Self.row(of: place) + 1)
    }
  }

  func commit(at instant: Instant, by process: UInt32) -> FlashWrite {
    begin(process)
    engine.advance(to: instant)
    let write = engine.commit()
    noteFiles()
    return write
  }
}
