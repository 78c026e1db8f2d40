internal import CacheMetrics
package import CacheWorkloads
package import ClientSimulation
package import ClientStrategies
package import SimCore

/// Finds single screen views of a strategy's run and explains them from trace events.
///
/// A strategy is simulated twice from the same input: once to find the views, once with the detail
/// that explanations need. Detail changes nothing in the second run.
package struct Explainer: Sendable {
  /// Makes the simulation's input from its beginning.
  private let input: @Sendable () throws(InputError) -> (SimulationPlan, EventStream)

  /// What resources are called by the story or the scenario; those of a trace are its addresses.
  package let names: StoryNames
  private var people: Population?
  /// Whose a device is.
  private var person: @Sendable (UInt32) -> UInt32 = { $0 }

  package init(of scenario: Scenario, seed: UInt64) {
    // A workload that cannot be read has ended the command before, or ends the first run.
    let names = (try? scenario.resourceNames(seed: seed)) ?? StoryNames()
    self.init(names: names) { () throws(InputError) in try scenario.simulationInput(seed: seed) }
    people = try? scenario.population(seed: seed)
    person = { scenario.person(of: $0) }
  }

  package init(
    names: StoryNames = StoryNames(),
    of input: @escaping @Sendable () throws(InputError) -> (SimulationPlan, EventStream)
  ) {
    self.names = names
    self.input = input
  }

  package struct Found: Sendable {
    package var views: [ViewRecord] = []
    /// How many more there would be if there were no limit.
    package var others = 0
    /// For a time at which there is none: the nearest view.
    package var nearest: ViewRecord?
    package var count = 0
  }

  /// `device` is the only one that counts, and `screen` what its screens are called; nil: all.
  package func find(
    _ selection: ViewSelection, device: UInt32? = nil, screen: String? = nil,
    of strategy: AnyStrategy
  ) throws(InputError) -> Found {
    try run(strategy) { plan in
      ViewSearch(selection: selection, device: device) { [screens = plan.screens] view in
        screen.map { $0 == view.screen.name(in: screens.all) } ?? true
      }
    }.found
  }

  /// Views that are not in the run are left out. `partByPart` gives each subresource lines of its
  /// own, instead of one line for all.
  package func explain(
    _ views: [ViewRecord.ID], of strategy: AnyStrategy, partByPart: Bool = false
  ) throws(InputError) -> [Explanation] {
    let collector = ViewTraceCollector(views)
    let collected = try run(strategy, collector, detailed: collector.devices)
    let (plan, _) = try input()
    var names = names
    for device in collector.devices.sorted() {
      names = names.adding(plan.origins(device).addresses, on: device)
    }
    return views.compactMap { id in
      collected.trace(of: id).map {
        var view = Explanation($0.record, $0.lines, partByPart: partByPart, names: names)
        if let people { view.device += " (\(people.words(of: person(id.device))))" }
        return view
      }
    }
  }

  /// What a device does from an instant to another; `label` is the strategy's.
  package func record(
    _ device: UInt32, during span: Range<Instant>, of strategy: AnyStrategy, labelled label: String
  ) throws(InputError) -> DeviceRecording {
    let recorder = try run(strategy, DeviceRecorder(device: device, span: span), detailed: [device])
    let (plan, stream) = try input()
    let names = names.adding(plan.origins(device).addresses, on: device)
    return DeviceRecording(
      recorder, strategy: label, ResourceNames(names: names, device: device), plan.of(device),
      try PublishedContents(stream, plan, device: device))
  }

  func run<Observer: TraceObserver>(
    _ strategy: AnyStrategy, _ observer: Observer, detailed devices: Set<UInt32> = []
  ) throws(InputError) -> Observer {
    try run(strategy, detailed: devices) { _ in observer }
  }

  private func run<Observer: TraceObserver>(
    _ strategy: AnyStrategy, detailed devices: Set<UInt32> = [],
    _ observer: (SimulationPlan) -> Observer
  ) throws(InputError) -> Observer {
    var (plan, stream) = try input()
    plan.detailedDevices = devices
    return try strategy.run(plan, stream, observer(plan))
  }
}

extension AnyStrategy {
  /// Runs it; what an observer has seen then.
  func run<Observer: TraceObserver>(
    _ plan: SimulationPlan, _ stream: EventStream, _ observer: Observer
  ) throws(InputError) -> Observer {
    var observed: any TraceObserver = observer
    try run(plan, stream, &observed)
    guard let result = observed as? Observer else {
      preconditionFailure("an observer keeps its type")
    }
    return result
  }
}

extension Scenario {
  /// What the resources of its workload are called by a story, or by screens that it names.
  fileprivate func resourceNames(seed: UInt64) throws(InputError) -> StoryNames {
    if let story = try workload.product.story?.story() { return story.names }
    guard workload.product.isNamedByScenario else { return StoryNames() }
    let opened = try opened(seed: seed)
    var naming = ResourceNaming()
    try opened.stream.forEachBlock { naming.read($0) }
    return naming.names(opened.screens)
  }
}

struct ViewTraceCollector: TraceObserver {
  /// A few, in the order in which they are explained.
  private let wanted: [ViewRecord.ID]
  private var reader = ViewRecordReader()
  private var lines: [ViewRecord.ID: [ScreenTrace.Line]] = [:]
  private var recordsByID: [ViewRecord.ID: ViewRecord] = [:]
  /// By device.
  private var traces: [UInt32: ScreenTrace]

  init(_ wanted: [ViewRecord.ID]) {
    self.wanted = wanted
    var screens: [UInt32: Set<UInt32>] = [:]
    for id in wanted { screens[id.device, default: []].insert(id.screen) }
    traces = screens.mapValues { ScreenTrace(screens: $0) }
  }

  var devices: Set<UInt32> { Set(wanted.map(\.device)) }

  mutating func observe(_ records: [TraceRecord], device: UInt32) {
    guard var trace = traces[device] else { return }
    for record in reader.read(records, device: device) where wanted.contains(record.id) {
      recordsByID[record.id] = record
    }
    for record in records { trace.read(record) }
    for line in trace.takeLines() {
      lines[ViewRecord.ID(device: device, screen: line.screen), default: []].append(line)
    }
    traces[device] = trace
  }

  /// In order of time; nil when the run had no such view.
  func trace(of id: ViewRecord.ID) -> (record: ViewRecord, lines: [ScreenTrace.Line])? {
    guard let record = recordsByID[id] else { return nil }
    return (record, (lines[id] ?? []).sorted { $0.at < $1.at })
  }
}
