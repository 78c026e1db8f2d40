public import CacheMetrics
public import CacheWorkloads
package import ClientSimulation
public import ClientStrategies
package import DeviceModels
public import SimCore

/// A question with all that is needed to answer it: the workload, devices and networks, and which
/// strategies are compared.
public struct Scenario: Settings {
  package static let schemaVersion = 1

  package var schemaVersion = Scenario.schemaVersion
  public var question = ""
  public var title: String?
  public var seeds = [1]
  public var devices = 1
  public var duration = TimeSpan.days(7)
  package var warmUp: WarmUp?
  public var workload = Chosen<AnyWorkload>.standard("timelines")
  public var networkSchedule = Chosen<AnyNetworkSchedule>.standard("commuter")
  package var people = People()
  package var devicesOfPerson = SeveralDevices()
  package var scrolling = Scrolling()
  package var media = MediaSettings()
  package var incidents = Incidents()
  package var variance = Variance.measured
  package var network = NetworkSettings()
  package var device = DeviceSettings()
  package var origin = OriginSettings()
  public var patience: TimeSpan? = .seconds(10)
  package var reactions = ReactionSettings()
  package var shared = SharedSettings()
  public var strategies: [Chosen<AnyStrategy>] = []
  package var vary: Variation?
  package var networks: [NetworkChoice]?
  /// Metrics of one's own, which stand behind the bundled ones; a scenario's file has none.
  public var metrics: [any TraceMetric.Type] = []
  package var interval = TimeSpan.hours(1)
  var expect = Thresholds()
  var relations: [Relation] = []
  var decide: Decision?

  public init() {}
  public static let fields: [Field<Scenario>] = [
    Field("schemaVersion", \.schemaVersion, "The version of this form.") { version in
      version == Scenario.schemaVersion
        ? nil
        : "expected \(Scenario.schemaVersion), the version this program reads, found \(version)"
    },
    Field(
      "question", \.question, "The question that the report answers.", isRequired: true,
      check: { $0.isEmpty ? "expected a question, found an empty text" : nil }),
    Field("title", \.title, "The report's title; null: the scenario's name."),
    Field(
      "seeds", \.seeds, each: 0...Int.max, count: 1...10_000,
      "Under each seed all strategies meet the same requests and networks."
    ) { Set($0).count == $0.count ? nil : "a seed stands twice" },
    Field(
      "devices", \.devices, in: 1...1_000_000,
      "How many devices there are; each has its own user and network schedule."),
    Field(
      "duration", \.duration, in: .seconds(1)...(.days(3_650)),
      "How long is simulated; a trace has its own length."),
    Field(
      "warmUp", \.warmUp,
      "What is left out of all metrics at the beginning: a time, a share of the run (10%), or "
        + "steady: until the share of opens served from a cache is steady for all strategies; "
        + "null: nothing."
    ),
    Field(
      "workload", \.workload, "What users do and what the origin publishes.", isRequired: true),
    Field("networkSchedule", \.networkSchedule, "Which network there is when."),
    Field(
      "people", \.people,
      "Who the users are, one of a device: groups that differ in phone, links and habits, or the "
        + "name of a population; by default all are as the rest of the scenario says."),
    Field(
      "devicesOfPerson", \.devicesOfPerson,
      "How many devices each person has; what is edited on one reaches the others by the origin."),
    Field(
      "scrolling", \.scrolling,
      "How many rows of a screen are in view, and how people scroll; by default all are, and "
        + "nothing is scrolled."),
    Field("media", \.media, "In which rates there are media, and how they are played."),
    Field(
      "incidents", \.incidents, "What goes wrong or changes around the app; nothing unless said."),
    Field(
      "variance", \.variance,
      "Whether round trips, name lookups, handshakes, server times, lost requests and the rates of "
        + "mobile networks vary as they were measured, gaps on the way are recorded ones, and "
        + "flash readings vary; none: each is its mean, and a constant; apps start at once, and "
        + "users neither open again nor refresh."),
    Field("network", \.network, "How connections are made and used."),
    Field("device", \.device, "The phone: its settings, or the name of a device."),
    Field("origin", \.origin, "The origin."),
    Field(
      "patience", \.patience, in: .zero...(.days(365)),
      "How long users wait for a blank screen before they give it up, by the median; null: as long "
        + "as they stay. 10 s, for which attention holds (Nielsen, \"Response Times\")."
    ).assumed().plausible(
      "4s", to: "20s", "from where Apdex calls users of a target of 1 s frustrated"),
    Field(
      "reactions", \.reactions,
      "How users react to what a screen shows; what they intend is the workload's. A recorded one "
        + "has pulling to refresh and opening again in it: none are added."),
    Field(
      "shared", \.shared,
      "What the strategies share, unless the settings of one say otherwise: so that they are "
        + "compared, and not their codecs or folders."),
    Field(
      "strategies", \.strategies, "What is compared, in the order of the report.",
      isRequired: true, check: wrong(with:)),
    Field(
      "decide", \.decide,
      "What the answer decides, and by what; null: it is by the shortest wait for first content, "
        + "with few blank screens."),
    Field("vary", \.vary, "A setting that is tried with several values; null: none."),
    Field(
      "networks", \.networks,
      "Networks tried in turn in place of the schedule's mobile or only one; null: none."
    ) { $0.map(wrong(with:)) ?? nil },
    Field(
      "interval", \.interval, in: .seconds(1)...(.days(365)),
      "The interval of the report's timeline."),
    Field(
      "expect", \.expect,
      "What is expected of the results, by strategy and metric: a comparison, or an object of it "
        + "with a reason; a broken one ends the command with exit code 2."),
    Field(
      "relations", \.relations,
      "How results are expected to be related: STRATEGY.METRIC < STRATEGY.METRIC."),
  ]

