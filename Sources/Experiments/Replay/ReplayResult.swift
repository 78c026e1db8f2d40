public import Caches
public import SimCore
public import Workloads

/// What a replay found out.
public struct ReplayResult: Sendable {
  /// One cell: a policy in a room.
  public struct Row: Sendable {
    /// What the policy is called.
    public var policy: String
    /// The capacity as it was asked for.
    public var asked: ReplayCapacity
    /// The capacity in bytes, or in objects when each counts 1.
    public var capacity: Bytes
    /// What was counted, the warm-up left out.
    public var count: ReplayCount
    /// What was counted in each interval; empty when nobody asked.
    public var intervals: [ReplayCount]
  }

  /// The cells: policy by policy, its capacities in the order in which they were asked for.
  public var rows: [Row]
  /// Whether every object counted 1, so that capacities are numbers of objects.
  public var countsObjects: Bool
  /// Whether intervals were asked for.
  public var hasIntervals: Bool
  /// How many requests were read.
  public var requests: Int64
  /// How many objects were met.
  public var objects: Int64
  /// How many requests of no bytes were left out.
  public var emptyCount: Int64
  /// What the reader could not use.
  public var issues: TraceIssues
  /// The trace's format.
  public var format: String
}
