/// What a device knows of a host when a fetch begins.
public enum FetchStart: String, Sendable, CaseIterable {
  /// Nothing.
  case cold
  /// Its name and a session ticket; the connection has been closed.
  case returning
  /// A connection to it is open and unused.
  case warm
}
