internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import Foundation
internal import Results
internal import SimCore
internal import Testing

@testable internal import Experiments

/// What became of a rule's story under settings of a preset.
struct EvidencePlay {
  private(set) var views: [ScreenView] = []
  private(set) var assertions: [Assertion] = []

  /// Plays a story in the world of all of them, and compares the metrics that an outcome names.
  init(_ rule: EvidenceRule, _ preset: String, _ settings: JSON, _ outcome: JSON) throws {
    let story = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: story) }
    let head = #"{"event": "story", "version": 1, "complete": true}"#
    let lines = [head] + rule.story.map(\.dense)
    try Data(lines.map { "\($0)\n" }.joined().utf8).write(to: story)
    let scenario = try Self.scenario(rule, preset, settings, outcome, story: story.path)
    let (plan, stream) = try scenario.simulationInput(seed: 1, measuredFrom: .start)
    var observer: any TraceObserver = EvidenceObserver(scenario)
    let simulation = scenario.strategies[0].product.begin(plan)
    try stream.forEachBlock { simulation($0, &observer) }
    var found = try #require(observer as? EvidenceObserver)
    found.aggregates.finish(screens: plan.screens.all)
    views = found.views.sorted { $0.openedAt < $1.openedAt }
    let row = StrategyResult(0, of: scenario, varied: nil, [found.aggregates])
    let result = RunResult(
      scenario: preset, title: preset, question: "", hash: "", programVersion: "", command: "",
      seeds: [1], rows: [row])
    assertions = ExpectationEvaluator(scenario: scenario).assertions(of: result)
    // A metric that gave none would hold whatever came of the story.
    try #require(assertions.count == EvidenceOutcome.metrics(of: outcome).count)
  }

  /// What of an outcome did not come about, in words; empty: all did.
  func differences(from outcome: JSON) -> [String] {
    let opens = JSON(views.map { JSON($0.firstContent == nil ? "nothing" : "\($0.firstSource)") })
    let behind = JSON(views.map { JSON($0.versionsBehind) })
    let lists = [("opens", opens), ("behind", behind)].compactMap { name, found -> String? in
      guard let wanted = outcome[name], wanted != found else { return nil }
      return "\(name): expected \(wanted.compact), found \(found.compact)"
    }
    return lists + assertions.filter { !$0.holds }.map { "\($0.claim): \($0.finding)" }
  }

  private static func scenario(
    _ rule: EvidenceRule, _ preset: String, _ settings: JSON, _ outcome: JSON, story: String
  ) throws -> Scenario {
    let workload = JSON.object([
      "name": "story", "settings": .object(["path": JSON(story)]),
    ])
    // By its strategy, as not every preset is a library's.
    let entry = AnyStrategy.catalog.entries.first { $0.presets.contains { $0.name == preset } }
    let all = settings.laid(over: .object(["preset": JSON(preset)]))
    let strategy = JSON.object([
      "name": JSON(entry?.name ?? preset), "label": "it", "settings": all,
    ])
    var members: [(String, JSON)] = [
      ("workload", workload), ("strategies", JSON([strategy])),
    ]
    let metrics = EvidenceOutcome.metrics(of: outcome)
    if !metrics.isEmpty {
      let limits = metrics.map { ($0.name, JSON($0.limit)) }
      members.append(("expect", .object([("it", .object(limits))])))
    }
    let tree = JSON.object(members).laid(over: rule.world.laid(over: try world))
    return try ScenarioFile(bytes: Array(tree.text.utf8), file: preset, name: preset).scenario
  }

  /// The world in which the stories are played.
  private static var world: JSON {
    get throws {
      try JSON.parse(Array(Data(contentsOf: root.appending(path: "Docs/Libraries/world.json"))))
    }
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

/// The views of a device, and what is measured of them.
private struct EvidenceObserver: TraceObserver {
  var aggregates: Aggregates
  var views: [ScreenView] = []

  /// A simulated flash device takes time, and is the same in all worlds that say nothing of it.
  private static let wear = FlashWear(FlashWearSettings())

  init(_ scenario: Scenario) {
    aggregates = Aggregates(
      interval: scenario.interval, wear: Self.wear, prices: scenario.origin.prices, own: [],
      hasWarmUp: false, hasViewWaits: false)
  }

  mutating func observe(_ page: [TraceRecord], device: UInt32) {
    aggregates.observe(page, device: device)
    for record in page {
      if case .closed(let view, _) = record.event { views.append(view) }
    }
  }
}

extension JSON {
  /// Its members laid over those of another object, group by group.
  func laid(over base: JSON) -> JSON {
    guard let mine = members, var all = base.members else { return self }
    for member in mine {
      if let place = all.firstIndex(where: { $0.name == member.name }) {
        all[place].value = member.value.laid(over: all[place].value)
      } else {
        all.append(member)
      }
    }
    return JSON(.object(all))
  }

  /// The value at a path; nil: nothing is there.
  func value(at path: String) -> JSON? {
    path.split(separator: ".").reduce(self as JSON?) { $0?[String($1)] }
  }

  /// The paths to what is no object.
  func leaves(_ path: String = "") -> [String] {
    guard let members, !(members.isEmpty && path.isEmpty) else { return path.isEmpty ? [] : [path] }
    return members.flatMap { $0.value.leaves(path.isEmpty ? $0.name : "\(path).\($0.name)") }
  }
}
