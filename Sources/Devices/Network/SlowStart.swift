public import SimCore

/// The time of one transfer over one connection that has the link for itself.
///
/// Kurose and Ross's latency model of slow start (Computer Networking, chapter on TCP), begun from
/// a window of any size instead of one segment:
///
///     n = ⌈bytes / S⌉,  K = ⌈log₂(n / W + 1)⌉
///     T = n·S·8/R + Σ_{k=1}^{K-1} max(0, S·8/R + RTT − W·2^(k−1)·S·8/R)
///
/// Segments count as full. Without loss it equals a simulation packet by packet.
public struct SlowStart: Hashable, Sendable {
  /// The rate of the link, or of the connection where loss keeps it below, in bits per second.
  public var rate: Double
  /// The round-trip time.
  public var roundTrip: TimeSpan
  /// A full segment's payload.
  public var segment: Bytes

  /// One transfer, in the two parts that behave differently when the link is shared.
  public struct Transfer: Hashable, Sendable {
    /// The sender waits for acknowledgements; others may use the link meanwhile.
    public var stalls: TimeSpan
    /// The link carries the segments.
    public var service: TimeSpan
    /// The window, in segments, with which the connection goes on.
    public var window: Int64

    /// The whole transfer, from the first bit at the sender to the last one at the receiver,
    /// without the propagation delay.
    public var duration: TimeSpan { stalls + service }
  }

  /// Makes a model; an infinite rate is a link without transmission time.
  public init(rate: Double, roundTrip: TimeSpan, segment: Bytes) {
    precondition(rate > 0 && segment.count > 0, "a link has a rate and a segment has bytes")
    self.rate = rate
    self.roundTrip = roundTrip
    self.segment = segment
  }

  /// A transfer of `bytes` begun with a window of `window` segments.
  ///
  /// The window doubles after each round that did not finish the transfer and did not fill the
  /// pipe. The last round's window is the connection's next one: slow start ends when the
  /// pipe is full, and a sender with nothing more to send does not grow it (RFC 7661).
  /// - Complexity: O(log(bytes)).
  public func transfer(_ bytes: Bytes, window: Int64) -> Transfer {
    let segments = (bytes.count + segment.count - 1) / segment.count
    let perSegment = Double(segment.count) * 8 / rate
    let roundTrip = roundTrip.seconds
    var window = window
    var sent = window
    var stalls = 0.0
    while sent < segments {
      let stall = perSegment + roundTrip - Double(window) * perSegment
      if stall <= Sender.leastWait / 1e9 { break }
      stalls += stall
      window *= 2
      sent += window
    }
    // Only the sum and the service are rounded, so that the two parts add up to the formula.
    let service = TimeSpan(rounding: Double(segments) * perSegment)
    let duration = TimeSpan(rounding: Double(segments) * perSegment + stalls)
    return Transfer(stalls: duration - service, service: service, window: window)
  }
}
