internal import Devices
public import SimCore
public import Workloads

// MARK: - Opening and closing

extension World {
  mutating func open(_ resource: ResourceIndex) {
    precondition(screen == nil, "a screen is open already")
    screens += 1
    laws.opened += 1
    screen = Screen(
      serial: screens, resource: resource,
      visit: ScreenVisit(
        openedAt: now, closedAt: now, firstContent: nil, freshContent: nil, completeContent: nil,
        firstSource: .nothing, isFirstOutdated: false, firstOutdatedFor: .zero,
        timeWithContent: .zero, timeOutdated: .zero, wasOffline: !isOnline, wasGivenUp: false,
        resource: resource))
    story?.open(screens, resource, at: now)
    narrate(.opened(network: profile.name, isOnline: isOnline), of: resource)
    want(resource)
    if let patience = plan.patience {
      agenda.schedule(.patience(screen: screens), at: now + patience)
    }
    tell(.opened(resource))
  }

  /// Closes the open screen, if there is one, and writes its visit into the book.
  /// - Parameter telling: whether the strategy hears of it; a process that died does not.
  mutating func close(givenUp: Bool = false, telling: Bool = true) {
    guard var screen = self.screen else { return }
    settleOutdatedTime(of: &screen)
    var visit = screen.visit
    visit.closedAt = now
    visit.wasGivenUp = givenUp
    if let first = visit.firstContent { visit.timeWithContent = now - (visit.openedAt + first) }
    for resource in screen.wanted where needs[Int(resource)].paintedOn != screen.serial {
      laws.unanswered += 1
      let size = origin[Int(resource)]?.size ?? .zero
      page.append(
        .answered(Answer(at: now, source: .nothing, bytes: size, isOutdated: false)))
    }
    narrate(.closed(givenUp ? .givenUp : telling ? .left : .died), of: screen.resource)
    laws.closed += 1
    page.append(.visit(visit))
    self.screen = nil
    memory.screen = .zero
    if telling { tell(.closed(screen.resource, screen.shown)) }
  }

  private func settleOutdatedTime(of screen: inout Screen) {
    guard let since = screen.outdatedSince else { return }
    screen.visit.timeOutdated += now - since
    screen.outdatedSince = now
  }
}

// MARK: - Needs

extension World {
  /// Says that the open screen needs a resource: a request that ends exactly once, with the first
  /// version of it that is painted, or as unanswered when the screen closes.
  /// - Returns: false when the screen had said so before, or none is open.
  @discardableResult
  public mutating func want(_ resource: ResourceIndex) -> Bool {
    guard screen != nil else { return false }
    let index = Int(resource)
    if index >= needs.count {
      needs.append(contentsOf: repeatElement(Need(), count: index + 1 - needs.count))
    }
    guard needs[index].wantedBy != screens else { return false }
    needs[index].wantedBy = screens
    screen?.wanted.append(resource)
    laws.wanted += 1
    if screen?.resource != resource { narrate(.needed, of: resource) }
    return true
  }

  /// Shows a version on the open screen once the main thread is free and it is read and decoded.
  /// - Parameters:
  ///   - delay: the time that reading and decoding take.
  public mutating func show(
    _ resource: ResourceIndex, _ copy: ResourceCopy, from source: Source, after delay: TimeSpan
  ) {
    guard screen != nil else { return }
    let paint = Paint(screen: screens, resource: resource, copy: copy, source: source)
    if mainThreadFree > now { narrate(.blocked(for: mainThreadFree - now), of: resource) }
    let at = max(now, mainThreadFree) + delay
    if at <= now {
      self.paint(paint)
    } else {
      agenda.schedule(.paint(paints.insert(paint)), at: at)
    }
  }

  mutating func paint(_ paint: Paint) {
    guard paint.screen == screens, var screen = self.screen.take() else { return }
    let index = Int(paint.resource)
    let isFirst = needs[index].paintedOn != screen.serial
    if !isFirst && needs[index].paintedVersion > paint.copy.version {
      narrate(.outrun(version: paint.copy.version), of: paint.resource)
      self.screen = screen
      return
    }
    let outdatedAt = published.outdated(paint.resource, version: paint.copy.version)
    narrate(
      .painted(
        paint.source, version: paint.copy.version, isFirst: isFirst,
        outdatedFor: outdatedAt.map { now - $0 }), of: paint.resource)
    if isFirst { answer(paint, isOutdated: outdatedAt != nil) }
    if paint.resource == screen.resource {
      paintMain(paint, on: &screen, outdatedAt: outdatedAt)
      if paint.copy.user != user { page.append(.exposed(at: now)) }
    } else if needs[index].partOf == shows {
      let was =
        isFirst
        ? nil
        : published.outdated(
          paint.resource, version: needs[index].paintedVersion)
      if isFirst { screen.partsMissing -= 1 }
      if outdatedAt == nil && (isFirst || was != nil) { screen.partsOutdated -= 1 }
    }
    needs[index].paintedOn = screen.serial
    needs[index].paintedVersion = paint.copy.version
    noteProgress(of: &screen)
    let isMain = paint.resource == screen.resource
    self.screen = screen
    if isMain { tell(.shown(paint.resource, paint.copy)) }
    useMemory(on: paint.copy)
  }

  private mutating func answer(_ paint: Paint, isOutdated: Bool) {
    laws.answered += 1
    prefetch.shown(paint.resource, version: paint.copy.version)
    page.append(
      .answered(
        Answer(
          at: now, source: paint.source, bytes: paint.copy.size, isOutdated: isOutdated)))
  }

  private mutating func paintMain(
    _ paint: Paint, on screen: inout Screen, outdatedAt: Instant?
  ) {
    if screen.visit.firstContent == nil {
      screen.visit.firstContent = now - screen.visit.openedAt
      screen.visit.firstSource = paint.source
      screen.visit.isFirstOutdated = outdatedAt != nil
      if let outdatedAt { screen.visit.firstOutdatedFor = now - outdatedAt }
    }
    settleOutdatedTime(of: &screen)
    screen.outdatedSince = outdatedAt == nil ? nil : now
    screen.shown = paint.copy
    screen.partsMissing = 0
    screen.partsOutdated = 0
    shows += 1
    for index in paint.copy.parts.indices { countPart(parts[index], on: &screen) }
  }

  private mutating func countPart(_ part: ResourceIndex, on screen: inout Screen) {
    let index = Int(part)
    if index >= needs.count {
      needs.append(contentsOf: repeatElement(Need(), count: index + 1 - needs.count))
    }
    guard needs[index].partOf != shows else { return }
    needs[index].partOf = shows
    if needs[index].paintedOn != screen.serial {
      screen.partsMissing += 1
      screen.partsOutdated += 1
    } else if published.outdated(part, version: needs[index].paintedVersion) != nil {
      screen.partsOutdated += 1
    }
  }

  private mutating func noteProgress(of screen: inout Screen) {
    guard screen.shown != nil else { return }
    let since = now - screen.visit.openedAt
    if screen.partsMissing == 0, screen.visit.completeContent == nil {
      screen.visit.completeContent = since
      narrate(.complete, of: screen.resource)
    }
    if screen.partsOutdated == 0, screen.outdatedSince == nil, screen.visit.freshContent == nil {
      screen.visit.freshContent = since
      narrate(.current, of: screen.resource)
    }
  }
}

// MARK: - Paints under way

/// A version on its way to the screen.
struct Paint {
  var screen: UInt32
  var resource: ResourceIndex
  var copy: ResourceCopy
  var source: Source
}
