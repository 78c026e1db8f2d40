package import CachePolicies
package import CacheWorkloads
package import SimCore

/// What a replay found out.
package struct ReplayResult: Sendable {
  /// One cell: a policy at a capacity.
  package struct Row: Sendable {
    /// What the policy is called.
    package var policy: String
    /// The capacity as it was asked for.
    package var asked: ReplayCapacity
    /// The capacity in bytes, or in objects when each counts 1.
    package var capacity: Bytes
    /// What was counted, the warm-up left out.
    package var count: ReplayCount
    /// What was counted in each interval; empty when not asked for.
    package var intervals: [ReplayCount]
  }

  /// The cells: policy by policy, its capacities in the order in which they were asked for.
  package var rows: [Row]
  /// Whether every object counted 1, so that capacities are numbers of objects.
  package var countsObjects: Bool
  /// Whether intervals were asked for.
  package var hasIntervals: Bool
  /// How many requests were read.
  package var requests: Int64
  /// How many objects were met.
  package var objects: Int64
  /// How many requests of no bytes were left out.
  package var emptyCount: Int64
  /// What the reader could not use.
  package var issues: TraceIssues
  /// The trace's format.
  package var format: String
}
