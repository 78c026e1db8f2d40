package import CacheWorkloads
package import DeviceModels
package import SimCore

/// Where a tier stores its entries.
package enum Medium: UInt8, Sendable, CaseIterable {
  /// In RAM: gone with the process.
  case memory
  /// On flash.
  case flash
}

/// Where an answer came from.
package enum Source: UInt8, Sendable, CaseIterable {
  /// A memory tier.
  case memory
  /// A flash tier.
  case flash
  /// A stored copy that the origin confirmed first (RFC 9211: `fwd=stale; fwd-status=304`).
  case revalidated
  /// The origin sent it.
  case network
  /// There was no answer: the screen stayed blank.
  case nothing
}

/// One appearance of a screen, from open to close.
package struct ScreenView: Sendable {
  /// When it appeared.
  package var openedAt: Instant
  /// When it disappeared.
  package var closedAt: Instant
  /// Until the first paint of its main content, whatever its age; nil: blank to the end.
  package var firstContent: TimeSpan?
  /// Until everything on it was, at that instant, the origin's version; nil: never.
  package var freshContent: TimeSpan?
  /// Until all that the shown version needs was painted, whatever its age; nil: never.
  package var completeContent: TimeSpan?
  /// Where the first content came from.
  package var firstSource: Source
  /// Whether the origin had a newer version than the first one shown.
  package var isFirstOutdated: Bool
  /// For how long it had: 0 when it was current.
  package var firstOutdatedFor: TimeSpan
  /// How long any main content was on screen.
  package var timeWithContent: TimeSpan
  /// How long outdated main content was on screen.
  package var timeOutdated: TimeSpan
  /// Whether the device had no network when the screen appeared.
  package var wasOffline: Bool
  /// Whether the user gave up waiting (only with the setting `patience`).
  package var wasGivenUp: Bool
  /// The screen's main resource.
  package var resource: ResourceIndex = 0
}

extension ScreenView {
  /// A screen that appears now, with nothing on it.
  package init(of resource: ResourceIndex, at instant: Instant, isOffline: Bool) {
    self.init(
      openedAt: instant, closedAt: instant, firstContent: nil, freshContent: nil,
      completeContent: nil, firstSource: .nothing, isFirstOutdated: false, firstOutdatedFor: .zero,
      timeWithContent: .zero, timeOutdated: .zero, wasOffline: isOffline, wasGivenUp: false,
      resource: resource)
  }
}

/// What a screen got to show of one resource.
package struct Answer: Sendable {
  /// Where it came from.
  package var source: Source
  /// The body's size; for `nothing`, what the origin had.
  package var bytes: Bytes
  /// The version; 0 for `nothing`.
  package var version: UInt32
  /// For how long the origin had had a newer version; nil: it had none.
  package var outdatedFor: TimeSpan?

  /// Whether the origin had a newer version.
  package var isOutdated: Bool { outdatedFor != nil }

  /// Makes an answer.
  package init(
    from source: Source, bytes: Bytes, version: UInt32 = 0, outdatedFor: TimeSpan? = nil
  ) {
    self.source = source
    self.bytes = bytes
    self.version = version
    self.outdatedFor = outdatedFor
  }
}

/// Why an exchange with the origin was begun.
package enum Purpose: UInt8, Sendable, CaseIterable {
  /// A screen waits for it.
  case demand
  /// A screen shows an older copy meanwhile.
  case refresh
  /// Fetched ahead: no screen asks for it yet.
  case prefetch
  /// The list of what there is to fetch ahead.
  case manifest
  /// Edits on their way to the origin.
  case edits
}

/// One exchange with the origin, from request to end.
package struct ExchangeRecord: Sendable {
  /// When it was begun.
  package var startedAt: Instant
  /// When it ended.
  package var endedAt: Instant
  /// Why it was begun.
  package var purpose: Purpose
  /// 200, 304 or 503; 0: no answer came.
  package var status: UInt16
  /// Bytes on the wire towards the origin.
  package var bytesUp: Bytes
  /// Bytes on the wire from the origin, whole or not.
  package var bytesDown: Bytes
  /// The body's bytes of a whole answer.
  package var payload: Bytes
  /// Whether the link is paid by volume.
  package var isMetered: Bool
  /// Why no answer came; nil: one did, or the app gave the exchange up.
  package var failure: NetworkFailure?

  /// Makes a record of an exchange that is over.
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

/// A piece of work with content, done on the main thread or beside it.
package struct MainThreadWork: Sendable {
  /// What is done.
  package enum Kind: Sendable {
    /// A stored model is decoded.
    case decoding
    /// A model is encoded to be stored.
    case encoding
    /// A text is rewritten to point to stored parts.
    case rewriting
  }

  /// What is done.
  package var kind: Kind
  /// How long it takes.
  package var duration: TimeSpan
  /// For how long of that the main thread is busy.
  package var busy: TimeSpan
  /// Frames that are not drawn for it.
  package var droppedFrames: Int64

  /// Makes a piece of work.
  package init(_ kind: Kind, duration: TimeSpan, busy: TimeSpan, droppedFrames: Int64) {
    self.kind = kind
    self.duration = duration
    self.busy = busy
    self.droppedFrames = droppedFrames
  }
}

/// How far an edit came.
package enum EditStage: UInt8, Sendable, CaseIterable {
  /// The user made it.
  case made
  /// The strategy could not take it, and told the user.
  case refused
  /// The origin confirmed it.
  case synced
  /// A later edit of the same field took its place before it was sent.
  case superseded
  /// It had been taken, and is gone.
  case lost
  /// The origin answered that a change made elsewhere stands.
  case overruled
  /// Still on its way at the end.
  case pending
  /// No end: it met a change made elsewhere that its maker had not seen.
  case conflicted
  /// No end: the origin took it a second time.
  case duplicated
  /// No end: a poll set back what the user sees of it.
  case reverted
}

/// What can be said of a device only at its end.
package struct DeviceSummary: Sendable {
  /// The device.
  package var device: UInt32
  /// When its events ended.
  package var at: Instant
  /// How many events, of the workload and of the device itself, were simulated.
  package var events: Int
  /// The most memory the app ever used.
  package var peakMemory: Bytes
  /// The most that was ever stored on flash.
  package var peakFlash: Bytes
  /// What lies on flash at the end.
  package var flashInUse: Bytes
  /// What the radios took from first to last.
  package var radio: RadioEnergy
  /// The most edits that ever waited to be sent.
  package var peakOutbox: Int
  /// What lies at the end where the user's backup takes it along.
  package var backedUp: Bytes
  /// Fetched ahead, and how much of it was ever shown.
  package var prefetched: PrefetchUse
  /// Conservation laws that the run broke; empty in a right program.
  package var violations: [String]

  /// Sums a device up.
  package init(
    device: UInt32, at instant: Instant, events: Int, peakMemory: Bytes, peakFlash: Bytes,
    flashInUse: Bytes, radio: RadioEnergy, peakOutbox: Int, backedUp: Bytes,
    prefetched: PrefetchUse, violations: [String]
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
    self.violations = violations
  }
}

/// What became of what was fetched ahead.
package struct PrefetchUse: Sendable {
  /// Versions fetched ahead.
  package var fetched = 0
  /// Of those, shown at least once before another version took their place.
  package var used = 0
  /// Bytes of the versions fetched ahead.
  package var fetchedBytes = Bytes.zero
  /// Bytes of those shown.
  package var usedBytes = Bytes.zero

  /// Nothing fetched ahead.
  package init() {}
}
