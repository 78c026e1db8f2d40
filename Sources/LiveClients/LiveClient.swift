internal import CacheMetrics
package import CacheWorkloads
package import ClientSimulation
package import ClientStrategies
package import SimCore

/// A strategy whose decisions are made elsewhere: a client under test is asked for each address
/// that a screen needs.
///
/// What reaches the origin is what its cache decided, and its answer says what the user saw.
/// The request waits at the origin while the simulated network carries it; its answer is given at
/// the virtual instant at which that is through. Time, network, screens and metrics are the
/// simulation's, so that rows can be compared, and runs repeat where the client does.
package struct LiveClient: ScreenStrategy {
  /// The client; a scenario's file cannot name one.
  package struct Options: Settings {
    package var seat: LiveSeat?
    package var requests = RequestSettings()

    package init() {}
    package static let fields: [Field<Options>] = [.requests(\.requests)]
  }

  package static let name = "live"
  package static let summary = "A real client under the virtual clock."

  package var scheduler: RequestScheduler
  let conversation: Conversation
  var held: HeldCopies?
  /// Requests of the client that wait at the origin, in the order in which they came there.
  var gets: [ResourceIndex: [Get]] = [:]
  var unanswered = 0
  var answers: [ResourceIndex: ResourceCopy] = [:]
  var declined: ResourceIndex?
  var queue: [ResourceIndex] = []
  var abandoned = 0
  var unasked: Int64 = 0
  private var paths: [ResourceIndex: String] = [:]
  var versions: [ResourceIndex: [ResourceCopy]] = [:]

  struct Get {
    /// The line that asked for it; nil: it was answered from the cache, and asks behind that.
    var line: Int?
    var request: HeldRequest
    var count = 1
  }

  /// How often a client may ask the origin again for one request that it was asked for.
  static var attempts: Int { 20 }

  package init(_ options: Options, in simulation: inout DeviceSimulation) {
    scheduler = RequestScheduler(ReadSettings(), options.requests)
    conversation = Conversation(options.seat, in: simulation)
    conversation.launch("open", in: simulation)
    if let medium = conversation.medium {
      // What becomes of its entries is the client's to say.
      var maintenance = StorageMaintenance()
      maintenance.onLogout = .keep
      held = HeldCopies(on: medium, maintenance: maintenance, in: &simulation)
    }
  }

  package mutating func react(to event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .loaded(let load): settle(load, in: &simulation)
    case .closed:
      unasked += Int64(queue.count - abandoned)
      abandoned = queue.count
      follow(event, in: &simulation)
    default: follow(event, in: &simulation)
    }
  }

  package mutating func finish(in simulation: inout DeviceSimulation) {
    recordWrites(in: &simulation)
    conversation.end(unasked: unasked, in: simulation)
  }
}

extension LiveClient {
  package mutating func find(_ resource: ResourceIndex, in simulation: inout DeviceSimulation)
    -> Finding?
  {
    if let copy = answers.removeValue(forKey: resource) {
      return finding(copy, of: resource, .fresh, in: &simulation)
    }
    // It has none that it would use, and asks for it already.
    guard !isUnanswered(resource) else { return nil }
    guard unanswered < conversation.concurrency else {
      if !queue.contains(resource) { queue.append(resource) }
      return nil
    }
    return ask(for: resource, reloading: false, in: &simulation)
  }

  private mutating func ask(
    for resource: ResourceIndex, reloading: Bool, in simulation: inout DeviceSimulation
  ) -> Finding? {
    declined = nil
    scheduler.validates = true
    let path = path(of: resource, in: simulation)
    let members = Self.members(of: resource, reloading: reloading, in: simulation)
    conversation.asked += 1
    let asked = conversation.perform("get \(path)", in: simulation) {
      session, moment throws(ToolError) in try session.get(path, members, at: moment)
    }
    guard let (line, decision) = asked else {
      declined = resource
      return nil
    }
    switch decision {
    case .requested(let request):
      conversation.hasReachedOrigin = true
      gets[resource, default: []].append(Get(line: line, request: request))
      unanswered += 1
      guard let copy = named(by: request, of: resource, in: simulation) else { return nil }
      return Finding(copy, from: .revalidated, after: .zero, use: .unconfirmed)
    case .answered(let reply):
      guard let copy = body(of: reply, for: resource, in: simulation) else {
        declined = resource
        held?.miss(resource, in: &simulation)
        return nil
      }
      guard reply["background"] == true else {
        return finding(copy, of: resource, .fresh, in: &simulation)
      }
      return revalidating(copy, resource, path, in: &simulation)
    }
  }

