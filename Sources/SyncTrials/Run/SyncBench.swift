package import SimCore

package struct SyncOutcome: Sendable {
  package var history = SyncHistory()
  package var violations: [SyncViolation] = []
  package var costs = SyncCosts()
  /// Writes of replicas that were not seen, in words.
  package var unseen: [String] = []
  /// All calls and their answers, where they were asked for.
  package var transcript: [String] = []
}

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

  package func run(_ story: SyncStory, keepsTranscript: Bool = false) throws(ToolError)
    -> SyncOutcome
  {
    try prepare(story)
    var run = SyncRun(story, Array(nodes.prefix(story.replicas)), server, keepsTranscript)
    run.play()
    for node in nodes { node.kill() }
    server?.kill()
    var outcome = run.outcome
    for what in nodes.flatMap(\.unseen) where !outcome.unseen.contains(what) {
      outcome.unseen.append(what)
    }
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

package struct ShrunkSyncStory: Sendable {
  package var story: SyncStory
  package var violation: SyncViolation
  /// How many runs it took to find it.
  package var runs = 0
}

extension SyncBench {
  /// Finds a shortest story that still breaks a promise: fewer events, fewer devices, even times.
  /// - Parameters:
  ///   - limit: the most runs; the shortest story so far is given back then.
  ///   - isStopped: whether it shall end early.
  package func shrink(
    _ story: SyncStory, breaking violation: SyncViolation, limit: Int = 2_000,
    isStopped: () -> Bool = { false }
  ) async throws -> ShrunkSyncStory {
    var found = ShrunkSyncStory(story: story, violation: violation)
    func shows(_ candidate: SyncStory?) throws(ToolError) -> Bool {
      guard let candidate, found.runs < limit, !isStopped() else { return false }
      found.runs += 1
      guard
        let again = try run(candidate).violations.first(where: {
          $0.promise == violation.promise && $0.kind == violation.kind
        })
      else { return false }
      (found.story, found.violation) = (candidate, again)
      return true
    }
    // What is slow to see, or is not seen again, stays as it is.
    guard !violation.isSlow, try shows(story) else { return found }
    var count = Int.max
    while found.story.events.count < count {
      count = found.story.events.count
      _ = try await DeltaDebugging.minimize(found.story.events) { try shows(found.story.with($0)) }
      for device in (0..<found.story.devices).reversed() {
        _ = try shows(found.story.without(device))
      }
    }
    _ = try shows(found.story.respaced)
    return found
  }
}

/// What an engine came to over the runs of a fleet.
package struct FleetRow: Sendable {
  package let engine: SyncEngine
  package private(set) var runs = 0
  /// How many runs broke a promise that the engine gave.
  package private(set) var broken = 0
  /// By promise: in how many runs it was not kept, given or not.
  package private(set) var counts: [SyncPromise: Int] = [:]
  package private(set) var costs = SyncCosts()

  package init(_ engine: SyncEngine) { self.engine = engine }

  /// Adds a run.
  /// - Returns: the violations of promises that the engine gave.
  package mutating func add(_ outcome: SyncOutcome) -> [SyncViolation] {
    runs += 1
    costs += outcome.costs
    for promise in SyncPromise.allCases
    where outcome.violations.contains(where: { $0.promise == promise }) {
      counts[promise, default: 0] += 1
    }
    let broken = outcome.violations.filter { engine.promises.contains($0.promise, $0.kind) }
    if !broken.isEmpty { self.broken += 1 }
    return broken
  }

  /// Whether the engine gives a promise: of all kinds of objects, of some, or not.
  package func given(_ promise: SyncPromise) -> Given {
    let kinds = engine.kinds.filter { engine.promises.contains(promise, $0) }
    return kinds.isEmpty ? .no : kinds.count == engine.kinds.count ? .yes : .partly
  }

  package enum Given: Sendable { case yes, partly, no }

  package func each(_ amount: Int, of count: Int) -> Double? {
    count > 0 ? Double(amount) / Double(count) : nil
  }
}
