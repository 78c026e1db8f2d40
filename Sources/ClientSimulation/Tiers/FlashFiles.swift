package import CacheMetrics
public import CacheWorkloads
public import DeviceModels
public import SimCore

/// A file on its way to flash.
public struct FileWrite: Sendable {
  package var tier: TierID
  package var key: ResourceIndex
  /// What it is a copy of; nil: it is a file beside the entries, as an index is.
  package var copy: ResourceCopy?
  package var size: Bytes
  package var cause: FlashCause
  /// Whose it is, where users are kept apart; nil: its copy's, or the present user's.
  package var user: UInt16?
  /// Whether there was no space for it: what was there is still there.
  package internal(set) var hasFailed = false

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

/// The files that are being written, one after another.
struct FileWriter {
  private var writes = Pool<FileWrite>()
  /// Until when the files that were begun are being written.
  private var freeAt = Instant.start

  /// Begins to write a file after those that were begun before.
  /// - Returns: its number, and when it is written.
  mutating func begin(
    _ write: FileWrite, takes duration: TimeSpan, at now: Instant
  ) -> (index: Int, end: Instant) {
    freeAt = max(now, freeAt) + duration
    return (writes.insert(write), freeAt)
  }

  mutating func take(_ index: Int) -> FileWrite { writes.remove(index) }

  /// Goes through the files that are being written, and some that were.
  func forEachWrite(_ body: (FileWrite) -> Void) { writes.forEach(body) }

  /// A process ended, and what it was writing.
  mutating func reset(at now: Instant) { freeAt = now }
}

// MARK: - Readings

extension Storage {
  /// Counts a reading of a resource.
  /// - Returns: how many there were before.
  mutating func countReading(of resource: ObjectKey) -> UInt32 {
    let count = readings[resource]
    readings[resource] = count + 1
    return count
  }

  /// Takes back the memory for a page of resources that nothing leads to.
  mutating func removePage(from start: ResourceIndex) {
    readings.removePage(of: start)
    for tier in tiers { tier.removePage(from: start) }
  }
}

// MARK: - Files

extension DeviceSimulation {
  /// Begins to write a file, which counts as written when its time is over: a `written` event.
  ///
  /// Files are written one after another, in the order in which they were begun. Of a process that
  /// ends before, nothing is left and nothing is counted: flash keeps what the file's last whole
  /// writing left. A process that is suspended meanwhile is given the moments that it takes.
  public mutating func begin(_ write: FileWrite) {
    let flash = plan.device.flash
    let duration = flash.timing.write(
      write.size, openings: 1, flushes: flash.syncsFiles ? 1 : 0)
    let (index, end) = writer.begin(write, takes: duration, at: now)
    agenda.schedule(.write(index, process: app.process), at: end)
  }

  mutating func finish(_ write: FileWrite, of process: UInt32) {
    guard process == app.process, app.state != .ended else { return }
    var write = write
    if let copy = write.copy {
      write.hasFailed = !store(
        copy, of: write.key, size: write.size, in: write.tier, because: write.cause)
    } else if !permitsFile(write) {
      write.hasFailed = true
    } else {
      let place = storage.tiers[write.tier.index].place(of: write.key, for: write.user ?? app.user)
      let before = storage.tiers[write.tier.index].used
      storage.tiers[write.tier.index].writeRow(write.size, beside: place, for: write.cause)
      storage.tiers[write.tier.index].noteFile(write.size, at: place)
      commit(write.tier, for: nil)
      noteUse(of: write.tier, before: before)
    }
    tell(.written(write))
  }

  /// Asks the disk for a file's attributes: the main thread waits for it.
  public mutating func lookUpFile() {
    processor.occupy(for: plan.device.flash.timing.open, from: now)
    record(.read(tier: nil, .zero, takes: plan.device.flash.timing.open))
  }

  /// Deletes a file that is no entry.
  /// - Parameter user: whose it is, where users are kept apart; nil: the present user's.
  package mutating func removeFile(_ key: ResourceIndex, from tier: TierID, of user: UInt16?) {
    let place = storage.tiers[tier.index].place(of: key, for: user ?? app.user)
    let before = storage.tiers[tier.index].used
    storage.tiers[tier.index].writeRow(nil, beside: place, for: .delete)
    storage.tiers[tier.index].noteFile(.zero, at: place)
    commit(tier, for: nil)
    noteUse(of: tier, before: before)
  }

  /// Reads a file that is no entry, as an index is; the answer is the time it takes.
  package mutating func readFile(of size: Bytes, in tier: TierID) -> TimeSpan {
    let duration = plan.device.flash.timing.read(size)
    record(.read(tier: storage.tiers[tier.index].name, size, takes: duration))
    return duration
  }

  /// Notes that the app found something of its own that it cannot use: an index's entry without its
  /// file.
  public mutating func reportBroken() { record(.broken) }

