internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import Synchronization

/// What the devices of a trial share: settings, the folder in which each has its own, and how the
/// first call that failed did so.
final class TrialSession: Sendable {
  /// From which age on what the cache has is fetched again; nil: never.
  let staleAfter: TimeSpan?
  let medium: Medium
  let countsErrors: Bool
  let names: StoryNames
  let calls: CallWaiter
  private let folder: UnfinishedEntry
  private let folders = Mutex(0)
  private let failed = Mutex<String?>(nil)

  init(
    staleAfter: TimeSpan?, medium: Medium, countsErrors: Bool, names: StoryNames, limit: TimeSpan,
    folder: consuming UnfinishedEntry
  ) {
    self.staleAfter = staleAfter
    self.medium = medium
    self.countsErrors = countsErrors
    self.names = names
    self.folder = folder
    calls = CallWaiter(limit: limit)
  }

  /// How the first call that failed did so; the cache is not called any more.
  var failure: String? { failed.withLock { $0 } }

  func fail(_ words: String) { failed.withLock { $0 = $0 ?? words } }

  func makeFolder() -> String {
    let number = folders.withLock { number in
      number += 1
      return number
    }
    let path = "\(folder.path)/\(number)"
    do throws(FileError) {
      try FolderTree.make(path)
    } catch {
      fail("\(error.path): \(error.explanation)")
    }
    return path
  }
}

/// A real cache in the place of a simulated one: what is asked, when and over which network is the
/// simulation's, what is found is the cache's.
///
/// The app around it is `dictionary`'s: what the cache has is shown, and fetched again when the app
/// last fetched or confirmed it so long ago; that time the app knows by itself.
struct TrialStrategy<Cache: CacheUnderTest>: ScreenStrategy {
  /// The trial; a scenario's file has none.
  struct Options: Settings {
    var session: TrialSession?

    init() {}
    static var fields: [Field<Options>] { [] }
  }

  static var name: String { "live" }
  static var summary: String { "A real cache, in process." }

  var scheduler = RequestScheduler()
  private let session: TrialSession
  private let clock: TrialClock
  private var held: HeldCopies
  private var box: SingleCaller<Cache>?
  /// What the cache calls resources, once it was asked for them.
  private var keys: [ResourceIndex: String] = [:]
  private var folder: FolderState
  private var writes: MeasuredWrites
  /// By path: the number of a file.
  private var files: [String: ObjectKey] = [:]
  /// Whether the cache has given back what it was given; nil: it was not asked yet.
  private var storesSomething: Bool?
  /// By resource: the process in which the cache was last given it.
  private var givenIn: [ResourceIndex: Int] = [:]
  private var process = 0
  private var wasInBackground = false
  private var knownUser: UInt16 = 0
  /// What the strategy reacts to, for the message of a failure.
  private var event: ClientEvent?

  init(_ options: Options, in simulation: inout DeviceSimulation) {
    guard let session = options.session else { preconditionFailure("a trial has a session") }
    self.session = session
    held = HeldCopies(on: session.medium, in: &simulation)
    clock = TrialClock(secondsAtStart: simulation.plan.secondsAtStart)
    folder = FolderState(of: session.makeFolder())
    writes = MeasuredWrites(settings: simulation.plan.device.flash)
  }

  mutating func react(to event: ClientEvent, in simulation: inout DeviceSimulation) {
    self.event = event
    follow(event, in: &simulation)
  }

  mutating func finish(in simulation: inout DeviceSimulation) {
    box = nil
    FolderTree.remove(folder.folder)
  }
}

// MARK: - Calls

extension TrialStrategy {
  private mutating func call<Value: Sendable>(
    _ words: String, about resource: ResourceIndex? = nil, in simulation: inout DeviceSimulation,
    _ body: @escaping @Sendable (Cache) async throws -> Value
  ) -> Value? {
    guard let box, session.failure == nil else { return nil }
    clock.set(simulation.now)
    let result = session.calls.result { try await body(box.object) }
    countWrites(in: &simulation)
    switch result {
    case .success(let value): return value
    case .failure(let failure):
      note(failure, of: words, about: resource, in: &simulation)
      return nil
    }
  }

  private mutating func open(in simulation: inout DeviceSimulation) {
    guard session.failure == nil else { return }
    let (path, clock) = (folder.folder, clock)
    clock.set(simulation.now)
    let result = session.calls.result {
      SingleCaller(object: try await Cache(folder: path, clock: clock))
    }
    countWrites(in: &simulation)
    switch result {
    case .success(let opened): box = opened
    case .failure(let failure): note(failure, of: "init(folder:clock:)", in: &simulation)
    }
    wasInBackground = false
    let user = Int(knownUser)
    _ = call("launched(as: \(user))", in: &simulation) { try await $0.launched(as: user) }
    if knownUser != simulation.currentUser { switchUser(in: &simulation) }
  }

  private mutating func switchUser(in simulation: inout DeviceSimulation) {
    knownUser = simulation.currentUser
    let user = Int(knownUser)
    _ = call("switchUser(to: \(user))", in: &simulation) { try await $0.switchUser(to: user) }
  }

  private func note(
    _ failure: ToolError, of words: String, about resource: ResourceIndex? = nil,
    in simulation: inout DeviceSimulation
  ) {
    simulation.record(.threw, of: resource ?? 0)
    if failure.reason == .failed, session.countsErrors { return }
    let device = session.names.name(ofDevice: simulation.device) ?? "\(simulation.device)"
    let time = StoryTime.text(of: simulation.now)
    session.fail(
      "at \(time) on device \(device) under seed \(simulation.plan.seed), when "
        + "\(eventWords): \(words) \(failure)")
  }

