/// What a replay counted.
public struct ReplayCount: Hashable, Sendable {
  /// Requests replayed.
  public var requests: Int64 = 0
  /// The sum of their sizes.
  public var bytes: Int64 = 0
  /// Requests for objects that were not resident.
  public var misses: Int64 = 0
  /// The sum of those requests' sizes.
  public var missBytes: Int64 = 0

  /// Nothing counted.
  public init() {}
}
