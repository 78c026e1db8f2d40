internal import CacheMetrics
package import SimCore

/// `run.json`: all results of a run, with what is needed to reproduce it.
///
/// A metric's value is a number, `null` where it is not defined, or the text `"inf"` where it is
/// infinite, which JSON has no number for. A row has those of all seeds together by name; lists
/// have the order of `metrics`: of a row `halfWidths95`, half the widths of the 95 % confidence
/// intervals over the seeds or `null` (`metrics.csv` has their ends), of a seed `values`. Lists of
/// `tags`, of the parts of all views or requests, have the order of `tagMetrics`. The dictionary of
/// that version defines the metrics, `definitions` those that it does not have. A seed too large
/// for a signed 64-bit number is a text. A list of numbers is a line.
package enum RunFile {
  package static let name = "run.json"

  /// `files` are all that the run makes, this one among them.
  package static func text(of result: RunResult, files: [String]) -> String {
    json(of: result, files: files).text(levels: 3) + "\n"
  }

  static func json(of result: RunResult, files: [String]) -> JSON {
    let left = result.unevaluated.map { JSON($0) }
    let unevaluated = left.isEmpty ? [] : [("expectationsNotEvaluated", JSON(left))]
    let own = result.metrics.filter { MetricCatalog.metric(named: $0.name) == nil }.map(definition)
    let definitions = own.isEmpty ? [] : [("definitions", JSON(own))]
    return JSON.object(
      [
        ("resultSchemaVersion", JSON(ResultSchema.version)),
        ("metricCatalogVersion", JSON(MetricCatalog.version)),
        ("resultVersion", JSON(ResultVersion.number)),
        ("program", .object(["name": "cachesim", "version": JSON(result.programVersion)])),
        (
          "scenario",
          .object([
            "name": JSON(result.scenario), "title": JSON(result.title),
            "question": JSON(result.question), "hash": JSON(result.hash),
          ])
        ),
        ("command", JSON(result.command)),
        ("simulated", JSON(result.simulated)),
        ("warmUp", result.warmUp?.json ?? JSON(.null)),
        ("seeds", JSON(result.seeds.map(seed))),
        ("varied", varied(in: result)),
        ("answers", JSON(answers(in: result))),
        ("robustness", JSON(result.robustness.map(\.json))),
        ("rows", JSON(result.rows.map { row($0, result.metrics) })),
        ("expectations", JSON(result.assertions.map(\.json))),
      ] + (result.explored.isEmpty ? [] : [("explored", JSON(result.explored))])
        + unevaluated
        + [
          ("metrics", JSON(result.metrics.map(\.name))),
          (tagMetricsMember, JSON(Headline.ofParts.map(\.metric.name))),
        ] + definitions + [(filesMember, JSON(files))])
  }

  /// The files that an earlier run listed; empty when the text is no such list.
  package static func files(in text: [UInt8]) -> [String] {
    (try? JSON.parse(text))?[filesMember]?.elements?.compactMap(\.string) ?? []
  }

  package static let filesMember = "files"

  private static func answers(in result: RunResult) -> [JSON] {
    result.answers.compactMap { $0.answer?.json }
  }

  private static func varied(in result: RunResult) -> JSON {
    guard let setting = result.variedSetting else { return JSON(.null) }
    return .object(["setting": JSON(setting), "values": JSON(result.variedValues)])
  }

  private static func row(_ row: StrategyResult, _ metrics: [Metric]) -> JSON {
    var members: [(String, JSON)] = [
      ("strategy", JSON(row.label)),
      ("name", JSON(row.name)),
      ("varied", JSON(row.varied)),
      ("isBound", JSON(row.isBound)),
    ]
    if row.isObserved { members.append(("isObserved", true)) }
    if let bound = row.bound { members.append(("bound", json(of: bound))) }
    members += [
      ("settings", row.settings),
      ("percentilesAreExact", JSON(row.pooled.isExact)),
      ("metrics", .object(metrics.map { ($0.name, $0.json(of: $0.value(row.pooled))) })),
      ("halfWidths95", list(metrics) { row.interval(of: $0)?.halfWidth }),
      ("seeds", JSON(row.runs.map { run($0, metrics, row.storedTags) })),
    ]
    return .object(members + tags(row.storedTags, in: row.pooled))
  }

  private static func json(of bound: OracleBound) -> JSON {
    .object([
      "quantity": JSON(bound.quantity.rawValue), "statement": JSON(bound.statement),
      "isRelaxation": JSON(bound.isRelaxation),
    ])
  }

  private static func run(_ run: SeedResult, _ metrics: [Metric], _ tags: [MetricTag]) -> JSON {
    .object(
      [
        ("seed", seed(run.seed)),
        ("percentilesAreExact", JSON(run.aggregates.isExact)),
        ("values", list(metrics) { $0.value(run.aggregates) }),
        ("violations", JSON(run.aggregates.devices.violations)),
      ] + self.tags(tags, in: run.aggregates))
  }

  /// By tag, what the table of its parts shows; nothing where there is one part, which is all.
  private static func tags(_ tags: [MetricTag], in aggregates: Aggregates) -> [(String, JSON)] {
    guard !tags.isEmpty else { return [] }
    let members = tags.map { tag in
      let part = aggregates.restricted(to: [tag])
      let values = Headline.ofParts.map { headline in
        headline.tagged(tag).map { $0.metric.json(of: $0.metric.value(part)) } ?? JSON(.null)
      }
      return (tag.text, JSON(values))
    }
    return [(tagsMember, .object(members))]
  }

  static let tagsMember = "tags"
  static let tagMetricsMember = "tagMetrics"

  private static func list(_ metrics: [Metric], of value: (Metric) -> Double?) -> JSON {
    JSON(metrics.map { $0.json(of: value($0)) })
  }

  private static func definition(_ metric: Metric) -> JSON {
    .object(ResultMeasure(metric).members + [("definition", JSON(metric.definition))])
  }

  private static func seed(_ seed: UInt64) -> JSON {
    Int64(exactly: seed).map { JSON($0) } ?? JSON("\(seed)")
  }
}

extension JSON {
  /// The elements, each read; nil: it is no list, or one cannot be read.
  func list<Value>(_ read: (JSON) -> Value?) -> [Value]? {
    guard let elements else { return nil }
    let values = elements.compactMap(read)
    return values.count == elements.count ? values : nil
  }

  var flag: Bool? { if case .bool(let flag) = value { flag } else { nil } }

  var metric: Metric? { string.flatMap(MetricCatalog.metric) }
}

extension Metric {
  /// With the digits of the other files.
  package func json(of value: Double?) -> JSON { JSON(value.map(rounded)) }
}
