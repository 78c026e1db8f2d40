internal import CacheMetrics
public import CacheWorkloads
public import ClientStrategies
internal import DeviceModels
public import SimCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Scenarios made in Swift: what they hold need not be in any catalogue.
extension Scenario {
  /// A scenario that compares strategies; everything else has its default and can be set.
  public init(
    question: String, workload: Chosen<AnyWorkload> = .standard("timelines"),
    strategies: [Chosen<AnyStrategy>], seeds: [Int] = [1], devices: Int = 1,
    duration: TimeSpan = .days(7)
  ) {
    self.init()
    self.question = question
    self.workload = workload
    self.strategies = strategies
    self.seeds = seeds
    self.devices = devices
    self.duration = duration
  }

  /// Reads a scenario as a file has it, comments among it.
  /// - Parameter name: what errors call the text.
  /// - Throws: `InputError` with all that is wrong with it, as the command says it.
  public init(json text: String, named name: String = "scenario") throws(InputError) {
    try self.init(json: Array(text.utf8), named: name)
  }

  /// The same of a file's bytes.
  public init(
    json bytes: some Sequence<UInt8>, named name: String = "scenario"
  ) throws(InputError) {
    self = try ScenarioFile(bytes: Array(bytes), file: name, name: name).scenario
  }

  /// Sets whatever a scenario's file can say, by its names there; groups are laid over what stands.
  ///
  /// ```swift
  /// try scenario.set {
  ///   $0.people = "ios-2026"
  ///   $0.network.version = "3"
  ///   $0.incidents.crashesPerThousandOpens = 2.0
  ///   $0.decide.objectives = "minimise first_content_p95_ms"
  ///   $0.decide.constraints = ["blank_ratio <= 1 %"]
  ///   $0.vary.path = "url-cache.diskCapacity"
  ///   $0.vary.values = [Bytes.megabytes(10), .megabytes(50)]
  /// }
  /// ```
  /// - Throws: what is wrong with it, by the declarations that check a file's; what concerns the
  ///   whole, such as the path of what varies, is checked before a run.
  public mutating func set(_ change: (inout NamedSettings) -> Void) throws(InputError) {
    var settings = NamedSettings()
    change(&settings)
    try lay(settings)
  }

  /// Reads a scenario's file.
  /// - Throws: `InputError` with all that is wrong with it, or why the file cannot be read.
  public init(contentsOf path: String) throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    self = try ScenarioFile(bytes: bytes, file: path, name: path).scenario
  }

  /// The scenario that plays a story, with the usual strategies; the story need not be a file.
  package init(playing story: Story) throws {
    let tree = ScenarioStory.scenario(playing: story, at: story.path)
    let text = Array(tree.text.utf8)
    self = try ScenarioFile(bytes: text, file: story.path, name: story.title ?? story.path).scenario
    play(story)
  }

  package mutating func play(_ story: Story) {
    workload = WorkloadChoice(
      name: "story", label: "story", product: AnyWorkload(story),
      settings: .object([("path", JSON(story.path))]))
  }

  /// The scenario without what is expected of its strategies, and as one: nothing varies in it.
  package var alone: Scenario {
    var scenario = withoutExpectations
    scenario.vary = nil
    scenario.networks = nil
    return scenario
  }

  /// A digest of all settings that are not the default: two scenarios that mean the same have the
  /// same one. What is expected of the results does not count.
  public var digest: String { ScenarioFile(name: "", scenario: self, variants: []).hash }

  /// A digest of what users do and the origin publishes: of the workload, the incidents and the
  /// origin. Under one seed scenarios with the same one publish the same, for however many devices,
  /// for however long, and whatever strategies and networks are tried.
  package var worldDigest: String {
    var world = Scenario()
    world.workload = workload
    world.scrolling = scrolling
    world.incidents = incidents
    world.devicesOfPerson = devicesOfPerson
    world.origin = origin
    return world.digest
  }

  /// Expects something of a metric of a strategy, as a scenario's `expect` does.
  /// - Parameters:
  ///   - label: what reports call the strategy.
  ///   - comparison: such as `>= 0.60` or `<= 400 ms`.
  /// - Throws: what is wrong with the metric's name or the comparison.
  public mutating func expect(
    _ metric: String, of label: String, _ comparison: String, reason: String? = nil
  ) throws(InputError) {
    var terms: [(String, JSON)] = [("is", JSON(comparison))]
    if let reason { terms.append(("reason", JSON(reason))) }
    let added = JSON.Member(metric, .object(terms))
    var members = expect.json.members ?? []
    if let index = members.firstIndex(where: { $0.name == label }) {
      members[index].value = JSON(.object((members[index].value.members ?? []) + [added]))
    } else {
      members.append(JSON.Member(label, JSON(.object([added]))))
    }
    var problems = Problems()
    let read = Thresholds.read(JSON(.object(members)), path: "expect", &problems)
    guard let read else { throw InputError(problems) }
    expect = read
  }

  /// Expects one result to be related to another, as a scenario's `relations` do.
  /// - Parameter relation: such as
  ///   `memory-tier.flash_write_ops < on-demand.flash_write_ops`.
  /// - Throws: what is wrong with it.
  public mutating func expect(relation: String) throws(InputError) {
    var problems = Problems()
    let path = "relations[\(relations.count)]"
    let read = Relation.read(JSON(relation), path: path, &problems)
    guard let read else { throw InputError(problems) }
    relations.append(read)
  }
}

