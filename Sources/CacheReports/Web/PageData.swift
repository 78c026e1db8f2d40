internal import CacheMetrics
internal import Results
internal import SimCore

/// What the script of a report's page reads: the values of all metrics, as tables and files have
/// them, and how they are shown and explained.
///
/// - `metrics`: the name, the unit, the direction and the definition of each, and the title of its
///   column where that is another than the name. What is the same in all rows is left out, but for
///   what is shown.
/// - `shown`: the metrics that the page's tables show at first.
/// - `tables`: for each table of numbers its rows, with the label, the label of the series in
///   charts, its colour, the values in the order of `metrics` (a number, `null`, or `"inf"`), the
///   texts with their intervals, and the command that explains its views.
enum PageData {
  static func json(of result: RunResult) -> JSON {
    let shown = Headline.standard(of: result.rows, for: result.goal).map(\.metric.name)
    let metrics = result.metrics.filter { metric in
      let values = result.rows.map { metric.json(of: metric.value($0.pooled)).compact }
      return shown.contains(metric.name) || values.count < 2 || Set(values).count > 1
    }
    let tables = result.tableGroups.map { group in
      let styles = ChartPalette.styles(group.rows.map(\.isBound))
      return JSON(
        zip(group.rows, styles).map { each, style in
          row(each, style, metrics, of: result, label: each.label(in: group.rows))
        })
    }
    return .object([
      "metrics": JSON(metrics.map(definition)),
      "shown": JSON(shown), "tables": JSON(tables),
    ])
  }

  static func definition(_ metric: Metric) -> JSON {
    let headline = (Headline.standard + Headline.flashWear).first { $0.metric.name == metric.name }
    return JSON(
      [metric.name, metric.unit.rawValue, metric.better.rawValue, metric.definition]
        + (headline.map { [$0.title] } ?? []))
  }

  private static func row(
    _ row: StrategyResult, _ style: Int, _ metrics: [Metric], of result: RunResult, label: String
  ) -> JSON {
    let values = metrics.map { $0.json(of: $0.value(row.pooled)) }
    let shown = metrics.map { metric in
      let headline = Headline.standard.first { $0.metric.name == metric.name }
      return (headline ?? Headline(metric: metric, title: metric.name)).number(of: row).text(
        metric.unit)
    }
    return .object([
      "label": JSON(.string(VisibleText.line(label))), "series": JSON(.string(row.series)),
      "colour": JSON(ChartPalette.strategy(style)), "values": JSON(values), "texts": JSON(shown),
      "explain": explanation(of: row, result).map { JSON($0) } ?? JSON(.null),
    ])
  }

  /// The command that explains views of a strategy, up to the measure; nil: what was run is no
  /// scenario that can be explained.
  private static func explanation(of row: StrategyResult, _ result: RunResult) -> String? {
    let run = "cachesim run "
    guard result.command.hasPrefix(run), !row.isObserved else { return nil }
    let varied = row.varied.map { " --varied \(ShellWord.quoted($0))" } ?? ""
    return "cachesim explain \(result.command.dropFirst(run.count)) "
      + "--strategy \(ShellWord.quoted(row.label))\(varied) --worst"
  }
}

/// A setting that differs from the default of its strategy.
struct ChangedSetting {
  var title: String
  var path: String
  var value: String
  /// The default; a dash where the strategy has no such setting by default.
  var standard: String

  /// The settings of strategies that differ from their defaults; labels that stand for the same
  /// settings under several varied values are told once.
  static func all(of rows: [StrategyResult]) -> [ChangedSetting] {
    rows.filter { !$0.isObserved }.flatMap { row in changes(of: row).map { (row.label, $0) } }
      .uniqued { label, change in "\(label) \(change.path) \(change.value)" }.map(\.1)
  }

  private static func changes(of row: StrategyResult) -> [ChangedSetting] {
    let defaults = row.defaults.map { rows(of: $0) } ?? []
    return rows(of: row.settings).compactMap { setting in
      let standard = defaults.first { $0.path == setting.path }?.value
      guard standard != setting.value else { return nil }
      return ChangedSetting(
        title: row.title, path: setting.path, value: setting.value, standard: standard ?? "–")
    }
  }

  /// The strategies that have their defaults alone, in a sentence; nil: there is none.
  static func sentence(onUnchanged rows: [StrategyResult]) -> String? {
    let labels = rows.filter { !$0.isObserved && changes(of: $0).isEmpty }
      .map { MarkdownTable.code($0.label) }.uniqued
    guard !labels.isEmpty else { return nil }
    return NameList.text(labels)
      + (labels.count == 1 ? " has its defaults alone." : " have their defaults alone.")
  }

  /// Settings as a report lists them, a line for each value: by their paths, groups written as
  /// paths.
  static func rows(of json: JSON, below path: String = "") -> [(path: String, value: String)] {
    guard let members = json.members else { return [(path, json.string ?? json.compact)] }
    return members.flatMap { member in
      rows(of: member.value, below: path.isEmpty ? member.name : "\(path).\(member.name)")
    }
  }
}
