public import SimCore

/// What became of an answer of the origin, or of the attempt to get one.
///
/// What left and what entered the store is listed, so that its owner can keep accounts.
public struct Outcome: Sendable {
  /// The ways that the store can have changed.
  public enum Action: String, Hashable, Sendable {
    /// The answer was stored.
    case stored
    /// The stored answer was brought up to date.
    case freshened
    /// Stored answers were removed, as what they say may have changed.
    case invalidated
    /// The store is as it was.
    case kept
    /// What came cannot answer the request: ask again, by the request as the client made it.
    case retry
  }

  /// An answer that entered or left the store.
  public struct Item: Hashable, Sendable {
    /// The answer's number.
    public let stored: UInt64
    /// Under which target it is or was stored.
    public let target: TargetURI
    /// What it takes: content and header.
    public let size: Bytes
  }

  /// How the store changed.
  public var action: Action
  /// Why.
  public var reason: OutcomeReason
  /// What the client gets; nothing of use after `.retry`.
  public var answer: HTTPResponse
  /// The answer that was stored or freshened, with its present size.
  public var stored: Item?
  /// Answers that left the store, in order.
  public var removed: [Item] = []

  init(_ action: Action, _ reason: OutcomeReason, _ answer: HTTPResponse) {
    self.action = action
    self.reason = reason
    self.answer = answer
  }
}
