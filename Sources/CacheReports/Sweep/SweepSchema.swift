/// The form of the files of sweeps.
package enum SweepSchema {
  /// Counts up when a column or a member of `sweep.csv`, `summary.csv` or `sweep.json` changes its
  /// meaning or goes, or a cell's file its form; additions do not count.
  package static let version = 1
}
