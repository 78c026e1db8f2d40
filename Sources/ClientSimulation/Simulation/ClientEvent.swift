public import CacheMetrics
public import CacheWorkloads
public import SimCore

/// What a strategy reacts to. What is large is held by reference, so that the most frequent events
/// are small.
public enum ClientEvent: Sendable {
  /// A screen appeared. Nothing is shown on it yet.
  case opened(ResourceIndex)
  /// The open screen turned out to need one resource more: a part of its main content, mostly.
  case needed(ResourceIndex)
  /// Other rows of the open screen are in view, since its main content was painted or it was
  /// scrolled; or the media on it have all that there is room for.
  case advanced
  /// The user pulled the open screen to refresh it; its main resource.
  case refreshed(ResourceIndex)
  /// The origin told the app, silently, that a resource has changed.
  case pushed(ResourceIndex)
  /// A screen disappeared; the copy is what it showed last, nil when it stayed blank.
  indirect case closed(ResourceIndex, ResourceCopy?)
  indirect case loaded(Load)
  /// The origin has a new version, as a client would have it that was sent it now. Only a strategy
  /// that knows the future hears of it, whether its process works or not.
  indirect case published(ResourceIndex, ResourceCopy)
  /// The list of what can be fetched ahead arrived; nil: it did not.
  indirect case manifest(Manifest?)
  indirect case edited(PendingEdit)
  /// The origin answered a batch of edits, one by one; nil: it is not known whether it got them.
  case sent([PendingEdit], [EditVerdict]?)
  /// A file that the strategy began to write lies on flash.
  indirect case written(FileWrite)
  case timer(TimerID)
  /// The system lets the app fetch in the background for a short while.
  case backgroundFetch
  /// The network came back or went away.
  case connectivity(isOnline: Bool)
  /// Another network took the place of one, without a pause: it may be one not paid by volume.
  case changedNetwork
  /// The device was put on a charger or taken off it.
  case charging(Bool)
  /// The app starts; memory is empty.
  case launched
  case foregrounded
  /// The app left the front, and has a few seconds.
  case backgrounded
  /// The app is about to end, and may save its work.
  case terminating
  /// The process ended, and what was in memory is gone. The reaction cannot save anything.
  case died
  /// The system wants memory back.
  case memoryWarning(MemoryLevel)
  /// The app reads and writes another schema from now on.
  case upgraded(schema: UInt16)
  /// The system emptied the caches' folder while the app did not run.
  case purged
  case switchedUser(UInt16)
}

/// How a fetch ended.
public struct Load: Sendable {
  /// What was fetched.
  public var resource: ResourceIndex
  /// Why.
  public var purpose: Purpose
  /// How it ended.
  public var outcome: Outcome
  /// What an answer that refused it says of when to ask again; nil: nothing.
  package var retryAfter: TimeSpan?

  /// The ways a fetch can end.
  public enum Outcome: Sendable {
    case received(ResourceCopy)
    /// The origin confirmed the version that the client named (304).
    case confirmed(version: UInt32, at: Instant)
    case failed(FailureKind)
  }
}

/// The list of what can be fetched ahead, and what has changed of the user's own fields.
public struct Manifest: Sendable {
  /// A line for each screen's main resource.
  public var entries: [ManifestEntry]
  /// The fields that were changed since this client saw them.
  public var fields: [FieldChange]

  init(_ entries: [ManifestEntry], _ fields: [FieldChange]) {
    self.entries = entries
    self.fields = fields
  }
}

/// A line of the list of what can be fetched ahead.
public struct ManifestEntry: Sendable {
  /// A screen's main resource.
  public var resource: ResourceIndex
  /// Its version at the origin.
  public var version: UInt32
  /// When that version was published.
  public var publishedAt: Instant
  /// Whether it is a list that leads to the records, and no record itself.
  public var isList: Bool
  /// How high it stands on the lists that lead to it, 0 at the top; nil: on none of which that is
  /// known.
  public var rank: Int?
}
