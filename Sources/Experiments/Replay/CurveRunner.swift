package import CachePolicies
package import CacheWorkloads
internal import Results
package import SimCore

/// Makes miss-ratio curves of a trace in one pass, after one that measures it where sizes are
/// shares of it.
///
/// Memory: for an exact curve about 30 bytes an object beside the reader's table of objects.
package enum CurveRunner {
  /// The caches of one policy are simulated in so many groups, which can run at once.
  private static let groupCount = 4

  /// The result does not depend on `jobs`. - Throws: `InputError`.
  package static func run(
    _ plan: CurvePlan, over input: TraceInput, jobs: Int,
    progress: @Sendable (ReplayRunner.Progress) -> Void = { _ in }
  ) async throws -> CurveResult {
    var replay = ReplayPlan(policies: plan.curves.map(\.policy), capacities: plan.capacities)
    replay.ignoresSizes = plan.ignoresSizes
    var facts: TraceTotals?
    func measure() throws {
      facts = try ReplayRunner.facts(for: replay, input, countsObjects: plan.needsCount) {
        progress(ReplayRunner.Progress(phase: .measuring, requests: $0, all: nil))
      }
    }
    if !plan.isReadLater { try measure() }
    let (blocks, heading) = try await ReplayRunner.open(replay, input, facts, progress: progress)
    let countsObjects = !heading.hasSizes
    guard countsObjects || !plan.wantsEverySize else {
      throw InputError(
        "\(input.path): every size is reported only where objects count 1: add --ignore-size")
    }
    let isReadLater = countsObjects && plan.isReadLater
    if plan.isReadLater, !isReadLater { try measure() }
    var capacities: [Bytes] = []
    if !isReadLater { capacities = try sizes(of: plan, input, facts?.footprint ?? 0) }
    let fixed = plan.curves.map { curve in
      var curve = curve
      if case .simulation(let sampling) = curve.method, let facts {
        curve.method = .simulation(sampling.fixed(objects: facts.objects))
      }
      return curve
    }
    let groups = fixed.map { cells(for: $0, of: plan, capacities, countsObjects) }
    let requests = facts?.requests
    try await BlockDispatcher.run(groups.flatMap(\.self), from: blocks, jobs: max(jobs, 1)) {
      progress(ReplayRunner.Progress(phase: .replaying, requests: $0, all: requests))
    }
    if isReadLater { capacities = try sizes(of: plan, input, await blocks.objectCount) }
    var curves: [CurveResult.Curve] = []
    let objects = await blocks.objectCount
    for (curve, cells) in zip(fixed, groups) {
      let curve = await result(curve, cells, at: capacities, of: objects, plan)
      try check(curve, of: objects, plan, input)
      curves.append(curve)
    }
    return await CurveResult(
      curves: curves, countsObjects: countsObjects, requests: blocks.requestCount, objects: objects,
      emptyCount: blocks.decoding.emptyCount, issues: blocks.decoding.issues)
  }

  /// The sizes, without those that hold nothing and without repetitions, in growing order.
  private static func sizes(
    of plan: CurvePlan, _ input: TraceInput, _ footprint: Int64
  ) throws(InputError) -> [Bytes] {
    let sizes = plan.capacities.map { $0.resolved(footprint: footprint) }
      .filter { $0 > .zero }.sorted().uniqued
    guard !sizes.isEmpty else {
      throw InputError("\(input.path): no size of the curve holds anything")
    }
    return sizes
  }

  private static func cells(
    for curve: CurvePlan.Curve, of plan: CurvePlan, _ capacities: [Bytes], _ countsObjects: Bool
  ) -> [any CurveCell] {
    switch curve.method {
    case .stack(let sampling):
      return [
        StackCell(
          capacities: capacities, countsObjects: countsObjects, sampling: sampling, seed: plan.seed)
      ]
    case .simulation(let sampling):
      let rate = sampling.rate
      return (0..<min(groupCount, capacities.count)).map { group in
        let own = stride(from: group, to: capacities.count, by: groupCount).map { capacities[$0] }
        return SimulationCell(
          curve.policy.product, capacities: own, rate: rate, seed: plan.seed,
          countsObjects: countsObjects)
      }
    }
  }

  /// Refuses a curve from so few objects that it means nothing.
  private static func check(
    _ curve: CurveResult.Curve, of objects: Int64, _ plan: CurvePlan, _ input: TraceInput
  ) throws(InputError) {
    let sampled = curve.sampledObjects
    guard curve.isEstimate, sampled < CurvePlan.minimumSample else { return }
    // A sample without an object has no curve.
    guard sampled == 0 || !plan.takesSmallSamples else { return }
    let found = "would be from \(sampled) of its \(objects) objects"
    let rate = NumberText.decimal(curve.rate, places: 9)
    let expected = "expected at least \(CurvePlan.minimumSample); --samples says how many"
    let other = sampled > 0 ? ", --force takes so few" : ""
    throw InputError(
      "\(input.path): the curve of \(curve.policy) \(found), at a rate of \(rate): "
        + expected + other)
  }

  private static func result(
    _ curve: CurvePlan.Curve, _ cells: [any CurveCell], at capacities: [Bytes],
    of objects: Int64, _ plan: CurvePlan
  ) async -> CurveResult.Curve {
    var points: [MissRatioPoint] = []
    for cell in cells { points += await cell.points(at: capacities) }
    points.sort { $0.capacity < $1.capacity }
    let rate = await cells.first?.rate ?? 1
    let method =
      switch curve.method {
      case .stack(.all): "exact"
      case .stack: "shards"
      case .simulation where rate == 1: "simulation"
      case .simulation: "miniature"
      }
    return CurveResult.Curve(
      policy: curve.policy.label, method: method, rate: rate,
      sampledObjects: rate < 1 ? Int64(await cells.first?.sampledCount ?? 0) : objects,
      points: points,
      everyPoint: plan.wantsEverySize ? await cells.first?.everyPoint : nil)
  }
}

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
