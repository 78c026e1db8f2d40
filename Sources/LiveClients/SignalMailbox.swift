internal import Dispatch
internal import SimCore
internal import Synchronization

/// What has come of a client and of its origin, in order, and the waiting for it.
final class SignalMailbox: Sendable {
  enum Signal: Sendable {
    case line(String)
    /// The client wrote more than is read: how much, in words.
    case excess(String)
    case request(HeldRequest)
    case end
  }

  private struct Contents {
    var signals: [Signal] = []
    /// What the lines among them take.
    var bytes = 0
  }

  private let contents = Mutex(Contents())
  private let semaphore = DispatchSemaphore(value: 0)

  /// How many bytes of lines may wait to be read, 16 MiB: assumption, far more than a client says
  /// that answers only what it is asked.
  static var capacity: Int { 16 << 20 }
  /// What a line takes beside its text.
  private static let overhead = 64

  /// Adds one; a line that there is no room for becomes an excess.
  /// - Returns: whether there was room.
  @discardableResult
  func put(_ signal: Signal) -> Bool {
    let hasRoom = contents.withLock { contents in
      let bytes = Self.bytes(of: signal)
      let hasRoom = contents.bytes + bytes <= Self.capacity
      contents.signals.append(
        hasRoom ? signal : .excess("wrote more than \(Self.capacity) B before it was read"))
      if hasRoom { contents.bytes += bytes }
      return hasRoom
    }
    semaphore.signal()
    return hasRoom
  }

  /// The next one; nil: none came until then, or the time is over.
  func take(until deadline: DispatchTime) -> Signal? {
    // A semaphore that was signalled does not look at the time.
    guard .now() < deadline, semaphore.wait(timeout: deadline) == .success else { return nil }
    return contents.withLock { contents in
      let signal = contents.signals.removeFirst()
      contents.bytes -= Self.bytes(of: signal)
      return signal
    }
  }

  private static func bytes(of signal: Signal) -> Int {
    if case .line(let line) = signal { line.utf8.count + overhead } else { 0 }
  }
}
