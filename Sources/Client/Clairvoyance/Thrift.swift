internal import Devices
internal import SimCore
internal import Workloads

/// Fetches ahead what will be shown, what is needed soonest first, and keeps it.
///
/// For `bytes`, everything that came is written to flash at once, so that nothing is fetched twice.
/// For `flash`, what is shown in a life of the app is fetched in that life, and only what cannot be
/// is written. Copies in RAM are the strategy's own and counted nowhere.
struct Thrift {
  let options: Clairvoyant.Options
  let foresight: Foreknowledge
  private(set) var lived = LivedStory()

  /// The densest, so that no strategy's entries are smaller.
  private static let codec = Codecs.plist
  /// How long after a failure it asks again; 1 s as `requests.retries.base`, an assumption.
  private static let pause = TimeSpan.seconds(1)

  private let tier: TierID
  private var itinerary: Itinerary
  private var errands = Errands()
  private var underWay = 0
  /// What failed, and is to be asked for again a while later.
  private var failed: [ResourceIndex] = []
  /// By resource: the origin's version, and the one that was asked for last.
  private var newest: [ResourceCopy?] = []
  private var asked: [UInt32] = []
  private var memory: [Holding: ResourceCopy] = [:]
  private var isOnScreen = false

  private struct Holding: Hashable {
    var user: UInt16
    var resource: ResourceIndex
  }

  init(_ options: Clairvoyant.Options, _ foresight: Foreknowledge, in world: inout World) {
    self.options = options
    self.foresight = foresight
    itinerary = Itinerary(foresight)
    // What lies here outlives everything: bodies as they came, apart for each person, in documents.
    var housekeeping = Housekeeping.documents
    housekeeping.perUser = true
    housekeeping.onLogout = .keep
    tier = world.addTier(
      TierPlan(
        "foresight", on: .flash, policy: "unbounded", capacity: .unlimited,
        housekeeping: housekeeping))
    if let mean = options.backgroundFetches { world.requestBackgroundFetches(every: mean) }
  }

  // MARK: - What is at hand

  /// The newest copy at hand.
  func held(_ resource: ResourceIndex, in world: borrowing World) -> ResourceCopy? {
    memory[Holding(user: world.user, resource: resource)] ?? world.peek(resource, in: tier)
  }

  /// The copy for a screen; nil: wait for a newer one.
  mutating func find(_ resource: ResourceIndex, in world: inout World) -> Finding? {
    noteNeed(of: resource, in: world)
    guard let copy = held(resource, in: world) else { return nil }
    let isNewest = copy.version == newest[Int(resource)]?.version
    let need = ScreenNeed(screen: world.screens, resource: resource)
    guard
      isNewest || !world.isOnline || foresight.hopeless.contains(need)
        || !isWanted(resource, in: world)
    else { return nil }
    return finding(of: resource, in: &world)
  }

  /// What is at hand, whatever its age.
  mutating func finding(of resource: ResourceIndex, in world: inout World) -> Finding? {
    let holding = Holding(user: world.user, resource: resource)
    if let copy = memory[holding] { return Finding(copy, from: .memory, after: .zero, use: .fresh) }
    guard let copy = world.lookup(resource, in: tier) else { return nil }
    memory[holding] = copy
    let delay = world.read(resource, from: tier) + world.decode(copy, as: Self.codec)
    return Finding(copy, from: .flash, after: delay, use: .fresh)
  }

  /// Keeps what has come.
  mutating func keep(_ copy: ResourceCopy, of resource: ResourceIndex, in world: inout World) {
    let piece = Piece(user: world.user, resource: resource, version: copy.version)
    lived.received.insert(piece)
    if asked[Int(resource)] != copy.version {
      let wish = Piece(user: world.user, resource: resource, version: asked[Int(resource)])
      lived.surprises.append(LivedStory.Surprise(asked: wish, came: piece))
    }
    memory[Holding(user: world.user, resource: resource)] = copy
    guard writesAll || foresight.written.contains(piece) else { return }
    let size = world.storedSize(of: copy, as: Self.codec)
    world.store(copy, of: resource, size: size, in: tier, because: .store)
    lived.written.insert(piece)
  }

  /// Whether everything that comes is written.
  private var writesAll: Bool { options.bound == .bytes || foresight.isFirst }
}

// MARK: - Fetching ahead

extension Thrift {
  /// Whether the origin has something that is worth fetching.
  private func isWanted(_ resource: ResourceIndex, in world: borrowing World) -> Bool {
    guard Int(resource) < newest.count, let copy = newest[Int(resource)] else { return false }
    if held(resource, in: world)?.version == copy.version { return false }
    let piece = Piece(user: world.user, resource: resource, version: copy.version)
    if options.bound == .flash, !foresight.isFirst {
      let use = PieceUse(life: world.reach?.life ?? 0, piece: piece)
      return foresight.uses.contains(use) || foresight.written.contains(piece)
    }
    return !foresight.unseen.contains(piece)
  }

