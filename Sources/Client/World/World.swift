internal import Devices
public import SimCore
public import Workloads

/// One device with its app, its network and the origin behind it, on a virtual clock.
///
/// A strategy acts through its verbs (`want`, `show`, `fetch`, `write`, `wake`), each of which
/// costs virtual time and leaves a line in the visitors' book. It cannot see the origin, except by
/// asking over the network.
public struct World: ~Copyable {
  /// What the scenario says of it.
  public let plan: WorldPlan
  /// Which device of the population it is.
  public let device: UInt32
  /// The present instant.
  public internal(set) var now = Instant.start

  // The origin.
  var origin: [Content?] = []
  var published = PublicationHistory()
  var fields = OriginFields()
  /// By field: how often it had been changed when the client last saw it.
  var seenFields: [FieldKey: UInt32] = [:]
  var parts: [ResourceIndex] = []
  /// By resource: when the origin last answered a fetch of it.
  var answeredAt: [Instant] = []

  // The device.
  var network: Network
  var profile: NetworkProfile { didSet { noteReach() } }
  var life = Life.ended { didSet { noteReach() } }
  /// Counts the app's processes: a timer of an earlier one is told apart by it.
  var process: UInt32 = 0
  /// Counts the comings and goings between front and background.
  var backgroundPeriod: UInt32 = 0
  /// Whether the user ended the app, so that the system does not wake it.
  var wasTerminated = false
  var schema: UInt16 = 1
  var user: UInt16 = 0 { didSet { noteReach() } }
  var isChargingNow = false
  var memory = MemoryUse()
  /// Until when the main thread is busy with what the app has done so far.
  var mainThreadFree = Instant.start

  // What is under way.
  var exchanges = ExchangePool()
  var agenda = EventQueue<AgendaItem>()
  var paints = Pool<Paint>()
  var fileWrites = Pool<FileWrite>()
  /// Until when the files that were begun are being written.
  var writerFree = Instant.start
  var backgroundFetches = BackgroundFetchPlan()
  /// What the strategy has still to react to, in order.
  var pending: [Reaction] = []

  // The screen.
  var screen: Screen?
  var screens: UInt32 = 0
  /// Counts the paints of main contents: which parts belong to the present one is told by it.
  var shows: UInt32 = 0
  var needs: [Need] = []

  // The rooms and the book.
  var tiers: [Tier] = []
  var page: [Observation] = []
  /// What is told line by line; nil: nothing.
  var story: Story?
  var laws = ConservationLaws()
  var prefetch = PrefetchLedger()
  /// What the last `store` put out.
  var evicted: [(entry: TierEntry, size: Bytes)] = []
  var flashInUse = Bytes.zero
  var peakFlash = Bytes.zero
  var peakOutbox = 0
  var eventCount = 0
  /// When the app could fetch; only a strategy that foresees has it kept.
  var reach: ReachLog?

  init(plan: WorldPlan, device: UInt32) {
    self.plan = plan
    self.device = device
    profile = plan.profiles[0]
    story = plan.narration?.screens[device].map { Story(screens: $0) }
    network = Network(
      profile: plan.profiles[0], settings: plan.network, seed: plan.seed, device: device,
      radio: plan.device.radio.profile(for: plan.profiles[0].access))
    if story != nil { network.keepJournal() }
  }
}

// MARK: - What a strategy may know

extension World {
  /// Whether the device has a network.
  public var isOnline: Bool { !profile.isOffline }
  /// Whether the app could fetch something now: there is a network, and the process works. A
  /// suspended one does not.
  public var canFetch: Bool { isOnline && isWorking }
  /// Whether the process works: in front, or in its time in the background.
  var isWorking: Bool { life == .foreground || life == .background }
  /// Whether the network is paid by volume.
  public var isMetered: Bool { profile.isMetered }
  /// Whether the device is on a charger.
  public var isCharging: Bool { isChargingNow }
  /// Whether the app is in front of the user.
  public var isInFront: Bool { life == .foreground }
  /// The present schema of what the app writes.
  public var currentSchema: UInt16 { schema }

  /// The person who uses the app.
  public var currentUser: UInt16 { user }

  /// What a resource is: whoever asks for it knows.
  /// - Precondition: the origin has published it.
  public func kind(of resource: ResourceIndex) -> ResourceKind {
    guard let content = origin[Int(resource)] else {
      preconditionFailure("a resource was asked for before it was published")
    }
    return content.kind
  }

  /// When the origin answered the last fetch of a resource, as the answer's `Date` says it.
  public func dateOfAnswer(for resource: ResourceIndex) -> Instant {
    Int(resource) < answeredAt.count ? answeredAt[Int(resource)] : now
  }

  /// The headers that came with a copy.
  public func headers(of copy: ResourceCopy) -> CacheHeaders { plan.headers[Int(copy.headers)] }

  /// The resources that a screen with this content needs beside it.
  /// - Complexity: O(1) each.
  public func part(_ index: Int) -> ResourceIndex { parts[index] }

  /// The main resource of the open screen; nil between screens.
  public var openScreen: ResourceIndex? { screen?.resource }

  /// Whether the open screen needs the resource and shows no version of it yet.
  public func isAwaited(_ resource: ResourceIndex) -> Bool {
    isOnScreen(resource) && needs[Int(resource)].paintedOn != screens
  }

  /// Whether a copy is kept by itself, and not as the model of a screen: pictures are, and what the
  /// open screen needs beside its main resource.
  func isPart(_ resource: ResourceIndex, _ copy: ResourceCopy) -> Bool {
    !copy.kind.isMain || isOnScreen(resource) && screen?.resource != resource
  }

  /// What the open screen needs and shows no version of yet, main resource first.
  public var awaited: [ResourceIndex] {
    screen?.wanted.filter { needs[Int($0)].paintedOn != screens } ?? []
  }

  /// Whether the open screen needs the resource, whatever it shows of it.
  public func isOnScreen(_ resource: ResourceIndex) -> Bool {
    screen != nil && Int(resource) < needs.count && needs[Int(resource)].wantedBy == screens
  }
}

/// Where the app is in its life.
enum Life {
  /// Not running.
  case ended
  /// In front of the user.
  case foreground
  /// Behind another app, still working.
  case background
  /// Behind another app, stopped; may be killed without a word.
  case suspended
}

/// What has still to happen at the present instant.
enum Reaction {
  /// The strategy reacts to an event.
  case event(ClientEvent)
  /// The process ends, after the strategy reacted to all before.
  case death(Ending)
  /// Another person takes the device, after the strategy reacted to all before.
  case changeOfHands(UInt16)
}

/// What the world has put on its own calendar.
enum AgendaItem {
  /// A paint is done; an index of the paint pool.
  case paint(Int)
  /// A file is written; an index of their pool.
  case write(Int, process: UInt32)
  /// A strategy's timer.
  case timer(UInt32, process: UInt32)
  /// The app's time in the background is over, unless it came back meanwhile.
  case suspend(period: UInt32)
  /// The system grants a background fetch.
  case backgroundFetch
  /// The user's patience with a screen is at its end.
  case patience(screen: UInt32)
}
