package import Results

/// What a run is held to: the expectations of its scenario, and a stored run where there is one.
package struct RunCheck: Sendable {
  package var scenario: String
  package var expectations: [ExpectationOutcome]
  /// What is expected of what a command line left out, in words: it is not evaluated.
  package var unevaluated: [String] = []
  /// What the run answers, in Markdown.
  package var answers: [String]
  package var comparison: BaselineComparison?
  /// The scenario's file, as annotations name it; nil: it has none.
  package var file: String?

  /// What a comparison of runs tells, with the expectations of the later one.
  package init(_ comparison: BaselineComparison) {
    scenario = comparison.new.scenario
    expectations = comparison.new.expectations
    answers = comparison.new.answers
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
    answers = result.closingSentences
    self.comparison = comparison
    self.file = file
  }

  /// How many expectations hold, and a line for each broken one; empty without any.
  private var expectationLines: String {
    let broken = expectations.filter { !$0.holds }.map { outcome in
      "  \(outcome.isRequired ? "BROKEN " : "warning")  \(TextWidth.printable(outcome.title))  "
        + "\(TextWidth.printable(outcome.words))\n"
    }
    return AssertionTable.text(of: expectations, broken, unevaluated: unevaluated)
  }

  /// What the stored run answered, where that was another; what an answer hangs on is none.
  var formerAnswers: [String] {
    guard let old = comparison?.old.answers else { return [] }
    let isSame =
      old.count == answers.count
      && zip(old, answers).allSatisfy { former, answer in
        former == answer || answer.hasPrefix(former.dropLast() + ";")
          || former.hasPrefix(answer.dropLast() + ";")
      }
    return isSame ? [] : old
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
    expectations.errors
      + (comparison.flatMap { comparison in
        comparison.isBroken
          ? "\(comparison.new.scenario) against \(comparison.old.file): "
            + BaselineText.failure(of: comparison) : nil
      }.map { [$0] } ?? [])
  }

  /// The chart of what moved, the most important first; nil where nothing moved that counts.
  package var chart: ForestChart? {
    guard let comparison else { return nil }
    let told = BaselineListing(comparison, limit: Self.charted).told
    guard !told.isEmpty else { return nil }
    return ForestChart(changes: told.map(\.charted))
  }

  private static let charted = 12
}

extension BaselineMove {
  fileprivate var charted: ForestRow {
    let verdict: ForestRow.Verdict =
      switch verdict {
      case .worse, .undefined: .worse
      case .better: .better
      case .neither: .neither
      }
    var difference = difference
    if let old, let new, old.isFinite != new.isFinite {
      difference = new.isFinite ? -.infinity : .infinity
    }
    let half = noiseWidth ?? 0
    return ForestRow(
      metric: metric.name, strategy: title, verdict: verdict, difference: difference,
      interval: difference.flatMap {
        half.isFinite ? ConfidenceInterval(from: $0 - half, to: $0 + half) : nil
      },
      smallest: smallest, words: change(isExact: false))
  }
}

extension [ExpectationOutcome] {
  /// How many hold, and how many of the others are errors and no warnings.
  package var summary: String {
    let holding = count(where: \.holds)
    let errors = count(where: \.isError)
    let warnings = count - holding - errors
    if holding == count {
      return holding == 1 ? "it holds" : holding == 2 ? "both hold" : "all \(holding) hold"
    }
    return "\(holding) of \(count) hold, \(errors) broken"
      + (warnings > 0 ? ", \(warnings) only to warn" : "")
  }

  /// Those whose breaking fails a run, a message each.
  package var errors: [String] {
    filter(\.isError).map { "expected \(TextWidth.printable($0.title)): \($0.finding)" }
  }
}
