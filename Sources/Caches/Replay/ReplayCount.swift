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

  /// The share of requests that missed; 0 when nothing was asked for.
  public var missRatio: Double { requests == 0 ? 0 : Double(misses) / Double(requests) }
  /// The share of bytes that missed; 0 when nothing was asked for.
  public var byteMissRatio: Double { bytes == 0 ? 0 : Double(missBytes) / Double(bytes) }

  /// Adds what another replay, or another part of one, counted.
  public static func += (left: inout ReplayCount, right: ReplayCount) {
    left.requests += right.requests
    left.bytes += right.bytes
    left.misses += right.misses
    left.missBytes += right.missBytes
  }

  /// What was counted since an earlier state of the same replay.
  public static func - (left: ReplayCount, right: ReplayCount) -> ReplayCount {
    var count = left
    count.requests -= right.requests
    count.bytes -= right.bytes
    count.misses -= right.misses
    count.missBytes -= right.missBytes
    return count
  }
}
