internal import CacheMetrics
internal import Foundation
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

/// The figures of README with their captions, whose numbers are those of the committed result.
struct ReadmeFigures {
  /// A strategy of the result with its metrics.
  private struct Row {
    var name: String
    var values: [String: Double]
  }

  private let scenario: String
  private let simulated: String
  /// In the result's order; bounds, which are no choice, are not among them.
  private let rows: [Row]

  private static let wait = "first_content_p95_ms"
  private static let flash = "flash_write_bytes_per_device_day"

  /// - Parameter bytes: of a `run.json`.
  init(of bytes: [UInt8]) throws {
    let root = try JSON.parse(bytes)
    scenario = try #require(root["scenario"]?["name"]?.string)
    simulated = try #require(root["simulated"]?.elements?.first?.string)
    rows = try #require(root["rows"]?.elements).filter { $0["isBound"] != true }.map { row in
      var values: [String: Double] = [:]
      for member in row["metrics"]?.members ?? [] { values[member.name] = member.value.number }
      return Row(name: try #require(row["strategy"]?.string), values: values)
    }
  }

  /// The rows that have a number, the least first; of equal ones in the result's order.
  private func ranked(by metric: String) throws -> [(name: String, value: Double)] {
    let known = rows.compactMap { row in row.values[metric].map { (name: row.name, value: $0) } }
    try #require(known.count > 1, "fewer than two strategies have \(metric)")
    return known.enumerated().sorted {
      ($0.element.value, $0.offset) < ($1.element.value, $1.offset)
    }.map(\.element)
  }

  private func text(_ value: Double, _ metric: String) throws -> String {
    Display.text(value, try #require(MetricCatalog.metric(named: metric)).unit)
  }

  /// The wait against the flash, and what the two ends of both are.
  var tradeOff: String {
    get throws {
      let waits = try ranked(by: Self.wait)
      let writes = try ranked(by: Self.flash).reversed().map { $0 }
      let (shortest, longest) = (waits[0], waits[waits.count - 1])
      let (most, next) = (writes[0], writes[1])
      let stale = try #require(rows.first { $0.name == most.name }?.values["stale_share"])
      let ratio =
        next.value > 0 ? "\(NumberText.short(most.value / next.value)) times" : "more than"
      let what = next.value > 0 ? "as much as" : ""
      return """
        ![First content at the 95th percentile against bytes written to flash per device and day, \
        a point for each strategy](Reports/\(scenario)/latency-against-flash.svg)

        *The scenario `\(scenario)`: \(simulated). Down is a shorter wait, left is less flash. \
        For 95 of 100 opens first
        content is there within \(try text(shortest.value, Self.wait)) under `\(shortest.name)` \
        and within \(try text(longest.value, Self.wait)) under `\(longest.name)`, from when the \
        app has started on.
        `\(most.name)` writes the most, \(try text(most.value, Self.flash)) per device and day, \
        \(ratio) \(what) `\(next.name)` after it, and shows
        something outdated in \(Display.text(stale, .ratio)) of all opens \
        ([the report](Reports/\(scenario)/report.md)).*

        """
    }
  }

  /// The waits of half of the opens.
  var waits: String {
    get throws {
      let first = try ranked(by: "first_content_p50_ms")
      let fresh = try ranked(by: "fresh_content_p50_ms")
      func ends(_ ranked: [(name: String, value: Double)], _ metric: String) throws -> String {
        let (least, most) = (ranked[0], ranked[ranked.count - 1])
        return "\(try text(least.value, metric)) (`\(least.name)`) to "
          + "\(try text(most.value, metric)) (`\(most.name)`)"
      }
      return """
        ![How long people waited: share of opens with first content, and with fresh content, \
        within a time](Reports/\(scenario)/latency-cdf.svg)

        *Half of all opens have first content within \(try ends(first, "first_content_p50_ms")),
        and the origin's newest within \(try ends(fresh, "fresh_content_p50_ms")).*

        """
    }
  }
}

/// Captions say what the numbers say.
@Suite struct ReadmeFigureTests {
  private static func result(_ flash: [Double]) -> [UInt8] {
    let rows = flash.enumerated().map { place, bytes in
      """
      {"strategy": "s\(place)", "isBound": \(place == 0), "metrics": {"first_content_p95_ms": \
      \(100 * (place + 1)), "first_content_p50_ms": \(10 * (place + 1)), "stale_share": 0.25, \
      "fresh_content_p50_ms": \(50 - place), "flash_write_bytes_per_device_day": \(bytes)}}
      """
    }
    return Array(
      """
      {"scenario": {"name": "x"}, "simulated": ["2 devices for 1 day under 3 seeds"],
      "rows": [\(rows.joined(separator: ","))]}
      """.utf8)
  }

  /// Defect: README said "three times as much as any other" of what was 1.7 times as much.
  @Test func theRatioIsThatOfTheNumbers() throws {
    let caption = try ReadmeFigures(of: Self.result([9e9, 2e6, 1.7e7, 1e7])).tradeOff
    expect(
      caption.contains("`s2` writes the most, 17 MB per device and day, 1.7 times as much as `s3`"))
    expect(caption.contains("within 200 ms under `s1`") && caption.contains("25 % of all opens"))
    expect(!caption.contains("`s0`"))
    let waits = try ReadmeFigures(of: Self.result([1, 2, 3])).waits
    expect(waits.contains("within 20 ms (`s1`) to 30 ms (`s2`)"))
    expect(waits.contains("within 48 ms (`s2`) to 49 ms (`s1`)"))
  }
}
