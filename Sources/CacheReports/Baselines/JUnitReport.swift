internal import Results
internal import SimCore

/// What a run is held to as JUnit XML, which most servers that run tests can show.
///
/// The first suite has a case for each expectation. Then each strategy that is compared with a
/// stored run, under one varied value, is a suite; a case is a metric, of all seeds together or,
/// where every number counts and only single seeds moved, of one of them.
package enum JUnitReport {
  private typealias Suite = (text: String, tests: Int, failures: Int)

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

  /// A suite with a case for each expectation, at its line where that is known; none without any.
  /// Those that a command line leaves out are skipped.
  private static func expectations(of check: RunCheck) -> [Suite] {
    guard !check.expectations.isEmpty || !check.unevaluated.isEmpty else { return [] }
    let title = attribute("\(check.scenario): expectations")
    func start(_ name: String) -> String {
      "    <testcase classname=\"\(attribute(check.scenario)).expectations\" "
        + "name=\"\(attribute(name))\""
    }
    let skipped = check.unevaluated.map {
      start($0) + "><skipped message=\"the command line leaves it out\"/></testcase>\n"
    }
    let cases = check.expectations.map { expectation in
      var place = ""
      if let file = check.file, let line = expectation.line {
        place = " file=\"\(attribute(file))\" line=\"\(line)\""
      }
      let words = attribute(expectation.words)
      let body =
        expectation.isError
        ? "<failure type=\"broken\" message=\"\(words)\"/>"
        : "<system-out>\(expectation.holds ? "" : "warning: ")\(words)</system-out>"
      return start(expectation.title) + "\(place)>\(body)</testcase>\n"
    }
    let failures = check.expectations.count(where: \.isError)
    let tests = cases.count + skipped.count
    let left = skipped.isEmpty ? "" : " skipped=\"\(skipped.count)\""
    let head = "  <testsuite name=\"\(title)\" tests=\"\(tests)\" failures=\"\(failures)\"\(left)"
    return [("\(head)>\n\((cases + skipped).joined())  </testsuite>\n", tests, failures)]
  }

  private static func suite(
    of row: BaselineComparison.Row, in comparison: BaselineComparison
  ) -> Suite {
    let scenario = attribute(comparison.new.scenario)
    let title = attribute(row.title)
    let name = "classname=\"\(scenario).\(title)\" name="
    var cases: [String] = []
    var failures = 0
    for metric in row.metrics {
      let failing = row.seedMoves.filter { $0.metric == metric && comparison.isFailure($0) }
      let moves = row.moves.filter { $0.metric == metric } + failing
      if moves.isEmpty { cases.append("    <testcase \(name)\"\(attribute(metric.name))\"/>\n") }
      for move in moves {
        let seed = move.seed.map { ", seed \($0)" } ?? ""
        let change = attribute(words(on: move, in: comparison))
        cases.append("    <testcase \(name)\"\(attribute(metric.name + seed))\">\n")
        if comparison.isFailure(move) {
          failures += 1
          cases.append("      <failure type=\"\(move.verdict.rawValue)\" message=\"\(change)\"/>\n")
        } else {
          cases.append("      <system-out>\(change)</system-out>\n")
        }
        cases.append("    </testcase>\n")
      }
    }
    let tests = cases.count { $0.contains("<testcase") }
    let head = "  <testsuite name=\"\(scenario): \(title)\" tests=\"\(tests)\""
    return ("\(head) failures=\"\(failures)\">\n\(cases.joined())  </testsuite>\n", tests, failures)
  }

  /// What is said of a move: its digits, by how much, and why it does not count.
  private static func words(on move: BaselineMove, in comparison: BaselineComparison) -> String {
    let isExact = comparison.strictness == .anyMove
    let size = move.size(isExact: isExact)
    let standing =
      switch move.standing {
      case .counts: ""
      case .withinNoise: ", below the noise floor"
      case .unchanged: ", below the digits that mean something"
      case .tolerated: ", within tolerance"
      }
    return "\(move.verdict.rawValue): \(move.change(isExact: isExact))"
      + (size.isEmpty ? "" : ", \(size)") + standing
  }

  /// A suite of what only one of the runs has and of other seeds; none when nothing differs so.
  private static func others(in comparison: BaselineComparison) -> [Suite] {
    let differences = comparison.differences
    guard !differences.isEmpty else { return [] }
    let scenario = attribute(comparison.new.scenario)
    let cases = differences.map { difference in
      let words = attribute("\(difference.kind.title(1)): \(difference.text)")
      let body =
        comparison.isFailure(difference)
        ? "<failure type=\"\(difference.kind.rawValue)\" message=\"\(words)\"/>"
        : "<system-out>\(words)</system-out>"
      return "    <testcase classname=\"\(scenario)\" name=\"\(attribute(difference.name))\">"
        + "\(body)</testcase>\n"
    }
    let failures = differences.count(where: comparison.isFailure)
    let head = "  <testsuite name=\"\(scenario)\" tests=\"\(differences.count)\""
    let text = "\(head) failures=\"\(failures)\">\n\(cases.joined())  </testsuite>\n"
    return [(text, differences.count, failures)]
  }
}

private func attribute(_ text: String) -> String { MarkupText.escaped(text, isAttribute: true) }
