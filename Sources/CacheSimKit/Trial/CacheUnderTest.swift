public import SimCore
internal import Synchronization

/// A cache that a trial asks in the place of a simulated one: one's own, or a library's behind a
/// few lines.
///
/// Requirements are `async throws`, so that a plain class, an actor and a cache with callbacks
/// behind continuations satisfy them as they are. Virtual time stands still while a call lasts.
/// Calls of a trial come one after the other. What has a default need not be written.
public protocol CacheUnderTest: SendableMetatype {
  /// Opens the cache; a relaunch opens a new one in the same folder.
  /// - Parameters:
  ///   - folder: the path of a folder of its own, which exists. The system may empty it while the
  ///     app does not run.
  ///   - clock: virtual time, in the place of the system's clock.
  init(folder: String, clock: TrialClock) async throws
  /// What is stored; nil: nothing, or nothing that may be used any more.
  func value(for key: String) async throws -> [UInt8]?
  func store(_ value: [UInt8], for key: String) async throws
  func remove(_ key: String) async throws

  /// Notes who uses the app, right after the cache was opened; 0 is the first user.
  func launched(as user: Int) async throws
  /// Notes that another user uses the app from now on.
  func switchUser(to user: Int) async throws
  /// Notes that the system wants memory back.
  func memoryWarning() async throws
  /// Notes that the app came back to the front.
  func foreground() async throws
  /// Notes that the app left the front and has a few seconds; by default, `flush`.
  func background() async throws
  /// Notes that the app is about to end; by default, `flush`. A crash says nothing.
  func terminate() async throws
  /// Writes what is not yet on flash.
  func flush() async throws
}

extension CacheUnderTest {
  public func launched(as user: Int) async throws {}
  public func switchUser(to user: Int) async throws {}
  public func memoryWarning() async throws {}
  public func foreground() async throws {}
  public func background() async throws { try await flush() }
  public func terminate() async throws { try await flush() }
  public func flush() async throws {}
}

/// Virtual time, as a cache under test reads it.
public final class TrialClock: Sendable {
  private let instant = Mutex(Instant.start)
  private let secondsAtStart: Int64

  /// A clock that stands at the beginning of virtual time.
  /// - Parameter secondsAtStart: the second since 1970 of that; the default is that of the
  ///   simulated origin's dates.
  public init(secondsAtStart: Int64 = 1_767_225_600) { self.secondsAtStart = secondsAtStart }

  /// The present instant of virtual time.
  public var now: Instant { instant.withLock { $0 } }

  /// Seconds since 1970, as for `Date(timeIntervalSince1970:)`.
  public var secondsSince1970: Double { Double(secondsAtStart) + (now - .start).seconds }

  /// Lets time pass.
  public func advance(by span: TimeSpan) { instant.withLock { $0 = $0 + span } }

  func set(_ now: Instant) { instant.withLock { $0 = now } }

  /// Seconds since 1970, rounded down.
  var wholeSeconds: Int64 { UnixClock(secondsAtStart: secondsAtStart).seconds(at: now) }
}
