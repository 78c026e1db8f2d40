internal import CacheMetrics
internal import CacheWorkloads
internal import DeviceModels
internal import SimCore

/// The app's process: where it is in its lifecycle, which release it is of, and who uses it.
struct AppLifecycle {
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
  fileprivate(set) var wasTerminated = false
  var backgroundFetches = BackgroundFetchSchedule()
  var battery = Battery()
  /// From when on the app can show screens: it has started, or come back.
  fileprivate(set) var readyAt = Instant.start
  /// How it last came to the front.
  fileprivate(set) var launch = Launch.cold
  /// Whether it always comes to the front as fast as it can: a relaxation, for bounds.
  var hasShortestLaunches = false
  /// When the app is ready at the latest, under any strategy; only with the shortest launches.
  var latestReadyAt = Instant.start
  /// When the user last used the app; nil: never.
  fileprivate(set) var lastUse: Instant?
  /// When the system last granted a background fetch; nil: never.
  var lastGrant: Instant?
  /// How many silent pushes were sent to the device, and when the last ones woke the app.
  var pushes = SilentPushes()
  /// The last push that found the device without a network.
  var waitingPush: ResourceIndex?
  var held = HeldWork()
  /// The schema of what this release reads and writes.
  var schema: UInt16 = 1
  fileprivate(set) var user: UInt16 = 0
  fileprivate(set) var isCharging = false

  /// Whether the process works: in front, or in its time in the background.
  var isWorking: Bool { state == .foreground || state == .background }
  var mayBeWoken: Bool {
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
    guard app.state != .foreground else { return }
    dropUnusedStorage()
    let isCold = app.state == .ended
    switch app.state {
    case .foreground: break
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
    receiveWaitingPush()
  }

  /// A process starts, and finds what the last one left.
  mutating func launch(_ state: AppLifecycle.State) {
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
  mutating func stayInBackground(for span: TimeSpan) {
    enter(.background)
    agenda.schedule(.suspend(period: app.beginPeriod()), at: now + span)
  }

  mutating func suspend(period: UInt32) {
    guard app.isInBackground(period: period) else { return }
    let transfers = plan.device.system.transfers
    abandonExchanges(telling: true, leaving: transfers.carries)
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
    if isCharging { resumeHeldWork() }
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
