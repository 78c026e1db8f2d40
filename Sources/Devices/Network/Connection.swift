/// One place for a connection to one host.
struct Connection {
  /// Whether the place holds a connection.
  var isOpen = false
  /// When the handshakes are done; `Int64.max`: never, on a link that loses everything.
  var ready: Int64 = 0
  /// When a request that may be repeated can be sent: `ready`, or before it as early data.
  var early: Int64 = 0
  /// Since when it has had no user.
  var idleSince: Int64 = 0
  /// Exchanges that hold it.
  var users: Int32 = 0
}
