public import SimCore

/// A stretch of time in a single fetch.
public struct FetchPhase: Hashable, Sendable {
  /// What a stretch is spent on, in order.
  public enum Kind: String, Sendable, CaseIterable {
    /// The radio wakes up.
    case promotion
    /// The host's name is looked up.
    case nameLookup = "name-lookup"
    /// The connection is made: TCP's handshake, or QUIC's, which has TLS in it.
    case connection
    /// TLS's handshake over TCP.
    case tls
    /// The request goes onto the link.
    case upload
    /// Its last bit travels to the origin.
    case wayThere = "way-there"
    /// The origin thinks.
    case server
    /// The answer's first bit travels to the device.
    case wayBack = "way-back"
    /// The radio has fallen asleep, and wakes up for the answer.
    case wakingUp = "waking-up"
    /// The answer comes off the link.
    case transfer
  }

  /// What it is spent on.
  public var kind: Kind
  /// Its beginning, from the fetch's.
  public var start: TimeSpan
  /// Its length.
  public var duration: TimeSpan
}
