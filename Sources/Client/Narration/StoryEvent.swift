public import Devices
public import SimCore

/// The things that a story tells.
public enum StoryEvent: Sendable {
  /// The screen appeared; nothing is on it yet.
  case opened(network: String, isOnline: Bool)
  /// The screen disappeared.
  case closed(StoryClosing)
  /// While it was open, exchanges of others went over the same link.
  case meanwhile(exchanges: Int, down: Bytes)
  /// The open screen turned out to need the resource.
  case needed
  /// A tier was asked; nil: the copy is not there.
  case looked(tier: String, StoredCopy?)
  /// The strategy gave a reason for what it does.
  case explained(Reason)
  /// Bytes were read from flash.
  case read(tier: String, Bytes, takes: TimeSpan)
  /// A model is decoded.
  case decoded(takes: TimeSpan)
  /// A model is encoded, and the main thread is busy with it.
  case encoded(takes: TimeSpan)
  /// A paint must wait for the main thread.
  case blocked(for: TimeSpan)
  /// A version came on screen; `outdatedFor` nil: it is the origin's newest.
  case painted(Source, version: UInt32, isFirst: Bool, outdatedFor: TimeSpan?)
  /// A version came too late: a newer one is on screen.
  case outrun(version: UInt32)
  /// All that the screen shows is there.
  case complete
  /// All that the screen shows is the origin's newest.
  case current
  /// The origin published a version newer than the one on screen.
  case outdated(version: UInt32)
  /// A request went out; `condition` is the version that it names, 0: none.
  case requested(Purpose, condition: UInt32)
  /// A request for it is under way already; this one joins it.
  case joined(Purpose)
  /// No request could go out.
  case barred(Purpose, isOnline: Bool)
  /// All connections to the host are taken: the request waits for one.
  case queued(takes: TimeSpan)
  /// A stretch of time that an exchange took.
  case phase(FetchPhase.Kind, takes: TimeSpan)
  /// The exchange ended with a whole answer.
  case received(Purpose, status: UInt16, up: Bytes, down: Bytes, took: TimeSpan)
  /// The exchange ended without one; nil: the app gave it up.
  case failed(Purpose, NetworkFailure?, down: Bytes, took: TimeSpan)
  /// A tier took a copy, or had no room for it.
  case stored(tier: String, Medium, version: UInt32, Bytes, isKept: Bool)
  /// An entry left a tier, and was not yet on flash if it is unsaved.
  case left(tier: String, Departure, Bytes, isUnsaved: Bool)
  /// Flash was written to.
  case wrote(tier: String, FlashWrite)
  /// The device came to another network.
  case network(String, isOnline: Bool)
  /// The app came to another point of its life.
  case life(StoryLife)
  /// An edit came to a stage.
  case edit(EditStage)
}

/// A copy as it lies in a tier.
public struct StoredCopy: Sendable {
  /// Its version.
  public var version: UInt32
  /// When the origin sent it.
  public var fetchedAt: Instant
  /// When the origin last sent or confirmed it.
  public var confirmedAt: Instant
  /// Whether this release of the app can read it.
  public var isReadable: Bool
}

/// Why a screen closed.
public enum StoryClosing: Sendable {
  /// Its user left it.
  case left
  /// Its user gave up waiting.
  case givenUp
  /// The app died under it.
  case died
}

/// The turns in an app's life.
public enum StoryLife: Sendable {
  /// Its process starts.
  case launched
  /// It comes to the front.
  case foregrounded
  /// It leaves the front.
  case backgrounded
  /// It stops working.
  case suspended
  /// Its process ends.
  case died(Ending)
  /// The system wants memory back.
  case memoryWarning
  /// It takes too much memory.
  case overLimit
  /// The system lets it fetch in the background.
  case backgroundFetch
}

/// How an entry left its tier.
public enum Departure: Sendable {
  /// Its policy chose it to make room.
  case evicted
  /// The strategy took it out.
  case removed
  /// The strategy emptied the tier.
  case emptied
  /// The process ended, and its memory with it.
  case died(Ending)
  /// The system took its content to have memory.
  case discarded
  /// The system emptied the caches' folder.
  case purged
  /// Its person logged out.
  case loggedOut
  /// Another release of the app does not read it.
  case upgraded
}

extension StoryEvent {
  /// Whether it may come of what a screen showed after that has closed.
  var isAftermath: Bool {
    switch self {
    case .stored, .left, .wrote, .explained, .received, .failed, .phase, .queued, .edit: true
    default: false
    }
  }

  /// Whether it comes of a strategy's filling a screen.
  var servesScreen: Bool {
    switch self {
    case .looked, .read, .requested, .joined, .barred, .painted: true
    default: false
    }
  }

  /// Whether a later open of the resource is understood by it.
  var isFact: Bool {
    switch self {
    case .received, .stored, .left, .closed(.died), .closed(.givenUp): true
    case .explained(let reason): reason.isAgainstKeeping
    default: false
    }
  }
}
