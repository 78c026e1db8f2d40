public import CacheMetrics
public import CacheWorkloads
internal import DeviceModels
public import SimCore

// MARK: - What a strategy may know of the screen

extension DeviceSimulation {
  /// The main resource of the open screen; nil between screens, and until the app has started and
  /// the screen begins.
  public var openScreen: ResourceIndex? { screens.isReady ? screens.main : nil }
  /// How many views the workload opened so far: the number of the latest one, alike for every
  /// strategy. A view that its user opens again keeps its number.
  public var screenCount: UInt32 { UInt32(user.viewCount) }
  /// What the open screen needs and neither shows nor is about to show, main resource first.
  public var awaited: [ResourceIndex] { screens.awaited }

  /// Whether the open screen needs the resource, and no version of it is on screen or about to be:
  /// what is being read and decoded for it is not awaited any more.
  public func isAwaited(_ resource: ResourceIndex) -> Bool { screens.isAwaited(resource) }

  /// Whether the open screen has begun and needs the resource, whatever it shows of it.
  public func isOnScreen(_ resource: ResourceIndex) -> Bool { screens.isOnScreen(resource) }

  /// Whether a copy is stored by itself, and not as the model of a screen: pictures are, and what
  /// the open screen needs beside its main resource.
  public func isSubresource(_ resource: ResourceIndex, _ copy: ResourceCopy) -> Bool {
    !copy.kind.isMain || screens.isNeeded(resource) && screens.main != resource
  }

  /// The version that a view shows, or showed last, of a resource; nil: none. Known of the latest
  /// view and the one before, until the resource is painted on a later screen.
  package func paintedVersion(of resource: ResourceIndex, on view: UInt32) -> UInt32? {
    switch screenCount - min(view, screenCount) {
    case 0: screens.paintedVersion(of: resource, on: screens.serial)
    case 1: screens.paintedVersion(of: resource, on: user.formerSerial)
    default: nil
    }
  }

  /// Shows a version on the open screen once the main thread is free and it is read and decoded.
  ///
  /// A screen begins with `opened`. Before that there is nothing to show anything on: a strategy
  /// that tries breaks a law, and nothing is shown.
  ///
  /// Pictures are decoded here, beside the main thread, whatever the strategy.
  /// - Parameters:
  ///   - delay: the time that reading and decoding a model take.
  ///   - isDecoded: whether the copy is a picture that was stored decoded.
  public mutating func show(
    _ resource: ResourceIndex, _ copy: ResourceCopy, from source: Source, after delay: TimeSpan,
    isDecoded: Bool = false
  ) {
    guard screens.isOpen else { return }
    guard screens.isReady else {
      laws.shownEarly += 1
      return
    }
    let delay = isDecoded ? delay : delay + pictureDecodingTime(of: copy)
    let paint = Paint(screen: screens.serial, resource: resource, copy: copy, source: source)
    if processor.freeAt > now { detail(.blocked(for: processor.freeAt - now), of: resource) }
    let at = max(now, processor.freeAt) + delay
    if at <= now {
      self.paint(paint)
    } else {
      agenda.schedule(.paint(screens.schedule(paint)), at: at)
    }
  }
}

// MARK: - Opening, needing, closing

extension DeviceSimulation {
  mutating func open(_ resource: ResourceIndex, isReaction: Bool = false) {
    let launch = app.readyAt > now ? app.launch : nil
    screens.open(
      resource, origin.content(of: resource)?.screenType ?? ScreenType(), at: now,
      isOffline: !isOnline, isReaction: isReaction, launch: launch, rows: plan.rowsInView)
    screens.delay(beginning: max(app.latestReadyAt - max(app.readyAt, now), .zero))
    user.blank = resource
    laws.opened += 1
    detail(
      .opened(
        screen: isReaction ? 0 : screenCount, network: client.profile.name, isOnline: isOnline),
      of: resource)
    need(resource)
    if let patience = drawPatience() {
      agenda.schedule(.patience(screen: screens.serial), at: now + patience)
    }
    if let launch {
      detail(.app(.starting(takes: app.readyAt - now, isCold: launch == .cold)))
      agenda.schedule(.ready(screen: screens.serial), at: app.readyAt)
    } else {
      tell(.opened(resource))
    }
  }

  /// The app has started: the strategy is told of the screen, and of what it needs beside.
  mutating func beginScreen(_ serial: UInt32) {
    guard screens.serial == serial, let main = screens.main else { return }
    screens.begin(at: now)
    tell(.opened(main))
    screens.forEachNeed { if $0 != main { tell(.needed($0)) } }
  }

  /// The strategy is about to react to the beginning of a screen.
  @inline(__always)
  mutating func noteBeginning(of event: ClientEvent) {
    guard trace.collectsDetail, case .opened(let resource) = event else { return }
    detail(.began(after: now - screens.openedAt), of: resource)
  }

