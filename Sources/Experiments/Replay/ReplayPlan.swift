package import CachePolicies
package import CacheWorkloads
package import SimCore

/// What a replay answers: policies and capacities over one trace, each pair a cell.
package struct ReplayPlan: Sendable {
  /// The policies, each with the name that the answer gives it.
  package var policies: [Chosen<AnyPolicy>]
  /// Several cells have the same one when shares come out alike.
  package var capacities: [ReplayCapacity]
  /// Whether every object counts 1, whatever the trace says; capacities are then numbers of
  /// objects.
  package var ignoresSizes = false
  /// The first requests, which fill the caches and are not counted; nil: all are counted.
  package var warmUp: ReplaySpan?
  /// How long the intervals are that are also reported one by one; nil: only the whole is.
  package var interval: ReplaySpan?
  /// Nil: all missed objects are admitted.
  package var admission: AnyAdmission?
  /// How long copies live; nil: without limit, whatever the trace says.
  package var expiry: Expiry?
  package var seed: UInt64 = 1

  package init(policies: [Chosen<AnyPolicy>], capacities: [ReplayCapacity]) {
    self.policies = policies
    self.capacities = capacities
  }

  var needsNextAccess: Bool { policies.contains { $0.product.needsNextAccess } }

  /// Whether the trace must be read once before, to be measured.
  var needsFacts: Bool {
    capacities.contains(where: \.isShare) || warmUp?.isShare ?? false || interval?.isShare ?? false
  }

  var needsTimes: Bool {
    expiry != nil || warmUp?.needsTimes ?? false || interval?.needsTimes ?? false
  }
}

package struct ReplayResult: Sendable {
  package struct Row: Sendable {
    package var policy: String
    package var asked: ReplayCapacity
    /// In bytes, or in objects when each counts 1.
    package var capacity: Bytes
    package var count: ReplayCount
    /// Empty when not asked for.
    package var intervals: [ReplayCount]
    /// Nil where copies live for ever.
    package var occupancy: Occupancy?
    /// Empty when not asked for.
    package var intervalOccupancies: [Occupancy]
  }

  /// Policy by policy, its capacities in the order in which they were asked for.
  package var rows: [Row]
  /// Whether every object counted 1, so that capacities are numbers of objects.
  package var countsObjects: Bool
  package var hasIntervals: Bool
  package var requests: Int64
  package var objects: Int64
  package var emptyCount: Int64
  package var issues: TraceIssues
  package var format: String
  /// Nil: all of the trace was replayed.
  package var shard: TraceShard?
}
