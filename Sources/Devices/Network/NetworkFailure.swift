/// Why an exchange failed.
public enum NetworkFailure: UInt8, Hashable, Sendable, CaseIterable {
  /// No interface was up when it began.
  case notConnected
  /// The network changed under it.
  case connectionLost
  /// Nothing went either way for the request timeout.
  case timedOut
}
