internal import CacheMetrics
package import SimCore

extension StoredRun {
  /// Reads a `run.json` of this schema version; error lines name `file`. - Complexity: O(bytes).
  package init(bytes: [UInt8], file: String) throws(InputError) {
    func mistake(at offset: Int, _ message: String) -> InputError {
      let (line, column) = Problems.place(of: offset, in: bytes)
      return InputError("\(file):\(line):\(column): \(message)")
    }
    let root: JSON
    do {
      root = try JSON.parse(bytes, limit: 4_000_000)
    } catch {
      throw mistake(at: error.offset, error.message)
    }
    if let name = root.repeatedName {
      throw mistake(
        at: name.nameOffset, "expected each name once in an object, found '\(name.name)' again")
    }
    try self.init(root, file: file)
    try refuseOthersThanOfTheirSeeds()
    try refusePartsThatDoNotAddUp()
    // What an origin observed has the numbers that an origin knows.
    for (row, json) in zip(rows, root["rows"]?.elements ?? []) where json["isObserved"] != true {
      try refuseMissingNumbers(in: row)
    }
  }

  /// Whether a text that was read is a run's, and not a scenario's.
  package static func isRun(_ root: JSON) -> Bool { root[versionMember] != nil }

  private static let versionMember = "resultSchemaVersion"

  /// The numbers are not held against each other.
  init(_ root: JSON, file: String) throws(InputError) {
    guard let version = root[Self.versionMember]?.integer else {
      throw InputError("\(file): expected a run.json, found no '\(Self.versionMember)' in it")
    }
    guard version == ResultSchema.version else {
      throw InputError(
        "\(file): expected result schema \(ResultSchema.version), which this program "
          + "reads, found \(version): save the baseline anew")
    }
    let reader = Reader(file: file)
    let metrics = try reader.metrics(root)
    let names = metrics.map(\.name)
    self.init(
      file: file, scenario: try reader.text(try reader.member(root, "scenario"), "name"),
      hash: try reader.text(try reader.member(root, "scenario"), "hash"),
      programVersion: try reader.text(try reader.member(root, "program"), "version"),
      metricCatalogVersion: try reader.integer(root, "metricCatalogVersion"), metrics: metrics,
      rows: try reader.rows(root, names), expectations: try reader.expectations(root),
      answers: Reader.answers(root),
      resultVersion: root["resultVersion"]?.integer.map { Int($0) })
    tagged = try reader.tagged(root, metrics)
  }
}

/// Reads the parts of a run's file, and names what is missing.
private struct Reader {
  let file: String

  func member(_ json: JSON, _ name: String) throws(InputError) -> JSON {
    guard let member = json[name] else {
      throw InputError("\(file): expected a run.json, found no '\(name)' in it")
    }
    return member
  }

  private func read<Value>(
    _ json: JSON, _ name: String, _ form: String, _ value: Value?
  ) throws(InputError) -> Value {
    guard let value else { throw unexpected(json, name, form) }
    return value
  }

  func text(_ json: JSON, _ name: String) throws(InputError) -> String {
    let member = try member(json, name)
    return try read(member, name, "a text", member.string)
  }

  func integer(_ json: JSON, _ name: String) throws(InputError) -> Int {
    let member = try member(json, name)
    return Int(try read(member, name, "a whole number", member.integer))
  }

  func list(_ json: JSON, _ name: String) throws(InputError) -> [JSON] {
    let member = try member(json, name)
    return try read(member, name, "a list", member.elements)
  }

  private func metricNames(_ root: JSON, _ member: String) throws(InputError) -> [String] {
    try list(root, member).map { json throws(InputError) in
      try read(json, member, "names of metrics", json.string)
    }
  }

  /// Each by the dictionary, or by the file where it is none of that.
  func metrics(_ root: JSON) throws(InputError) -> [ResultMeasure] {
    let own = root["definitions"] == nil ? [] : try list(root, "definitions").map(definition)
    let metrics = try metricNames(root, "metrics").map { name throws(InputError) in
      if let metric = MetricCatalog.metric(named: name) { return ResultMeasure(metric) }
      if let metric = own.first(where: { $0.name == name }) { return metric }
      throw InputError(
        "\(file): the metric '\(name)' is none of dictionary \(MetricCatalog.version), and the "
          + "file does not define it: save the baseline anew")
    }
    try checkOnce(metrics.map { "metric '\($0.name)'" })
    return metrics
  }

  private func definition(_ json: JSON) throws(InputError) -> ResultMeasure {
    let name = try text(json, "name")
    guard let unit = MetricUnit(rawValue: try text(json, "unit")),
      let better = Better(rawValue: try text(json, "better"))
    else {
      throw InputError(
        "\(file): the metric '\(name)' has a unit or a direction that this program does "
          + "not know")
    }
    return ResultMeasure(name: name, unit: unit, better: better)
  }

  /// None where the file does not list them.
  func expectations(_ root: JSON) throws(InputError) -> [ExpectationOutcome] {
    guard root["expectations"] != nil else { return [] }
    return try list(root, "expectations").map { json throws(InputError) in
      let claim = try text(json, "claim")
      let holds = try member(json, "holds")
      let found = json["found"].map { $0.compact } ?? "null"
      return ExpectationOutcome(
        claim: claim, metric: json["metric"]?.string ?? "", varied: json["varied"]?.string,
        holds: try read(holds, "holds of '\(claim)'", "true or false", holds.flag),
        isRequired: json["level"] != "warn",
        // Files of before the finding was told in words have its number.
        finding: json["finding"]?.string ?? "found \(found)", reason: json["reason"]?.string)
    }
  }