  /// Registers that the open screen needs a resource: a request that ends exactly once, with the
  /// first version of it that is painted, or as unanswered when the screen closes.
  /// - Returns: false when it was registered before, or no screen is open.
  @discardableResult
  mutating func need(_ resource: ResourceIndex) -> Bool {
    guard screens.need(resource) else { return false }
    laws.needed += 1
    if screens.main != resource { detail(.needed, of: resource) }
    return true
  }

  /// The workload names a resource that the open screen needs: a part of the screen, whatever its
  /// main content lists. Of a resource that the screen shows it is another request; what is no GET
  /// is sent even while one like it has no answer, and a GET where the strategy says so.
  mutating func needPart(_ resource: ResourceIndex) {
    var isNew = need(resource)
    screens.namePart(resource, origin)
    if !isNew, screens.needAgain(resource) {
      laws.needed += 1
      detail(.needed, of: resource)
      isNew = true
    }
    let repeats = tellsRepeats || method(of: resource) != .get
    isNew = isNew || (screens.isOnScreen(resource) && repeats)
    if isNew, screens.isReady { tell(.needed(resource)) }
  }

  /// Closes the open screen, if there is one.
  /// - Parameter telling: whether the strategy hears of it; a process that ended does not.
  mutating func close(givenUp: Bool = false, telling: Bool = true) {
    guard var closed = screens.close(at: now, givenUp: givenUp) else { return }
    for resource in closed.unanswered {
      laws.unanswered += 1
      let size = origin.content(of: resource)?.size ?? .zero
      record(
        .answered(
          Answer(
            from: .nothing, bytes: size, isOfReaction: closed.view.isReaction,
            of: kind(of: resource), on: closed.view.screen)),
        of: resource)
    }
    if !closed.view.isReaction {
      for row in closed.blankRows { record(.row(after: nil), of: row) }
    }
    if let (playback, reached) = player.finish(on: screens.serial, at: now) {
      for segment in reached { receipts.shown(segment.resource, version: segment.version) }
      if !closed.view.isReaction { record(.played(playback), of: closed.view.resource) }
    }
    laws.noteClosed(closed.view)
    let main = closed.view.resource
    closed.view.memory = memory.used
    measuring.note(closed.view)
    closed.view.radioEnergy = measuring.radioToTell(of: client.radioEnergySoFar)
    record(.closed(closed.view, givenUp ? .givenUp : telling ? .left : .died), of: main)
    memory.screen = .zero
    if telling { tell(.closed(main, closed.shown)) }
    if givenUp { considerReopening(main) }
  }
}

// MARK: - Painting

extension DeviceSimulation {
  mutating func paint(_ paint: Paint) {
    guard paint.screen == screens.serial, screens.isOpen else { return }
    guard case .shown(let isFirst, let isAnswer) = screens.outcome(of: paint) else {
      detail(.overtaken(version: paint.copy.version), of: paint.resource)
      return
    }
    let outdatedAt = origin.outdated(paint.resource, paint.copy.published)
    let answer = Answer(
      from: paint.source, bytes: paint.copy.size, version: paint.copy.version,
      outdatedFor: outdatedAt.map { now - $0 }, isOfReaction: screens.isReaction,
      isPart: paint.resource != screens.main,
      age: paint.source.isCache ? now - paint.copy.fetchedAt : nil, of: paint.copy.kind,
      on: screens.type)
    if isAnswer {
      laws.answered += 1
      record(.answered(answer), of: paint.resource)
    } else {
      detail(.repainted(answer), of: paint.resource)
    }
    // A segment of media that lies ahead is not seen yet.
    if !player.plays(paint.resource, on: screens.serial) {
      receipts.shown(paint.resource, version: paint.copy.version)
    }
    let isMain = paint.resource == screens.main
    screens.apply(paint, isFirst: isFirst, outdatedAt: outdatedAt, at: now, origin: origin)
    if !isMain, let since = screens.settleRow(paint.resource) {
      noteRow(paint.resource, after: now - since)
    }
    if isMain {
      user.blank = nil
      let isOlder = user.seen.note(paint.copy, of: paint.resource, by: app.user)
      // What is the origin's newest is older than nothing, whatever a list says of its version.
      if isFirst, isOlder, outdatedAt != nil { screens.noteOlderThanSeen() }
      if paint.copy.user != app.user { record(.exposed, of: paint.resource) }
      if isFirst, screens.showsFormer(paint.copy) { considerRefreshing() }
    }
    if let progress = screens.noteProgress(at: now) {
      if progress.becameComplete { detail(.complete, of: progress.main) }
      if progress.becameCurrent { detail(.current, of: progress.main) }
    }
    if isMain {
      agenda.append(.need(screens.partsInView))
      if plan.rowsInView != nil { tell(.advanced) }
    }
    if paint.copy.kind == .media { play(paint.resource, paint.copy) }
    useMemory(on: paint.copy)
  }

  mutating func markOutdated(_ resource: ResourceIndex, version: UInt32) {
    if screens.markOutdated(resource, at: now, origin) {
      detail(.outdated(version: version), of: resource)
    }
  }
}
