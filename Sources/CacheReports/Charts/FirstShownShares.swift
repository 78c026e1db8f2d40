/// Shares of all opens by what was shown first; together 1.
package struct FirstShownShares: Sendable {
  /// From a memory tier.
  package var memory = 0.0
  /// From a flash tier.
  package var flash = 0.0
  /// A stored copy that the origin confirmed first (304).
  package var revalidated = 0.0
  /// Sent by the origin (200).
  package var network = 0.0
  /// Nothing: the screen stayed blank.
  package var nothing = 0.0

  /// No opens.
  package init() {}
}