extension ScenarioFile {
  /// Names a scenario made in Swift, so that it can be run.
  ///
  /// Its strategies, workload and network schedule may be of the caller's own making. A variation
  /// is applied to the scenario's settings as text, and therefore needs things of the catalogues.
  package init(name: String, _ scenario: Scenario) throws(InputError) {
    var problems = Problems()
    scenario.noteMistakes(&problems)
    guard problems.isEmpty else { throw InputError(problems) }
    guard scenario.variation != nil else {
      self.init(
        name: name, scenario: scenario, variants: [Variant(value: nil, scenario: scenario)])
      return
    }
    try self.init(bytes: Array(scenario.json.compact.utf8), file: name, name: name)
  }

  /// Names variants made in Swift, all with the same strategies and seeds; `setting` is what
  /// varies, as reports name it. - Precondition: there is a variant.
  package init(
    name: String, varying setting: String, variants: [(value: String, scenario: Scenario)]
  ) throws(InputError) {
    precondition(!variants.isEmpty, "a scenario has a variant")
    let first = variants[0].scenario
    var problems = Problems()
    for (index, variant) in variants.enumerated() {
      variant.scenario.noteMistakes(&problems)
      if variants[..<index].contains(where: { $0.value == variant.value }) {
        problems.note(at: 0, path: "", "two variants have the value '\(variant.value)'")
      }
      let labels = variant.scenario.strategies.map(\.label)
      if labels != first.strategies.map(\.label) || variant.scenario.seeds != first.seeds {
        problems.note(
          at: 0, path: "", "the variant '\(variant.value)' has other strategies or seeds")
      }
    }
    guard problems.isEmpty else { throw InputError(problems) }
    self.init(
      name: name, scenario: first,
      variants: variants.map { Variant(value: $0.value, scenario: $0.scenario) },
      variedSetting: setting)
  }
}

extension Scenario {
  /// Notes what is wrong with the settings, by the declarations that check a file's.
  fileprivate func noteMistakes(_ problems: inout Problems) {
    // Things of the caller's own making have names that no catalogue has; their settings are values
    // of Swift already.
    let members = json.members?.map { member in
      switch member.name {
      case "workload": JSON.Member(member.name, .object(["name": "timelines"]))
      case "networkSchedule": JSON.Member(member.name, .object(["name": "always"]))
      case "strategies":
        JSON.Member(
          member.name,
          JSON(strategies.map { .object(["name": "network-only", "label": JSON($0.label)]) }))
      default: member
      }
    }
    for network in networkSchedule.product.networks {
      if let mistake = RecordedNetworks.mistake(in: network) {
        problems.note(at: 0, path: "networkSchedule", mistake.words)
      }
    }
    if let mistake = peopleMistake { problems.note(at: 0, path: "people", mistake) }
    for metric in metrics where MetricCatalog.metric(named: metric.name) != nil {
      problems.note(at: 0, path: "metrics", "a bundled metric is called '\(metric.name)' too")
    }
    let read = Scenario.read(JSON(.object(members ?? [])), path: "", &problems)
    read?.noteUnknownExpectations(&problems)
  }
}