  /// Asks for what a screen waits for.
  mutating func request(_ resource: ResourceIndex, in world: inout World) {
    if isWanted(resource, in: world) { begin(resource, for: .demand, in: &world) }
  }

  private mutating func begin(
    _ resource: ResourceIndex, for purpose: Purpose, in world: inout World
  ) {
    if !world.isFetching(resource) {
      underWay += 1
      asked[Int(resource)] = newest[Int(resource)]?.version ?? 0
    }
    world.fetch(resource, for: purpose)
  }

  private mutating func note(_ resource: ResourceIndex, in world: borrowing World) {
    guard isWanted(resource, in: world) else { return }
    if let due = due(resource, in: world) { errands.note(resource, due: due) }
  }

  private mutating func due(_ resource: ResourceIndex, in world: borrowing World) -> Instant? {
    if world.isAwaited(resource) { return world.now }
    return itinerary.next(resource, for: world.user, at: world.now)
  }

  /// Fetches what is needed soonest, so many at once.
  mutating func fetchAhead(in world: inout World) {
    while underWay < options.atOnce, world.canFetch, let errand = errands.next() {
      let resource = errand.resource
      guard isWanted(resource, in: world), !world.isFetching(resource),
        let due = due(resource, in: world)
      else { continue }
      if due > errand.due {
        errands.note(resource, due: due)
      } else {
        begin(resource, for: world.isAwaited(resource) ? .demand : .prefetch, in: &world)
      }
    }
  }

  /// Notes anew all that is to be fetched: the app has a new life, or a new person.
  mutating func noteAll(in world: borrowing World) {
    errands.removeAll()
    failed.removeAll(keepingCapacity: true)
    for resource in newest.indices { note(ResourceIndex(resource), in: world) }
  }

  mutating func ended(_ load: Load, in world: inout World) {
    underWay -= 1
    if case .failed = load.outcome, world.canFetch {
      // An origin that refuses at once would be asked again at once, for ever.
      failed.append(load.resource)
      world.wake(0, after: Self.pause)
    } else {
      note(load.resource, in: world)
    }
    fetchAhead(in: &world)
  }

  /// Asks again for what failed, and goes on with the rest.
  mutating func tryAgain(in world: inout World) {
    for resource in failed { note(resource, in: world) }
    failed.removeAll(keepingCapacity: true)
    fetchAhead(in: &world)
  }

  mutating func published(_ resource: ResourceIndex, _ copy: ResourceCopy, in world: inout World) {
    let missing = Int(resource) + 1 - newest.count
    if missing > 0 {
      newest.append(contentsOf: repeatElement(nil, count: missing))
      asked.append(contentsOf: repeatElement(0, count: missing))
    }
    newest[Int(resource)] = copy
    lived.notePublished(copy, of: resource, at: world.now)
    note(resource, in: world)
    for index in copy.parts.indices {
      let part = world.part(index)
      itinerary.note(part, of: resource)
      note(part, in: world)
    }
    fetchAhead(in: &world)
  }
}

// MARK: - What came of it

extension Thrift {
  mutating func opened(in world: borrowing World) {
    isOnScreen = true
    lived.visits.append(
      LivedStory.Visit(screen: world.screens, user: world.user, life: world.reach?.life ?? 0))
  }

  private mutating func noteNeed(of resource: ResourceIndex, in world: borrowing World) {
    guard isOnScreen, let last = lived.visits.indices.last,
      !lived.visits[last].needs.contains(resource)
    else { return }
    lived.visits[last].needs.append(resource)
  }

  /// The screen is gone: what was on it?
  mutating func closed(in world: borrowing World) {
    guard isOnScreen, let last = lived.visits.indices.last else { return }
    isOnScreen = false
    lived.visits[last].closedAt = world.now
    let visit = lived.visits[last]
    for resource in visit.needs {
      let version: UInt32
      if let painted = world.paintedVersion(of: resource, on: visit.screen) {
        version = painted
      } else if let old = held(resource, in: world)?.version {
        let need = ScreenNeed(screen: visit.screen, resource: resource)
        // Once that is known and it still was not shown, what is at hand came too late, too.
        guard !foresight.hopeless.contains(need) else { continue }
        lived.unanswered.insert(need)
        version = old
      } else {
        continue
      }
      lived.visits[last].pieces.append(
        Piece(user: visit.user, resource: resource, version: version))
    }
  }

  /// The process is gone, with all that was in RAM.
  mutating func died(in world: borrowing World) {
    closed(in: world)
    memory = [:]
    underWay = 0
  }
}
