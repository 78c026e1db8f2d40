internal import CacheMetrics
package import CacheWorkloads
package import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
package import SimCore
internal import Synchronization

/// What happens on one device of a scenario, as lines for a driver of one's own: the verbs of a
/// client under test, and those of the app's user.
///
/// What a screen needs is what the app asks for that has no cache and an ideal network: the main
/// resource, and with its content the parts that become known from it. What users do in reaction to
/// what they are shown is not among it, since it depends on the cache.
package enum DrivenDay {
  package static let version = 2

  package struct Head: Sendable {
    package var scenario: String
    /// A digest of what its users do and its origin publishes.
    package var fingerprint: String
    package var device: UInt32
    /// The origin that addresses begin with, such as `http://127.0.0.1:8080`.
    package var origin: String

    package init(scenario: String, fingerprint: String, device: UInt32, origin: String) {
      self.scenario = scenario
      self.fingerprint = fingerprint
      self.device = device
      self.origin = origin
    }
  }

  /// Writes the lines in order of time, the first one of which says what they are.
  package static func write(
    _ head: Head, _ plan: SimulationPlan, _ stream: EventStream, to output: (String) -> Void
  ) throws(InputError) {
    let first: JSON = .object([
      "cachesim": "drive", "version": JSON(version), "scenario": JSON(head.scenario),
      "fingerprint": JSON(head.fingerprint), "seed": JSON(Int64(clamping: plan.seed)),
      "device": JSON(head.device), "users": JSON(plan.users),
      "secondsAtStart": JSON(plan.secondsAtStart), "origin": JSON(head.origin),
    ])
    output(first.compact + "\n")
    let lines = DrivenLines(plan, head)
    var options = DrivenClient.Options()
    options.lines = lines
    let simulate = beginSimulation(of: DrivenClient.self, options, in: plan.ideal)
    var observer: any TraceObserver = NoObserver()
    var isKnown = false
    var block = EventBlock()
    while try stream.fill(&block) {
      for event in block.events where event.device == head.device {
        let isFirstNetwork = if case .network = event.action { event.at == .start } else { false }
        if !isKnown, !isFirstNetwork {
          lines.note("network", plan.networkMembers(0), at: .start)
        }
        isKnown = true
        if case .publish(let resource, let content) = event.action {
          lines.publish(resource, content)
        }
        var one = EventBlock()
        one.events = [event]
        one.parts = block.parts
        simulate(one, &observer)
        if case .network(let index) = event.action {
          lines.note("network", plan.networkMembers(index), at: event.at)
        }
        for line in lines.take() { output(line) }
        if case .end = event.action { return }
      }
      block.removeAll()
    }
    guard isKnown else {
      throw InputError(
        .malformed, at: "device \(head.device)",
        "nothing happens on it: the workload has no such device")
    }
  }

  private struct NoObserver: TraceObserver {
    mutating func observe(_ page: [TraceRecord], device: UInt32) {}
  }
}

extension SimulationPlan {
  /// The same with a network, an origin and a user that nothing has to be waited for.
  fileprivate var ideal: SimulationPlan {
    var plan = self
    let ideal = profiles.map { _ in NetworkProfiles.ideal }
    plan.profiles = ideal
    if let own { plan.own = { device in (own(device).device, ideal) } }
    plan.variance = .none
    plan.patience = nil
    plan.reactions = .none
    plan.origin.thinkTime = .zero
    plan.origin.thinkTimes = []
    plan.origin.failureRate = 0
    (plan.origin.capacity, plan.origin.edge, plan.devicesOfPerson) = (nil, nil, 1)
    return plan
  }

  fileprivate func networkMembers(_ index: UInt8) -> [(String, JSON)] {
    let profile = profiles[Int(index)]
    return [
      ("network", JSON(profile.name)), ("online", JSON(!profile.isOffline)),
      ("metered", JSON(profile.isMetered)),
    ]
  }
}

