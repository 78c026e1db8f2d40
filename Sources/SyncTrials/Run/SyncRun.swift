package import SimCore

/// What a run came to.
package struct SyncOutcome: Sendable {
  package var history = SyncHistory()
  package var violations: [SyncViolation] = []
  package var costs = SyncCosts()
  /// Of all calls and their answers, in order.
  package var fingerprint = Fingerprint()
  /// All calls and their answers, where they were asked for.
  package var transcript: [String] = []
}

/// What synchronising cost.
package struct SyncCosts: Hashable, Sendable {
  package var edits = 0
  /// Messages that replicas sent, and the bytes of all messages.
  package var (requests, bytes) = (0, 0)
  package var writes = 0
  /// What replicas store at the end, all together.
  package var stored = 0

  package static func += (left: inout SyncCosts, right: SyncCosts) {
    left.edits += right.edits
    left.requests += right.requests
    left.bytes += right.bytes
    left.writes += right.writes
    left.stored += right.stored
  }
}

/// Plays stories with the nodes of an engine, which it keeps from one run to the next.
package final class SyncBench {
  package let engine: SyncEngine
  private var nodes: [any SyncNode] = []
  private var server: (any SyncNode)?
  private var extensions: Int?

  package init(_ engine: SyncEngine) { self.engine = engine }

  /// Plays a story, and judges it.
  package func run(_ story: SyncStory, keepsTranscript: Bool = false) throws(ToolError)
    -> SyncOutcome
  {
    try prepare(story)
    var run = SyncRun(story, Array(nodes.prefix(story.replicas)), server, keepsTranscript)
    run.play()
    for node in nodes { node.kill() }
    server?.kill()
    var outcome = run.outcome
    outcome.violations += SyncOracles().violations(in: outcome.history)
    return outcome
  }

  private func prepare(_ story: SyncStory) throws(ToolError) {
    // A second process shares the folder of the first: what their number is hangs on the devices.
    let wanted = story.hasExtensions ? story.devices : nil
    if wanted != extensions || story.replicas > nodes.count {
      if wanted != extensions || wanted != nil { nodes = [] }
      for number in nodes.count..<story.replicas {
        let first = number < story.devices ? nil : nodes[number - story.devices]
        nodes.append(try engine.replica(number, first))
      }
      extensions = wanted
    }
    for number in nodes.indices { try nodes[number].reset() }
    if let make = engine.server, server == nil { server = try make() }
    try server?.reset()
  }
}

/// A run of a story: virtual time, the network, and the nodes' processes.
struct SyncRun: ~Copyable {
  private enum Step {
    case event(Int)
    case message(from: Int, to: Int, body: String)
    case backup
  }

  private let story: SyncStory
  private let nodes: [any SyncNode]
  private let server: (any SyncNode)?
  private var steps = EventQueue<Step>()
  private var network = SyncNetwork()
  private var now = Instant.start
  private var clocks: [TimeSpan]
  private var isUp: [Bool]
  private var isServerUp = false
  private var launches: [Int]
  private var users: [Int]
  private var slowness: [TimeSpan]
  private var increments: [SyncObject: Int] = [:]
  private var sentCount = 0
  private var isOver = false
  private let keepsTranscript: Bool
  private(set) var outcome = SyncOutcome()

  /// The most messages of a run: an engine that sends more does not come to rest.
  static let mostMessages = 20_000
  /// How often devices synchronise at the end, until all show the same: the least and the most.
  private static let rounds = (least: 2, most: 8)

  init(
    _ story: SyncStory, _ nodes: [any SyncNode], _ server: (any SyncNode)?, _ keepsTranscript: Bool
  ) {
    self.story = story
    self.nodes = nodes
    self.server = server
    self.keepsTranscript = keepsTranscript
    clocks = nodes.map { _ in .zero }
    isUp = nodes.map { _ in false }
    launches = nodes.map { _ in 0 }
    users = nodes.map { _ in 0 }
    slowness = nodes.map { _ in .zero }
  }

  mutating func play() {
    openServer()
    for device in 0..<story.devices { launch(device) }
    for (number, event) in story.events.enumerated() {
      steps.schedule(.event(number), at: event.at)
    }
    let last = story.events.last?.at ?? .start
    var backup = Instant.start
    while backup < last, server != nil {
      steps.schedule(.backup, at: backup)
      backup = backup + Self.backupInterval
    }
    settle()
    heal()
    converge()
    for node in nodes.prefix(story.devices) { outcome.costs.stored += node.storedBytes }
    outcome.history.storedBytes = nodes.prefix(story.devices).map(\.storedBytes).max() ?? 0
    outcome.costs.writes = nodes.reduce(0) { $0 + $1.writes }
  }

