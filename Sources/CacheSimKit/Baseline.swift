internal import CacheReports
package import Experiments

/// A run that was stored as `run.json`, which later ones are held against.
public struct Baseline: Sendable {
  /// The stored run.
  package let run: StoredRun

  /// Reads a stored run.
  /// - Parameter text: what `cachesim baseline save` wrote, or `Results.files["run.json"]`.
  /// - Throws: place, what was found and what was expected.
  public init(_ text: String) throws {
    run = try StoredRun(bytes: Array(text.utf8), file: "the baseline")
  }

  /// Which numbers of a run moved.
  /// - Parameters:
  ///   - results: the later run.
  ///   - isAnyScenario: whether results of a changed scenario are compared too, strategy by
  ///     strategy of the same name.
  /// - Throws: when the two cannot be compared: another scenario, other meanings of metrics.
  public func compared(with results: Results, isAnyScenario: Bool = false) throws -> Moves {
    Moves(
      comparison: try BaselineComparison(
        run, StoredRun(results.result), isAnyScenario: isAnyScenario))
  }

  /// Which numbers moved between two runs.
  public struct Moves: Sendable {
    let comparison: BaselineComparison

    /// Whether a number got worse, or is gone.
    public var isWorse: Bool { comparison.isBroken }
    /// What moved, as `cachesim baseline compare` prints it.
    public var text: String { BaselineText.terminal(comparison) }
  }
}
