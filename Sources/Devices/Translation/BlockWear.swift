/// How often the blocks of a device were erased.
public struct BlockWear: Hashable, Sendable {
  /// The least of all blocks.
  public let least: Int64
  /// The average.
  public let mean: Double
  /// The most of all blocks.
  public let most: Int64
}
