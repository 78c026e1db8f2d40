/// How near an app is to the memory that the system lets it have.
public enum MemoryPressure: Int, Comparable, Hashable, Sendable, CaseIterable {
  /// Far enough.
  case normal
  /// The system warns; caches should give back what they can.
  case warning
  /// The last warning.
  case critical
  /// The system ends the app.
  case killed

  /// Whether the left pressure is the smaller one.
  public static func < (left: MemoryPressure, right: MemoryPressure) -> Bool {
    left.rawValue < right.rawValue
  }
}
