public import CacheMetrics
public import CacheWorkloads
internal import DeviceModels
public import SimCore

/// One device with its app, its network and the origin behind it, on a virtual clock.
///
/// A strategy acts through its verbs (`lookup`, `store`, `fetch`, `show`, `wake`), each of which
/// costs virtual time and leaves an event in the trace. It cannot see the origin, except by asking
/// over the network.
///
/// The state lies in the parts that own it; the verbs stand beside the part that they act on.
public struct DeviceSimulation: ~Copyable {
  package let plan: SimulationPlan
  /// Which device of the population it is.
  public let device: UInt32
  /// The present instant.
  public internal(set) var now = Instant.start

  /// What it has in common with other devices; nil: nothing.
  let common: SharedOrigin?
  var origin = Origin()
  /// How many changes of its person's devices the origin has taken over.
  var takenChanges = 0
  /// What the workload will not name again.
  var retired = RetiredResources()
  /// The link and the exchanges over it.
  var client: NetworkClient
  /// The app's process, and who uses it.
  var app = AppLifecycle()
  /// What the main thread is busy with.
  var processor = Processor()
  var memory: AppMemory
  var screens = ScreenState()
  var player = Player()
  var user = UserState()
  var storage: Storage
  var writer = FileWriter()
  var agenda = Agenda()
  var edits = EditLedger()

  var trace: TraceRecorder
  /// Since when it is measured.
  var measuring = Measuring()
  /// What must add up.
  var laws = ConservationLaws()
  var receipts = ReceiptLedger()
  /// When the app could fetch; kept only for a strategy that knows the future.
  var reachabilityLog: ReachabilityLog?
  /// Whether the strategy is told of a request for what the screen needs and waits for already.
  package var tellsRepeats = false
  private let inPlace = InPlace()

  init(plan: SimulationPlan, device: UInt32, common: SharedOrigin? = nil) {
    self.common = common
    self.plan = plan.of(device)
    self.device = device
    memory = AppMemory(self.plan.device.memory)
    storage = Storage(readSigma: self.plan.device.flash.timing.readSigma)
    trace = TraceRecorder(collectsDetail: plan.detailedDevices.contains(device))
    client = NetworkClient(self.plan, device: device, keepsJournal: trace.collectsDetail)
  }
}

// MARK: - What a strategy may know

extension DeviceSimulation {
  /// Whether the device has a network.
  public var isOnline: Bool { client.isOnline }
  /// Whether the app could fetch something now: there is a network, and the process works. A
  /// suspended one does not.
  public var canFetch: Bool { client.isOnline && app.isWorking }
  /// Whether the network is paid by volume.
  public var isMetered: Bool { client.profile.isMetered }
  /// Whether the user wants nothing sent over this network but what a screen waits for: Low Data
  /// Mode or Data Saver, and a metered network.
  public var isConstrained: Bool { isMetered && plan.device.system.lowDataMode }
  /// Whether the device is on a charger.
  public var isCharging: Bool { app.isCharging }
  /// Whether the app is in front of the user.
  public var isInFront: Bool { app.state == .foreground }
  /// The present schema of what the app writes.
  public var currentSchema: UInt16 { app.schema }
  /// The user of the app.
  public var currentUser: UInt16 { app.user }

  /// What a resource is: a client that asks for it knows. `other` before it is published, and
  /// after it was retired when no copy on the device refers to it any more.
  public func kind(of resource: ResourceIndex) -> ResourceKind {
    origin.content(of: resource)?.kind ?? .other
  }

  /// Which of the device's hosts serves a resource; 0 before it is published.
  package func host(of resource: ResourceIndex) -> UInt16 {
    origin.content(of: resource)?.host ?? 0
  }

  package func method(of resource: ResourceIndex) -> HTTPMethod {
    origin.content(of: resource)?.method ?? .get
  }

  /// The resource that GET brings from the address of one that another method asks for; nil: none.
  package func target(of resource: ResourceIndex) -> ResourceIndex? {
    origin.content(of: resource)?.target
  }

  /// What the strategies of the scenario share, unless the settings of one say otherwise.
  package var shared: SharedSettings { plan.shared }

  /// When the origin made the last answer to a fetch of a resource, as its `Date` says it, and the
  /// `Age` in seconds of one that a cache on the way had.
  package func dateOfAnswer(for resource: ResourceIndex) -> (date: Instant, age: Int64?) {
    origin.lastAnswer(for: resource).map { ($0.date, $0.age) } ?? (now, nil)
  }

  /// The headers that came with a copy.
  public func headers(of copy: ResourceCopy) -> CacheHeaders { plan.headers[Int(copy.headers)] }
}

// MARK: - The trace

/// Records what happens, a page at a time.
struct TraceRecorder {
  /// Whether events are recorded that only `explain` needs.
  let collectsDetail: Bool
  private(set) var page: [TraceRecord] = []

  /// How many events make a page.
  private static var pageSize: Int { 256 }

  init(collectsDetail: Bool) { self.collectsDetail = collectsDetail }

  var isPageFull: Bool { page.count >= Self.pageSize }

  mutating func append(_ record: consuming TraceRecord) { page.append(record) }

  mutating func removePage() { page.removeAll(keepingCapacity: true) }

  mutating func exchangePage(with other: inout [TraceRecord]) { swap(&page, &other) }
}

extension DeviceSimulation {
  /// Whether reasons are recorded: a strategy need not make them up otherwise.
  package var collectsDetail: Bool { trace.collectsDetail }

  /// Gives the reason for what the strategy does with a resource; without effect on anything else.
  public mutating func record(_ reason: some StrategyReason, of resource: ResourceIndex) {
    if trace.collectsDetail { recordDetailed(.explained(reason), of: resource) }
  }

  mutating func record(_ event: consuming TraceEvent, of resource: ResourceIndex? = nil) {
    if trace.collectsDetail {
      recordDetailed(event, of: resource)
    } else {
      trace.append(TraceRecord(event, at: now, of: resource))
    }
  }

  /// Records an event that only a device whose detail is collected has.
  @inline(__always)
  mutating func detail(_ event: TraceEvent, of resource: ResourceIndex? = nil) {
    if trace.collectsDetail { recordDetailed(event, of: resource) }
  }

  @inline(never)
  private mutating func recordDetailed(_ event: TraceEvent, of resource: ResourceIndex?) {
    let kind = resource.flatMap { origin.content(of: $0)?.kind }
    trace.append(TraceRecord(event, at: now, of: resource, kind: kind))
  }
}
