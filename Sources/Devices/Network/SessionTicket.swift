/// What lets a device resume its session with a host; unlike connections and names, it is kept when
/// the network changes.
struct SessionTicket {
  /// From when the device has it, in nanoseconds: the end of a handshake.
  var since = Int64.max
  /// Until when it holds.
  var expires = Int64.min

  /// Whether it can be used.
  func holds(at now: Int64) -> Bool { since <= now && now <= expires }

  /// Notes that a handshake ends at an instant, with a new ticket.
  mutating func renew(at instant: Int64, now: Int64, lifetime: Int64) {
    if !holds(at: now) { since = min(instant, since > now ? since : .max) }
    let (end, overflow) = instant.addingReportingOverflow(lifetime)
    expires = overflow ? .max : end
  }

  /// Forgets what a handshake that was broken off would have brought.
  mutating func breakOff(at now: Int64, lifetime: Int64) {
    if since > now { self = SessionTicket() }
    let (end, overflow) = now.addingReportingOverflow(lifetime)
    if !overflow { expires = min(expires, end) }
  }
}
