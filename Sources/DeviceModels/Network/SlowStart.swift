package import SimCore

/// The time of one transfer over one connection that has the link for itself.
///
/// Kurose and Ross's latency model of slow start (Computer Networking, chapter on TCP), begun from
/// a window of any size instead of one segment:
///
///     n = ⌈bytes / S⌉,  K = ⌈log₂(n / W + 1)⌉
///     T = n·S·8/R + Σ_{k=1}^{K-1} max(0, S·8/R + RTT − W·2^(k−1)·S·8/R)
///
/// Segments count as full. Without loss it equals a simulation packet by packet.
package struct SlowStart: Hashable, Sendable {
  /// The rate of the link, or of the connection where loss keeps it below, in bits per second.
  package var rate: Double
  package var roundTrip: TimeSpan
  /// A full segment's payload.
  package var segment: Bytes

  /// One transfer, in the two parts that behave differently when the link is shared.
  package struct Transfer: Hashable, Sendable {
    /// The sender waits for acknowledgements; others may use the link meanwhile.
    package var stalls: TimeSpan
    /// The link carries the segments.
    package var service: TimeSpan
    /// The window, in segments, with which the connection goes on.
    package var window: Int64

    /// The whole transfer, from the first bit at the sender to the last one at the receiver,
    /// without the propagation delay.
    package var duration: TimeSpan { stalls + service }
  }

  /// Makes a model; an infinite rate is a link without transmission time.
  package init(rate: Double, roundTrip: TimeSpan, segment: Bytes) {
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
  package func transfer(_ bytes: Bytes, window: Int64) -> Transfer {
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

/// The sending end of a connection in one direction: its window, and the round it is in.
///
/// A round puts at most a window of bytes on the link. When the acknowledgement of its first
/// segment is back before that, the pipe is full and rounds follow each other without a gap;
/// otherwise the sender waits for it, and its window has doubled (slow start, RFC 5681). Rounds
/// that follow each other are not distinguished until the share of the link changes.
struct Sender: BitwiseCopyable {
  /// What a sender is doing.
  enum Activity: UInt8 {
    /// It has nothing to send.
    case idle
    case sending
    /// Its window is used up; it leaves the link to others until an acknowledgement is back.
    case waiting
  }

  /// Waits shorter than this, in nanoseconds, are rounding errors of a full pipe.
  static let leastWait = 0.5
  /// Differences below this, in bytes, are rounding errors.
  static let leastBytes = 1e-3

  var state = Activity.idle
  var window: Int64 = 0
  /// The window in bytes, and its first segment.
  var windowBytes = 0.0
  var segment = 0.0
  /// In nanoseconds, of the stream that joined last.
  var roundTrip = 0.0
  /// Bytes of this round that have been served.
  var sent = 0.0
  /// When the acknowledgement of the round's first segment is back, by the link's clock; infinite
  /// as long as that segment has not been served.
  var acknowledged = Double.infinity
  /// The same of an idle sender, as an instant: from then on a new round begins.
  var opens = Int64.min
  /// Streams that share the connection equally.
  var streams = 0
  /// Bytes that each stream has got since the sender was idle.
  var service = 0.0

  init() {}

  init(window: Int64, segment: Double) {
    self.window = window
    self.segment = segment
    windowBytes = Double(window) * segment
  }

  /// Whether rounds follow each other without a gap when a byte takes so long.
  func isFull(perByte: Double) -> Bool {
    (windowBytes - segment) * perByte >= roundTrip - Self.leastWait
  }

  /// When the window opens again.
  /// - Parameters:
  ///   - clock: until when `sent` holds.
  ///   - perByte: what a byte has taken lately and will take.
  func acknowledgement(clock: Double, perByte: Double) -> Double {
    if acknowledged < .infinity { return acknowledged }
    return clock + (segment - sent) * perByte + roundTrip
  }

  /// Bytes until something happens: a stream has been served, or the round has and that matters.
  func distance(firstFinish: Double, clock: Double, perByte: Double)
    -> (bytes: Double, isFinish: Bool)
  {
    let finish = max(0, firstFinish - service) * Double(streams)
    let left = max(0, windowBytes - sent)
    if finish <= left + Self.leastBytes { return (finish, true) }
    let wait =
      acknowledgement(clock: clock, perByte: perByte) - (clock + left * perByte)
    if wait <= Self.leastWait && isFull(perByte: perByte) { return (finish, true) }
    return (left, false)
  }

  /// Counts bytes that were served up to the clock's time.
  mutating func carry(_ bytes: Double, clock: Double, perByte: Double) {
    service += bytes / Double(streams)
    sent += bytes
    if sent >= segment { acknowledged = acknowledgement(clock: clock, perByte: perByte) }
    guard sent > windowBytes else { return }
    let served = clock - (sent - windowBytes) * perByte
    if acknowledged - served > Self.leastWait || !isFull(perByte: perByte) {
      // The round's end is an event, and due now; what is too much is a rounding error.
      sent = windowBytes
      return
    }
    sent -= windowBytes * (sent / windowBytes).rounded(.down)
    acknowledged = .infinity
    if sent >= segment { acknowledged = acknowledgement(clock: clock, perByte: perByte) }
  }

  /// Ends a round with bytes left to send: waits, or goes on at once.
  mutating func endRound(clock: Double) {
    sent = windowBytes
    acknowledged = min(acknowledged, clock + roundTrip)
    if acknowledged - clock > Self.leastWait {
      state = .waiting
    } else {
      beginRound()
    }
  }

  /// Goes on after a wait, with twice the window.
  mutating func open() {
    window *= 2
    windowBytes = Double(window) * segment
    beginRound()
  }

  mutating func beginRound() {
    state = .sending
    sent = 0
    acknowledged = .infinity
  }
}
