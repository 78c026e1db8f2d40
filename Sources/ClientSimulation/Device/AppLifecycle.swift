internal import CacheWorkloads
internal import DeviceModels
internal import Measurement
public import SimCore

/// The app's process: where it is in its lifecycle, which release it is of, and who uses it.
struct AppLifecycle {
  /// Where the app is in its lifecycle.
  enum State {
    case ended
    /// In front of the user.
    case foreground
    /// Behind another app, still working.
    case background
    /// Behind another app, stopped; may be ended without being told.
    case suspended
  }

  fileprivate(set) var state = State.ended
  /// Counts the app's processes: a timer of an earlier one is told apart by it.
  fileprivate(set) var process: UInt32 = 0
  /// Counts the changes between front and background.
  private var backgroundPeriod: UInt32 = 0
  /// Whether the user ended the app, so that the system does not wake it.
  fileprivate var wasTerminated = false
  fileprivate var backgroundFetches = BackgroundFetchSchedule()
  fileprivate var battery = Battery()
  /// From when on the app can show screens: it has started, or come back.
  fileprivate(set) var readyAt = Instant.start
  /// How it last came to the front.
  fileprivate(set) var launch = Launch.cold
  /// Whether it always comes to the front as fast as it can: a relaxation, for bounds.
  var hasShortestLaunches = false
  /// When the app is ready at the latest, under any strategy; only with the shortest launches.
  var latestReadyAt = Instant.start
  /// When the user last used the app; nil: never.
  fileprivate var lastUse: Instant?
  /// When the system last granted a background fetch; nil: never.
  fileprivate var lastGrant: Instant?
  /// How many silent pushes were sent to the device, and when the last ones woke the app.
  fileprivate var pushes = SilentPushes()
  /// The last push that found the device without a network.
  fileprivate var waitingPush: ResourceIndex?
  /// The schema of what this release reads and writes.
  var schema: UInt16 = 1
  fileprivate(set) var user: UInt16 = 0
  fileprivate(set) var isCharging = false

  /// Whether the process works: in front, or in its time in the background.
  var isWorking: Bool { state == .foreground || state == .background }
  fileprivate var mayBeWoken: Bool {
    state == .background || state == .suspended || state == .ended && !wasTerminated
  }

  /// Another stretch in front or behind begins.
  /// - Returns: its number.
  @discardableResult
  fileprivate mutating func beginPeriod() -> UInt32 {
    backgroundPeriod += 1
    return backgroundPeriod
  }

  fileprivate func isInBackground(period: UInt32) -> Bool {
    state == .background && period == backgroundPeriod
  }
}

// MARK: - Front and background

extension DeviceSimulation {
  mutating func comeToFront() {
    let isCold = app.state == .ended
    switch app.state {
    case .foreground: return
    case .ended: launch(.foreground)
    case .background, .suspended: enter(.foreground)
    }
    app.launch = isCold && !app.hasShortestLaunches ? .cold : .warm
    app.readyAt = now + startingTime(of: app.launch)
    if app.hasShortestLaunches { app.latestReadyAt = now + longestStartingTime }
    app.lastUse = now
    app.beginPeriod()
    app.wasTerminated = false
    detail(.app(.foregrounded(readyAfter: app.readyAt - now, isCold: app.launch == .cold)))
    tell(.foregrounded)
  }

  /// A process starts, and finds what the last one left.
  private mutating func launch(_ state: AppLifecycle.State) {
    app.process += 1
    enter(state)
    detail(.app(.launched))
    prepareAfterUpgrade()
    tell(.launched)
  }

  mutating func leaveFront() {
    guard app.state == .foreground else { return }
    endView()
    app.lastUse = now
    close()
    detail(.app(.backgrounded))
    stayInBackground(for: plan.device.backgroundTime)
    tell(.backgrounded)
  }

  /// The process works on behind another app, until its time is over.
  private mutating func stayInBackground(for span: TimeSpan) {
    enter(.background)
    agenda.schedule(.suspend(period: app.beginPeriod()), at: now + span)
  }

