/// Shares of all opens by what was shown first; together 1.
public struct FirstShownShares: Sendable {
  /// From a memory tier.
  public var memory = 0.0
  /// From a flash tier.
  public var flash = 0.0
  /// A stored copy that the origin confirmed first (304).
  public var revalidated = 0.0
  /// Sent by the origin (200).
  public var network = 0.0
  /// Nothing: the screen stayed blank.
  public var nothing = 0.0

  /// No opens.
  public init() {}
}
