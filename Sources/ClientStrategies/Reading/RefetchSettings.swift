internal import CacheWorkloads
internal import ClientSimulation
package import SimCore

/// What makes a screen's stored content be fetched again: its opening, the app's return to the
/// front, the network's return.
package struct RefetchSettings: Settings {
  package var onOpen = RefetchRule.ifStale
  package var onFocus = RefetchRule.ifStale
  package var onReconnect = RefetchRule.ifStale
  package var focusThrottle = TimeSpan.zero

  package init() {}
  package static let fields: [Field<RefetchSettings>] = [
    Field(
      "onOpen", \.onOpen,
      "What is fetched again when a screen opens: nothing, stored content that is stale, or all "
        + "stored content."
    ).also("refetchOnMount", "revalidateIfStale"),
    Field(
      "onFocus", \.onFocus,
      "The same when the app comes to the front and the screen that it was left with opens first: "
        + "that screen was never closed for the library."
    ).also("refetchOnFocus", "refetchOnWindowFocus", "revalidateOnFocus"),
    Field(
      "onReconnect", \.onReconnect,
      "The same when the network is back while the screen is open; also what failed before."
    ).also("refetchOnReconnect", "revalidateOnReconnect"),
    Field(
      "focusThrottle", \.focusThrottle, in: .zero...(.days(1)),
      "For how long after an opening, or after a return that made a request, further returns to "
        + "the front make none; 5 s in SWR."
    ).also("focusThrottleInterval"),
  ]
}

/// Which stored content is fetched again.
package enum RefetchRule: String, WordSettingValue {
  case never
  case ifStale = "if-stale"
  case always
}

/// What requests do without a network; the words are TanStack Query's.
package enum NetworkMode: String, WordSettingValue {
  /// They wait for it, the first attempt too, and go on when it is back.
  case online
  /// The first attempt is made and fails; further attempts wait for the network.
  case offlineFirst
  /// They fail, and are made again as after any failure; the network's return starts none.
  case always
}

/// Tells the openings of screens apart: those that begin, and those at which the app comes back to
/// the screen that it was left with.
struct RefetchTriggers: Sendable {
  let settings: RefetchSettings
  /// The screen that the app was left with, and that no other has replaced.
  private(set) var leftWith: ResourceIndex?
  /// What the present opening fetches again.
  private(set) var rule = RefetchRule.never
  /// Returns to the front up to this instant make no request.
  private var throttledUntil = Instant.start
  private var lastClosed: (resource: ResourceIndex, at: Instant)?

  init(_ settings: RefetchSettings) { self.settings = settings }

  /// A screen opens.
  /// - Returns: the screen that the app was left with, if this one replaces it.
  mutating func noteOpened(_ resource: ResourceIndex, at now: Instant) -> ResourceIndex? {
    defer { leftWith = nil }
    guard leftWith == resource else {
      rule = settings.onOpen
      throttledUntil = now + settings.focusThrottle
      return leftWith
    }
    let isThrottled = settings.focusThrottle > .zero && now <= throttledUntil
    rule = isThrottled ? .never : settings.onFocus
    if !isThrottled { throttledUntil = now + settings.focusThrottle }
    return nil
  }

  mutating func noteClosed(_ resource: ResourceIndex, at now: Instant) {
    lastClosed = (resource, now)
  }

  /// The app leaves the front: a screen that closes at that instant was left open by its user.
  mutating func noteBackgrounded(at now: Instant) {
    if let lastClosed, lastClosed.at == now { leftWith = lastClosed.resource }
  }

  /// The process ended, or its user left.
  mutating func forget() {
    leftWith = nil
    lastClosed = nil
  }
}

/// A timer that outlives the suspension of its process: a moment that passed meanwhile comes when
/// the app works again.
struct LastingTimer: Sendable {
  private let timer: TimerID
  /// When it goes off; nil: it is not set.
  private var due: Instant?

  init(in simulation: inout DeviceSimulation) { timer = simulation.makeTimer() }

  mutating func set(after span: TimeSpan, in simulation: inout DeviceSimulation) {
    due = simulation.now + span
    simulation.wake(timer, after: span)
  }

  /// Whether a timer that went off is this one, at the moment that it is set to; once.
  mutating func takes(_ timer: TimerID, at now: Instant) -> Bool {
    guard timer == self.timer, let due, now >= due else { return false }
    self.due = nil
    return true
  }

  func resume(in simulation: inout DeviceSimulation) {
    if let due { simulation.wake(timer, after: max(.zero, due - simulation.now)) }
  }

  mutating func cancel() { due = nil }
}
