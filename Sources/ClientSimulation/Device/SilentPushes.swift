internal import CacheMetrics
internal import CacheWorkloads
package import SimCore

extension DeviceSimulation {
  /// The origin sends a silent push at once, or at an instant drawn by device and instant, alike
  /// for every strategy.
  mutating func sendPush(about resource: ResourceIndex) {
    guard plan.origin.pushSpread > .zero else { return receivePush(about: resource) }
    var generator = SeededGenerator(
      seed: plan.seed, purpose: .server, entity: UInt64(device) << 32 | UInt64(resource),
      attempt: 1 << 62 | UInt64(now.nanoseconds))
    let delay = TimeSpan(rounding: plan.origin.pushSpread.seconds * generator.unit())
    agenda.schedule(.push(resource), at: now + delay)
  }

  /// The origin's silent push: it reaches a device that has a network, now or when it has one
  /// again, and then the last one only; it wakes an app that its user has not terminated.
  mutating func receivePush(about resource: ResourceIndex) {
    guard app.pushes.arrives(plan.device.silentPushes, seed: plan.seed, device: device) else {
      return
    }
    deliverPush(about: resource)
  }

  /// A push that is not lost on its way.
  private mutating func deliverPush(about resource: ResourceIndex) {
    guard isOnline else {
      app.waitingPush = resource
      return
    }
    app.waitingPush = nil
    guard app.state == .foreground || app.mayBeWoken else { return }
    if app.state != .foreground {
      if let opening = nextMaintenance {
        app.waitingPush = resource
        return agenda.schedule(.maintenance, at: opening)
      }
      guard grantsBackgroundWork,
        app.isCharging || !app.battery.isSaving(at: now, plan.device.battery)
      else { return }
      guard app.pushes.mayWake(at: now, plan.device.silentPushes) else {
        if plan.device.silentPushes.holdsLast { app.waitingPush = resource }
        return
      }
      wake()
    }
    detail(.app(.pushed))
    tell(.pushed(resource))
  }

  /// A network is there again, a maintenance window opens or the app comes to the front: what the
  /// origin pushed meanwhile arrives.
  mutating func receiveWaitingPush() {
    if let resource = app.waitingPush { deliverPush(about: resource) }
  }
}

/// Which silent pushes the system delivers to an app that is not in front: it promises none.
package struct SilentPushSettings: Settings {
  package var perHour: Int? = 3
  package var lossRate = 0.0
  package var holdsLast = false

  package init() {}
  package static let fields: [Field<SilentPushSettings>] = [
    Field(
      "perHour", \.perHour, in: 0...1_000_000,
      "How many wake an app that is not in front, in any hour: further ones are dropped. 3; Apple "
        + "advises to send no more than two or three an hour, and may throttle (\"Pushing "
        + "background updates to your App\"); that the limit is hard is assumed. null: all."
    ).assumed(),
    Field(
      "lossRate", \.lossRate, in: 0...1,
      "Share of pushes that never arrive: delivery is not guaranteed."
    ).assumed(),
    Field(
      "holdsLast", \.holdsLast,
      "Whether the last of those that are too many waits until the app is opened, or another one "
        + "or a network comes when more are let through (as Apple describes it in the same place); "
        + "otherwise they are lost."),
  ]
}

struct SilentPushes {
  private var count: UInt64 = 0
  /// When the last ones woke the app, the oldest first.
  private var wakings: [Instant] = []

  /// Whether the next push arrives: drawn by its number, alike for every strategy.
  mutating func arrives(_ settings: SilentPushSettings, seed: UInt64, device: UInt32) -> Bool {
    count += 1
    guard settings.lossRate > 0 else { return true }
    var generator = SeededGenerator(
      seed: seed, purpose: .device, entity: UInt64(device) | 1 << 33, attempt: count)
    return generator.unit() >= settings.lossRate
  }

  mutating func mayWake(at now: Instant, _ settings: SilentPushSettings) -> Bool {
    guard let limit = settings.perHour else { return true }
    wakings.removeAll { now - $0 >= .hours(1) }
    guard wakings.count < limit else { return false }
    wakings.append(now)
    return true
  }
}
