internal import SimCore

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
