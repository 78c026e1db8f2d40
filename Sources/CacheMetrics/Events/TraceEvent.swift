public import CacheWorkloads
public import DeviceModels
public import SimCore

/// One event of a device's trace: what happened, when, and to which resource.
public struct TraceRecord: Sendable {
  /// When it was recorded.
  public var at: Instant
  /// To which resource; nil: to the app or the device as a whole.
  public var resource: ResourceIndex?
  /// What that resource is; known only where detail is collected, and not before it was published.
  package var kind: ResourceKind?
  /// What happened.
  public var event: TraceEvent

  package init(
    _ event: TraceEvent, at instant: Instant, of resource: ResourceIndex? = nil,
    kind: ResourceKind? = nil
  ) {
    self.event = event
    self.at = instant
    self.resource = resource
    self.kind = kind
  }
}

/// An action of the client or a change of what its user sees: the one stream that aggregates and
/// `explain` both read. A strategy has no access to it.
///
/// An effect is one event. What is large and rare is stored by reference, so that the frequent
/// events are small. Events that are marked as detail are built only for devices whose detail is
/// collected; aggregates do not need them.
public enum TraceEvent: Sendable {
  // MARK: The screen

  /// Detail: a screen appeared, the n-th view of the device's workload, or 0 for one that its user
  /// opened again; nothing is on it yet.
  case opened(screen: UInt32, network: String, isOnline: Bool)
  /// A screen disappeared; all that was measured of it.
  indirect case closed(ScreenView, ScreenClosing)
  /// Detail, made by readers: while a screen was open, exchanges for other resources ended.
  case otherExchanges(Int, down: Bytes)
  /// Detail: the screen begins, which its strategy reacts to next; so long after it was opened the
  /// app had started.
  case began(after: TimeSpan)
  /// Detail: the open screen turned out to need the resource.
  case needed
  /// A resource request of a screen ended: with the first version of it that was painted, or, from
  /// `nothing`, with the closing of the screen.
  case answered(Answer)
  /// A row that was scrolled into view was blank for so long; nil: until it was in view no more.
  case row(after: TimeSpan?)
  /// A screen closes on which media were played.
  indirect case played(Playback)
  /// Detail: another version of a resource replaced the one on screen.
  case repainted(Answer)
  /// Detail: a paint has to wait for the main thread.
  case blocked(for: TimeSpan)
  /// Detail: a version came too late: a newer one is on screen.
  case overtaken(version: UInt32)
  /// Detail: all that the screen shows is there.
  case complete
  /// Detail: all that the screen shows is the origin's newest.
  case current
  /// Detail: the origin published a version newer than the one on screen.
  case outdated(version: UInt32)
  /// A user was shown what had been fetched for another one.
  case exposed
  /// The user reacted to what the screen showed.
  case user(UserReaction)

  // MARK: The network

  /// Detail: a request went out; `condition` is the version that it names, 0: none.
  case requested(Purpose, condition: UInt32)
  /// Detail: a request for it is under way already; this one joins it.
  case joined(Purpose)
  /// Detail: no request could go out.
  case barred(Purpose, isOnline: Bool)
  /// Detail: all connections to the host were taken: from that instant on the request waited.
  case queued(from: Instant, takes: TimeSpan)
  /// Detail: a stretch of time that an exchange took, from that instant on.
  case phase(FetchPhase.Kind, from: Instant, takes: TimeSpan)
  /// Detail: over which of its host's connections the exchange went that ends next, from 1 on.
  case carried(connection: Int)
  indirect case exchanged(ExchangeRecord)
  /// A request reached an origin that can be busy.
  case arrived(OriginArrival)
  /// A point of presence answered a request.
  case edge(EdgeReport)
  /// Detail, at the end: what a radio was doing from that instant on, and its power without bits.
  indirect case radio(state: String, watts: Double, from: Instant, takes: TimeSpan)
  /// Detail: the device changed to another network.
  case network(String, isOnline: Bool)

  // MARK: Storage

  /// Detail: a lookup in a tier; nil: the copy is not there.
  indirect case looked(tier: String, StoredCopy?)
  /// An entry could not be decoded: another release of the app wrote it.
  case undecodable
  /// The app found an entry of its own index whose file is not there.
  case broken
  /// Detail: a tier stored a copy, or had no space for it.
  case stored(tier: String, Medium, version: UInt32, Bytes, isKept: Bool)
  /// A flash tier was given a version again that it had already; the write has its own event.
  case rewrote(Bytes)
  /// An entry left a tier, and was not yet on flash if it is unsaved. Detail but for `evicted`.
  case left(tier: String, Medium, Departure, Bytes, isUnsaved: Bool)
  /// Bytes were read from flash; nil: not for a screen, as by a migration.
  case read(tier: String?, Bytes, takes: TimeSpan)
  indirect case wrote(tier: String, FlashWrite)
  /// The system emptied the caches' folder.
  case purged(Bytes)

  /// A real cache did what no simulated one does.
  case live(LiveFault)

  // MARK: The app

  /// The main thread encoded, decoded or rewrote content.
  case worked(MainThreadWork)
  /// The app's state changed, or the system notified it.
  case app(AppChange)
  case edit(EditStage, age: TimeSpan)
  /// Detail: the strategy gave a reason for what it does.
  case explained(any StrategyReason)
  /// What happens from now on is measured; the screen that may be open is not.
  case measuringBegan(isScreenOpen: Bool)
  indirect case finished(DeviceSummary)
}

/// What a real cache can do that no simulated one does.
public enum LiveFault: String, Hashable, Sendable, CaseIterable {
  /// Gave back bytes that are no whole body of any version.
  case torn
  /// Gave back a whole body that it was never given, or not under that name.
  case unknown
  case threw
  /// Had no more what it was given while its process lived.
  case forgot
  /// Had no more on flash what it was given before its process ended.
  case lost
}

/// Reads a trace, a page at a time.
package protocol TraceObserver {
  /// Reads a page: events of one device in order of time.
  mutating func observe(_ page: [TraceRecord], device: UInt32)
}

/// The reason for what a strategy does with a copy, in the strategy's own terms.
public protocol StrategyReason: Sendable {
  /// Whether it is about storing what came, and not about showing.
  var isOfStoring: Bool { get }
  /// Whether it explains why a copy cannot be found later.
  var isAgainstStoring: Bool { get }
}
