internal import SimCore
internal import Workloads

/// How a strategy's screens ask, and what the open screen still waits for: the next attempts of
/// requests that failed, and the end of the time that the network has.
public struct RequestDesk: Sendable {
  /// How screens are read.
  public let reading: Reading
  /// How the origin is asked.
  public let rules: RequestRules

  /// What a timer means.
  enum Alarm {
    /// A request is to be made again.
    case retry
    /// The network has had its time.
    case timeout
  }

  private struct Appointment {
    var timer: UInt32
    var resource: ResourceIndex
    var alarm: Alarm
  }

  private var appointments: [Appointment] = []
  /// How often requests of the open screen were made again.
  private var retries: [ResourceIndex: Int] = [:]
  private var lastTimer = Self.ownTimers

  /// Timers from here on are the desk's.
  private static let ownTimers: UInt32 = 1 << 31

  /// Makes a desk.
  public init(_ reading: Reading = Reading(), _ rules: RequestRules = RequestRules()) {
    self.reading = reading
    self.rules = rules
  }

  /// Gives the network its time, if it has a limit.
  mutating func startTime(for resource: ResourceIndex, in world: inout World) {
    guard let timeout = reading.timeout else { return }
    set(.timeout, for: resource, after: timeout, in: &world)
  }

  /// Has a request made again later, if that is the rule and it was not made too often.
  mutating func retry(
    _ resource: ResourceIndex, after failure: FailureKind, in world: inout World
  ) {
    let count = retries[resource] ?? 0
    guard count < rules.retries.count, rules.retries.after.contains(failure), world.canFetch,
      world.isOnScreen(resource)
    else { return }
    retries[resource] = count + 1
    let wait = rules.retries.wait(after: count + 1)
    world.explain(.willRetry(after: wait), of: resource)
    set(.retry, for: resource, after: wait, in: &world)
  }

  private mutating func set(
    _ alarm: Alarm, for resource: ResourceIndex, after span: TimeSpan, in world: inout World
  ) {
    lastTimer = lastTimer == .max ? Self.ownTimers : lastTimer + 1
    appointments.append(Appointment(timer: lastTimer, resource: resource, alarm: alarm))
    world.wake(lastTimer, after: span)
  }

  /// Whether a timer is the desk's.
  func owns(_ timer: UInt32) -> Bool { timer >= Self.ownTimers }

  /// What a timer was set for; nil when that is over. - Complexity: O(appointments).
  mutating func keep(_ timer: UInt32) -> (alarm: Alarm, resource: ResourceIndex)? {
    guard let place = appointments.firstIndex(where: { $0.timer == timer }) else { return nil }
    let appointment = appointments.remove(at: place)
    return (appointment.alarm, appointment.resource)
  }

  /// Forgets what was still to come for a resource.
  mutating func settle(_ resource: ResourceIndex) {
    if appointments.isEmpty && retries.isEmpty { return }
    appointments.removeAll { $0.resource == resource }
    retries[resource] = nil
  }

  /// Forgets everything: the screen is closed, or the process gone.
  mutating func clear() {
    if appointments.isEmpty && retries.isEmpty { return }
    appointments = []
    retries = [:]
  }
}
