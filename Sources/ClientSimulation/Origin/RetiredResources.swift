internal import CacheWorkloads
internal import SimCore

/// The resources that the workload will not name again, and when the memory for them is taken back.
///
/// A picture of a timeline is retired when the last list that has it has moved on. A client may
/// still show it from an old copy: what is known of it goes when nothing on the device leads to it
/// any more, nor a line of the list of records. So memory follows what is listed and stored, and
/// not the time that is simulated.
struct RetiredResources {
  private var retired = BitSet()
  /// Retired since the last reclamation.
  private var waiting = 0
  /// From how many on the next one is due.
  private var limit = Self.leastLimit

  /// Fewer are not worth a pass over what is stored.
  private static var leastLimit: Int { 512 }

  /// Notes that the workload will not name a resource again.
  /// - Returns: whether a reclamation is due.
  mutating func insert(_ resource: ResourceIndex) -> Bool {
    retired.insert(resource)
    waiting += 1
    return waiting >= limit
  }

  func contains(_ resource: ResourceIndex) -> Bool { retired.contains(resource) }

  /// Notes a reclamation. A pass costs what can still be reached, and the next one is put off as
  /// far: retiring a resource costs O(1), amortised.
  mutating func noteReclamation(reachable: Int) {
    waiting = 0
    limit = max(Self.leastLimit, reachable)
  }

  /// Of these pages those of which all resources are retired and none can be reached.
  func pages(among starts: [UInt32], without reachable: BitSet) -> [UInt32] {
    starts.filter { start in
      let page = start..<start + UInt32(PagedMap<Bool>.pageSize)
      return page.allSatisfy { retired.contains($0) && !reachable.contains($0) }
    }
  }
}

extension DeviceSimulation {
  /// The workload will not name a resource again, nor list it in another version.
  mutating func retire(_ resource: ResourceIndex) {
    if retired.insert(resource) { reclaim() }
  }

  /// Takes back the memory for retired resources that nothing on the device leads to.
  ///
  /// Done at moments that only the workload and the device's own state decide, and without effect
  /// on any result: see `reachable`.
  private mutating func reclaim() {
    let reachable = reachable
    for page in retired.pages(among: origin.pages, without: reachable) {
      origin.removePage(from: page)
      client.removePage(from: page)
      screens.removePage(from: page)
      storage.removePage(from: page)
      laws.removePage(from: page)
      receipts.removePage(from: page)
      user.seen.removePage(from: page)
    }
    retired.noteReclamation(reachable: reachable.count)
  }

  /// The resources that the device can still ask for: those that are stored, needed, written or
  /// under way, or have a line in the list of records; and the parts of all versions of these and
  /// of what the workload may name, as far as the origin or a copy has them.
  private var reachable: BitSet {
    var set = BitSet()
    for tier in storage.tiers {
      for entry in tier.all {
        set.insert(tier.resource(of: entry.key))
        for item in entry.copy.items where item.id < ListItem.firstWithoutRecord {
          set.insert(item.id)
        }
      }
    }
    client.exchanges.forEachResource { set.insert($0) }
    screens.forEachNeed { set.insert($0) }
    writer.forEachWrite { set.insert(storage.tiers[$0.tier.index].resource(of: $0.key)) }
    for line in manifest { set.insert(line.resource) }
    // A part may have parts: until no more are found.
    var count = -1
    while set.count > count {
      count = set.count
      origin.forEachLiveVersion { resource, parts in
        if !retired.contains(resource) || set.contains(resource) { set.formUnion(parts) }
      }
    }
    return set
  }
}
