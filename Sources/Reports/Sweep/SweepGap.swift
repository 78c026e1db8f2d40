/// The cells that a sweep still lacks.
public struct SweepGap: Error, Hashable, Sendable {
  /// How many cells the sweep has.
  public var cellCount: Int
  /// The lines whose cells nobody finished, each cell once: the point and the strategy.
  public var missing: [String]
  /// The files of cells that are torn or altered.
  public var broken: [String]
}
