public import CacheWorkloads
public import DeviceModels
public import SimCore

/// Where a tier stores its entries.
public enum Medium: UInt8, Sendable, CaseIterable {
  /// In RAM: gone with the process.
  case memory
  case flash
}

/// Where an answer came from.
public enum Source: UInt8, Sendable, CaseIterable {
  case memory
  case flash
  /// A stored copy that the origin confirmed first (RFC 9211: `fwd=stale; fwd-status=304`).
  case revalidated
  case network
  /// There was no answer: the screen stayed blank.
  case nothing

  package var isCache: Bool {
    switch self {
    case .memory, .flash, .revalidated: true
    case .network, .nothing: false
    }
  }
}

/// One appearance of a screen, from open to close.
public struct ScreenView: Sendable {
  /// When it appeared.
  public var openedAt: Instant
  /// When it disappeared.
  public var closedAt: Instant
  /// From its opening until the app could begin it: zero when the app was in front; nil: it closed
  /// while the app was still starting.
  public var launch: TimeSpan? = .zero
  /// Whether a process had to start for it, instead of coming back to the front.
  package var isColdLaunch = false
  /// Of a bound: how much later the screen may begin under a strategy.
  package var beginningDelay = TimeSpan.zero
  /// From its beginning until the first paint of its main content, whatever its age; nil: blank to
  /// the end.
  public var firstContent: TimeSpan?
  /// From its beginning until everything on it was, at that instant, the origin's version; nil:
  /// never.
  public var freshContent: TimeSpan?
  /// From its beginning until all that the shown version needs was painted, whatever its age; nil:
  /// never.
  public var completeContent: TimeSpan?
  /// The source of the first content.
  public var firstSource: Source
  /// Whether the origin had a newer version than the first one shown.
  public var isFirstOutdated: Bool
  /// For how long it had: 0 when it was current.
  public var firstOutdatedFor: TimeSpan
  /// How long any main content was on screen.
  public var timeWithContent: TimeSpan
  /// How long outdated main content was on screen.
  public var timeOutdated: TimeSpan
  /// Whether the device had no network when the screen appeared.
  public var wasOffline: Bool
  /// Whether the user gave up waiting (only with the setting `patience`).
  public var wasGivenUp: Bool
  /// Whether the user opened it again after giving it up: it is no view of the workload, and counts
  /// apart.
  public var isReaction: Bool
  /// The screen's main resource.
  public var resource: ResourceIndex = 0
  /// Of which screen of the app it is.
  package var screen = ScreenType()
  /// How many versions newer the origin's was than the first one shown: 0 when it was current.
  public var versionsBehind = 0
  /// How many of the parts that the origin's version lists the first one shown did not list.
  package var partsBehind = 0
  /// Whether the first content had something that its user had seen in a newer version.
  package var isFirstOlderThanSeen = false
  /// What the app used of the memory when it closed, with what it showed.
  package var memory = Bytes.zero
  /// Microjoules of the radio for the app's traffic since the screen before it closed.
  package var radioEnergy: Int64 = 0
  /// Whether the device had shown a version of its main resource before.
  package var isReturn = false
}

extension ScreenView {
  /// When the app could begin it: a strategy was told of it, and something could be shown.
  package var beganAt: Instant? { launch.map { openedAt + $0 } }

  /// A wait from its beginning, or of a bound from when it begins at the latest under any strategy.
  package func counted(_ wait: TimeSpan?) -> TimeSpan? {
    wait.map { max($0 - beginningDelay, .zero) }
  }

  /// When the first main content was painted; nil: blank to the end.
  package var firstPaintedAt: Instant? {
    firstContent.flatMap { wait in beganAt.map { $0 + wait } }
  }

  /// A screen that appears now, with nothing on it.
  package init(
    of resource: ResourceIndex, at instant: Instant, isOffline: Bool, isReaction: Bool = false
  ) {
    self.init(
      openedAt: instant, closedAt: instant, firstContent: nil, freshContent: nil,
      completeContent: nil, firstSource: .nothing, isFirstOutdated: false, firstOutdatedFor: .zero,
      timeWithContent: .zero, timeOutdated: .zero, wasOffline: isOffline, wasGivenUp: false,
      isReaction: isReaction, resource: resource)
  }
}

