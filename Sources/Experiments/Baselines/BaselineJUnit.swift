internal import CacheReports

/// A comparison with a baseline as JUnit XML, which most servers that run tests can show.
///
/// A suite is a strategy, under one varied value; a case is a metric, of all seeds together or,
/// where only single seeds moved, of one of them.
package enum BaselineJUnit {
  /// The document, each line with a line feed.
  package static func text(_ comparison: BaselineComparison) -> String {
    let suites = comparison.rows.map { suite(of: $0, in: comparison) } + others(in: comparison)
    let tests = suites.reduce(0) { $0 + $1.tests }
    let failures = suites.reduce(0) { $0 + $1.failures }
    var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    text += #"<testsuites name="cachesim baseline" tests="\#(tests)" failures="\#(failures)">"#
    text += "\n" + suites.map(\.text).joined()
    return text + "</testsuites>\n"
  }

  private static func suite(
    of row: BaselineComparison.Row, in comparison: BaselineComparison
  ) -> (text: String, tests: Int, failures: Int) {
    let scenario = XMLText.escaped(comparison.new.scenario)
    let title = XMLText.escaped(row.title)
    let name = "classname=\"\(scenario).\(title)\" name="
    var cases: [String] = []
    var failures = 0
    for metric in row.metrics {
      let moves = row.moves.filter { $0.metric == metric }
      if moves.isEmpty {
        cases.append("    <testcase \(name)\"\(XMLText.escaped(metric.name))\"/>\n")
      }
      for move in moves {
        let seed = move.seed.map { ", seed \($0)" } ?? ""
        let change = XMLText.escaped("\(move.verdict.rawValue): \(move.change), \(move.size)")
        cases.append("    <testcase \(name)\"\(XMLText.escaped(metric.name + seed))\">\n")
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
    return (
      "\(head) failures=\"\(failures)\">\n\(cases.joined())  </testsuite>\n", tests, failures
    )
  }

  /// A suite of what only one of the runs has and of other seeds; none when nothing differs so.
  private static func others(
    in comparison: BaselineComparison
  ) -> [(text: String, tests: Int, failures: Int)] {
    let differences = comparison.differences
    guard !differences.isEmpty else { return [] }
    let scenario = XMLText.escaped(comparison.new.scenario)
    let cases = differences.map { difference in
      let words = XMLText.escaped("\(difference.kind.title(1)): \(difference.text)")
      let body =
        comparison.isFailure(difference)
        ? "<failure type=\"\(difference.kind.rawValue)\" message=\"\(words)\"/>"
        : "<system-out>\(words)</system-out>"
      return "    <testcase classname=\"\(scenario)\" name=\"\(XMLText.escaped(difference.name))\">"
        + "\(body)</testcase>\n"
    }
    let failures = differences.count(where: comparison.isFailure)
    let head = "  <testsuite name=\"\(scenario)\" tests=\"\(differences.count)\""
    let text = "\(head) failures=\"\(failures)\">\n\(cases.joined())  </testsuite>\n"
    return [(text, differences.count, failures)]
  }
}
