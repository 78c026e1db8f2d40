internal import Results
internal import SimCore

/// What a run is held to as JUnit XML, which most servers that run tests can show.
///
/// The first suite has a case for each expectation. Then each strategy that is compared with a
/// stored run, under one varied value, is a suite; a case is a metric, of all seeds together or,
/// where every number counts and only single seeds moved, of one of them.
package enum JUnitReport {
  private typealias Suite = (text: String, tests: Int, failures: Int)
  private typealias Case = (text: String, isFailure: Bool)

  package static func text(_ check: RunCheck) -> String {
    var suites = expectations(of: check)
    if let comparison = check.comparison {
      suites += comparison.rows.map { suite(of: $0, in: comparison) } + others(in: comparison)
    }
    let tests = suites.reduce(0) { $0 + $1.tests }
    let failures = suites.reduce(0) { $0 + $1.failures }
    var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    text += #"<testsuites name="cachesim" tests="\#(tests)" failures="\#(failures)">"#
    text += "\n" + suites.map(\.text).joined()
    return text + "</testsuites>\n"
  }

  private static func suite(_ name: String, _ cases: [Case], skipped: Int = 0) -> Suite {
    let failures = cases.count(where: \.isFailure)
    let head =
      "  <testsuite name=\"\(attribute(name))\" tests=\"\(cases.count)\" "
      + "failures=\"\(failures)\"" + (skipped > 0 ? " skipped=\"\(skipped)\"" : "")
    let text = "\(head)>\n\(cases.map(\.text).joined())  </testsuite>\n"
    return (text, cases.count, failures)
  }

  private static func start(of name: String, in suite: String) -> String {
    "    <testcase classname=\"\(attribute(suite))\" name=\"\(attribute(name))\""
  }

  /// What became of a case; nil in the place of the kind of a failure: it is none.
  private static func body(_ failure: String?, _ words: String) -> String {
    failure.map { "<failure type=\"\($0)\" message=\"\(attribute(words))\"/>" }
      ?? "<system-out>\(attribute(words))</system-out>"
  }

  /// A suite with a case for each expectation, at its line where that is known; none without any.
  /// Those that a command line leaves out are skipped.
  private static func expectations(of check: RunCheck) -> [Suite] {
    guard !check.expectations.isEmpty || !check.unevaluated.isEmpty else { return [] }
    let name = "\(check.scenario).expectations"
    let skipped: [Case] = check.unevaluated.map {
      let reason = "<skipped message=\"the command line leaves it out\"/>"
      return (start(of: $0, in: name) + ">\(reason)</testcase>\n", false)
    }
    let cases: [Case] = check.expectations.map { expectation in
      var place = ""
      if let file = check.file, let line = expectation.line {
        place = " file=\"\(attribute(file))\" line=\"\(line)\""
      }
      let body = body(
        expectation.isError ? "broken" : nil,
        (expectation.holds || expectation.isError ? "" : "warning: ") + expectation.words)
      let start = start(of: expectation.title, in: name)
      return ("\(start)\(place)>\(body)</testcase>\n", expectation.isError)
    }
    return [suite("\(check.scenario): expectations", cases + skipped, skipped: skipped.count)]
  }

  private static func suite(
    of row: BaselineComparison.Row, in comparison: BaselineComparison
  ) -> Suite {
    let scenario = comparison.new.scenario
    let cases = row.metrics.flatMap { metric -> [Case] in
      func start(_ seed: String) -> String {
        Self.start(of: metric.name + seed, in: "\(scenario).\(row.title)")
      }
      let failing = row.seedMoves.filter { $0.metric == metric && comparison.isFailure($0) }
      let moves = row.moves.filter { $0.metric == metric } + failing
      if moves.isEmpty { return [(start("") + "/>\n", false)] }
      return moves.map { move in
        let start = start(move.seed.map { ", seed \($0)" } ?? "")
        let isFailure = comparison.isFailure(move)
        let body = body(isFailure ? move.verdict.rawValue : nil, words(on: move, in: comparison))
        return ("\(start)>\n      \(body)\n    </testcase>\n", isFailure)
      }
    }
    return suite("\(scenario): \(row.title)", cases)
  }

  /// What is said of a move: its digits, by how much, and why it does not count.
  private static func words(on move: BaselineMove, in comparison: BaselineComparison) -> String {
    let size = move.size(isExact: comparison.isExact)
    let standing =
      switch move.standing {
      case .counts: ""
      case .withinNoise: ", below the noise floor"
      case .unchanged: ", below the digits that mean something"
      case .tolerated: ", within tolerance"
      }
    return "\(move.verdict.rawValue): \(move.change(isExact: comparison.isExact))"
      + (size.isEmpty ? "" : ", \(size)") + standing
  }

  /// A suite of what only one of the runs has and of other seeds; none when nothing differs so.
  private static func others(in comparison: BaselineComparison) -> [Suite] {
    guard !comparison.differences.isEmpty else { return [] }
    let scenario = comparison.new.scenario
    let cases: [Case] = comparison.differences.map { difference in
      let isFailure = comparison.isFailure(difference)
      let body = body(
        isFailure ? difference.kind.rawValue : nil,
        "\(difference.kind.title(1)): \(difference.text)")
      let start = start(of: difference.name, in: scenario)
      return ("\(start)>\(body)</testcase>\n", isFailure)
    }
    return [suite(scenario, cases)]
  }
}

private func attribute(_ text: String) -> String { MarkupText.escaped(text, isAttribute: true) }