  private mutating func countWrites(in simulation: inout DeviceSimulation) {
    let changes = folder.update(settingDatesTo: clock.wholeSeconds)
    guard !changes.isEmpty else { return }
    writes.advance(to: simulation.now)
    for change in changes {
      let file = files[change.path] ?? ObjectKey(files.count)
      files[change.path] = file
      switch change {
      case .written(_, let bytes): writes.write(Bytes(bytes), to: file)
      case .renamed, .touched: writes.touch(file)
      case .removed: writes.delete(file)
      }
    }
    if let receipt = writes.take() { simulation.recordMeasured(receipt, in: held.tier) }
  }
}

// MARK: - Screens

extension TrialStrategy {
  /// What a resource is called: the same from the first time on.
  private mutating func key(
    of resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> String {
    if let key = keys[resource] { return key }
    let key = session.names.name(of: resource, simulation.kind(of: resource), on: simulation.device)
    keys[resource] = key
    return key
  }

  /// Nil when the cache has nothing that can be used.
  private mutating func look(
    up resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> ResourceCopy? {
    let key = key(of: resource, in: simulation)
    let answer = call("value(for: \"\(key)\")", about: resource, in: &simulation) {
      try await $0.value(for: key)
    }
    guard let body = answer ?? nil else {
      if answer != nil, simulation.peek(resource, in: held.tier) != nil {
        simulation.record(givenIn[resource] == process ? .forgot : .lost, of: resource)
      }
      held.miss(resource, in: &simulation)
      return nil
    }
    guard let identity = ResourceBody.identity(of: body) else {
      simulation.record(.torn, of: resource)
      held.miss(resource, in: &simulation)
      return nil
    }
    guard identity.resource == resource, let copy = held.copy(of: identity) else {
      simulation.record(.unknown, of: resource)
      held.miss(resource, in: &simulation)
      return nil
    }
    storesSomething = true
    return copy
  }

  mutating func find(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) -> Finding? {
    guard let copy = look(up: resource, in: &simulation) else { return nil }
    let (source, delay) = held.take(copy, of: resource, in: &simulation)
    let use = StalenessClock.fetch.judge(
      copy, of: resource, after: session.staleAfter, in: &simulation)
    return Finding(copy, from: source, after: delay, use: use, isDecoded: source == .memory)
  }

  func version(of resource: ResourceIndex, in simulation: borrowing DeviceSimulation) -> UInt32? {
    guard let box, let key = keys[resource], session.failure == nil else { return nil }
    clock.set(simulation.now)
    guard let body = try? session.calls.result({ try await box.object.value(for: key) }).get(),
      let identity = ResourceBody.identity(of: body)
    else { return nil }
    return held.copy(of: identity) == nil || identity.resource != resource ? nil : identity.version
  }

  mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    let key = key(of: resource, in: simulation)
    let identity = HeldCopies.identity(of: resource, copy)
    let body = ResourceBody.bytes(of: identity, size: Int(copy.size.count))
    let isStored = call(
      "store(\(body.count) bytes, for: \"\(key)\")", about: resource, in: &simulation
    ) {
      try await $0.store(body, for: key)
      return true
    }
    guard isStored != nil else { return }
    givenIn[resource] = process
    if storesSomething == nil {
      // A cache that stores nothing holds no memory: it is asked once.
      let answer = call("value(for: \"\(key)\")", about: resource, in: &simulation) {
        try await $0.value(for: key)
      }
      storesSomething = (answer ?? nil) != nil
    }
    held.give(copy, of: resource, isHeld: storesSomething == true, in: &simulation)
  }

  mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in simulation: inout DeviceSimulation
  ) {
    held.confirm(resource, at: instant, in: &simulation)
  }
}

// MARK: - The app

extension TrialStrategy {
  mutating func notice(_ event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .launched: open(in: &simulation)
    case .foregrounded:
      if wasInBackground { _ = call("foreground()", in: &simulation) { try await $0.foreground() } }
      wasInBackground = false
    case .backgrounded:
      _ = call("background()", in: &simulation) { try await $0.background() }
      wasInBackground = true
    case .terminating: _ = call("terminate()", in: &simulation) { try await $0.terminate() }
    case .died:
      box = nil
      process += 1
    case .memoryWarning:
      _ = call("memoryWarning()", in: &simulation) { try await $0.memoryWarning() }
    case .switchedUser: if box != nil { switchUser(in: &simulation) }
    case .purged:
      FolderTree.empty(folder.folder)
      _ = folder.update(settingDatesTo: clock.wholeSeconds)
    default: break
    }
  }

  private var eventWords: String {
    func name(_ resource: ResourceIndex) -> String {
      keys[resource].map { "'\($0)'" } ?? "resource \(resource)"
    }
    return switch event {
    case .opened(let resource): "\(name(resource)) was opened"
    case .needed(let resource): "the screen needed \(name(resource))"
    case .refreshed(let resource): "\(name(resource)) was refreshed"
    case .loaded(let load): "\(name(load.resource)) came from the origin"
    case .closed(let resource, _): "\(name(resource)) was closed"
    case .launched: "the app launched"
    case .foregrounded: "the app came to the front"
    case .backgrounded: "the app left the front"
    case .terminating: "the app was about to end"
    case .memoryWarning: "the system wanted memory back"
    case .switchedUser(let user): "user \(user) took the device"
    case .connectivity: "the network came back"
    default: "the app worked"
    }
  }
}
