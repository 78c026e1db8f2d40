/// How near an app is to the memory that the system lets it have.
public enum MemoryLevel: Int, Comparable, Hashable, Sendable, CaseIterable {
  /// Far enough.
  case normal
  /// The system warns; caches should give back what they can.
  case warning
  /// The last warning.
  case critical
  /// The system ends the app.
  case killed

  /// Whether the left level is farther from the limit.
  public static func < (left: MemoryLevel, right: MemoryLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}
