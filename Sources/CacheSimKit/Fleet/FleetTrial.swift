internal import SimCore
public import SyncTrials

/// The server of a fleet.
public struct FleetServer: Sendable {
  let make: (@Sendable (LawFolder, CallWaiter) -> any SyncNode)?

  /// Keeps for each key the value with the greatest stamp (Docs/SyncEngines.md has its messages).
  public static var registerStore: FleetServer { FleetServer { _, _ in own(0) } }
  /// Appends entries to a log, each once.
  public static var appendLog: FleetServer { FleetServer { _, _ in own(1) } }
  /// Keeps documents with entity tags, and takes a `PUT` by `If-Match` and `If-None-Match`.
  public static var etagStore: FleetServer { FleetServer { _, _ in own(2) } }
  /// Replicas speak to each other alone.
  public static var none: FleetServer { FleetServer(make: nil) }

  /// One of one's own.
  public static func custom<Server: ServerUnderTest>(_ type: Server.Type) -> FleetServer {
    FleetServer { folders, waiter in
      ReplicaNode("server", in: folders, waiter) {
        try await Server(at: $0)
      } _: { server, call in
        var reply = SyncReply()
        if case .receive(let from?, let message) = call {
          reply.sent = try await server.receive(message, from: from)
        }
        return reply
      }
    }
  }

  private static func own(_ place: Int) -> any SyncNode { SyncCatalog.servers[place].make() }
}

/// Tries a sync engine: devices and a server under faults, seed after seed.
///
/// ```swift
/// let report = try await FleetTrial(of: MyReplica.self).run(seeds: 1...200)
/// #expect(report.failures.isEmpty, "\(report)")
/// ```
public struct FleetTrial<Replica: ReplicaUnderTest>: Sendable {
  /// The most that a call may take of real time.
  public var callLimit = TimeSpan.seconds(10)
  /// How many devices there are.
  public var devices = 3
  /// How many users the devices have in turn.
  public var users = 1
  /// How many events a story has.
  public var events = 40
  /// The kinds of objects that are edited.
  public var kinds: [SyncKind]
  /// What goes wrong, and how often: a multiple of what is usual.
  public var faults = SyncFault.usual
  /// What the engine promises; `answers` is always checked.
  public var promises: [SyncPromise] = [
    .convergence, .kept, .deleted, .ownWrites, .monotonic, .causal, .intention, .users,
  ]
  private let server: FleetServer

  /// A trial of replicas with a server.
  public init(
    of replica: Replica.Type, with server: FleetServer = .registerStore,
    kinds: [SyncKind] = SyncKind.allCases
  ) {
    self.server = server
    self.kinds = kinds
  }

  /// Runs a story for each seed; the first that breaks a promise is shrunk to a shortest one.
  public func run(seeds: ClosedRange<UInt64>) async throws -> FleetReport {
    var plan = SyncPlan()
    (plan.devices, plan.users, plan.events) = (devices, users, events)
    (plan.kinds, plan.faults) = (kinds, faults)
    let bench = try bench()
    var report = FleetReport()
    for seed in seeds {
      let story = plan.story(seed: seed)
      report.runs += 1
      for violation in broken(try bench.run(story))
      where !report.failures.contains(where: { $0.promise == violation.promise }) {
        let shrunk = try await bench.shrink(story, breaking: violation)
        report.failures.append(
          FleetReport.Failure(
            seed: seed, promise: violation.promise, what: shrunk.violation.what,
            story: shrunk.story.text(), eventCount: shrunk.story.events.count))
      }
    }
    return report
  }

  /// Plays a story that a fleet wrote.
  /// - Returns: how it breaks promises; empty: it does not.
  public func play(story text: String) throws -> [String] {
    let story = try SyncStory.read(Array(text.utf8), file: "story")
    return broken(try bench().run(story)).map { "\($0.promise.rawValue): \($0.what)" }
  }

  private func broken(_ outcome: SyncOutcome) -> [SyncViolation] {
    let promises = SyncPromises(promises)
    return outcome.violations.filter { promises.contains($0.promise, $0.kind) }
  }

  func bench() throws -> SyncBench {
    let folders = LawFolder(try CacheSim.temporaryFolder("cachesim-fleet"))
    let waiter = CallWaiter(limit: callLimit)
    var ownServer: (@Sendable () throws(ToolError) -> any SyncNode)?
    if let make = server.make { ownServer = { make(folders, waiter) } }
    return SyncBench(
      SyncEngine(name: "\(Replica.self)", kinds: kinds, server: ownServer) {
        number, other throws(ToolError) in
        // A second process has the first one's folder.
        let name = (other as? ReplicaNode<Replica>)?.name ?? "\(number)"
        return ReplicaNode(name, in: folders, waiter) {
          try await Replica(at: $0)
        } _: { replica, call in
          try await replica.answer(to: call)
        }
      })
  }
}

/// What a fleet came to.
public struct FleetReport: Sendable, CustomStringConvertible {
  /// A promise that was broken.
  public struct Failure: Sendable {
    /// The seed whose story showed it.
    public let seed: UInt64
    /// Which promise.
    public let promise: SyncPromise
    /// What was shown, and what was expected.
    public let what: String
    /// A shortest story that shows it, for `play(story:)` and `cachesim fleet --story`.
    public let story: String
    /// How many events the story has.
    public let eventCount: Int
  }

  /// How many stories were played.
  public internal(set) var runs = 0
  /// The promises that were broken, each once.
  public internal(set) var failures: [Failure] = []

  /// All of it, for a person.
  public var description: String {
    let head =
      "\(NumberText.counted(runs, "run")), "
      + "\(NumberText.counted(failures.count, "broken promise"))"
    let lines = failures.map { "\($0.promise.rawValue), seed \($0.seed): \($0.what)\n\($0.story)" }
    return ([head] + lines).joined(separator: "\n")
  }
}
