/// Why another program, or a cache under test, did not do what was asked of it.
public struct ToolError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds, as far as a caller acts on them.
  public enum Reason: Sendable {
    /// It cannot be started or spoken to.
    case unusable
    /// It ran, and failed or threw.
    case failed
    case timedOut
  }

  /// The kind.
  public var reason: Reason
  /// Which program or call, what it did, and what would help.
  public var description: String

  package init(_ description: String, _ reason: Reason = .unusable) {
    self.reason = reason
    self.description = description
  }
}
