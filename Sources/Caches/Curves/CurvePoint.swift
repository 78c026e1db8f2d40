public import SimCore

/// A point of a miss-ratio curve: what a room of a size misses, counted or estimated.
public struct CurvePoint: Hashable, Sendable {
  /// The room's size; a number of objects when each counts 1.
  public var capacity: Bytes
  /// How many requests miss.
  public var misses: Double
  /// How many of all.
  public var requests: Double
  /// The sum of the sizes of those that miss.
  public var missBytes: Double
  /// The sum of all sizes.
  public var bytes: Double

  /// The share of requests that miss.
  public var missRatio: Double { requests > 0 ? misses / requests : 0 }
  /// The share of bytes that miss.
  public var byteMissRatio: Double { bytes > 0 ? missBytes / bytes : 0 }

  /// What differs between two curves at the same capacities: the mean of the absolute differences
  /// of their miss ratios, as the SHARDS paper measures it.
  /// - Precondition: both have the same capacities.
  public static func meanAbsoluteError(_ left: [CurvePoint], _ right: [CurvePoint]) -> Double {
    precondition(left.map(\.capacity) == right.map(\.capacity), "curves at the same capacities")
    guard !left.isEmpty else { return 0 }
    let sum = zip(left, right).reduce(0) { $0 + ($1.0.missRatio - $1.1.missRatio).magnitude }
    return sum / Double(left.count)
  }
}
