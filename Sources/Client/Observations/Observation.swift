public import Devices
public import SimCore
public import Workloads

/// What a client did or felt, as it stands in the visitors' book.
///
/// Reports read only these; a strategy never sees them. Written in pages, read a page at a time.
public enum Observation: Sendable {
  /// A screen closed; its whole story.
  case visit(ScreenVisit)
  /// A resource that a screen needed was answered, or, with `nothing`, never was.
  case answered(Answer)
  /// An exchange with the origin ended.
  case exchanged(ExchangeRecord)
  /// Something was written to flash.
  case wrote(FlashWrite, at: Instant)
  /// A flash tier was given a version again that it had already; the write stands on its own.
  case rewrote(Bytes, at: Instant)
  /// Something was read from flash.
  case read(Bytes, at: Instant)
  /// The main thread encoded or decoded a model.
  case worked(TimeSpan, droppedFrames: Int64, at: Instant)
  /// An entry left a tier to make room.
  case evicted(Bytes, from: Medium, at: Instant)
  /// The system warned the app that memory is short.
  case memoryWarning(at: Instant)
  /// The system killed the app for its memory.
  case killed(at: Instant)
  /// The app's process ended; entries that were not yet on flash are gone.
  case processEnded(lostEntries: Int, at: Instant)
  /// An entry could not be decoded: another release of the app wrote it.
  case undecodable(at: Instant)
  /// The app found an entry of its own index whose file is not there.
  case broken(at: Instant)
  /// A person was shown what had been fetched for another one.
  case exposed(at: Instant)
  /// The system emptied the caches' folder.
  case purged(Bytes, at: Instant)
  /// An edit came to its next stage.
  case edit(EditStage, age: TimeSpan, at: Instant)
  /// A device's story ended.
  case finished(DeviceSummary)
}

/// Where a tier keeps its entries.
public enum Medium: UInt8, Sendable, CaseIterable {
  /// In RAM: gone with the process.
  case memory
  /// On flash.
  case flash
}

/// Where an answer came from.
public enum Source: UInt8, Sendable, CaseIterable {
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
public struct ScreenVisit: Sendable {
  /// When it appeared.
  public var openedAt: Instant
  /// When it disappeared.
  public var closedAt: Instant
  /// Until the first paint of its main content, whatever its age; nil: blank to the end.
  public var firstContent: TimeSpan?
  /// Until everything on it was, at that instant, the origin's version; nil: never.
  public var freshContent: TimeSpan?
  /// Until all that the shown version needs was painted, whatever its age; nil: never.
  public var completeContent: TimeSpan?
  /// Where the first content came from.
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
  /// Whether the user gave up waiting (only with the `patience` knob).
  public var wasGivenUp: Bool
  /// The screen's main resource.
  public var resource: ResourceIndex = 0
}

/// The answer to one need of one screen.
public struct Answer: Sendable {
  /// When it was on screen, or, for `nothing`, when the screen closed.
  public var at: Instant
  /// Where it came from.
  public var source: Source
  /// The body's size; for `nothing`, what the origin had.
  public var bytes: Bytes
  /// Whether the origin had a newer version.
  public var isOutdated: Bool
}

/// Why an exchange with the origin was begun.
public enum Purpose: UInt8, Sendable, CaseIterable {
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
public struct ExchangeRecord: Sendable {
  /// When it was begun.
  public var startedAt: Instant
  /// When it ended.
  public var endedAt: Instant
  /// Why it was begun.
  public var purpose: Purpose
  /// 200, 304 or 503; 0: no answer came.
  public var status: UInt16
  /// Bytes on the wire towards the origin.
  public var bytesUp: Bytes
  /// Bytes on the wire from the origin, whole or not.
  public var bytesDown: Bytes
  /// The body's bytes of a whole answer.
  public var payload: Bytes
  /// Whether the link is paid by volume.
  public var isMetered: Bool
}

/// How far an edit came.
public enum EditStage: UInt8, Sendable, CaseIterable {
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
  /// Still on its way when the story ended.
  case pending
  /// No end: it met a change made elsewhere that its maker had not seen.
  case conflicted
  /// No end: the origin took it a second time.
  case duplicated
  /// No end: a look for news set back what the user sees of it.
  case reverted
}

/// What can be said of a device only at its end.
public struct DeviceSummary: Sendable {
  /// The device.
  public var device: UInt32
  /// When the story ended.
  public var at: Instant
  /// How many events, of the workload and of the device itself, were simulated.
  public var events: Int
  /// The most memory the app ever used.
  public var peakMemory: Bytes
  /// The most that was ever stored on flash.
  public var peakFlash: Bytes
  /// What lies on flash at the end.
  public var flashInUse: Bytes
  /// What the radios took from first to last.
  public var radio: RadioEnergy
  /// The most edits that ever waited to be sent.
  public var peakOutbox: Int
  /// What lies at the end where the user's backup takes it along.
  public var backedUp: Bytes
  /// Fetched ahead, and how much of it was ever shown.
  public var prefetched: PrefetchUse
  /// Conservation laws that the run broke; empty in a right program.
  public var violations: [String]
}

/// What became of what was fetched ahead.
public struct PrefetchUse: Sendable {
  /// Versions fetched ahead.
  public var fetched = 0
  /// Of those, shown at least once before another version took their place.
  public var used = 0
  /// Bytes of the versions fetched ahead.
  public var fetchedBytes = Bytes.zero
  /// Bytes of those shown.
  public var usedBytes = Bytes.zero

  /// Nothing fetched ahead.
  public init() {}
}

/// Who reads the book, a page at a time.
public protocol Observer {
  /// Reads a page: observations of one device in order of time.
  mutating func observe(_ page: [Observation], device: UInt32)
  /// Hears what a plan's narration tells, in order of time; before the page of the same time.
  mutating func observe(story: [StoryLine], device: UInt32)
}

extension Observer {
  public mutating func observe(story: [StoryLine], device: UInt32) {}
}