private final class DrivenLines: Sendable {
  private struct State {
    var lines: [String] = []
    var count: Int64 = 0
    var addresses: ResourceAddresses
  }

  private let times: ClientTimes
  private let state: Mutex<State>
  let origin: String

  init(_ plan: SimulationPlan, _ head: DrivenDay.Head) {
    times = ClientTimes(secondsAtStart: plan.secondsAtStart)
    state = Mutex(State(addresses: ResourceAddresses(plan, device: head.device)))
    origin = head.origin
  }

  func publish(_ resource: ResourceIndex, _ content: Content) {
    state.withLock { $0.addresses.publish(resource, content) }
  }

  func url(of resource: ResourceIndex) -> String? {
    state.withLock { $0.addresses[resource] }.map { origin + $0 }
  }

  func note(_ verb: String, _ members: [(String, JSON)] = [], at instant: Instant) {
    let moment = times.moment(at: instant)
    state.withLock { state in
      state.count += 1
      state.lines.append(moment.line(state.count, verb, members).compact + "\n")
    }
  }

  func take() -> [String] {
    state.withLock { state in
      defer { state.lines = [] }
      return state.lines
    }
  }
}

private struct DrivenClient: Strategy {
  struct Options: Settings {
    var lines: DrivenLines?

    init() {}
    static let fields: [Field<Options>] = []
  }

  static let name = "driven"
  static let summary = "An app without a cache, which notes what it is asked to do."

  private var client: NetworkOnly
  private let lines: DrivenLines?
  private var launches: Int64 = 0
  private var views: Int64 = 0
  private var isTold = false

  init(_ options: Options, in simulation: inout DeviceSimulation) {
    client = NetworkOnly(NetworkOnly.Options(), in: &simulation)
    lines = options.lines
  }

  mutating func react(to event: ClientEvent, in simulation: inout DeviceSimulation) {
    note(event, in: simulation)
    client.react(to: event, in: &simulation)
  }

  private mutating func note(_ event: ClientEvent, in simulation: borrowing DeviceSimulation) {
    if let (verb, members) = event.line { add(verb, members, in: simulation) }
    switch event {
    case .launched:
      launches += 1
      isTold = false
      let members = [
        ("origin", JSON(lines?.origin ?? "")), ("launch", JSON(launches)),
        ("user", JSON("\(simulation.currentUser)")),
      ]
      add("open", members, in: simulation)
    case .terminating: isTold = true
    case .died:
      if !isTold { add("crash", in: simulation) }
    case .opened(let main):
      views += 1
      add("view", [("view", view), ("url", url(main))], in: simulation)
      get(main, reload: false, in: simulation)
    case .needed(let part): get(part, reload: false, in: simulation)
    case .refreshed(let main): get(main, reload: true, in: simulation)
    case .closed: add("leave", [("view", view)], in: simulation)
    case .pushed(let resource):
      add("push", [("url", url(resource))], in: simulation)
    case .edited(let edit):
      let members = [
        ("url", url(edit.edit.record)), ("field", JSON("\(edit.edit.field)")),
        ("value", JSON(edit.edit.value)),
      ]
      add("edit", members, in: simulation)
    default: break
    }
  }

  private var view: JSON { JSON(views) }

  private func get(
    _ resource: ResourceIndex, reload: Bool, in simulation: borrowing DeviceSimulation
  ) {
    var members = [("view", view), ("url", url(resource))]
    let method = simulation.method(of: resource)
    if method != .get { members.append(("method", JSON(method.rawValue))) }
    members += [("headers", simulation.headers(of: resource)), ("reload", JSON(reload))]
    add("get", members, in: simulation)
  }

  private func url(_ resource: ResourceIndex) -> JSON {
    lines?.url(of: resource).map { JSON($0) } ?? JSON(.null)
  }

  private func add(
    _ verb: String, _ members: [(String, JSON)] = [], in simulation: borrowing DeviceSimulation
  ) { lines?.note(verb, members, at: simulation.now) }
}
