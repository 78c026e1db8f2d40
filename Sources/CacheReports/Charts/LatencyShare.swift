/// A point of a cumulative distribution: the share of all opens answered within a time.
package struct LatencyShare: Hashable, Sendable {
  /// The time in milliseconds.
  package var milliseconds: Double
  /// The share of all opens, from 0 to 1; blanks are among all and never answered.
  package var share: Double

  /// Makes a point.
  package init(milliseconds: Double, share: Double) {
    self.milliseconds = milliseconds
    self.share = share
  }
}
