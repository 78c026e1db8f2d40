package import CacheMetrics
package import Results
internal import SimCore

/// The numbers of a run by screen, or by kind of screens or of resources: a row for each part and
/// strategy, strategies compared within their part.
package struct TagTables {
  private let result: RunResult
  private let keys: [MetricTag.Key]

  /// The parts that tell more than the whole: of several screens and kinds of resources.
  package init(of result: RunResult) {
    let isTold = { (key: MetricTag.Key) in
      result.rows.contains { $0.pooled.tags(of: key).count > 1 }
    }
    self.init(of: result, by: [MetricTag.Key.screen, .resource].filter(isTold))
  }

  /// Those of some keys, however few there are.
  package init(of result: RunResult, by keys: [MetricTag.Key]) {
    (self.result, self.keys) = (result, keys)
  }

  var isEmpty: Bool { keys.isEmpty }

  /// A table has the parts that are most of all; the file has all of them.
  private static let mostParts = 12

  /// The columns: those of all parts, and what a goal names that parts have.
  static func headlines(for goal: Goal?) -> [Headline] {
    let asked = (goal?.metrics ?? []).filter { metric in
      metric.counted != nil && metric.tags.isEmpty
        && !Headline.ofParts.contains { $0.metric.name == metric.name }
    }
    return Headline.ofParts + asked.map { Headline(metric: $0, title: $0.name) }
  }

  /// One for each key and group of rows that are compared.
  package var tables: [(key: MetricTag.Key, varied: String?, table: ResultTable, left: Int)] {
    keys.flatMap { key in
      result.groups.map { group in
        let parts = parts(of: key, group.rows)
        let name = ["numbers by \(key.rawValue)", group.varied].compactMap(\.self)
        return (
          key, group.varied,
          table(parts.prefix(Self.mostParts), key, group.rows, name.joined(separator: ", ")),
          max(parts.count - Self.mostParts, 0)
        )
      }
    }
  }

  /// In their own order, the rest behind the ones that are most.
  private func parts(of key: MetricTag.Key, _ rows: [StrategyResult]) -> [MetricTag] {
    let tags = rows.flatMap { $0.pooled.tags(of: key) }.uniqued
    guard tags.count > Self.mostParts, let row = rows.first,
      let amount = Headline.ofParts.first(where: { $0.tagged(tags[0]) != nil })
    else { return tags }
    let sizes = tags.map { amount.metric.tagged([$0]).value(row.pooled) ?? 0 }
    return tags.indices.sorted { (-sizes[$0], $0) < (-sizes[$1], $1) }.map { tags[$0] }
  }

  private func table(
    _ parts: some Sequence<MetricTag>, _ key: MetricTag.Key, _ group: [StrategyResult],
    _ name: String
  ) -> ResultTable {
    let headlines = Self.headlines(for: result.goal).filter { headline in
      headline.tagged(MetricTag(key, "")) != nil
    }
    let shown = group.filter { !$0.isObserved }
    let rows = parts.flatMap { part in
      let restricted = shown.map { $0.restricted(to: part) }
      return ResultTable(headlines.compactMap { $0.tagged(part) }, of: [restricted]).rows.map {
        row in
        var row = row
        row.cells.insert(.text(part.value), at: 1)
        return row
      }
    }
    var columns = ResultTable(headlines, of: [[]]).columns
    columns.insert(ResultTable.Column(key.rawValue), at: 1)
    return ResultTable(name, columns, rows)
  }

  var blocks: [Block] {
    let tables = tables
    guard !tables.isEmpty else { return [] }
    let isVaried = result.groups.count > 1
    return tables.flatMap { key, varied, table, left -> [Block] in
      let place = isVaried ? varied.map { ", \($0)" } ?? "" : ""
      return [.heading("By \(key.rawValue)\(place)"), .table(table)]
        + (left > 0 ? [.paragraph("\(leftOut(left))")] : [])
    } + [
      .legend(
        markdown: "The best of each column is marked among the strategies of its part. Files, "
          + "objectives and expectations name metrics of a part with a tag behind them, such as "
          + "\(MarkdownTable.code(example)). Requests and received are averages per device.")
    ]
  }

  private var example: String {
    let tag = keys.first.flatMap { key in
      result.rows.lazy.compactMap { $0.pooled.tags(of: key).first }.first
    }
    let metric = tag?.key == .resource ? "object_hit_ratio" : "first_content_p95_ms"
    return "\(metric){\(tag?.text ?? "screen=home")}"
  }

  private func leftOut(_ count: Int) -> String {
    "\(NumberText.counted(count, "smaller part")) more in tags.csv."
  }

  /// For a terminal, each line with a line feed.
  package func text(width: Int, isColored: Bool) -> String {
    tables.map { key, varied, table, left in
      let title = result.groups.count > 1 ? varied.map { " (\($0))" } ?? "" : ""
      let (lines, columns) = TerminalRenderer.lines(of: table, width: width, isColored: isColored)
      return TextWidth.printable("By \(key.rawValue)\(title)") + "\n" + lines
        + TerminalRenderer.leftOut(columns) + (left > 0 ? leftOut(left) + "\n" : "")
    }.joined(separator: "\n")
  }
}
