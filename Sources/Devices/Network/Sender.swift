/// The sending end of a connection in one direction: its window, and the round it is in.
///
/// A round puts at most a window of bytes on the link. When the acknowledgement of its first
/// segment is back before that, the pipe is full and rounds follow each other without a gap;
/// otherwise the sender waits for it, and its window has doubled (slow start, RFC 5681). Rounds
/// that follow each other are not told apart until the share of the link changes.
struct Sender: BitwiseCopyable {
  /// What a sender is doing.
  enum State: UInt8 {
    /// It has nothing to send.
    case idle
    /// It is on the link.
    case sending
    /// Its window is used up; it leaves the link to others until an acknowledgement is back.
    case waiting
  }

  /// Waits shorter than this, in nanoseconds, are rounding errors of a full pipe.
  static let leastWait = 0.5
  /// Differences below this, in bytes, are rounding errors.
  static let leastBytes = 1e-3

  var state = State.idle
  /// The congestion window in segments.
  var window: Int64 = 0
  /// The window in bytes, and its first segment.
  var room = 0.0
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

  /// The sender of a new connection.
  init(window: Int64, segment: Double) {
    self.window = window
    self.segment = segment
    room = Double(window) * segment
  }

  /// Whether rounds follow each other without a gap when a byte takes so long.
  func isFull(perByte: Double) -> Bool {
    (room - segment) * perByte >= roundTrip - Self.leastWait
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
    let left = max(0, room - sent)
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
    guard sent > room else { return }
    let served = clock - (sent - room) * perByte
    if acknowledged - served > Self.leastWait || !isFull(perByte: perByte) {
      // The round's end is an event, and due now; what is too much is a rounding error.
      sent = room
      return
    }
    sent -= room * (sent / room).rounded(.down)
    acknowledged = .infinity
    if sent >= segment { acknowledged = acknowledgement(clock: clock, perByte: perByte) }
  }

  /// Ends a round with bytes left to send: waits, or goes on at once.
  mutating func endRound(clock: Double) {
    sent = room
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
    room = Double(window) * segment
    beginRound()
  }

  /// Begins a round with a window of nothing.
  mutating func beginRound() {
    state = .sending
    sent = 0
    acknowledged = .infinity
  }
}
