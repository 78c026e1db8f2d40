internal import CacheMetrics
internal import DeviceModels
public import SimCore

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
    if let opening = nextMaintenance {
      app.held.backgroundFetch = true
      return agenda.schedule(.maintenance, at: opening)
    }
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
    if let opening = nextMaintenance {
      app.held.deadline = true
      return agenda.schedule(.maintenance, at: opening)
    }
    if app.state != .foreground {
      guard app.mayBeWoken, grantsBackgroundWork else { return }
      wake()
    }
    detail(.app(.backgroundFetch))
    tell(.backgroundFetch)
  }

  /// Whether the system lets apps work that are not in front, as far as its user decides it.
  var grantsBackgroundWork: Bool {
    let system = plan.device.system
    return system.backgroundRefresh && !system.lowPowerMode && !isConstrained
  }

  mutating func wake() {
    dropUnusedStorage()
    if app.state == .ended { launch(.background) }
    stayInBackground(for: plan.device.backgroundFetchBudget)
  }
}

/// Which of the background fetches that an app asks for the system grants.
package enum BackgroundFetchRule: String, WordSettingValue {
  case asked
  /// By how long ago the app was used, unless the device charges: one in each window of four hours
  /// when that was over 12 hours ago, of twelve hours over 2 days, of a day over 7 days.
  ///
  /// The ages are those of Android's standby buckets as they began (frameworks/base, commit
  /// 17fffee4908f, "App Bucketing for Standby"), the windows those in which each bucket may run
  /// jobs (developer.android.com, "Power management resource limits", which also exempts charging
  /// devices). That a window has one fetch is an assumption.
  case byUse = "by-use"
  /// The same with the windows before Android 13, of two, eight and 24 hours (the same page's table
  /// "Prior to Android 13").
  case android12 = "android-12"
  /// Android's restricted bucket, which charging does not exempt: one a day.
  case restricted
  /// `BGAppRefreshTask`: one in an hour, and none for an app that was not used for a week. That the
  /// system goes by use is said by Apple (WWDC 2020, session 10063, "Background execution
  /// demystified"), the two numbers are assumptions: none are published.
  case appRefresh = "app-refresh"
  /// `BGProcessingTask` with `requiresExternalPower`: only while the device charges. Such a task
  /// may take minutes: `device.backgroundFetchBudget`.
  case processing

  fileprivate func grants(at now: Instant, to app: AppLifecycle) -> Bool {
    let age = app.lastUse.map { now - $0 } ?? .days(8)
    guard let window = window(unusedFor: age, isCharging: app.isCharging) else { return false }
    return app.lastGrant.map { now - $0 >= window } ?? true
  }

  /// The time in which one is granted; nil: none is.
  private func window(unusedFor age: TimeSpan, isCharging: Bool) -> TimeSpan? {
    switch self {
    case .asked: return .zero
    case .restricted: return .hours(24)
    case .appRefresh: return age <= .days(7) ? .hours(1) : nil
    case .processing: return isCharging ? .zero : nil
    case .byUse, .android12:
      let isOld = self == .android12
      return switch age {
      case _ where isCharging: .zero
      case ...(.hours(12)): .zero
      case ...(.days(2)): .hours(isOld ? 2 : 4)
      case ...(.days(7)): .hours(isOld ? 8 : 12)
      default: .hours(24)
      }
    }
  }
}

/// When the system grants background fetches: a Poisson process that no strategy can shift.
struct BackgroundFetchSchedule {
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