  private mutating func revalidating(
    _ copy: ResourceCopy, _ resource: ResourceIndex, _ path: String,
    in simulation: inout DeviceSimulation
  ) -> Finding? {
    let request = conversation.perform("background request of \(path)", in: simulation) {
      session, _ throws(ToolError) in try session.request(of: path)
    }
    let found = finding(copy, of: resource, .stale, in: &simulation)
    guard let request else { return found }
    guard simulation.isOnline else {
      drop(request, in: simulation)
      rest(in: simulation)
      return found
    }
    scheduler.validates = named(by: request, of: resource, in: simulation) != nil
    gets[resource, default: []].append(Get(line: nil, request: request))
    return found
  }

  func isUnanswered(_ resource: ResourceIndex) -> Bool {
    gets[resource]?.contains { $0.line != nil } ?? false
  }

  mutating func finding(
    _ copy: ResourceCopy, of resource: ResourceIndex, _ use: Finding.Use,
    in simulation: inout DeviceSimulation
  ) -> Finding {
    guard let (source, delay) = held?.take(copy, of: resource, in: &simulation) else {
      return Finding(copy, from: .memory, after: .zero, use: use)
    }
    return Finding(copy, from: source, after: delay, use: use, isDecoded: source == .memory)
  }

  package mutating func request(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    guard isUnanswered(resource), declined != resource else { return }
    ask(resource, for: .demand, in: &simulation)
  }

  package mutating func refresh(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    guard !isUnanswered(resource) else { return }
    guard unanswered < conversation.concurrency else {
      unasked += 1
      return
    }
    let found = ask(for: resource, reloading: true, in: &simulation)
    guard isUnanswered(resource) else { return }
    let version = found?.use == .unconfirmed ? found?.copy.version : nil
    ask(resource, for: .refresh, unless: version, in: &simulation)
  }

  package mutating func fallback(
    for resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> Finding? {
    answers.removeValue(forKey: resource).map { finding($0, of: resource, .fresh, in: &simulation) }
  }

  package mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {}

  /// The path of a resource, which stays what it was when it was asked for first: of what nothing
  /// leads to any more the kind is not known.
  mutating func path(
    of resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> String {
    if let path = paths[resource] { return path }
    let path = ResourcePath.path(of: resource, "\(simulation.kind(of: resource))")
    paths[resource] = path
    return path
  }

  private static func members(
    of resource: ResourceIndex, reloading: Bool, in simulation: borrowing DeviceSimulation
  ) -> [(String, JSON)] {
    [("headers", simulation.headers(of: resource)), ("reload", JSON(reloading))]
  }
}

extension DeviceSimulation {
  /// The header lines with which an app asks for a resource.
  func headers(of resource: ResourceIndex) -> JSON {
    var headers = requestLines(of: resource).map { ($0.name, JSON($0.value)) }
    if plan.users > 1 { headers.append(("authorization", JSON("Bearer \(currentUser)"))) }
    return .object(headers)
  }
}

extension ClientEvent {
  /// What a client is told of what happens to its app; nil: nothing, or not in a line of its own.
  var line: (verb: String, members: [(String, JSON)])? {
    switch self {
    case .foregrounded: ("foreground", [])
    case .backgrounded: ("background", [])
    case .memoryWarning: ("memoryWarning", [])
    case .switchedUser(let user): ("switchUser", [("user", JSON("\(user)"))])
    case .terminating: ("terminate", [])
    default: nil
    }
  }
}

extension LiveClient {
  package mutating func notice(_ event: ClientEvent, in simulation: inout DeviceSimulation) {
    if let (verb, members) = event.line { tell(verb, members, in: &simulation) }
    switch event {
    case .launched: conversation.launch("launch", in: simulation)
    case .backgrounded, .terminating: recordWrites(in: &simulation)
    case .died:
      recordWrites(in: &simulation)
      (gets, unanswered, answers, queue, declined) = ([:], 0, [:], [], nil)
      abandoned = 0
      conversation.kill()
    default: break
    }
  }

  private mutating func tell(
    _ verb: String, _ members: [(String, JSON)] = [], in simulation: inout DeviceSimulation
  ) {
    let reply = conversation.perform(verb, in: simulation) {
      session, moment throws(ToolError) in
      session.isRunning ? try session.tell(verb, members, at: moment).json : nil
    }
    if reply??["emptied"] == true { held?.removeAll(in: &simulation) }
  }

  private func recordWrites(in simulation: inout DeviceSimulation) {
    guard let held, let write = conversation.takeWrites() else { return }
    simulation.recordMeasured(write, in: held.tier)
  }
}

extension JSON {
  /// A member that says something; nil: there is none, or it is `null`.
  func member(_ name: String) -> JSON? { self[name].flatMap { $0 == JSON(.null) ? nil : $0 } }
}
