public import SimCore

/// What to do with a request, and why.
public struct Decision: Hashable, Sendable {
  /// The ways to go on.
  public enum Action: String, Hashable, Sendable {
    /// Answer from the store: `HTTPCache.answer(to:by:at:)`.
    case useStored = "use"
    /// Answer from the store, and validate in the background: `HTTPCache.background(of:by:)`.
    case useStaleWhileRevalidating = "use-and-revalidate"
    /// Ask the origin whether the stored answer still holds: `HTTPCache.outgoing(for:by:)`.
    case validate
    /// Ask the origin for the bytes that are missing.
    case complete
    /// Ask the origin.
    case forward
    /// Nothing may be asked and nothing can be used: 504 (RFC 9111 §5.2.1.7).
    case gatewayTimeout = "gateway-timeout"
  }

  /// How to go on.
  public let action: Action
  /// Why.
  public let reason: DecisionReason
  /// The stored answer that was found; nil where there is none.
  public let stored: UInt64?
  /// Its age; zero where there is none.
  public let age: TimeSpan
  /// How long it is fresh from age zero on; zero where there is none.
  public let lifetime: TimeSpan

  init(
    _ action: Action, _ reason: DecisionReason, stored: UInt64? = nil, age: TimeSpan = .zero,
    lifetime: TimeSpan = .zero
  ) {
    self.action = action
    self.reason = reason
    self.stored = stored
    self.age = age
    self.lifetime = lifetime
  }
}
