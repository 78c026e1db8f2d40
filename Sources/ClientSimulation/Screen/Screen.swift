internal import CacheMetrics
internal import CacheWorkloads
internal import SimCore

/// The open screen: what it needs, what it shows, and what is measured of it.
struct ScreenState {
  /// How one resource stands with the open screen.
  struct Need {
    var neededBy: UInt32 = 0
    var paintedOn: UInt32 = 0
    var paintedVersion: UInt32 = 0
    var scheduledOn: UInt32 = 0
    /// The screen that the workload named it for last, whatever its main content lists.
    var namedFor: UInt32 = 0
    /// The screen of which it left view as a row, before it was on it.
    var leftOn: UInt32 = 0
    /// What copies of that share.
    var painted: PublishedVersion?
    /// The paint of a main content that counted it among its parts last.
    var partOf: UInt32 = 0
    /// The screen that requested it again after a version was painted, while no answer to that is.
    var againFor: UInt32 = 0

    mutating func notePaint(of copy: ResourceCopy, on serial: UInt32) {
      paintedOn = serial
      paintedVersion = copy.version
      painted = copy.published
      againFor = 0
    }
  }

  struct Screen {
    var main: ResourceIndex
    var view: ScreenView
    /// What it needed so far, main resource first.
    var needs: [ResourceIndex] = []
    /// Parts that the workload named, whatever the shown version lists.
    var namedParts: [ResourceIndex] = []
    var shown: ResourceCopy?
    var viewport: Viewport
    /// Parts, of the shown version or named by the workload, that are not on screen in any version.
    var partsMissing = 0
    /// Those that are not on screen in the origin's version.
    var partsOutdated = 0
    /// Since when the main content on screen has been outdated.
    var outdatedSince: Instant?
    /// The version that the view of it before showed last; 0: none.
    var formerVersion: UInt32
    /// Whether it has begun: the app has started, and the strategy was told of it.
    var isReady: Bool { view.launch != nil }

    static let none = Screen(
      main: 0, view: ScreenView(of: 0, at: .start, isOffline: false, isReaction: false),
      viewport: Viewport(height: nil), formerVersion: 0)
  }

  struct Closed {
    var view: ScreenView
    /// The main content that it showed last; nil: it stayed blank.
    var shown: ResourceCopy?
    /// What it needed and never got.
    var unanswered: [ResourceIndex]
    /// Rows that were scrolled into view and stayed blank.
    var blankRows: [ResourceIndex]
  }

  /// What a paint brought about.
  enum Painted {
    /// Nothing: a newer version is on screen.
    case overtaken
    /// A version came on screen, for the first time of its resource or not, and answers a request
    /// or repeats what was shown.
    case shown(isFirst: Bool, isAnswer: Bool)
  }

  /// How complete and how fresh the open screen is.
  struct Progress {
    var main: ResourceIndex
    var becameComplete = false
    var becameCurrent = false
  }

  private(set) var isOpen = false
  /// The open screen; `none` between screens. No optional, of which each look would be a copy.
  var screen = Screen.none
  /// Counts the screens of a device: what belongs to an earlier one is told apart by it.
  private(set) var serial: UInt32 = 0
  /// Counts the screens of the present view of the workload: it may be opened again.
  private(set) var attempts: UInt32 = 0
  /// Counts the paints of main contents: which parts belong to the present one is told by it.
  private var mainPaints: UInt32 = 0
  /// How resources stand with the open screen and those before it.
  var needs = PagedMap(filling: Need())
  private var paints = Pool<Paint>()
}

// MARK: - What is on screen

extension ScreenState {
  var main: ResourceIndex? { isOpen ? screen.main : nil }

  var openedAt: Instant { screen.view.openedAt }

  /// Whether a screen is open, and nothing on it yet.
  func isBlank(_ serial: UInt32) -> Bool {
    isOpen && self.serial == serial && screen.shown == nil
  }

  func isNeeded(_ resource: ResourceIndex) -> Bool {
    isOpen && needs[resource].neededBy == serial && needs[resource].leftOn != serial
  }

  /// Whether the open screen has begun and needs the resource, whatever it shows of it.
  func isOnScreen(_ resource: ResourceIndex) -> Bool { isNeeded(resource) && screen.isReady }

  /// Whether the open screen needs the resource, and no version of it is on screen or about to be:
  /// what is being read and decoded for it is not awaited any more.
  func isAwaited(_ resource: ResourceIndex) -> Bool {
    isOnScreen(resource) && isUnanswered(resource) && needs[resource].scheduledOn != serial
  }

  /// Whether a request of the present screen for the resource has no answer yet.
  private func isUnanswered(_ resource: ResourceIndex) -> Bool {
    needs[resource].paintedOn != serial || needs[resource].againFor == serial
  }

  /// What the open screen needs and neither shows nor is about to show, main resource first.
  var awaited: [ResourceIndex] {
    guard screen.isReady else { return [] }
    return screen.needs.filter { isAwaited($0) }
  }

