internal import CacheReports
internal import SimCore

/// Names cells by all that their numbers depend on: the scenario with its values and defaults
/// filled in, one strategy, the trace's bytes, and the version of the program and its metrics.
struct SweepKeys {
  /// What a scenario says for people, what it expects, and what belongs to all strategies together.
  private static let words = [
    "question", "title", "vary", "networks", "strategies", "expect", "relations",
  ]

  /// Digests of traces that were read already, by path.
  private var traces: [String: String] = [:]
  private let program: Fingerprint

  init() { program = Self.program(of: SweepMeasure.metrics) }

  /// The digest of what all cells of a program depend on: its version and what it measures.
  static func program(of measures: [SweepMeasure]) -> Fingerprint {
    var program = Fingerprint()
    let versions = [SweepSchema.version, ResultSchema.version, MetricCatalog.version]
    program.add("\(ProgramVersion.text) \(versions)\n".utf8)
    for measure in measures { program.add("\(measure.name) ".utf8) }
    return program
  }

  /// The keys of a scenario's strategies, in order.
  mutating func keys(of scenario: Scenario) -> [String] {
    var shared = program
    for member in scenario.json.members ?? [] where !Self.words.contains(member.name) {
      let value = member.name == "workload" ? withoutPlace(member.value) : member.value
      shared.add("\(member.name): \(value.compact)\n".utf8)
    }
    return scenario.strategies.map { strategy in
      var key = shared
      key.add("\(strategy.name): \(strategy.settings.compact)\n".utf8)
      return key.text
    }
  }

  /// A workload with its trace's bytes in place of where they lie.
  private mutating func withoutPlace(_ workload: JSON) -> JSON {
    guard let settings = workload["settings"]?.members,
      let path = workload["settings"]?["path"]?.string
    else { return workload }
    let digest = traces[path] ?? SweepFolder.fingerprint(ofFile: path)?.text ?? "missing"
    traces[path] = digest
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let others = settings.filter { $0.name != "path" }
    return .object([
      ("name", workload["name"] ?? ""),
      ("settings", JSON(.object(others + [JSON.Member("path", JSON(.string(name)))]))),
      ("digest", JSON(.string(digest))),
    ])
  }
}