  private static let backupInterval = TimeSpan.seconds(10)

  /// Lets all happen that is to come.
  private mutating func settle() {
    while !isOver, let (instant, step) = steps.next() {
      now = max(now, instant)
      switch step {
      case .event(let number): take(story.events[number])
      case .message(let from, let to, let body): deliver(body, from: from, to: to)
      case .backup: attempt { server throws(ToolError) in try server?.save() }
      }
    }
  }

  private mutating func attempt(
    _ body: ((any SyncNode)?) throws(ToolError) -> Void
  ) {
    do throws(ToolError) { try body(server) } catch { fail(error, "the server") }
  }

  // MARK: Calls

  private mutating func fail(_ error: ToolError, _ place: String) {
    guard !isOver else { return }
    isOver = true
    outcome.violations.append(
      SyncViolation(
        .answers, nil, "at \(now.sinceStart.text) \(place) \(VisibleText.line(error.description))",
        isSlow: error.reason == .timedOut))
  }

  private mutating func note(_ words: @autoclosure () -> String) {
    let words = words()
    outcome.fingerprint.add(words.utf8)
    if keepsTranscript { outcome.transcript.append("\(now.sinceStart.text) \(words)") }
  }

  private func clock(of device: Int) -> Instant {
    device == SyncStory.server ? now : now + clocks[device]
  }

  /// Calls a process, and sends what it sends.
  /// - Returns: nil when it is not there, has ended or could not answer.
  private mutating func call(_ device: Int, _ call: SyncCall) -> SyncReply? {
    let isServer = device == SyncStory.server
    guard !isOver, let node = isServer ? server : nodes[device] else { return nil }
    let name = isServer ? "server" : "device \(device)"
    let before = node.writes
    do throws(SyncStop) {
      let reply = try node.call(call, at: clock(of: device))
      note("\(name) \(call.words): \(reply.words)")
      let pause = isServer ? .zero : slowness[device] * Int64(max(1, node.writes - before))
      for conflict in reply.conflicts { outcome.history.add(conflict: conflict) }
      for told in reply.told where !isServer {
        outcome.history.tell(device, users[device], told.object, told.value)
      }
      for message in reply.sent { send(message, from: device, after: pause) }
      return reply
    } catch {
      note("\(name) \(call.words): ended")
      switch error {
      case .crashed:
        isUp[device] = false
        // The system starts the app anew, and what the disk was armed with is over.
        node.arm(nil)
        launch(device)
      case .failed(let error): fail(error, "\(name), at '\(call.words)',")
      }
      return nil
    }
  }

  private mutating func send(_ message: ReplicaMessage, from: Int, after pause: TimeSpan) {
    let isServer = from == SyncStory.server
    let to = message.to ?? SyncStory.server
    if to == from || to >= nodes.count || to < SyncStory.server || (isServer && message.to == nil)
      || (to == SyncStory.server && server == nil)
    {
      let place = isServer ? "the server" : "device \(from)"
      let words = to == SyncStory.server ? "the server" : "replica \(to)"
      return fail(ToolError("sent a message to \(words), which is not there"), place)
    }
    sentCount += 1
    outcome.costs.requests += isServer ? 0 : 1
    outcome.costs.bytes += message.body.utf8.count
    guard sentCount <= Self.mostMessages else {
      return fail(
        ToolError("and the others sent more than \(Self.mostMessages) messages"), "device \(from)")
    }
    guard !network.isCut(from: from, to: to, devices: story.devices) else { return }
    for delay in network.delays(from: from, to: to) {
      steps.schedule(.message(from: from, to: to, body: message.body), at: now + delay + pause)
    }
  }

  private mutating func deliver(_ body: String, from: Int, to: Int) {
    let isThere = to == SyncStory.server ? isServerUp : isUp[to]
    guard isThere, !network.isCut(from: from, to: to, devices: story.devices) else { return }
    _ = call(to, .receive(from: from == SyncStory.server ? nil : from, body))
  }

  // MARK: Processes

  private mutating func openServer() {
    guard server != nil else { return }
    serverLaunches += 1
    isServerUp = true
    let opening = SyncOpening(
      number: nil, replicas: nodes.count, launch: serverLaunches, seed: story.seed)
    _ = call(SyncStory.server, .open(opening))
  }

  private var serverLaunches = 0

  private mutating func launch(_ device: Int) {
    guard !isUp[device] else { return }
    isUp[device] = true
    launches[device] += 1
    if device >= story.devices { users[device] = users[device - story.devices] }
    let opening = SyncOpening(
      number: device, replicas: nodes.count, user: users[device], launch: launches[device],
      seed: story.seed)
    _ = call(device, .open(opening))
    outcome.history.restarted(device)
  }

