internal import HTTPCaching

/// The verdicts of a run as a table, and below it what did not pass.
enum VectorTable {
  /// Verdicts of one suite and kind, or of a kind alone.
  private struct Row {
    let suite: String
    let kind: VectorTest.Kind
    var pass = 0
    var fail = 0
    var setupFail = 0
    var dependencyFail = 0

    mutating func add(_ verdict: VectorVerdict) {
      switch verdict {
      case .pass, .yes: pass += 1
      case .fail, .optionalFail, .no: fail += 1
      case .setupFail: setupFail += 1
      case .dependencyFail: dependencyFail += 1
      }
    }

    var cells: [String] {
      let total = pass + fail + setupFail + dependencyFail
      return [suite, kind.rawValue]
        + [pass, fail, setupFail, dependencyFail, total].map { "\($0)" }
    }
  }

  static func listing(of run: VectorRun) -> Listing {
    let kinds = VectorTest.Kind.allCases
    var rows: [Row] = []
    for suite in run.countsBySuite.map(\.suite) {
      rows += kinds.map { row(suite, $0, run.results.filter { $0.test.suite == suite }) }
    }
    rows += kinds.map { row("all", $0, run.results) }
    let counts = ["pass", "fail", "setup-fail", "dependency-fail", "total"]
    return Listing(
      ["suite", "kind"] + counts, rows.map(\.cells).filter { $0.last != "0" },
      numbers: Set(counts))
  }

  static func text(of run: VectorRun) -> String {
    let listing = listing(of: run)
    // A check with the result no is no failure.
    let failures = run.results.filter { !$0.verdict.isPass && $0.test.kind != .check }
    guard !failures.isEmpty else { return listing.text }
    return listing.text + "\nNot passed\n"
      + failures.map { "\n" + explanation(of: $0) }.joined()
  }

  private static func row(
    _ suite: String, _ kind: VectorTest.Kind, _ results: [VectorResult]
  ) -> Row {
    var row = Row(suite: suite, kind: kind)
    for result in results where result.test.kind == kind { row.add(result.verdict) }
    return row
  }

  static func explanation(of result: VectorResult) -> String {
    let test = result.test
    var lines = ["\(test.id): \(result.verdict.rawValue)", "  \(test.name)"]
    lines.append("  suite \(test.suite), \(test.kind.rawValue), \(test.profile.rawValue) cache")
    if !test.dependencies.isEmpty {
      lines.append("  depends on \(test.dependencies.joined(separator: ", "))")
    }
    if let failure = result.failure { lines.append("  why: \(failure)") }
    if let exception = result.exception { lines.append("  known exception: \(exception)") }
    lines += result.steps.map { "    " + $0 }
    return lines.joined(separator: "\n") + "\n"
  }
}