  mutating func suspend(period: UInt32) {
    guard app.isInBackground(period: period) else { return }
    abandonExchanges(telling: true)
    enter(.suspended)
    detail(.app(.suspended))
  }

  private mutating func enter(_ state: AppLifecycle.State) {
    app.state = state
    noteReachability()
  }
}

// MARK: - The process's end

extension DeviceSimulation {
  /// The app is told that it ends, unless it is suspended: then it just ends.
  mutating func terminate() { end(.terminated, whileSuspended: .endedWhileSuspended) }

  /// The device's workload is over: what the app has not yet saved is saved now, or is lost, as at
  /// a termination by its user.
  mutating func endWorkload() {
    close()
    end(.workloadEnded, whileSuspended: .workloadEnded)
  }

  private mutating func end(_ ending: ProcessEnding, whileSuspended: ProcessEnding) {
    app.wasTerminated = true
    switch app.state {
    case .ended: return
    case .suspended: endProcess(whileSuspended)
    case .foreground, .background:
      close()
      tell(.terminating)
      agenda.append(.processEnd(ending))
    }
  }

  mutating func endProcess(_ ending: ProcessEnding) {
    guard app.state != .ended else { return }
    endView()
    // No process is left to save what the screen showed.
    close(telling: false)
    abandonExchanges(telling: false)
    client.endProcess(at: now)
    enter(.ended)
    let lost = emptyMemoryTiers(ending)
    memory.tiers = .zero
    processor.reset(at: now)
    writer.reset(at: now)
    record(.app(.ended(ending, lostEntries: lost)))
    tell(.died)
  }

  /// Passes a warning on; the strategy hears it only while its process works.
  mutating func warn(_ level: MemoryLevel) {
    takePurgeable()
    record(.app(.memoryWarning))
    switch app.state {
    case .foreground, .background: tell(.memoryWarning(level))
    case .suspended: if level == .critical { endProcess(.reclaimed) }
    case .ended: break
    }
  }

  mutating func charge(_ isCharging: Bool) {
    app.isCharging = isCharging
    app.battery.charge(isCharging, at: now, plan.device.battery)
    if app.isWorking { tell(.charging(isCharging)) }
  }

  mutating func changeUser(to user: UInt16) {
    abandonExchanges(telling: true)
    let former = app.user
    app.user = user
    noteReachability()
    handOverTiers(from: former, to: user)
    tell(.switchedUser(user))
  }
}

// MARK: - Background fetches

extension DeviceSimulation {
  /// Asks the system for background fetches from now on.
  ///
  /// When the system grants them does not depend on the strategy: a Poisson process with this mean
  /// interval, of which fewer are granted the longer the app was not used (`BackgroundFetchRule`).
  /// An app that its user terminated gets none until it is started again, and a phone that saves
  /// power grants none (`BatterySettings`).
  public mutating func requestBackgroundFetches(every mean: TimeSpan) {
    app.backgroundFetches.start(seed: plan.seed, device: device, mean: mean)
    scheduleBackgroundFetch()
  }

  private mutating func scheduleBackgroundFetch() {
    agenda.schedule(.backgroundFetch, at: app.backgroundFetches.next(after: now))
  }

  mutating func grantBackgroundFetch() {
    scheduleBackgroundFetch()
    guard app.mayBeWoken, grantsBackgroundWork,
      !app.battery.isSaving(at: now, plan.device.battery),
      plan.device.backgroundFetches.grants(at: now, to: app)
    else { return }
    app.lastGrant = now
    wake()
    detail(.app(.backgroundFetch))
    tell(.backgroundFetch)
  }

  /// Whether a transfer that could wait had better go now, as the radio is awake anyway and will be
  /// for long: exchanges are under way, or the last one ended within a part of the radio's tail.
  ///
  /// TailEnder's rule (Balasubramanian et al., "Energy consumption in mobile phones", IMC 2009),
  /// with its part, 0.57. Where no radio is modelled there is nothing to wait for.
  package var isRadioAwake: Bool {
    guard let radio = plan.device.radio.profile(for: client.profile.access),
      client.exchanges.isEmpty
    else { return true }
    guard let lastEnd = client.lastEnd else { return false }
    let tail = radio.tail.reduce(TimeSpan.zero) { $0 + $1.duration }
    return (now - lastEnd).seconds <= 0.57 * tail.seconds
  }

