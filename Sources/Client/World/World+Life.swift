internal import Devices
public import SimCore
internal import Workloads

extension World {
  /// Lets the strategy react to an event, after all that it has still to react to.
  mutating func tell(_ event: ClientEvent) { pending.append(.event(event)) }

  /// Applies an event of the workload.
  mutating func apply(_ action: Action, parts block: [ResourceIndex]) {
    switch action {
    case .publish(let resource, let content): publish(resource, content, parts: block)
    case .open(let resource):
      comeToFront()
      close()
      open(resource)
    case .need(let resource):
      if want(resource) { tell(.needed(resource)) }
    case .close(let resource):
      if screen?.resource == resource { close() }
    case .edit(let edit): make(edit)
    case .network(let index): change(to: Int(index))
    case .charging(let isCharging):
      isChargingNow = isCharging
      if isWorking { tell(.charging(isCharging)) }
    case .launch:
      die(.restarted)
      comeToFront()
    case .foreground: comeToFront()
    case .background: leaveFront()
    case .terminate: terminate()
    case .crash: die(.crashed)
    case .memoryWarning(let level): warn(level)
    case .upgrade(let schema): upgrade(to: schema)
    case .spaceShortage: runOutOfSpace()
    case .editElsewhere(let edit): fields.change(edit, at: now)
    case .switchUser(let user):
      close()
      pending.append(.changeOfHands(user))
    case .end: close()
    }
  }

  private mutating func publish(
    _ resource: ResourceIndex, _ content: Content, parts block: [ResourceIndex]
  ) {
    let index = Int(resource)
    if index >= origin.count {
      origin.append(contentsOf: repeatElement(nil, count: index + 1 - origin.count))
    }
    var content = content
    let start = UInt32(parts.count)
    parts.append(contentsOf: block[content.parts.indices])
    content.parts = PartsRange(start: start, count: content.parts.count)
    origin[index] = content
    published.note(resource, version: content.version, at: content.publishedAt)
    outdate(resource)
    if reach != nil {
      tell(.published(resource, ResourceCopy(of: content, at: now, for: user)))
    }
  }

  /// What is on screen of the resource is outdated from now on.
  private mutating func outdate(_ resource: ResourceIndex) {
    guard isOnScreen(resource), needs[Int(resource)].paintedOn == screens else { return }
    narrate(.outdated(version: origin[Int(resource)]?.version ?? 0), of: resource)
    if screen?.resource == resource {
      if screen?.outdatedSince == nil { screen?.outdatedSince = now }
    } else if needs[Int(resource)].partOf == shows {
      let before = published.outdated(resource, version: needs[Int(resource)].paintedVersion)
      if before == origin[Int(resource)]?.publishedAt { screen?.partsOutdated += 1 }
    }
  }

  private mutating func change(to index: Int) {
    let wasOnline = isOnline
    let former = profile
    profile = plan.profiles[index]
    network.change(to: profile, radio: plan.device.radio.profile(for: profile.access), at: now)
    narrate(.network(profile.name, isOnline: isOnline))
    // Who sleeps hears of it when it comes to the front, by asking.
    guard isWorking || reach != nil else { return }
    if isOnline != wasOnline {
      tell(.connectivity(isOnline: isOnline))
    } else if isOnline && profile != former {
      tell(.changedNetwork)
    }
  }
}

// MARK: - The app's life

extension World {
  private mutating func comeToFront() {
    switch life {
    case .foreground: return
    case .ended:
      life = .foreground
      process += 1
      narrate(.life(.launched))
      tidyUpAfterUpgrade()
      tell(.launched)
    case .background, .suspended:
      life = .foreground
    }
    backgroundPeriod += 1
    wasTerminated = false
    narrate(.life(.foregrounded))
    tell(.foregrounded)
  }

