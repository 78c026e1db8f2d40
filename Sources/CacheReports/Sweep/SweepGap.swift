/// The cells that a sweep still lacks.
package struct SweepGap: Error, Hashable, Sendable {
  /// How many cells the sweep has.
  package var cellCount: Int
  /// The lines whose cells nobody finished, each cell once: the point and the strategy.
  package var missing: [String]
  /// The files of cells that are torn or altered.
  package var broken: [String]
}
