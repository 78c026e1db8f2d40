/// One test of a file of vectors: requests in their order, and what has to come of them.
public struct VectorTest: Hashable, Sendable {
  /// What a test's result means.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The protocol asks for it.
    case required
    /// A cache without it is right and wasteful.
    case optimal
    /// It tells how a cache behaves, and neither is wrong.
    case check
  }

  /// For which caches a test is.
  public enum Profile: String, Hashable, Sendable, CaseIterable {
    /// Caches of one user.
    case `private`
    /// Caches of one user that answer conditions, keep redirects and pass on interim answers.
    case privateExtended = "private-ext"
    /// Caches of several users.
    case shared
  }

  /// The test's name, once in a file.
  public let id: String
  /// The suite that it belongs to.
  public let suite: String
  /// What it is about.
  public let name: String
  /// What its result means.
  public let kind: Kind
  /// For which caches it is.
  public let profile: Profile
  /// Whether it is for delivery networks alone, whose own fields this cache does not know.
  let isForDeliveryNetworks: Bool
  /// Tests without which this one tells nothing.
  public let dependencies: [String]
  /// The requests.
  let requests: [VectorRequest]
}
