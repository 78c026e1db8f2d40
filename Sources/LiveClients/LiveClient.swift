package import CacheWorkloads
package import ClientSimulation
package import ClientStrategies
internal import DeviceModels
internal import Measurement
package import SimCore
internal import Synchronization

/// A strategy whose decisions are made elsewhere: a client under test is asked for each address that
/// a screen needs.
///
/// What reaches the origin is what its cache decided, and what its answer says is what the user saw.
/// The request waits at the origin while the simulated network carries it; its answer is given at
/// the virtual instant at which that is through. Time, network, screens and metrics are the
/// simulation's, so that rows can be compared, and runs repeat where the client does.
package struct LiveClient: ScreenStrategy {
  /// The client; a scenario's file cannot name one.
  package struct Options: Settings {
    /// The client, and what becomes of it.
    package var seat: LiveSeat?
    /// How the origin is asked.
    package var requests = RequestSettings()

    package init() {}
    package static let fields: [Field<Options>] = [.requests(\.requests)]
  }

  package static let name = "live"
  package static let summary = "A real client under the virtual clock."

  package var scheduler: RequestScheduler
  private let conversation: Conversation
  private var held: HeldCopies?
  /// Requests that the client was asked for and has not answered.
  private var gets: [ResourceIndex: Get] = [:]
  /// What it has answered with, to be shown.
  private var answers: [ResourceIndex: ResourceCopy] = [:]
  /// What it answered without asking the origin and without a body.
  private var declined: ResourceIndex?
  /// What waits until the client can be asked for more.
  private var queue: [ResourceIndex] = []
  /// The versions of each resource that the client was given.
  private var versions: [ResourceIndex: [ResourceCopy]] = [:]

  /// A request under way.
  private struct Get {
    /// The line that asked for it; nil: it was answered from the cache, and asks behind that.
    var id: Int?
    var request: HeldRequest
    /// How often the client has asked the origin for it.
    var count = 1
  }

  /// How often a client may ask the origin again for one request that it was asked for.
  private static var attempts: Int { 20 }

  package init(_ options: Options, in simulation: inout DeviceSimulation) {
    scheduler = RequestScheduler(ReadSettings(), options.requests)
    conversation = Conversation(options.seat, in: simulation)
    conversation.perform("open", in: simulation) { session, moment throws(ClientFailure) in
      try session.launch(at: moment, user: simulation.currentUser)
    }
    if let medium = conversation.medium { held = HeldCopies(on: medium, in: &simulation) }
  }

  package mutating func react(to event: ClientEvent, in simulation: inout DeviceSimulation) {
    if case .loaded(let load) = event {
      settle(load, in: &simulation)
    } else {
      follow(event, in: &simulation)
    }
  }

  package mutating func finish(in simulation: inout DeviceSimulation) {
    recordWrites(in: &simulation)
    conversation.end()
  }
}

// MARK: - Asking the client