  /// Notes that the app cannot decode a file of its own: another release wrote it.
  public mutating func reportUndecodable() { record(.undecodable) }
}

// MARK: - Real caches

extension DeviceSimulation {
  /// Records what a real cache wrote, as the system saw it: the tier itself writes nothing.
  package mutating func recordMeasured(_ write: FlashWrite, in tier: TierID) {
    record(.wrote(tier: storage.tiers[tier.index].name, write))
  }

  /// Records what a real cache did that no simulated one does.
  package mutating func record(_ fault: LiveFault, of resource: ResourceIndex) {
    record(.live(fault), of: resource)
  }
}

// MARK: - Entries and rows

extension DeviceSimulation {
  /// Reads an entry from a flash tier; the answer is the time it takes.
  ///
  /// The device's time varies, drawn by the resource and by how often it was read: strategies that
  /// read it equally often meet the same times. A process that has not read from the tier opens it.
  public mutating func read(_ key: ResourceIndex, from tier: TierID) -> TimeSpan {
    read(key, attributes: nil, from: tier)
  }

  /// Reads attributes of an entry, of so many bytes together, or, with nil, the whole of it: where
  /// the storage engine cannot read single attributes, the whole is read.
  package mutating func read(
    _ key: ResourceIndex, attributes: Bytes?, from tier: TierID
  ) -> TimeSpan {
    let place = storage.tiers[tier.index].place(of: key, for: app.user)
    guard
      var read = storage.tiers[tier.index].read(place, attributes: attributes, by: app.process)
    else { return .zero }
    let resource = storage.tiers[tier.index].resource(of: key)
    if let opening = storage.tiers[tier.index].open(for: app.process) { read = read + opening }
    if let encryption = storage.tiers[tier.index].encryption {
      read.processing += encryption.work(for: read.bytes)
    }
    let duration = duration(of: read, slowedBy: readingFactor(of: resource))
    record(
      .read(tier: storage.tiers[tier.index].name, read.bytes, takes: duration), of: resource)
    noteHit(on: key, in: tier)
    return duration
  }

  /// Pays for what a flash tier's engine writes when an entry is used, as a journal's line; `read`
  /// does so by itself, and a strategy that finds an entry without reading it calls this.
  package mutating func noteHit(on key: ResourceIndex, in tier: TierID) {
    let place = storage.tiers[tier.index].place(of: key, for: app.user)
    if storage.tiers[tier.index].noteHit(place) { commit(tier, for: key) }
  }

  /// How long a reading takes: the device's time, and the engine's work on this processor.
  func duration(of read: FlashRead, slowedBy factor: Double = 1) -> TimeSpan {
    let device =
      factor == 1 ? read.duration : TimeSpan(rounding: read.duration.seconds * factor)
    guard read.processing > .zero else { return device }
    return device
      + TimeSpan(rounding: read.processing.seconds * plan.device.processorScale)
  }

  /// What the device's time is multiplied by, one in the mean.
  private mutating func readingFactor(of resource: ObjectKey) -> Double {
    let sigma = plan.device.flash.timing.readSigma
    guard plan.variance == .measured, sigma > 0 else { return 1 }
    let count = storage.countReading(of: resource)
    // Background fetches and incidents are drawn with small attempts and the greatest ones.
    var generator = SeededGenerator(
      seed: plan.seed, purpose: .device, entity: UInt64(device) << 32 | UInt64(resource),
      attempt: 1 << 62 | UInt64(count))
    return generator.logNormal(median: storage.readingMedian, sigma: sigma)
  }

  /// Writes a small row beside an entry: its state, its header, a line of an outbox.
  public mutating func writeRow(
    _ size: Bytes, beside key: ResourceIndex, in tier: TierID, because cause: FlashCause
  ) {
    let place = storage.tiers[tier.index].place(of: key, for: app.user)
    let before = storage.tiers[tier.index].used
    storage.tiers[tier.index].writeRow(size, beside: place, for: cause)
    commit(tier, for: key)
    noteUse(of: tier, before: before)
  }

  /// Pays for what was gathered: one transaction, for one resource or for many.
  @discardableResult
  mutating func commit(_ tier: TierID, for key: ResourceIndex?) -> FlashWrite {
    var write = storage.tiers[tier.index].commit(at: now, by: app.process)
    let work = storage.tiers[tier.index].enciphering(write)
    if work > .zero {
      write.duration += TimeSpan(rounding: work.seconds * plan.device.processorScale)
    }
    if write.bytes > .zero || write.fileSystemBytes > .zero {
      let resource = key.map { storage.tiers[tier.index].resource(of: $0) }
      record(.wrote(tier: storage.tiers[tier.index].name, write), of: resource)
    }
    return write
  }
}
