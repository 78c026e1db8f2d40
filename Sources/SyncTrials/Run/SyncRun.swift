internal import SimCore

/// A run of a story: virtual time, the network, and the nodes' processes.
struct SyncRun: ~Copyable {
  private enum Step {
    case event(Int)
    case message(Message)
    case backup
  }

  private struct Message {
    var from: Int
    var to: Int
    var body: String

    var call: SyncCall { .receive(from: from == SyncStory.server ? nil : from, body) }
  }

  private let story: SyncStory
  private let nodes: [any SyncNode]
  private let server: (any SyncNode)?
  private var steps = EventQueue<Step>()
  private var network = SyncNetwork()
  private var now = Instant.start
  /// By device, as are users and what is wrong with disks: processes of an app share them.
  private var clocks: [TimeSpan]
  private var isUp: [Bool]
  private var isServerUp = false
  private var launches: [Int]
  private var users: [Int]
  private var slowness: [TimeSpan]
  private var isFull: [Bool]
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
    isFull = nodes.map { _ in false }
  }

  mutating func play() {
    openServer()
    for device in 0..<story.devices { launch(device) }
    for (number, event) in story.events.enumerated() {
      steps.schedule(.event(number), at: event.at)
    }
    let last = story.events.map(\.at).max() ?? .start
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
      // What follows from a step comes later: a message takes time.
      var together = [step]
      while steps.nextInstant <= now, let next = steps.next() { together.append(next.event) }
      var messages: [Message] = []
      for step in together {
        if case .message(let message) = step {
          // Messages of an instant to different processes cannot change one another.
          if messages.contains(where: { $0.to == message.to }) { deliver(&messages) }
          messages.append(message)
          continue
        }
        deliver(&messages)
        switch step {
        case .event(let number): take(story.events[number])
        case .backup: attempt { server throws(ToolError) in try server?.save() }
        case .message: break
        }
      }
      deliver(&messages)
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
        promise: .answers,
        what: "at \(now.sinceStart.text) \(place) \(VisibleText.line(error.description))",
        isSlow: error.reason == .timedOut))
  }

  private mutating func note(_ words: @autoclosure () -> String) {
    if keepsTranscript { outcome.transcript.append("\(now.sinceStart.text) \(words())") }
  }

  private func clock(of device: Int) -> Instant {
    device == SyncStory.server ? now : now + clocks[device % story.devices]
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
      let pause =
        isServer ? .zero : slowness[device % story.devices] * Int64(max(1, node.writes - before))
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
      steps.schedule(
        .message(Message(from: from, to: to, body: message.body)), at: now + delay + pause)
    }
  }

  /// Hands each process its call, and then takes the answers in order: several work at once.
  private mutating func callAll(_ calls: [(device: Int, call: SyncCall)]) -> [SyncReply?] {
    if calls.count > 1, !story.hasExtensions, !isOver {
      for (device, call) in calls {
        let node = device == SyncStory.server ? server : nodes[device]
        node?.prepare(call, at: clock(of: device))
      }
    }
    return calls.map { call($0.device, $0.call) }
  }

  private mutating func deliver(_ messages: inout [Message]) {
    let arriving = messages.filter { message in
      (message.to == SyncStory.server ? isServerUp : isUp[message.to])
        && !network.isCut(from: message.from, to: message.to, devices: story.devices)
    }
    messages = []
    _ = callAll(arriving.map { ($0.to, $0.call) })
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
    if isFull[device % story.devices], isUp[device] { _ = call(device, .disk(isFull: true)) }
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
        fillDisk(of: device, isFull: false)
      }
    }
  }

  /// Has the devices synchronise until all show the same, a few times at least.
  private mutating func converge() {
    var shown: [[JSON]] = []
    for round in 1...Self.rounds.most where !isOver {
      _ = callAll((0..<story.devices).map { ($0, .sync) })
      settle()
      now = now + .seconds(1)
      guard round >= Self.rounds.least else { continue }
      shown = finalReadings()
      if shown.allSatisfy({ $0 == shown[0] }) { break }
    }
    guard !isOver else { return }
    outcome.history.finish(objects: story.objects, users: story.users, shown: shown)
  }

  /// What devices show: objects by users by devices. That an object shows nothing engines say in
  /// several ways.
  private mutating func finalReadings() -> [[JSON]] {
    let devices = 0..<story.devices
    var shown: [[JSON]] = devices.map { _ in [] }
    for user in 0..<story.users {
      for device in devices where users[device] != user { switchUser(device, to: user) }
      for object in story.objects {
        let replies = callAll(devices.map { ($0, .read(object)) })
        for (device, reply) in zip(devices, replies) {
          let value = reply?.value ?? JSON(.null)
          let parts = ShownParts(value, of: object.kind)
          let isEmpty = parts == ShownParts(JSON(.null), of: object.kind)
          shown[device].append(
            isEmpty ? JSON(.null) : object.kind == .set ? JSON(parts.parts) : value)
        }
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
    if event.verb == .clock { clocks[device % story.devices] += event.span }
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
    case .fullDisk, .freeDisk:
      fillDisk(of: device % story.devices, isFull: event.verb == .fullDisk)
    case .slowDisk: slowness[device % story.devices] = event.span
    default: break
    }
  }

  /// Tells all processes of a device of its disk.
  private mutating func fillDisk(of device: Int, isFull: Bool) {
    guard self.isFull[device] != isFull else { return }
    self.isFull[device] = isFull
    for process in nodes.indices where process % story.devices == device && isUp[process] {
      _ = call(process, .disk(isFull: isFull))
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
