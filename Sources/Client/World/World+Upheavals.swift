internal import Devices
internal import SimCore
internal import Workloads

/// What becomes of the rooms when the world around the app changes.
extension World {
  /// A new release arrives: the process ends, and the first launch after it tidies up.
  mutating func upgrade(to schema: UInt16) {
    die(.upgraded)
    self.schema = schema
    for index in tiers.indices where tiers[index].medium == .flash {
      tiers[index].awaitsUpgrade = true
    }
    tell(.upgraded(schema: schema))
  }

  /// What a process does first when it finds files of another schema. Migration decodes and encodes
  /// each model: the first screen waits for it.
  mutating func tidyUpAfterUpgrade() {
    for index in tiers.indices where tiers[index].awaitsUpgrade {
      tiers[index].awaitsUpgrade = false
      guard tiers[index].holdsModels else { continue }
      switch tiers[index].housekeeping.onUpgrade {
      case .ignore: continue
      case .purge: removeEverything(from: index, of: nil, .upgraded)
      case .migrate: migrate(index)
      }
    }
  }

  private mutating func migrate(_ index: Int) {
    let codec = tiers[index].codec
    var work = TimeSpan.zero
    for entry in tiers[index].all where entry.schema != schema {
      if let read = tiers[index].read(entry.place) {
        work += read.duration
        page.append(.read(read.bytes, at: now))
      }
      work += decode(entry.copy, as: codec)
      encode(entry.copy, as: codec)
      tiers[index].write(entry.place, storedSize(of: entry.copy, as: codec), for: .migration)
    }
    tiers[index].adopt(schema: schema)
    let write = commitFlash(index)
    mainThreadFree = max(mainThreadFree, now) + work + write.duration
  }

  /// Another person takes the device.
  mutating func changeHands(to user: UInt16) {
    abandonExchanges(telling: true)
    let former = self.user
    self.user = user
    for index in tiers.indices {
      tiers[index].user = user
      if tiers[index].housekeeping.onLogout == .purge {
        removeEverything(
          from: index, of: tiers[index].housekeeping.perUser ? former : nil, .loggedOut)
      }
    }
    tell(.switchedUser(user))
  }

  /// The system lacks space: it empties the caches' folder of an app that does not work.
  mutating func runOutOfSpace() {
    guard !isWorking else { return }
    // The files go under the feet of a suspended process; it is ended first, as the system does.
    die(.lackedSpace)
    var bytes = Bytes.zero
    for index in tiers.indices
    where tiers[index].medium == .flash && tiers[index].housekeeping.directory == .caches {
      bytes += tiers[index].used
      flashInUse = flashInUse - tiers[index].used
      if isNarrated { narrateEmptying(of: index, .purged) }
      tiers[index].vanish()
    }
    guard bytes > .zero else { return }
    page.append(.purged(bytes, at: now))
    tell(.purged)
  }

  /// Removes a person's entries from a tier, or all; on flash the deletions are paid together.
  private mutating func removeEverything(
    from index: Int, of user: UInt16?, _ departure: Departure
  ) {
    if isNarrated { narrateEmptying(of: index, departure, user: user) }
    let before = tiers[index].used
    for entry in tiers[index].all where user == nil || entry.copy.user == user {
      tiers[index].drop(entry)
    }
    if tiers[index].medium == .flash { _ = commitFlash(index) }
    noteUse(of: TierID(index: index), before: before)
  }
}
