/// How far the making of a sweep's cells has come.
package struct SweepAdvance: Hashable, Sendable {
  /// How many simulations are done, those of cells that were there among them.
  package var done: Int
  /// How many there are: one for each cell and seed.
  package var all: Int
  /// How many were there when the run began.
  package var kept: Int
  /// How many cells are finished and on disk.
  package var finishedCells: Int
  /// How many cells there are.
  package var allCells: Int
}