/// What a screen got to show of one resource.
public struct Answer: Sendable {
  /// Where it came from.
  public var source: Source
  /// The body's size; for `nothing`, what the origin had.
  public var bytes: Bytes
  /// The version; 0 for `nothing`.
  public var version: UInt32
  /// For how long the origin had had a newer version; nil: it had none.
  public var outdatedFor: TimeSpan?
  /// Whether the screen was opened again by its user, and counts apart.
  public var isOfReaction: Bool
  /// Whether it is of a subresource, and not of the screen's main resource.
  package var isPart: Bool
  /// What the resource is.
  package var kind: ResourceKind
  /// On which screen of the app it is shown.
  package var screen: ScreenType
  /// How long before the origin had sent what a cache answered, confirmed since or not; nil: no
  /// cache answered.
  package var age: TimeSpan?

  /// Whether the origin had a newer version.
  public var isOutdated: Bool { outdatedFor != nil }

  package init(
    from source: Source, bytes: Bytes, version: UInt32 = 0, outdatedFor: TimeSpan? = nil,
    isOfReaction: Bool = false, isPart: Bool = false, age: TimeSpan? = nil,
    of kind: ResourceKind = .other, on screen: ScreenType = ScreenType()
  ) {
    self.kind = kind
    self.screen = screen
    self.isOfReaction = isOfReaction
    self.isPart = isPart
    self.age = age
    self.source = source
    self.bytes = bytes
    self.version = version
    self.outdatedFor = outdatedFor
  }
}

/// The purpose of an exchange with the origin.
public enum Purpose: UInt8, Sendable, CaseIterable {
  /// A screen waits for it.
  case demand
  /// A screen shows an older copy meanwhile.
  case refresh
  /// Prefetched: no screen has requested it yet.
  case prefetch
  /// The list of what can be prefetched.
  case manifest
  case edits
}

/// One exchange with the origin, from request to end.
public struct ExchangeRecord: Sendable {
  /// When it was begun.
  public var startedAt: Instant
  /// When it ended.
  public var endedAt: Instant
  /// Its purpose.
  public var purpose: Purpose
  /// 200, 304 or 503; 0: no answer came.
  public var status: UInt16
  /// Bytes on the wire towards the origin.
  public var bytesUp: Bytes
  /// Bytes on the wire from the origin, of complete and incomplete answers.
  public var bytesDown: Bytes
  /// The body's bytes of a complete answer.
  public var payload: Bytes
  /// Whether the link is metered.
  public var isMetered: Bool
  /// Why no answer came; nil: one did, or the app gave the exchange up.
  public var failure: NetworkFailure?
  /// Whether the app cancelled it, because the view was left that alone waited for it.
  package var isCancelled = false
  /// What the resource is that was asked for; `other` of lists of what to prefetch.
  package var kind = ResourceKind.other
  /// The version that a conditional request named; 0: it had no condition.
  package var condition: UInt32 = 0
  /// The version that a full answer brought; 0: it brought none.
  package var version: UInt32 = 0

  package init(
    startedAt: Instant, endedAt: Instant, purpose: Purpose, status: UInt16, bytesUp: Bytes,
    bytesDown: Bytes, payload: Bytes, isMetered: Bool, failure: NetworkFailure? = nil
  ) {
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.purpose = purpose
    self.status = status
    self.bytesUp = bytesUp
    self.bytesDown = bytesDown
    self.payload = payload
    self.isMetered = isMetered
    self.failure = failure
  }
}

/// A piece of work with content, on the main thread or on another.
public struct MainThreadWork: Sendable {
  /// What is done.
  public enum Kind: Sendable {
    case decoding
    case encoding
    /// A text is rewritten to point to stored parts.
    case rewriting
  }

  /// What is done.
  public var kind: Kind
  /// How long it takes.
  public var duration: TimeSpan
  /// For how long of that the main thread is busy.
  public var busy: TimeSpan
  /// Frames that are not drawn for it.
  public var droppedFrames: Int64

  package init(_ kind: Kind, duration: TimeSpan, busy: TimeSpan, droppedFrames: Int64) {
    self.kind = kind
    self.duration = duration
    self.busy = busy
    self.droppedFrames = droppedFrames
  }
}