  mutating func noteOlderThanSeen() { screen.view.isFirstOlderThanSeen = true }

  func showsFormer(_ copy: ResourceCopy) -> Bool {
    isOpen && screen.formerVersion == copy.version
  }
  var type: ScreenType { screen.view.screen }

  /// Whether the open screen was opened again by its user, and is no view of the workload.
  var isReaction: Bool { screen.view.isReaction }

  /// The version that a screen showed of a resource last; nil: none. Known until the resource is
  /// painted on a later one.
  func paintedVersion(of resource: ResourceIndex, on serial: UInt32) -> UInt32? {
    let need = needs[resource]
    guard need.paintedOn == serial else { return nil }
    return need.paintedVersion
  }
}

// MARK: - Opening, needing, closing

extension ScreenState {
  /// - Parameters:
  ///   - launch: how a screen waits for the app that opens it; nil: it is in front.
  ///   - rows: how many rows are in view; nil: all are.
  mutating func open(
    _ resource: ResourceIndex, _ type: ScreenType, at now: Instant, isOffline: Bool,
    isReaction: Bool, launch: Launch?, rows: Int?
  ) {
    precondition(!isOpen, "a screen is open already")
    serial += 1
    attempts = isReaction ? attempts + 1 : 0
    let former = needs[resource].paintedVersion
    var view = ScreenView(of: resource, at: now, isOffline: isOffline, isReaction: isReaction)
    view.screen = type
    view.isReturn = former != 0
    view.isColdLaunch = launch == .cold
    view.launch = launch == nil ? .zero : nil
    screen = Screen(
      main: resource, view: view, viewport: Viewport(height: rows), formerVersion: former)
    isOpen = true
  }

  /// Notes how much later the screen may begin under another strategy.
  mutating func delay(beginning delay: TimeSpan) { screen.view.beginningDelay = delay }

  mutating func begin(at now: Instant) {
    if isOpen { screen.view.launch = now - screen.view.openedAt }
  }

  /// Whether the open screen has begun: the strategy was told of it, and may show something.
  var isReady: Bool { isOpen && screen.isReady }

  /// Registers a resource that the open screen needs.
  /// - Returns: false when it is registered already, or no screen is open.
  mutating func need(_ resource: ResourceIndex) -> Bool {
    guard isOpen else { return false }
    guard needs[resource].neededBy != serial else { return false }
    needs[resource].neededBy = serial
    screen.needs.append(resource)
    return true
  }

  /// Registers that the open screen requests a resource again of which it shows a version: another
  /// request, which the next paint of it answers. What is on screen stays there meanwhile.
  /// - Returns: false when a request for it has no answer yet, which will be the answer to this one
  ///   too, or it is not on screen.
  mutating func needAgain(_ resource: ResourceIndex) -> Bool {
    guard isOnScreen(resource), !isUnanswered(resource) else { return false }
    needs[resource].againFor = serial
    needs[resource].scheduledOn = 0
    return true
  }

  /// Adds a part that the workload names to those of the open screen, whatever version of the main
  /// content it shows. A screen that was complete without the part is not complete any more.
  mutating func namePart(_ resource: ResourceIndex, _ origin: borrowing Origin) {
    guard let main, main != resource, needs[resource].namedFor != serial else { return }
    needs[resource].namedFor = serial
    screen.namedParts.append(resource)
    // Before that, it is counted when the main content is painted.
    guard screen.shown != nil else { return }
    countPart(resource, origin)
    screen.takeBackProgress()
  }

  func forEachNeed(_ body: (ResourceIndex) -> Void) { screen.needs.forEach(body) }

  /// Takes back the memory for a page of resources that nothing leads to.
  mutating func removePage(from start: ResourceIndex) { needs.removePage(of: start) }

  mutating func close(at now: Instant, givenUp: Bool) -> Closed? {
    guard isOpen else { return nil }
    screen.settleOutdatedTime(at: now)
    var view = screen.view
    view.closedAt = now
    view.wasGivenUp = givenUp
    if let painted = view.firstPaintedAt { view.timeWithContent = now - painted }
    let unanswered = screen.needs.filter { isUnanswered($0) }
    defer { (screen, isOpen) = (.none, false) }
    return Closed(
      view: view, shown: screen.shown, unanswered: unanswered,
      blankRows: screen.viewport.blankRows)
  }
}

// MARK: - Painting

extension ScreenState {
  mutating func schedule(_ paint: consuming Paint) -> Int {
    needs[paint.resource].scheduledOn = paint.screen
    return paints.insert(paint)
  }

  mutating func takePaint(_ index: Int) -> Paint { paints.remove(index) }

  /// Whether a version would take the place of a newer one, or of none.
  func outcome(of paint: Paint) -> Painted {
    let need = needs[paint.resource]
    let isFirst = need.paintedOn != serial
    let isAnswer = isUnanswered(paint.resource)
    return !isAnswer && need.paintedVersion > paint.copy.version
      ? .overtaken : .shown(isFirst: isFirst, isAnswer: isAnswer)
  }

