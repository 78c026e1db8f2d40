package import Results

/// What a run is held to: the expectations of its scenario, and a stored run where there is one.
package struct RunCheck: Sendable {
  package var scenario: String
  package var expectations: [ExpectationOutcome]
  /// What is expected of what a command line left out, in words: it is not evaluated.
  package var unevaluated: [String] = []
  /// The comparison with a stored run; nil: there is none.
  package var comparison: BaselineComparison?
  /// The scenario's file, as annotations name it; nil: it has none.
  package var file: String?

  /// What a comparison of runs tells, with the expectations of the later one.
  package init(_ comparison: BaselineComparison) {
    scenario = comparison.new.scenario
    expectations = comparison.new.expectations
    self.comparison = comparison
  }

  /// What a run's own expectations tell, and a comparison with a stored run.
  /// - Parameters:
  ///   - file: the scenario's file; nil: it has none.
  ///   - text: the scenario's text, in which the expectations have their lines.
  package init(
    of result: RunResult, _ comparison: BaselineComparison?, file: String? = nil,
    text: [UInt8]? = nil
  ) {
    scenario = result.scenario
    expectations = ExpectationOutcome.all(of: result, in: file == nil ? nil : text)
    unevaluated = result.unevaluated
    self.comparison = comparison
    self.file = file
  }

  /// The expectations whose breaking fails the run, a message each.
  package var brokenExpectations: [String] {
    expectations.filter(\.isError).map {
      "expected \(TextWidth.printable($0.title)): \($0.finding)"
    }
  }

  /// How many expectations hold, and a line for each broken one; empty without any.
  private var expectationLines: String {
    let left = AssertionTable.unevaluated(unevaluated)
    guard !expectations.isEmpty else {
      return left.isEmpty ? "" : "Expectations: none evaluated\n" + left
    }
    let broken = expectations.filter { !$0.holds }.map { outcome in
      "  \(outcome.isRequired ? "BROKEN " : "warning")  \(TextWidth.printable(outcome.title))  "
        + "\(TextWidth.printable(outcome.words))\n"
    }
    return "Expectations: \(ExpectationOutcome.summary(of: expectations))\n" + broken.joined()
      + left
  }

  /// All of it for a terminal: the comparison first, then the expectations.
  package func text(isWhole: Bool = false, isColored: Bool = false) -> String {
    let comparison = comparison.map {
      BaselineText.terminal($0, isWhole: isWhole, isColored: isColored)
    }
    return (comparison ?? "") + expectationLines
  }

  /// Why the run is not accepted, a message each; empty: it is.
  package var failures: [String] {
    brokenExpectations
      + (comparison.flatMap { comparison in
        comparison.isBroken
          ? "\(comparison.new.scenario) against \(comparison.old.file): "
            + BaselineText.failure(of: comparison) : nil
      }.map { [$0] } ?? [])
  }

  /// The chart of what moved, the most important first; nil where nothing moved that counts.
  package var chart: ChangesChart? {
    guard let comparison else { return nil }
    let told = BaselineListing(comparison, limit: ChangesChart.limit).told
    guard !told.isEmpty else { return nil }
    return ChangesChart(told.map(\.charted))
  }
}

extension BaselineMove {
  fileprivate var charted: ChangesChart.Change {
    let kind: ChangesChart.Change.Kind =
      switch verdict {
      case .worse, .undefined: .worse
      case .better: .better
      case .neither: .neither
      }
    var part = relative
    if let old, let new, old.isFinite != new.isFinite {
      part = new.isFinite ? -.infinity : .infinity
    }
    let half = old.map { $0 == 0 ? 0 : (noise?.halfWidth ?? 0) / abs($0) } ?? 0
    return ChangesChart.Change(
      metric: metric.name, strategy: title, kind: kind, relative: part,
      halfWidth: half.isFinite ? half : 0, words: change(isExact: false))
  }
}

extension ExpectationOutcome {
  /// How many hold, in words; empty without any.
  package static func summary(of outcomes: [ExpectationOutcome]) -> String {
    let holding = outcomes.count(where: \.holds)
    return AssertionTable.summary(
      count: outcomes.count, holding: holding, errors: outcomes.count(where: \.isError))
  }
}
