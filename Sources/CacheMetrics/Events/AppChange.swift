public import SimCore

/// A change of the app's state, or a notification by the system.
public enum AppChange: Sendable {
  case launched
  /// It comes to the front, and can show a screen after that time, by the launch of a process or
  /// the return of one.
  case foregrounded(readyAfter: TimeSpan, isCold: Bool)
  /// It cannot show a screen before that time is over: a new process starts, or one comes back.
  case starting(takes: TimeSpan, isCold: Bool)
  case backgrounded
  case suspended
  case backgroundFetch
  case pushed
  case memoryWarning
  case killed
  /// Its process ends; entries that were not yet on flash are gone.
  case ended(ProcessEnding, lostEntries: Int)
}

/// What a user does in reaction to what a screen shows, beside the workload.
public enum UserReaction: Sendable {
  /// A screen that was given up is opened again.
  case reopened
  case refreshed
  /// An edit is not made: the record's screen stayed blank.
  case sawNothingToEdit
  /// A message is not sent: there is no connection.
  case hadNoConnection
}

/// The way in which an app's process ends.
public enum ProcessEnding: Sendable {
  case crashed
  /// The user or the system ended it, and it could save its work.
  case terminated
  /// The user or the system ended it while it was suspended; it could save nothing.
  case endedWhileSuspended
  /// It was started anew.
  case restarted
  case killedForMemory
  /// The system took the memory of a suspended process.
  case reclaimed
  case upgraded
  /// The system lacked space and emptied its folder.
  case lackedSpace
  /// The device's workload ended: the app could save its work unless it was suspended.
  case workloadEnded
}

/// Why a screen closed.
public enum ScreenClosing: Sendable {
  case left
  case givenUp
  case died
}

/// How an entry left its tier.
public enum Departure: Sendable {
  case evicted
  case removed
  case emptied
  case died(ProcessEnding)
  /// The system took its content to have memory.
  case discarded
  /// The system emptied the caches' folder.
  case purged
  case loggedOut
  /// Another release of the app does not read it.
  case upgraded
}

/// A copy in a tier.
public struct StoredCopy: Sendable {
  package var version: UInt32
  /// When the origin sent it.
  package var fetchedAt: Instant
  /// When the origin last sent or confirmed it.
  package var confirmedAt: Instant
  /// Whether this release of the app can read it.
  package var isReadable: Bool

  package init(version: UInt32, fetchedAt: Instant, confirmedAt: Instant, isReadable: Bool) {
    self.version = version
    self.fetchedAt = fetchedAt
    self.confirmedAt = confirmedAt
    self.isReadable = isReadable
  }
}
