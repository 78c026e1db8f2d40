package import CachePolicies
package import CacheWorkloads
package import SimCore

/// What a replay answers: policies and capacities over one trace, each pair a cell.
package struct ReplayPlan: Sendable {
  /// The policies, each with the name that the answer gives it.
  package var policies: [Chosen<AnyPolicy>]
  /// The capacities; several cells have the same when shares come out alike.
  package var capacities: [ReplayCapacity]
  /// Whether every object counts 1, whatever the trace says; capacities are then numbers of
  /// objects.
  package var ignoresSizes = false
  /// The first requests, which fill the caches and are not counted; nil: all are counted.
  package var warmUp: ReplaySpan?
  /// How long the intervals are that are also reported one by one; nil: only the whole is.
  package var interval: ReplaySpan?
  /// The filter that admits missed objects; nil: all are admitted.
  package var admission: AnyAdmission?
  /// How long copies live; nil: without limit, whatever the trace says.
  package var expiry: Expiry?
  package var seed: UInt64 = 1

  package init(policies: [Chosen<AnyPolicy>], capacities: [ReplayCapacity]) {
    self.policies = policies
    self.capacities = capacities
  }

  /// Whether a policy must know when objects are requested next.
  var needsNextAccess: Bool { policies.contains { $0.product.needsNextAccess } }

  /// Whether the trace must be read once before, to be measured.
  var needsFacts: Bool {
    capacities.contains(where: \.isShare) || warmUp?.isShare ?? false || interval?.isShare ?? false
  }

  var needsTimes: Bool {
    expiry != nil || warmUp?.needsTimes ?? false || interval?.needsTimes ?? false
  }
}

/// The result of a replay.
package struct ReplayResult: Sendable {
  /// One cell: a policy at a capacity.
  package struct Row: Sendable {
    package var policy: String
    package var asked: ReplayCapacity
    /// The capacity in bytes, or in objects when each counts 1.
    package var capacity: Bytes
    package var count: ReplayCount
    /// What was counted in each interval; empty when not asked for.
    package var intervals: [ReplayCount]
    /// How many entries there were; nil where copies live for ever.
    package var occupancy: Occupancy?
    /// How many there were in each interval; empty when not asked for.
    package var intervalOccupancies: [Occupancy]
  }

  /// The cells: policy by policy, its capacities in the order in which they were asked for.
  package var rows: [Row]
  /// Whether every object counted 1, so that capacities are numbers of objects.
  package var countsObjects: Bool
  package var hasIntervals: Bool
  package var requests: Int64
  package var objects: Int64
  package var emptyCount: Int64
  package var issues: TraceIssues
  package var format: String
  /// Which shard of the trace was replayed; nil: all of it.
  package var shard: TraceShard?
}
