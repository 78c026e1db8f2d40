internal import Dispatch
internal import SimCore
internal import Synchronization

/// What has come of a client and of its origin, in order, and the waiting for it.
final class SignalMailbox: Sendable {
  /// What comes.
  enum Signal: Sendable {
    /// A line of the client's.
    case line(String)
    /// The origin was asked.
    case request(HeldRequest)
    /// The client has ended.
    case end
  }

  private let signals = Mutex<[Signal]>([])
  private let semaphore = DispatchSemaphore(value: 0)

  /// Adds one.
  func put(_ signal: Signal) {
    signals.withLock { $0.append(signal) }
    semaphore.signal()
  }

  /// The next one; nil: none came until then.
  func take(until deadline: DispatchTime) -> Signal? {
    guard semaphore.wait(timeout: deadline) == .success else { return nil }
    return signals.withLock { $0.removeFirst() }
  }
}
