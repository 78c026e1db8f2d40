public import Devices
public import SimCore
public import Workloads

/// A file on its way to flash.
public struct FileWrite: Sendable {
  /// The tier that it goes to.
  public var tier: TierID
  /// Its key there.
  public var key: ResourceIndex
  /// What it is a copy of; nil: it is a file beside the entries, as an index is.
  public var copy: ResourceCopy?
  /// Its size.
  public var size: Bytes
  /// Why it is written.
  public var cause: FlashCause
  /// Whose it is, where people are kept apart; nil: its copy's, or the present person's.
  public var user: UInt16?

  /// Makes a write.
  public init(
    to tier: TierID, _ key: ResourceIndex, _ copy: ResourceCopy? = nil, size: Bytes,
    because cause: FlashCause, for user: UInt16? = nil
  ) {
    self.user = user
    self.tier = tier
    self.key = key
    self.copy = copy
    self.size = size
    self.cause = cause
  }
}

extension World {
  /// Begins to write a file, which counts as written when its time is over: a `written` event.
  ///
  /// Files are written one after another, in the order in which they were begun. Of a process that
  /// dies before, nothing is left and nothing is counted: flash keeps what the file's last whole
  /// writing left. A process that is suspended meanwhile is given the moments that it takes.
  public mutating func begin(_ write: FileWrite) {
    let flash = plan.device.flash
    let duration = flash.timing.write(
      write.size, openings: 1, flushes: flash.syncsFiles ? 1 : 0)
    writerFree = max(now, writerFree) + duration
    agenda.schedule(.write(fileWrites.insert(write), process: process), at: writerFree)
  }

  mutating func finish(_ write: FileWrite, of process: UInt32) {
    guard process == self.process, life != .ended else { return }
    if let copy = write.copy {
      store(copy, of: write.key, size: write.size, in: write.tier, because: write.cause)
    } else {
      writeRow(
        write.size, beside: write.key, in: write.tier, because: write.cause, for: write.user,
        isOwn: false)
    }
    tell(.written(write))
  }

  /// Notes that the app found something of its own that it cannot use: an index's entry without its
  /// file.
  public mutating func reportBroken() { page.append(.broken(at: now)) }

  /// Notes that the app cannot decode a file of its own: another release wrote it.
  public mutating func reportUndecodable() { page.append(.undecodable(at: now)) }
}