  /// Puts a version on the open screen.
  mutating func apply(
    _ paint: Paint, isFirst: Bool, outdatedAt: Instant?, at now: Instant, origin: borrowing Origin
  ) {
    if paint.resource == main {
      paintMain(paint, outdatedAt: outdatedAt, at: now, origin)
    } else if needs[paint.resource].partOf == mainPaints {
      let need = needs[paint.resource]
      let wasOutdated = !isFirst && origin.outdated(paint.resource, need.painted) != nil
      if isFirst { screen.partsMissing -= 1 }
      if outdatedAt == nil && (isFirst || wasOutdated) { screen.partsOutdated -= 1 }
    }
    needs[paint.resource].notePaint(of: paint.copy, on: serial)
  }

  private mutating func paintMain(
    _ paint: Paint, outdatedAt: Instant?, at now: Instant, _ origin: borrowing Origin
  ) {
    if outdatedAt != nil, screen.view.firstContent == nil { noteMissing(in: paint, origin) }
    screen.showMain(paint, outdatedAt: outdatedAt, at: now)
    mainPaints += 1
    layOut(paint.copy.parts, origin)
    for part in screen.viewport.parts { countPart(part, origin) }
    for part in screen.namedParts { countPart(part, origin) }
  }

  /// What an outdated first content lacks of the origin's.
  private mutating func noteMissing(in paint: Paint, _ origin: borrowing Origin) {
    let newest = origin.content(of: paint.resource)?.version ?? paint.copy.version
    screen.view.versionsBehind = max(Int(newest) - Int(paint.copy.version), 0)
    // A count of paints that no other has: the parts of this version, in view or not, are told
    // apart by it.
    mainPaints += 1
    for part in paint.copy.parts { needs[part].partOf = mainPaints }
    let behind = origin.parts(of: paint.resource).count { needs[$0].partOf != mainPaints }
    screen.view.partsBehind = behind
  }

  private mutating func countPart(_ part: ResourceIndex, _ origin: borrowing Origin) {
    let need = needs[part]
    guard need.partOf != mainPaints else { return }
    needs[part].partOf = mainPaints
    if need.paintedOn != serial {
      screen.partsMissing += 1
      screen.partsOutdated += 1
    } else if origin.outdated(part, need.painted) != nil {
      screen.partsOutdated += 1
    }
  }

  mutating func noteProgress(at now: Instant) -> Progress? {
    guard isOpen, screen.shown != nil else { return nil }
    var progress = Progress(main: screen.main)
    screen.note(&progress, at: now)
    return progress
  }

  /// The origin published a newer version of a resource.
  /// - Returns: whether an older one is on screen.
  mutating func markOutdated(
    _ resource: ResourceIndex, at now: Instant, _ origin: borrowing Origin
  ) -> Bool {
    guard isOnScreen(resource), needs[resource].paintedOn == serial else { return false }
    let need = needs[resource]
    if main == resource {
      if screen.outdatedSince == nil { screen.outdatedSince = now }
    } else if need.partOf == mainPaints {
      let before = origin.outdated(resource, need.painted)
      if before == origin.content(of: resource)?.publishedAt { screen.partsOutdated += 1 }
    }
    return true
  }
}

extension ScreenState.Screen {
  fileprivate mutating func settleOutdatedTime(at now: Instant) {
    guard let since = outdatedSince else { return }
    view.timeOutdated += now - since
    outdatedSince = now
  }

  fileprivate mutating func showMain(_ paint: Paint, outdatedAt: Instant?, at now: Instant) {
    if view.firstContent == nil {
      view.firstContent = sinceBeginning(at: now)
      view.firstSource = paint.source
      view.isFirstOutdated = outdatedAt != nil
      if let outdatedAt { view.firstOutdatedFor = now - outdatedAt }
    }
    settleOutdatedTime(at: now)
    outdatedSince = outdatedAt == nil ? nil : now
    shown = paint.copy
    partsMissing = 0
    partsOutdated = 0
  }

  private func sinceBeginning(at now: Instant) -> TimeSpan { now - (view.beganAt ?? now) }

  /// A part was added: what was reached without it was not complete, or not up to date.
  fileprivate mutating func takeBackProgress() {
    if partsMissing > 0 { view.completeContent = nil }
    if partsOutdated > 0 { view.freshContent = nil }
  }

  fileprivate mutating func note(_ progress: inout ScreenState.Progress, at now: Instant) {
    let since = sinceBeginning(at: now)
    if partsMissing == 0, view.completeContent == nil {
      view.completeContent = since
      progress.becameComplete = true
    }
    if partsOutdated == 0, outdatedSince == nil, view.freshContent == nil {
      view.freshContent = since
      progress.becameCurrent = true
    }
  }
}

/// A version on its way to the screen.
struct Paint {
  var screen: UInt32
  var resource: ResourceIndex
  var copy: ResourceCopy
  var source: Source
}
