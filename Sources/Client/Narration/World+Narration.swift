internal import Devices
internal import SimCore
public import Workloads

// MARK: - What strategies say

extension World {
  /// Gives the reason for what the strategy does with a resource; heard only where stories are
  /// told, and without effect on anything else.
  @inline(__always)
  public mutating func explain(_ reason: Reason, of resource: ResourceIndex) {
    if story != nil { write(.explained(reason), of: resource) }
  }
}

// MARK: - What the verbs tell

extension World {
  /// Whether anybody listens: the one check that a silent run pays.
  @inline(__always)
  var isNarrated: Bool { story != nil }

  /// Tells what happens, if a story is told.
  @inline(__always)
  mutating func narrate(_ event: StoryEvent, of resource: ResourceIndex? = nil) {
    if story != nil { write(event, of: resource) }
  }

  @inline(never)
  private mutating func write(_ event: StoryEvent, of resource: ResourceIndex?) {
    write(event, of: resource, at: now)
  }

  private mutating func write(
    _ event: StoryEvent, of resource: ResourceIndex?, at instant: Instant
  ) {
    var kind: ResourceKind?
    if let index = resource.map({ Int($0) }), index < origin.count { kind = origin[index]?.kind }
    story?.append(
      StoryLine(screen: 0, at: instant, resource: resource, kind: kind, event: event), now: now)
  }

  /// Tells which copy a tier was found to hold.
  mutating func narrateLookup(
    _ key: ResourceIndex, in tier: TierID, _ copy: ResourceCopy?, isReadable: Bool = true
  ) {
    let held = copy.map {
      StoredCopy(
        version: $0.version, fetchedAt: $0.fetchedAt, confirmedAt: $0.confirmedAt,
        isReadable: isReadable)
    }
    let own = tiers[tier.index]
    narrate(.looked(tier: own.name, held), of: own.resource(of: key))
  }

  /// Tells that a tier took a copy, or had no room for it.
  mutating func narrateStore(
    _ copy: ResourceCopy, of key: ResourceIndex, _ size: Bytes, in tier: TierID, isKept: Bool
  ) {
    let own = tiers[tier.index]
    narrate(
      .stored(
        tier: own.name, own.medium, version: copy.version, size, isKept: isKept),
      of: own.resource(of: key))
  }

  /// Tells that an entry left its tier.
  mutating func narrateDeparture(
    of entry: TierEntry, _ size: Bytes, from index: Int, _ departure: Departure
  ) {
    let own = tiers[index]
    narrate(
      .left(tier: own.name, departure, size, isUnsaved: entry.isDirty),
      of: own.resource(of: entry.key))
  }

  /// Tells that a tier is about to lose all its entries, or those of one person.
  mutating func narrateEmptying(
    of index: Int, _ departure: Departure, user: UInt16? = nil
  ) {
    for entry in tiers[index].all where user == nil || entry.copy.user == user {
      narrateDeparture(of: entry, tiers[index].size(of: entry), from: index, departure)
    }
  }

  /// Tells whose contents the system has taken from a tier that held these entries before.
  mutating func narrateDiscarding(from index: Int, of before: [TierEntry]) {
    for entry in before where !entry.isHollow {
      guard tiers[index].peek(entry.key)?.entry.isHollow ?? true else { continue }
      narrateDeparture(of: entry, .zero, from: index, .discarded)
    }
  }

  /// Tells what the time of an exchange went into, and how it ended.
  mutating func narrateEnd(
    _ exchange: Exchange, _ id: UInt32, status: UInt16, _ failure: NetworkFailure?,
    _ traffic: NetworkTraffic
  ) {
    let (queue, phases) = network.phases(of: id)
    if queue > .zero {
      write(.queued(takes: queue), of: exchange.subject, at: exchange.startedAt)
    }
    for phase in phases {
      write(
        .phase(phase.kind, takes: phase.duration), of: exchange.subject,
        at: exchange.startedAt + queue + phase.start)
    }
    let took = now - exchange.startedAt
    narrate(
      status == 0
        ? .failed(exchange.purpose, failure, down: traffic.down, took: took)
        : .received(
          exchange.purpose, status: status, up: traffic.up, down: traffic.down, took: took),
      of: exchange.subject)
  }
}
