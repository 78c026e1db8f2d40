public import SimCore

/// What packet loss does to the rate of one connection, in expectation.
public enum LossModel: String, Sendable, CaseIterable {
  /// Loss is ignored.
  case none
  /// MSS/RTT · √(3/2)/√p (Mathis, Semke, Mahdavi, Ott: The Macroscopic Behavior of the TCP
  /// Congestion Avoidance Algorithm, CCR 1997); knows no timeouts, hence too fast under heavy loss.
  case mathis
  /// With timeouts (Padhye, Firoiu, Towsley, Kurose: Modeling TCP Throughput, SIGCOMM 1998).
  case padhye

  /// Segments per acknowledgement: 1, each segment is acknowledged at once.
  private static let segmentsPerAcknowledgement = 1.0
  /// The least retransmission timeout in seconds (RFC 6298).
  private static let leastTimeout = 1.0
  /// The retransmission timeout in round trips: smoothed round trip plus four deviations of a
  /// quarter of it each (RFC 6298's rule; the deviation is an assumption).
  private static let timeoutRoundTrips = 2.0

  /// The most bits per second that one connection reaches; infinite without loss.
  /// - Parameters:
  ///   - loss: share of packets lost.
  ///   - roundTrip: the round-trip time.
  ///   - segment: a full segment's payload.
  public func limit(loss: Double, roundTrip: TimeSpan, segment: Bytes) -> Double {
    guard self != .none, loss > 0 else { return .infinity }
    let bits = Double(segment.count) * 8
    let seconds = roundTrip.seconds
    if self == .mathis { return bits * (1.5 / loss).squareRoot() / seconds }
    let b = Self.segmentsPerAcknowledgement
    let timeout = max(Self.leastTimeout, Self.timeoutRoundTrips * seconds)
    let recovery = seconds * (2 * b * loss / 3).squareRoot()
    let share = min(1, 3 * (3 * b * loss / 8).squareRoot())
    return bits / (recovery + timeout * share * loss * (1 + 32 * loss * loss))
  }
}
