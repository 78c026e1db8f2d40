/// How far the making of a sweep's cells has come.
public struct SweepAdvance: Hashable, Sendable {
  /// How many simulations are done, those of cells that were there among them.
  public var done: Int
  /// How many there are: one for each cell and seed.
  public var all: Int
  /// How many were there when the run began.
  public var kept: Int
  /// How many cells are finished and on disk.
  public var finishedCells: Int
  /// How many cells there are.
  public var allCells: Int
}