extension LiveClient {
  package mutating func find(_ resource: ResourceIndex, in simulation: inout DeviceSimulation)
    -> Finding?
  {
    if let copy = answers.removeValue(forKey: resource) {
      return finding(copy, of: resource, .fresh, in: &simulation)
    }
    guard gets[resource] == nil else { return nil }
    guard gets.count < conversation.concurrency else {
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
    let path = Self.path(of: resource, in: simulation)
    let members = Self.members(of: resource, reloading: reloading, in: simulation)
    let asked = conversation.perform("get \(path)", in: simulation) {
      session, moment throws(ClientFailure) in try session.get(path, members, at: moment)
    }
    guard let (id, decision) = asked else {
      declined = resource
      return nil
    }
    switch decision {
    case .requested(let request):
      gets[resource] = Get(id: id, request: request)
      guard let copy = named(by: request, of: resource) else { return nil }
      return Finding(copy, from: .revalidated, after: .zero, use: .unconfirmed)
    case .answered(let reply):
      guard let copy = body(of: reply, for: resource, in: simulation) else {
        declined = resource
        held?.miss(resource, in: &simulation)
        return nil
      }
      guard reply["background"]?.isTrue ?? false else {
        return finding(copy, of: resource, .fresh, in: &simulation)
      }
      return revalidating(copy, resource, path, in: &simulation)
    }
  }

  /// The client has shown what it has, and asks the origin behind that.
  private mutating func revalidating(
    _ copy: ResourceCopy, _ resource: ResourceIndex, _ path: String,
    in simulation: inout DeviceSimulation
  ) -> Finding? {
    let request = conversation.perform("background request of \(path)", in: simulation) {
      session, _ throws(ClientFailure) in try session.request(of: path)
    }
    let found = finding(copy, of: resource, .stale, in: &simulation)
    guard let request else { return found }
    guard simulation.isOnline else {
      drop(request, in: simulation)
      rest(in: simulation)
      return found
    }
    scheduler.validates = named(by: request, of: resource) != nil
    gets[resource] = Get(id: nil, request: request)
    return found
  }

  /// What the client gave, and what that took.
  private mutating func finding(
    _ copy: ResourceCopy, of resource: ResourceIndex, _ use: Finding.Use,
    in simulation: inout DeviceSimulation
  ) -> Finding {
    guard let (source, delay) = held?.take(copy, of: resource, in: &simulation) else {
      return Finding(copy, from: .memory, after: .zero, use: use)
    }
    return Finding(copy, from: source, after: delay, use: use, isDecoded: source == .memory)
  }

  package mutating func request(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    guard gets[resource] != nil, declined != resource else { return }
    ask(resource, for: .demand, in: &simulation)
  }

  package mutating func refresh(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    guard gets[resource] == nil, gets.count < conversation.concurrency else { return }
    let found = ask(for: resource, reloading: true, in: &simulation)
    guard gets[resource] != nil else { return }
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

  private static func path(
    of resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> String { ResourcePath.path(of: resource, "\(simulation.kind(of: resource))") }

  /// What stands in the line beside the address.
  private static func members(
    of resource: ResourceIndex, reloading: Bool, in simulation: borrowing DeviceSimulation
  ) -> [(String, JSON)] {
    var headers = simulation.requestLines(of: resource).map { ($0.name, JSON(.string($0.value))) }
    if simulation.plan.users > 1 {
      headers.append(("authorization", JSON(.string("Bearer \(simulation.currentUser)"))))
    }
    return [("headers", .object(headers)), ("reload", JSON(.bool(reloading)))]
  }
}

// MARK: - What comes of the network

extension LiveClient {
  /// An exchange is over: the client's request is answered, and then the screen.
  private mutating func settle(_ load: Load, in simulation: inout DeviceSimulation) {
    let resource = load.resource
    guard var get = gets.removeValue(forKey: resource) else {
      return follow(.loaded(load), in: &simulation)
    }
    answer(get, load, in: &simulation)
    guard let id = get.id else {
      rest(in: simulation)
      follow(.loaded(load), in: &simulation)
      return askQueued(in: &simulation)
    }
    let path = Self.path(of: resource, in: simulation)
    let decision = conversation.perform("answer to get \(path)", in: simulation) {
      session, _ throws(ClientFailure) in try session.decision(on: id, path)
    }
    switch decision {
    case .requested(let request) where get.count < Self.attempts:
      get.count += 1
      get.request = request
      gets[resource] = get
      let version = named(by: request, of: resource)?.version
      ask(resource, for: load.purpose, unless: version, in: &simulation)
      return
    case .requested(let request):
      drop(request, in: simulation)
      conversation.fail("asked the origin \(Self.attempts) times for \(path)", in: simulation)
    case .answered(let reply):
      let copy = body(of: reply, for: resource, in: simulation)
      show(copy, after: load, in: &simulation)
    case nil: break
    }
    askQueued(in: &simulation)
  }

  /// Answers the request that waits at the origin.
  private mutating func answer(_ get: Get, _ load: Load, in simulation: inout DeviceSimulation) {
    let answers = conversation.answers
    switch load.outcome {
    case .received(let copy):
      let answer = answers.whole(
        copy, of: load.resource, simulation.headers(of: copy), at: simulation.now)
      conversation.answer(get.request, with: answer, in: simulation)
      if versions[load.resource]?.last?.version != copy.version {
        versions[load.resource, default: []].append(copy)
      }
      held?.give(copy, of: load.resource, in: &simulation)
    case .confirmed(let version, let instant):
      guard let copy = versions[load.resource]?.last(where: { $0.version == version }) else {
        return
      }
      let answer = answers.confirmation(of: copy, simulation.headers(of: copy), at: simulation.now)
      conversation.answer(get.request, with: answer, in: simulation)
      held?.confirm(load.resource, at: instant, in: &simulation)
    case .failed(.refused):
      conversation.answer(get.request, with: answers.refusal(at: simulation.now), in: simulation)
    case .failed: drop(get.request, in: simulation)
    }
  }

  /// Shows what the client answered with when its request was through.
  private mutating func show(
    _ shown: ResourceCopy?, after load: Load, in simulation: inout DeviceSimulation
  ) {
    switch load.outcome {
    case .received(let copy):
      if let shown, shown.version != copy.version || shown.user != copy.user {
        // The origin sent one version and the client gave another.
        guard simulation.isOnScreen(load.resource) else { return }
        let found = finding(shown, of: load.resource, .fresh, in: &simulation)
        simulation.show(load.resource, found.copy, from: found.source, after: found.delay)
      } else if shown != nil {
        follow(.loaded(load), in: &simulation)
      }
    case .confirmed:
      answers[load.resource] = shown
      follow(.loaded(load), in: &simulation)
      answers[load.resource] = nil
    case .failed:
      answers[load.resource] = shown
      follow(.loaded(load), in: &simulation)
      answers[load.resource] = nil
    }
  }

  /// Asks for what waited until the client could be asked for more.
  private mutating func askQueued(in simulation: inout DeviceSimulation) {
    while gets.count < conversation.concurrency, !queue.isEmpty {
      let resource = queue.removeFirst()
      guard simulation.isAwaited(resource), gets[resource] == nil else { continue }
      follow(.needed(resource), in: &simulation)
    }
  }

  /// Has the client finish what it does behind its answers.
  private func rest(in simulation: borrowing DeviceSimulation) {
    conversation.perform("rest", in: simulation) { session, moment throws(ClientFailure) in
      _ = try session.ask("rest", at: moment)
    }
  }

  private func drop(_ request: HeldRequest, in simulation: borrowing DeviceSimulation) {
    conversation.drop(request, in: simulation)
  }

  /// The copy that a request names in its condition.
  private func named(by request: HeldRequest, of resource: ResourceIndex) -> ResourceCopy? {
    guard let known = versions[resource] else { return nil }
    let version = conversation.answers.condition(
      of: request, among: known.map { ($0.version, $0.publishedAt) })
    return version.flatMap { version in known.last { $0.version == version } }
  }

  /// The copy that the client's answer shows; nil: it has none.
  private func body(
    of reply: JSON, for resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> ResourceCopy? {
    guard let line = reply["body"]?.string else { return nil }
    guard let identity = ResourceBody.identity(ofLine: line), identity.resource == resource,
      let copy = versions[resource]?.last(where: {
        $0.version == identity.version && $0.user == identity.user
      })
    else {
      conversation.fail(
        "gave '\(VisibleText.line(VisibleText.shortened(line)))' for resource \(resource), which the origin never sent",
        in: simulation)
      return nil
    }
    let size = ResourceBody.length(of: identity, size: Int(copy.size.count))
    if let count = reply["bytes"]?.integer, count != Int64(size) {
      conversation.fail(
        "gave \(count) B of resource \(resource), whose body has \(size)", in: simulation)
      return nil
    }
    return copy
  }
}

// MARK: - The app's day

extension LiveClient {
  package mutating func notice(_ event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .launched: launch(in: simulation)
    case .foregrounded: tell("foreground", in: simulation)
    case .backgrounded:
      tell("background", in: simulation)
      recordWrites(in: &simulation)
    case .memoryWarning: tell("memoryWarning", in: simulation)
    case .switchedUser(let user):
      tell("switchUser", [("user", JSON(.string("\(user)")))], in: simulation)
    case .terminating:
      tell("terminate", in: simulation)
      recordWrites(in: &simulation)
    case .died:
      recordWrites(in: &simulation)
      (gets, answers, queue, declined) = ([:], [:], [], nil)
      conversation.kill()
    default: break
    }
  }

  private func launch(in simulation: borrowing DeviceSimulation) {
    let user = simulation.currentUser
    conversation.perform("launch", in: simulation) { session, moment throws(ClientFailure) in
      if !session.isRunning { try session.launch(at: moment, user: user) }
    }
  }

  private func tell(
    _ verb: String, _ members: [(String, JSON)] = [], in simulation: borrowing DeviceSimulation
  ) {
    conversation.perform(verb, in: simulation) { session, moment throws(ClientFailure) in
      if session.isRunning { _ = try session.ask(verb, members, at: moment) }
    }
  }

  private func recordWrites(in simulation: inout DeviceSimulation) {
    guard let held, let write = conversation.takeWrites() else { return }
    simulation.recordMeasured(write, in: held.tier)
  }
}

extension JSON {
  /// Whether it is `true`.
  fileprivate var isTrue: Bool {
    if case .bool(true) = value { true } else { false }
  }
}
