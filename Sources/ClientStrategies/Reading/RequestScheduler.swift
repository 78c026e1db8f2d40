public import CacheWorkloads
public import ClientSimulation
public import SimCore

/// How a strategy's screens ask, and what is scheduled for the open one: the next attempts of
/// requests that failed, and the end of the time that the network has.
public struct RequestScheduler: Sendable {
  /// How screens are read.
  public let reading: ReadSettings
  /// How the origin is asked.
  public let requests: RequestSettings
  /// How lists are asked for.
  var lists = ListRequest.page
  /// Whether redirects and errors that a trace has recorded are stored too: an HTTP cache decides
  /// by their status and headers, an app's own cache stores none.
  var storesErrors = false

  /// What is to be done when a timer goes off.
  public enum Step: Sendable {
    /// A request is to be made again.
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
  public mutating func retry(
    _ resource: ResourceIndex, after failure: FailureKind, in simulation: inout DeviceSimulation
  ) {
    let count = retries[resource] ?? 0
    guard count < requests.retries.count, requests.retries.after.contains(failure),
      simulation.canFetch, simulation.isOnScreen(resource)
    else { return }
    retries[resource] = count + 1
    let wait = requests.retries.backoff.wait(after: count + 1)
    simulation.explain(.willRetry(after: wait), of: resource)
    add(.retry, for: resource, after: wait, in: &simulation)
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

  /// Notes that the user wants a resource anew.
  mutating func noteRefresh(of resource: ResourceIndex) { refreshed = resource }

  /// Whether the user wants it anew.
  func wasRefreshed(_ resource: ResourceIndex) -> Bool { refreshed == resource }

  /// Forgets what is scheduled for a resource.
  public mutating func settle(_ resource: ResourceIndex) {
    if schedule.isEmpty && retries.isEmpty { return }
    schedule.removeAll { $0.resource == resource }
    retries[resource] = nil
  }

  /// Forgets everything: the screen is closed, or the process gone.
  public mutating func clear() {
    refreshed = nil
    if schedule.isEmpty && retries.isEmpty { return }
    schedule = []
    retries = [:]
  }
}
