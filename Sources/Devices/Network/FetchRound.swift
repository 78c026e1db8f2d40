public import SimCore

/// A round of a transfer: what a congestion window lets go, and the wait for its acknowledgement.
public struct FetchRound: Hashable, Sendable {
  /// Its beginning, from the fetch's.
  public var start: TimeSpan
  /// The congestion window in segments.
  public var window: Int64
  /// What goes over the link; more than a window when the pipe is full, and rounds follow each
  /// other without a gap.
  public var bytes: Bytes
  /// How long the link is busy with it.
  public var service: TimeSpan
  /// How long the sender then waits for an acknowledgement; zero in the last round.
  public var wait: TimeSpan
}
