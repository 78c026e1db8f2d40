public import Caches
public import SimCore
public import Workloads

/// Which miss-ratio curves of a trace are wanted, and where they are read.
public struct CurvePlan: Sendable {
  /// How a curve is made.
  public enum Method: Hashable, Sendable {
    /// One pass over the distances in LRU's stack.
    case stack(CurveSampling)
    /// A room for each size, of all objects or a share of them.
    case simulation(rate: Double)
  }

  /// A curve.
  public struct Curve: Sendable {
    /// Whose.
    public var policy: Chosen<AnyPolicy>
    /// How it is made.
    public var method: Method

    /// Names a curve. - Precondition: only LRU's is made from a stack.
    public init(_ policy: Chosen<AnyPolicy>, _ method: Method) {
      self.policy = policy
      self.method = method
    }
  }

  /// The curves, in the order in which answers show them.
  public var curves: [Curve]
  /// The sizes at which they are read.
  public var capacities: [ReplayCapacity]
  /// Whether every object counts 1, whatever the trace says.
  public var ignoresSizes = false
  /// Whether the exact curves from LRU's stack are told at every size where they fall as well,
  /// which needs objects that count 1.
  public var wantsEverySize = false
  /// For policies that toss coins.
  public var seed: UInt64 = 1

  /// Whether, of objects that count 1, the curves can be read at any size after the trace: what a
  /// share of the objects is need not be known before.
  var isReadLater: Bool { curves.allSatisfy { $0.method == .stack(.all) } }

  /// Makes a plan.
  public init(_ curves: [Curve], at capacities: [ReplayCapacity]) {
    self.curves = curves
    self.capacities = capacities
  }
}

/// Miss-ratio curves of a trace.
public struct CurveResult: Sendable {
  /// One curve.
  public struct Curve: Sendable {
    /// The policy.
    public var policy: String
    /// How it was made, in a word: exact, shards, simulation or miniature.
    public var method: String
    /// The share of the objects that it was made from.
    public var rate: Double
    /// The curve, by growing capacity.
    public var points: [CurvePoint]
    /// The curve at every size where it falls, and at size 0; nil: that was not asked for.
    public var everyPoint: [CurvePoint]?
  }

  /// The curves as they were asked for, all at the same capacities.
  public var curves: [Curve]
  /// Whether every object counted 1, so that capacities are numbers of objects.
  public var countsObjects: Bool
  /// How many requests were read.
  public var requests: Int64
  /// How many objects were met.
  public var objects: Int64
  /// How many requests of no bytes were left out.
  public var emptyCount: Int64
  /// What the reader could not use.
  public var issues: TraceIssues
}