  private static func wrong(with networks: [NetworkChoice]) -> String? {
    if networks.isEmpty { return "expected at least one network" }
    for network in networks {
      if let mistake = RecordedNetworks.mistake(in: network) { return mistake.words }
    }
    return Set(networks).count == networks.count ? nil : "a network stands twice"
  }

  private static func wrong(with strategies: [Chosen<AnyStrategy>]) -> String? {
    if strategies.isEmpty { return "expected at least one strategy" }
    var labels: Set<String> = []
    for strategy in strategies where !labels.insert(strategy.label).inserted {
      return "two strategies are called '\(strategy.label)': give one of them a \"label\""
    }
    return nil
  }
}

extension Scenario {
  /// Those of a story that names any, or else the schedule's.
  func indexedNetworks() throws(InputError) -> [NetworkChoice] {
    guard let story = try workload.product.story?.story(), story.saysNetworks else {
      let schedules = try networkSchedules()
      return schedules.flatMap(\.networks)
    }
    for (network, line) in story.networks {
      if let mistake = RecordedNetworks.mistake(in: network) {
        throw InputError(.malformed, at: "\(story.path):\(line)", mistake.words)
      }
    }
    return story.networks.map { $0.choice.besides(story.path) }
  }

  func profiles() throws(InputError) -> [NetworkProfile] {
    try indexedNetworks().map { network throws(InputError) in
      try RecordedNetworks.profile(of: network)
    }
  }

  /// With those of incidents and of the network schedule, where a story does not say them.
  func events(seed: UInt64) throws(InputError) -> (workload: OpenedWorkload, stream: EventStream) {
    try events(seed: seed, of: try population(seed: seed))
  }

  private func events(
    seed: UInt64, of population: Population?
  ) throws(InputError) -> (workload: OpenedWorkload, stream: EventStream) {
    let story = try workload.product.story?.story()
    let workload = try opened(seed: seed, of: population)
    var stream = workload.stream
    if story?.isComplete != true {
      stream = scrolling.wrap(incidents.wrap(stream, seed: seed), seed: seed)
    }
    if story?.saysNetworks != true {
      var schedules = try networkSchedules()
      if variance == .none { schedules = schedules.map(\.withoutVariance) }
      stream = AnyNetworkSchedule.wrap(stream, seed: seed, in: schedules) { device in
        population?.schedule(of: device) ?? 0
      }
    }
    return (workload, devicesOfEach.map { stream.with($0, seed: seed) } ?? stream)
  }

