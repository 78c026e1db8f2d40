package import SimCore

/// When a phone lies still, unplugged and with its screen off: Android's Doze then holds background
/// fetches and silent pushes back until a maintenance window opens.
///
/// By frameworks/base, `DeviceIdleController` (its `DEFAULT_…` constants, Android 12): two times 30
/// minutes until it begins, 1 h until the first window, twice as long until each further one, 6 h
/// at most; the windows take 5 minutes, then 10. Left out: the lighter state before, and pushes of
/// high priority, which pass.
package struct DozeSettings: Settings {
  package var from: TimeSpan?
  package var until = TimeSpan.hours(7)

  package init() {}
  package static let fields: [Field<DozeSettings>] = [
    Field(
      "from", \.from, in: .zero...(.hours(24)),
      "The time of day from which on the phone lies still, unless the app is used or the phone "
        + "charges; null: it never does."),
    Field("until", \.until, in: .zero...(.hours(24)), "Until when; 7 h is an assumption."),
  ]

  private static let untilIdle = TimeSpan.hours(1)
  private static let longestIdle = TimeSpan.hours(6)
  private static let longestWindow = TimeSpan.minutes(10)

  /// When the next window opens or the phone is taken up; nil: nothing is held back now.
  func opening(after now: Instant, lastUse: Instant?) -> Instant? {
    guard let from else { return nil }
    let day = TimeSpan.days(1).nanoseconds
    func ofDay(_ nanoseconds: Int64) -> TimeSpan {
      TimeSpan(nanoseconds: ((nanoseconds % day) + day) % day)
    }
    let lain = ofDay(now.nanoseconds - from.nanoseconds)
    let length = ofDay(until.nanoseconds - from.nanoseconds)
    guard lain < length else { return nil }
    let end = now + (length - lain)
    let still = lastUse.map { min(lain, now - $0) } ?? lain
    guard still >= Self.untilIdle else { return nil }
    var begin = now + (Self.untilIdle - still)
    var (idle, window) = (TimeSpan.hours(1), TimeSpan.minutes(5))
    while begin <= now {
      let opening = begin + idle
      if now < opening { return min(opening, end) }
      begin = opening + window
      (idle, window) = (min(idle * 2, Self.longestIdle), min(window * 2, Self.longestWindow))
    }
    return nil
  }
}

/// What waits for a maintenance window, beside a push.
struct HeldWork {
  var backgroundFetch = false
  var deadline = false
}

extension DeviceSimulation {
  /// A maintenance window opens, or the device is on a charger and none has to be waited for: what
  /// was held back goes, or waits for the next one.
  mutating func resumeHeldWork() {
    let held = app.held
    app.held = HeldWork()
    receiveWaitingPush()
    if held.backgroundFetch { grantBackgroundFetch() }
    if held.deadline { grantTransfer() }
  }

  /// When work of the background may go that Doze holds back; nil: at once.
  var nextMaintenance: Instant? {
    guard app.state != .foreground, !app.isCharging else { return nil }
    return plan.device.system.doze.opening(after: now, lastUse: app.lastUse)
  }
}