  private mutating func leaveFront() {
    guard life == .foreground else { return }
    close()
    narrate(.life(.backgrounded))
    stayInBackground(for: plan.device.backgroundTime)
    tell(.backgrounded)
  }

  /// The process works on behind another app, until its time is over.
  private mutating func stayInBackground(for span: TimeSpan) {
    life = .background
    backgroundPeriod += 1
    agenda.schedule(.suspend(period: backgroundPeriod), at: now + span)
  }

  mutating func suspend(period: UInt32) {
    guard life == .background, period == backgroundPeriod else { return }
    abandonExchanges(telling: true)
    life = .suspended
    narrate(.life(.suspended))
  }

  /// The app is told that it ends, unless it is suspended: then it just dies.
  private mutating func terminate() {
    wasTerminated = true
    switch life {
    case .ended: return
    case .suspended: die(.endedWhileSuspended)
    case .foreground, .background:
      close()
      tell(.terminating)
      pending.append(.death(.terminated))
    }
  }

  /// The process is gone, and what it had in memory.
  mutating func die(_ ending: Ending) {
    guard life != .ended else { return }
    // Nobody is left to save what the screen showed.
    close(telling: false)
    abandonExchanges(telling: false)
    life = .ended
    var lost = 0
    for index in tiers.indices where tiers[index].medium == .memory {
      lost += tiers[index].dirtyCount
      if isNarrated { narrateEmptying(of: index, .died(ending)) }
      tiers[index].removeAll()
    }
    memory.tiers = .zero
    mainThreadFree = now
    writerFree = now
    narrate(.life(.died(ending)))
    page.append(.processEnded(lostEntries: lost, at: now))
    tell(.died)
  }

  /// Passes a warning on; the strategy hears it only while its process works.
  mutating func warn(_ level: MemoryLevel) {
    takePurgeable()
    narrate(.life(.memoryWarning))
    page.append(.memoryWarning(at: now))
    switch life {
    case .foreground, .background: tell(.memoryWarning(level))
    case .suspended: if level == .critical { die(.reclaimed) }
    case .ended: break
    }
  }
}

// MARK: - Timers

extension World {
  /// Sets a timer; it goes off only if this process works then.
  public mutating func wake(_ timer: UInt32, after span: TimeSpan) {
    agenda.schedule(.timer(timer, process: process), at: now + span)
  }

  /// Asks the system for background fetches from now on.
  ///
  /// When the system grants them is its own affair: a Poisson process with this mean interval,
  /// the same for every strategy that asks for the same interval. A user who terminated the app
  /// gets none until it is started again.
  public mutating func requestBackgroundFetches(every mean: TimeSpan) {
    backgroundFetches.start(seed: plan.seed, device: device, mean: mean)
    scheduleBackgroundFetch()
  }

  private mutating func scheduleBackgroundFetch() {
    agenda.schedule(.backgroundFetch, at: backgroundFetches.next(after: now))
  }

  mutating func handle(_ item: AgendaItem) {
    switch item {
    case .paint(let index): paint(paints.remove(index))
    case .write(let index, let process): finish(fileWrites.remove(index), of: process)
    case .timer(let timer, let process):
      if process == self.process, isWorking {
        tell(.timer(timer))
      }
    case .suspend(let period): suspend(period: period)
    case .patience(let serial):
      if let screen, screen.serial == serial, screen.shown == nil { close(givenUp: true) }
    case .backgroundFetch:
      scheduleBackgroundFetch()
      if life == .foreground || life == .ended && wasTerminated { return }
      if life == .ended {
        process += 1
        life = .background
        narrate(.life(.launched))
        tidyUpAfterUpgrade()
        tell(.launched)
      }
      stayInBackground(for: plan.device.backgroundFetchBudget)
      narrate(.life(.backgroundFetch))
      tell(.backgroundFetch)
    }
  }
}

/// When the system grants background fetches: a Poisson process that no strategy can shift.
struct BackgroundFetchPlan {
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