  /// How many devices each person of a generated workload has; nil: a recorded one has its own.
  var devicesOfEach: SeveralDevices? {
    workload.product.hasOwnLength ? nil : devicesOfPerson
  }

  /// Its workload alone, with all devices of each person.
  func opened(seed: UInt64) throws(InputError) -> OpenedWorkload {
    var workload = try opened(seed: seed, of: nil)
    if let devicesOfEach { workload.stream = workload.stream.with(devicesOfEach, seed: seed) }
    return workload
  }

  /// Of a generated workload.
  package var deviceCount: Int { devices * (devicesOfEach?.count ?? 1) }

  /// Whose a device is, by number.
  func person(of device: UInt32) -> UInt32 { device / UInt32(devicesOfEach?.count ?? 1) }

  /// Whether devices have something in common.
  package var isOnOneClock: Bool { origin.isShared || devicesOfPerson.count > 1 }

  /// What a simulation under a seed takes, from its beginning: each strategy meets the same.
  package func simulationInput(
    seed: UInt64, measuredFrom start: Instant = .start
  ) throws(InputError) -> (plan: SimulationPlan, stream: EventStream) {
    let population = try population(seed: seed)
    let story = try self.workload.product.story?.story()
    let (workload, stream) = try events(seed: seed, of: population)
    var reactions = reactions
    if workload.isRecorded { (reactions.refreshing, reactions.reopening) = (0, 0) }
    var plan = SimulationPlan(
      seed: seed, profiles: try profiles(), headers: workload.headers, variance: variance,
      network: network, device: device,
      origin: origin, users: max(incidents.users, story?.users ?? 1), patience: patience,
      reactions: reactions, shared: shared)
    plan.rowsInView = scrolling.rows
    plan.media = media
    plan.measuredFrom = start
    plan.devices = deviceCount
    if isOnOneClock, self.workload.product.hasOwnLength {
      (plan.devices, plan.idleDevices) = try recordedDevices(seed: seed)
    }
    plan.devicesOfPerson = devicesOfPerson.count
    // What a person has of their own is all their devices'.
    if let own = population?.own { plan.own = { [self] in own(person(of: $0)) } }
    plan.requests = workload.requests
    plan.origins = workload.origins
    plan.screens = workload.screens
    if let start = workload.secondsAtStart { plan.secondsAtStart = start }
    return (plan, stream)
  }

  private func opened(
    seed: UInt64, of population: Population?
  ) throws(InputError) -> OpenedWorkload {
    var how = WorkloadOpening(devices, duration, seed)
    how.activity = population?.activity
    how.isInterleaved = isOnOneClock
    how.hasCommonContent = origin.content == .common
    return try workload.product.open(how)
  }

  /// How many devices a recorded workload has, and which numbers among them have no event: it is
  /// read through for it.
  private func recordedDevices(
    seed: UInt64
  ) throws(InputError) -> (count: Int, idle: [Int]) {
    var occurs: [Bool] = []
    try opened(seed: seed, of: nil).stream.forEachBlock { block in
      for event in block.events {
        while occurs.count <= event.device { occurs.append(false) }
        occurs[Int(event.device)] = true
      }
    }
    return (occurs.count, occurs.indices.filter { !occurs[$0] })
  }
}

package enum BundledScenarios {
  package typealias Named = (name: String, bytes: [UInt8])

  /// The questions of an app's author, in the order in which listings show them.
  package static let all = EmbeddedFile.all(in: "Scenarios", ending: ".json")

  /// What begins the names of those that stand beside published studies.
  package static let publishedPrefix = "published/"

  package static let published: [Named] = EmbeddedFile.all(
    in: "Scenarios/Published", ending: ".json"
  ).map { (publishedPrefix + $0.name, $0.bytes) }

  package static var known: [Named] { all + published }

  package static func bytes(named name: String) -> [UInt8]? {
    known.first { $0.name == name }?.bytes
  }
}