  /// None where the file has none.
  static func answers(_ root: JSON) -> [String] {
    root["answers"]?.elements?.compactMap { answer in
      let sentence = answer["sentences"]?.elements?.first?.string
      let group = answer["varied"]?.string.map { "\(MarkdownTable.code($0)): " } ?? ""
      return sentence.map { group + $0 }
    } ?? []
  }

  /// Each with a value, which may be null, of each metric.
  func rows(_ root: JSON, _ metrics: [String]) throws(InputError) -> [StoredRun.Row] {
    let tags = try tagMetrics(root)
    let rows = try list(root, "rows").map { json throws(InputError) in try row(json, metrics, tags)
    }
    try checkOnce(rows.map { "row of '\($0.title)'" })
    return rows
  }

  private func row(
    _ json: JSON, _ metrics: [String], _ tags: [String]
  ) throws(InputError) -> StoredRun.Row {
    let strategy = try text(json, "strategy")
    let seeds = try list(json, "seeds").map { run throws(InputError) in
      let seed = try member(run, "seed")
      let name = seed.string ?? seed.compact
      let list = try list(run, "values")
      guard list.count == metrics.count else {
        throw InputError(
          "\(file): '\(strategy)', seed \(name): expected \(metrics.count) values, as many as the "
            + "file lists metrics, found \(list.count)")
      }
      let own = "'\(strategy)', seed \(name)"
      let values = try values(zip(metrics, list))
      return (seed: name, values: values.merging(try tagged(run, tags, of: own)) { $1 })
    }
    try checkOnce(seeds.map { "seed \($0.seed) of '\(strategy)'" })
    let varied = json["varied"] ?? JSON(.null)
    guard varied.string != nil || varied == JSON(.null) else {
      throw unexpected(varied, "varied", "a text or null")
    }
    let bound = json["isBound"] ?? false
    return StoredRun.Row(
      strategy: strategy, varied: varied.string,
      isBound: try read(bound, "isBound", "true or false", bound.flag),
      pooled: try pooled(json, metrics, of: "'\(strategy)'").merging(
        try tagged(json, tags, of: "'\(strategy)'")
      ) { $1 }, seeds: seeds)
  }

  /// Refuses what is there twice: of two numbers of one thing, only one would be compared.
  func checkOnce(_ names: [String]) throws(InputError) {
    var known: Set<String> = []
    for name in names where !known.insert(name).inserted {
      throw InputError("\(file): the \(name) is there twice: expected it once")
    }
  }

  /// The metrics of parts, each once, in the order of the file.
  func tagged(
    _ root: JSON, _ metrics: [ResultMeasure]
  ) throws(InputError) -> [ResultMeasure] {
    let names = try tagMetrics(root)
    var known = Set(metrics.map(\.name))
    var found: [ResultMeasure] = []
    for row in root["rows"]?.elements ?? [] {
      for tag in row[RunFile.tagsMember]?.members ?? [] {
        for name in names {
          guard var metric = metrics.first(where: { $0.name == name }) else { continue }
          metric.name = "\(name){\(tag.name)}"
          if known.insert(metric.name).inserted { found.append(metric) }
        }
      }
    }
    return found
  }

  /// What the lists of `tags` have, in their order; none where the file has none.
  func tagMetrics(_ root: JSON) throws(InputError) -> [String] {
    let member = RunFile.tagMetricsMember
    return root[member] == nil ? [] : try metricNames(root, member)
  }

  private func pooled(
    _ json: JSON, _ metrics: [String], of owner: String
  ) throws(InputError) -> [String: Double] {
    let members = try member(json, "metrics")
    let found = try read(members, "metrics", "an object", members.members)
    let (there, listed) = (Set(found.map(\.name)), Set(metrics))
    for name in metrics where !there.contains(name) {
      throw InputError(
        "\(file): \(owner): expected a number or null for the metric '\(name)', which the "
          + "file lists, found nothing")
    }
    for name in found.map(\.name) where !listed.contains(name) {
      throw InputError(
        "\(file): \(owner): found the metric '\(name)', which the file does not list")
    }
    return try values(found.map { ($0.name, $0.value) })
  }

  /// Those of all parts, by the metric's name with its tag.
  private func tagged(
    _ json: JSON, _ names: [String], of owner: String
  ) throws(InputError) -> [String: Double] {
    var all: [String: Double] = [:]
    for tag in json[RunFile.tagsMember]?.members ?? [] {
      guard let list = tag.value.elements, list.count == names.count else {
        throw unexpected(tag.value, "\(owner), \(tag.name)", "\(names.count) values")
      }
      let named = names.map { "\($0){\(tag.name)}" }
      all.merge(try values(zip(named, list))) { $1 }
    }
    return all
  }

  /// By name, without those that are not defined.
  private func values(
    _ members: some Sequence<(String, JSON)>
  ) throws(InputError) -> [String: Double] {
    var values: [String: Double] = [:]
    for (name, json) in members where json != JSON(.null) {
      values[name] = try read(json, name, "a number, null or \"inf\"", json.number)
    }
    return values
  }

  private func unexpected(_ json: JSON, _ name: String, _ form: String) -> InputError {
    InputError("\(file): \(name): expected \(form), found \(json.found)")
  }
}

extension JSON {
  /// The first member whose name stands a second time in its object, anywhere in the value.
  /// - Complexity: O(members).
  fileprivate var repeatedName: Member? {
    switch value {
    case .array(let elements): return elements.lazy.compactMap(\.repeatedName).first
    case .object(let members):
      var known: Set<String> = []
      for member in members {
        guard known.insert(member.name).inserted else { return member }
        if let name = member.value.repeatedName { return name }
      }
      return nil
    default: return nil
    }
  }
}