  private mutating func kill(_ device: Int) {
    note("device \(device) is ended")
    nodes[device].kill()
    nodes[device].arm(nil)
    isUp[device] = false
  }

  private mutating func heal() {
    network.healAll()
    for device in nodes.indices {
      slowness[device] = .zero
      nodes[device].arm(nil)
      if device >= story.devices {
        if isUp[device] { kill(device) }
      } else {
        launch(device)
        _ = call(device, .disk(isFull: false))
      }
    }
  }

  /// Has the devices synchronise until all show the same, a few times at least.
  private mutating func converge() {
    var shown: [[JSON]] = []
    for round in 1...Self.rounds.most where !isOver {
      for device in 0..<story.devices { _ = call(device, .sync) }
      settle()
      now = now + .seconds(1)
      guard round >= Self.rounds.least else { continue }
      shown = (0..<story.devices).map { device in finalReadings(of: device) }
      if shown.allSatisfy({ $0 == shown[0] }) { break }
    }
    guard !isOver else { return }
    outcome.history.finish(objects: story.objects, users: story.users, shown: shown)
  }

  private mutating func finalReadings(of device: Int) -> [JSON] {
    var shown: [JSON] = []
    for user in 0..<story.users {
      if users[device] != user { switchUser(device, to: user) }
      for object in story.objects {
        let value = call(device, .read(object))?.value ?? JSON(.null)
        shown.append(object.kind == .set ? JSON(ShownParts(value, of: .set).parts) : value)
      }
    }
    return shown
  }

  private mutating func switchUser(_ device: Int, to user: Int) {
    users[device] = user
    _ = call(device, .switchUser(user))
  }
}

// MARK: - Events

extension SyncRun {
  private mutating func take(_ event: SyncEvent) {
    let device = event.device
    network.take(event)
    if device == SyncStory.server {
      if event.verb == .restart || event.verb == .rollback { restartServer(event.verb) }
      return
    }
    if event.verb == .launch { return launch(device) }
    if event.verb == .clock { clocks[device] += event.span }
    guard isUp[device] else { return }
    switch event.verb {
    case .write, .erase: edit(event)
    case .read: if let object = event.object { _ = read(object, on: device) }
    case .subscribe: subscribe(event)
    case .sync: _ = call(device, .sync)
    case .switchUser: switchUser(device, to: event.number)
    case .background: _ = call(device, .background)
    case .foreground: _ = call(device, .foreground)
    case .restart:
      _ = call(device, .terminate)
      kill(device)
      launch(device)
    case .kill: kill(device)
    case .crash: crash(device, before: event.number)
    case .fullDisk, .freeDisk: _ = call(device, .disk(isFull: event.verb == .fullDisk))
    case .slowDisk: slowness[device] = event.span
    default: break
    }
  }

  /// The process ends before its n-th write from now on; without writes to come, at the end.
  private mutating func crash(_ device: Int, before write: Int) {
    if write == 0 {
      kill(device)
      launch(device)
    } else {
      note("device \(device) is to crash")
      nodes[device].arm(write - 1)
    }
  }

  private mutating func restartServer(_ verb: SyncEvent.Verb) {
    guard let server else { return }
    note("server is ended")
    server.kill()
    isServerUp = false
    if verb == .rollback { attempt { server throws(ToolError) in try server?.restore() } }
    openServer()
  }

  private mutating func read(_ object: SyncObject, on device: Int) -> JSON? {
    guard isUp[device], let reply = call(device, .read(object)) else { return nil }
    outcome.history.read(device, users[device], object, reply.value)
    return reply.value
  }

  /// Of a device that several users have in turn it is not clear what is to be told to whom.
  private mutating func subscribe(_ event: SyncEvent) {
    guard story.users == 1, let object = event.object, let value = read(object, on: event.device),
      call(event.device, .subscribe(object)) != nil
    else { return }
    outcome.history.subscribe(event.device, users[event.device], object, value)
  }

  /// A person looks at the object, and edits what they see.
  private mutating func edit(_ event: SyncEvent) {
    guard let object = event.object, let value = read(object, on: event.device) else { return }
    let count = increments[object, default: 0]
    guard
      let planned = PlannedEdit(event, object, shown: value, earlierIncrements: count)
    else { return }
    if object.kind == .counter { increments[object] = count + 1 }
    outcome.costs.edits += 1
    let number = outcome.history.begin(event.device, users[event.device], object, planned)
    guard let reply = call(event.device, .edit(object, planned.edit)) else { return }
    outcome.history.end(number, reply.isAccepted ? .accepted : .refused)
  }
}