  /// Has the system let the app work at a deadline, with a `backgroundFetch` event, wherever it is
  /// then: one that its user terminated, or lets do nothing in the background, excepted. Android's
  /// `setOverrideDeadline` promises that; iOS promises nothing of the kind, so that there it is an
  /// assumption.
  package mutating func requestWork(after span: TimeSpan) {
    agenda.schedule(.deadline, at: now + span)
  }

  mutating func grantTransfer() {
    if app.state != .foreground {
      guard app.mayBeWoken, grantsBackgroundWork else { return }
      wake()
    }
    detail(.app(.backgroundFetch))
    tell(.backgroundFetch)
  }

  /// Whether the system lets apps work that are not in front, as far as its user decides it.
  private var grantsBackgroundWork: Bool {
    let system = plan.device.system
    return system.backgroundRefresh && !system.lowPowerMode && !isConstrained
  }

  private mutating func wake() {
    if app.state == .ended { launch(.background) }
    stayInBackground(for: plan.device.backgroundFetchBudget)
  }

  /// The origin sends a silent push at once, or at an instant drawn by device and instant, alike for
  /// every strategy.
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
      guard grantsBackgroundWork,
        app.isCharging || !app.battery.isSaving(at: now, plan.device.battery),
        app.pushes.mayWake(at: now, plan.device.silentPushes)
      else { return }
      wake()
    }
    detail(.app(.pushed))
    tell(.pushed(resource))
  }

  /// A network is there again: what the origin pushed meanwhile arrives.
  mutating func receiveWaitingPush() {
    if let resource = app.waitingPush { deliverPush(about: resource) }
  }
}

/// Which silent pushes the system delivers to an app that is not in front: it promises none.
package struct SilentPushSettings: Settings {
  package var perHour: Int? = 3
  package var lossRate = 0.0

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
  ]
}

/// The silent pushes that were sent to a device.
private struct SilentPushes {
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

/// Which of the background fetches that an app asks for the system grants.
public enum BackgroundFetchRule: String, WordSettingValue {
  case asked
  /// By how long ago the app was used, unless the device charges: one in each window of four hours
  /// when that was over 12 hours ago, of twelve hours over 2 days, of a day over 7 days.
  ///
  /// The ages are those of Android's standby buckets as they began (frameworks/base, commit
  /// 17fffee4908f, "App Bucketing for Standby"), the windows those in which each bucket may run
  /// jobs (developer.android.com, "Power management resource limits", which also exempts charging
  /// devices). That a window has one fetch is an assumption.
  case byUse = "by-use"

  fileprivate func grants(at now: Instant, to app: AppLifecycle) -> Bool {
    guard self == .byUse, !app.isCharging, let lastGrant = app.lastGrant else { return true }
    let age = app.lastUse.map { now - $0 } ?? .days(8)
    let window: TimeSpan =
      switch age {
      case ...(.hours(12)): .zero
      case ...(.days(2)): .hours(4)
      case ...(.days(7)): .hours(12)
      default: .hours(24)
      }
    return now - lastGrant >= window
  }
}

/// When the system grants background fetches: a Poisson process that no strategy can shift.
private struct BackgroundFetchSchedule {
  private var generator: SeededGenerator?
  private var mean = TimeSpan.zero
  private var instant = Instant.start

  mutating func start(seed: UInt64, device: UInt32, mean: TimeSpan) {
    generator = SeededGenerator(seed: seed, purpose: .device, entity: UInt64(device))
    self.mean = mean
    instant = .start
  }

  mutating func next(after now: Instant) -> Instant {
    while instant <= now {
      let gap = generator?.exponential(mean: mean.seconds) ?? mean.seconds
      instant = instant + max(TimeSpan(rounding: gap), TimeSpan(nanoseconds: 1))
    }
    return instant
  }
}