/// The stages of an edit.
public enum EditStage: UInt8, Sendable, CaseIterable {
  case made
  /// The strategy refused it, with a message to the user.
  case refused
  /// The origin confirmed it.
  case synced
  /// A later edit of the same field replaced it before it was sent.
  case superseded
  /// It had been accepted, and is gone.
  case lost
  /// The origin rejected it in favour of a change made elsewhere.
  case overruled
  /// Not yet sent or confirmed at the end.
  case pending
  /// No end: it was in conflict with a change made elsewhere that its user had not seen.
  case conflicted
  /// No end: the origin applied it a second time.
  case duplicated
  /// No end: a poll reverted what the user sees of it.
  case reverted
  /// No end: it should reach another device of its user.
  case awaitedElsewhere
  /// No end: another device of its user was told of it.
  case seenElsewhere
}

/// The totals and peaks of a device, known only at its end; of what was measured.
public struct DeviceSummary: Sendable {
  package var device: UInt32
  /// When measuring began: the start, unless there is a warm-up.
  package var measuredFrom = Instant.start
  /// When its events ended.
  package var at: Instant
  /// How many events, of the workload and of the device itself, were simulated.
  package var events: Int
  package var peakMemory: Bytes
  package var peakFlash: Bytes
  package var flashInUse: Bytes
  /// How far tiers whose limits are hints went above them.
  package var overshoot: LimitOvershoot?
  package var radio: RadioEnergy
  /// The maximum number of edits that waited to be sent.
  package var peakOutbox: Int
  /// Bytes at the end in folders that the user's backup includes.
  package var backedUp: Bytes
  /// The volume of prefetched content, and how much of it was shown.
  package var prefetched: PrefetchUse
  /// Bodies received completely, prefetched or not, that no screen showed before another body of
  /// the same resource came.
  package var unshown: Bytes
  /// Conservation laws that the run broke; empty in a right program.
  package var violations: [String]
  /// Microjoules of the radio for the app's traffic since the last screen closed.
  package var radioSinceLastView: Int64 = 0
  /// When the last screen appeared; the start, when there was none.
  package var lastView = Instant.start
  /// Which screens showed what the device had shown before.
  package var returns = ReturnCounts()
  /// What the app may use at most of the memory; nil: it is not known.
  package var memoryLimit: Bytes?

  package init(
    device: UInt32, at instant: Instant, events: Int, peakMemory: Bytes, peakFlash: Bytes,
    flashInUse: Bytes, radio: RadioEnergy, peakOutbox: Int, backedUp: Bytes,
    prefetched: PrefetchUse, unshown: Bytes, violations: [String]
  ) {
    self.device = device
    self.at = instant
    self.events = events
    self.peakMemory = peakMemory
    self.peakFlash = peakFlash
    self.flashInUse = flashInUse
    self.radio = radio
    self.peakOutbox = peakOutbox
    self.backedUp = backedUp
    self.prefetched = prefetched
    self.unshown = unshown
    self.violations = violations
  }
}

/// The most by which tiers whose limits are hints held more than these, as NSCache's are.
package struct LimitOvershoot: Hashable, Codable, Sendable {
  /// What counted above a limit of costs or bytes; nil: there is no such limit.
  package var bytes: Bytes?
  /// The greatest overshoot of any limit, of bytes or of entries, as a share of that limit.
  package var share: Double

  package init(bytes: Bytes? = nil, share: Double = 0) {
    self.bytes = bytes
    self.share = share
  }

  /// Takes the greater of two, one by one.
  package mutating func merge(_ other: LimitOvershoot) {
    if let theirs = other.bytes { bytes = max(bytes ?? .zero, theirs) }
    share = max(share, other.share)
  }
}

/// Screens of the workload that showed content of a resource of which the device had shown some
/// before, so that a cache could have had it.
package struct ReturnCounts: Hashable, Sendable {
  package var opens = 0
  /// Those whose first content the origin sent.
  package var withEmptyCache = 0

  package init() {}

  package mutating func add(_ view: ScreenView) {
    guard view.isReturn, !view.isReaction, view.firstContent != nil else { return }
    opens += 1
    if view.firstSource == .network { withEmptyCache += 1 }
  }
}

/// The volume of prefetched content, and how much of it was shown.
package struct PrefetchUse: Codable, Sendable {
  package var fetched = 0
  /// Of those, the versions shown before another version replaced them.
  package var used = 0
  package var fetchedBytes = Bytes.zero
  package var usedBytes = Bytes.zero

  package init() {}
}
