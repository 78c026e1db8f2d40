package import CachePolicies
package import CacheWorkloads
package import SimCore

package struct CurvePlan: Sendable {
  package enum Method: Hashable, Sendable {
    /// One pass over the distances in LRU's stack.
    case stack(SHARDSSampling)
    /// A cache for each size, of all objects or a sample of them. A sample of a number of objects
    /// needs a reading that counts them: its rate must be known before.
    case simulation(SHARDSSampling)
  }

  package struct Curve: Sendable {
    package var policy: Chosen<AnyPolicy>
    package var method: Method

    /// - Precondition: only LRU's curve is made from a stack.
    package init(_ policy: Chosen<AnyPolicy>, _ method: Method) {
      self.policy = policy
      self.method = method
    }
  }

  package var curves: [Curve]
  package var capacities: [ReplayCapacity]
  /// Whether every object counts 1, whatever the trace says.
  package var ignoresSizes = false
  /// Whether the exact curves from LRU's stack are reported at every size where they fall as well,
  /// which needs objects that count 1.
  package var wantsEverySize = false
  /// Chooses the samples, and is for policies that draw random numbers.
  package var seed: UInt64 = 1
  /// Whether curves from fewer objects than `minimumSample` are reported as well.
  package var takesSmallSamples = false

  /// How many objects a sample must have. The error of a miss ratio falls with the inverse root of
  /// them; from fewer than 10 not even the error can be estimated.
  package static let minimumSample = 10

  var needsCount: Bool {
    curves.contains {
      if case .simulation(.objects) = $0.method { true } else { false }
    }
  }

  /// Whether, of objects that count 1, the curves can be read at any size after the trace: what a
  /// share of the objects is need not be known before.
  var isReadLater: Bool { curves.allSatisfy { $0.method == .stack(.all) } }

  package init(_ curves: [Curve], at capacities: [ReplayCapacity]) {
    self.curves = curves
    self.capacities = capacities
  }
}

package struct CurveResult: Sendable {
  package struct Curve: Sendable {
    package var policy: String
    /// Exact, shards, simulation or miniature.
    package var method: String
    /// The share of the objects that it was made from.
    package var rate: Double
    package var sampledObjects: Int64
    /// By growing capacity.
    package var points: [MissRatioPoint]
    /// The curve at every size where it falls, and at size 0; nil: that was not asked for.
    package var everyPoint: [MissRatioPoint]?

    package var isEstimate: Bool { rate < 1 }
    /// The mean of its miss ratios' standard errors; 0: it is exact.
    package var standardError: Double { MissRatioPoint.meanStandardError(points) }
  }

  package var curves: [Curve]
  /// Whether every object counted 1, so that capacities are numbers of objects.
  package var countsObjects: Bool
  package var requests: Int64
  package var objects: Int64
  package var emptyCount: Int64
  package var issues: TraceIssues
}
