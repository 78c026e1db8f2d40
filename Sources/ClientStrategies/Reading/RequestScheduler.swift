public import CacheWorkloads
public import ClientSimulation
public import SimCore

/// How a strategy's screens ask, and what is scheduled for the open one: the next attempts of
/// requests that failed, and the end of the time that the network has.
public struct RequestScheduler: Sendable {
  /// How screens are read.
  package let reading: ReadSettings
  /// How the origin is asked.
  package let requests: RequestSettings
  var lists = ListRequest.page
  /// Whether redirects and errors that a trace has recorded are stored too: an HTTP cache decides
  /// by their status and headers, an app's own cache stores none.
  var storesErrors = false
  /// What requests do without a network; nil: they fail, and what a screen still waits for is
  /// requested anew when the network is back.
  var networkMode: NetworkMode?
  /// What the client cancels when a view is left, where the settings do not say it.
  var cancels = CancellationRule.nothing
  /// Whether what is fetched behind a stored copy is for the view too, and not for the cache alone.
  var refreshesForViews = true
  /// Whether pictures that are found are shown, and asked for again where they are stale, however
  /// screens are read.
  var refreshesPictures = false
  /// Whether the request that is decided on now is sent beside one for the same resource.
  var isApart = false
  /// Whether a request names the version that is stored, so that the origin may answer 304.
  package var validates = true

  /// What is to be done when a timer goes off.
  public enum Step: Sendable {
    case retry
    /// The network has had its time.
    case timeout
  }

  private struct Scheduled: Sendable {
    var timer: TimerID
    var resource: ResourceIndex
    var step: Step
  }

  private var schedule: [Scheduled] = []
  /// What the user pulled to refresh on the open screen: what comes of it is shown.
  private var refreshed: ResourceIndex?
  /// How often requests of the open screen were made again.
  private var retries: [ResourceIndex: Int] = [:]
  /// Requests of the open screen that wait for a network, in the order in which they began to.
  private var paused: [ResourceIndex] = []
  /// What was fetched ahead of the open screen.
  private var ahead: Set<ResourceIndex> = []
  /// Whether what is looked up now is for a screen that does not need it yet.
  var isLookingAhead = false
  /// How often a delay was drawn for a resource.
  private var draws: [ResourceIndex: UInt64] = [:]

  /// Makes a scheduler.
  public init(
    _ reading: ReadSettings = ReadSettings(), _ requests: RequestSettings = RequestSettings()
  ) {
    self.reading = reading
    self.requests = requests
  }

  /// Gives the network a time in which to answer for a resource; nil: it has no limit.
  public mutating func limit(
    _ resource: ResourceIndex, to timeout: TimeSpan?, in simulation: inout DeviceSimulation
  ) {
    guard let timeout else { return }
    schedule.removeAll { $0.resource == resource && $0.step == .timeout }
    add(.timeout, for: resource, after: timeout, in: &simulation)
  }

  /// Has a request made again later, if that is the rule and it was not made too often.
  /// - Parameter span: what the answer's Retry-After said; nil: nothing.
  public mutating func retry(
    _ resource: ResourceIndex, after failure: FailureKind, notBefore span: TimeSpan? = nil,
    in simulation: inout DeviceSimulation
  ) {
    let count = retries[resource] ?? 0
    guard requests.retries.allowsMore(than: count), requests.retries.after.contains(failure),
      simulation.canFetch || networkMode != nil, simulation.isOnScreen(resource)
    else { return }
    retries[resource] = count + 1
    let drawn = requests.retries.jitter > 0 ? draw(for: resource, in: simulation) : 0
    var wait = requests.retries.wait(before: count + 1, drawn: drawn)
    if requests.retries.honorsRetryAfter, let span { wait = max(wait, span) }
    simulation.explain(.willRetry(after: wait), of: resource)
    add(.retry, for: resource, after: wait, in: &simulation)
  }

  /// Keyed by seed, device and resource, and by how often it was drawn for it.
  private mutating func draw(
    for resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> Double {
    let count = draws[resource] ?? 0
    draws[resource] = count + 1
    // Other draws of strategies have small attempts.
    var generator = SeededGenerator(
      seed: simulation.plan.seed, purpose: .policy,
      entity: UInt64(simulation.device) << 32 | UInt64(resource), attempt: 1 << 63 | count)
    return generator.unit()
  }

  private mutating func add(
    _ step: Step, for resource: ResourceIndex, after span: TimeSpan,
    in simulation: inout DeviceSimulation
  ) {
    let timer = simulation.makeTimer()
    schedule.append(Scheduled(timer: timer, resource: resource, step: step))
    simulation.wake(timer, after: span)
  }

  /// What a timer was set for, once; nil when it is not of the scheduler's, or that is over.
  /// - Complexity: O(n), n what is scheduled for the open screen.
  public mutating func take(_ timer: TimerID) -> (step: Step, resource: ResourceIndex)? {
    guard let place = schedule.firstIndex(where: { $0.timer == timer }) else { return nil }
    let scheduled = schedule.remove(at: place)
    return (scheduled.step, scheduled.resource)
  }

  /// Whether a request waits for a network instead of failing.
  func pauses(in simulation: borrowing DeviceSimulation) -> Bool {
    networkMode == .online && !simulation.isOnline
  }

  mutating func pause(_ resource: ResourceIndex) {
    if !paused.contains(resource) { paused.append(resource) }
  }

  mutating func takePaused() -> [ResourceIndex] {
    defer { paused = [] }
    return paused
  }

  mutating func noteRefresh(of resource: ResourceIndex) { refreshed = resource }

  func wasRefreshed(_ resource: ResourceIndex) -> Bool { refreshed == resource }

  /// Forgets what is scheduled for a resource.
  public mutating func settle(_ resource: ResourceIndex) {
    if schedule.isEmpty && retries.isEmpty && paused.isEmpty { return }
    schedule.removeAll { $0.resource == resource }
    paused.removeAll { $0 == resource }
    retries[resource] = nil
  }

  /// Notes that a resource is fetched ahead of the open screen.
  /// - Returns: false when it was already: what cannot be stored is not fetched again.
  mutating func beginAhead(of resource: ResourceIndex) -> Bool { ahead.insert(resource).inserted }

  func isAhead(_ resource: ResourceIndex) -> Bool { ahead.contains(resource) }

  /// How many requests ahead of the open screen are under way. - Complexity: O(resources ahead).
  func countAhead(in simulation: borrowing DeviceSimulation) -> Int {
    ahead.count { simulation.isFetching($0) }
  }

  /// Forgets everything: the screen is closed, or the process gone.
  public mutating func clear() {
    refreshed = nil
    ahead.removeAll(keepingCapacity: true)
    if schedule.isEmpty && retries.isEmpty && paused.isEmpty { return }
    schedule = []
    retries = [:]
    paused = []
  }
}
