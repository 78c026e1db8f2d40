internal import CacheReports
internal import Measurement
package import SimCore

/// A comparison with a baseline as JSON.
package enum BaselineJSON {
  /// Everything: both runs by name, every move, what is new and gone, and whether it failed.
  package static func json(_ comparison: BaselineComparison) -> JSON {
    .object([
      ("scenario", JSON(.string(comparison.new.scenario))),
      ("isBroken", JSON(.bool(comparison.isBroken))),
      ("baseline", origin(comparison.old)),
      ("run", origin(comparison.new)),
      ("compared", JSON(.integer(Int64(comparison.comparedCount)))),
      ("withinTolerance", JSON(.integer(Int64(comparison.toleratedCount)))),
      ("moves", JSON(.array(comparison.moves.map { move($0, comparison.isFailure($0)) }))),
      ("addedStrategies", names(comparison, .newStrategy)),
      ("vanishedStrategies", names(comparison, .vanishedStrategy)),
      ("addedMetrics", names(comparison, .newMetric)),
      ("vanishedMetrics", names(comparison, .vanishedMetric)),
      (
        "otherSeeds",
        JSON(.array(comparison.differences.filter { $0.kind == .otherSeeds }.map(seeds)))
      ),
    ])
  }

  private static func seeds(_ difference: BaselineDifference) -> JSON {
    .object([
      ("strategy", JSON(.string(difference.name))), ("old", names(difference.oldSeeds)),
      ("new", names(difference.newSeeds)),
    ])
  }

  private static func names(
    _ comparison: BaselineComparison, _ kind: BaselineDifference.Kind
  ) -> JSON {
    names(comparison.differences.filter { $0.kind == kind }.map(\.name))
  }

  private static func origin(_ run: StoredRun) -> JSON {
    .object([
      ("file", JSON(.string(run.file))), ("scenario", JSON(.string(run.scenario))),
      ("hash", JSON(.string(run.hash))), ("programVersion", JSON(.string(run.programVersion))),
    ])
  }

  private static func move(_ move: BaselineMove, _ isFailure: Bool) -> JSON {
    .object([
      ("strategy", JSON(.string(move.strategy))),
      ("varied", text(move.varied)),
      ("seed", text(move.seed)),
      ("metric", JSON(.string(move.metric.name))),
      ("unit", JSON(.string(move.metric.unit.rawValue))),
      ("better", JSON(.string(move.metric.better.rawValue))),
      ("old", value(move.old)),
      ("new", value(move.new)),
      ("difference", rounded(move.difference, places: move.metric.unit.places)),
      ("relative", rounded(move.relative, places: 6)),
      ("verdict", JSON(.string(move.verdict.rawValue))),
      ("isFailure", JSON(.bool(isFailure))),
    ])
  }

  private static func names(_ names: [String]) -> JSON {
    JSON(.array(names.map { JSON(.string($0)) }))
  }

  private static func text(_ text: String?) -> JSON {
    text.map { JSON(.string($0)) } ?? JSON(.null)
  }

  private static func value(_ value: Double?) -> JSON {
    guard let value else { return JSON(.null) }
    return value.isFinite ? JSON(.real(value)) : "inf"
  }

  private static func rounded(_ value: Double?, places: Int) -> JSON {
    guard let value else { return JSON(.null) }
    return JSON(.real(Double(NumberText.decimal(value, places: places)) ?? value))
  }
}

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

/// Text within XML.
enum XMLText {
  /// The text with its marks written as entities; characters that XML 1.0 has no place for, such as
  /// most control characters, become U+FFFD. - Complexity: O(length).
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&apos;"
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
