internal import CachePolicies
internal import CacheWorkloads
internal import SimCore

/// Replays a trace: a cell for each policy and capacity, all over the same blocks.
///
/// Each cell finishes a whole block before it sees the next, so that its state stays in the
/// processor's cache; blocks are shared and never written while cells run. With more than one job,
/// the next block is read meanwhile. Memory: two blocks, the reader's table of objects and the
/// cells' caches.
package enum ReplayRunner {
  package struct Progress: Sendable {
    package enum Phase: Sendable {
      case measuring
      /// Next accesses are determined.
      case lookingAhead
      case replaying
    }
    package var phase: Phase
    package var requests: Int64
    /// How many there are; nil while unknown.
    package var all: Int64?
  }

  /// The result does not depend on `jobs`, the reading of the next block being one of them.
  package static func run(
    _ plan: ReplayPlan, over input: TraceInput, jobs: Int,
    progress: @Sendable (Progress) -> Void = { _ in }
  ) async throws -> ReplayResult {
    let facts = try facts(for: plan, input) {
      progress(Progress(phase: .measuring, requests: $0, all: nil))
    }
    let slots = try slots(of: plan, input, facts)
    var input = input
    if slots.count == 1 {
      input.options.blockLength = Self.singleBlockLength
      input.options.givesKeys = jobs <= 1
    }
    let (blocks, heading) = try await open(plan, input, facts, progress: progress)
    let cells = slots.map {
      ReplayCell(
        $0.policy.product, capacity: $0.capacity, of: plan, countsObjects: !heading.hasSizes)
    }
    try await BlockDispatcher.run(cells, from: blocks, jobs: max(jobs, 1)) {
      progress(Progress(phase: .replaying, requests: $0, all: facts?.requests))
    }
    if let warmUp = plan.warmUp, await cells.first?.counts.allSatisfy({ $0.requests == 0 }) == true
    {
      throw nothingCounted(warmUp, await blocks.requestCount, input)
    }
    return await result(
      slots, cells, blocks, plan, input.options.shard, countsObjects: !heading.hasSizes)
  }

  /// How many requests a block has for one cell alone, whose state stays in the processor's cache
  /// whatever the block's length: so many that the block stays there too.
  private static let singleBlockLength = 1 << 17

  static func open(
    _ plan: ReplayPlan, _ input: TraceInput, _ facts: TraceTotals?,
    progress: @Sendable (Progress) -> Void
  ) async throws -> (ReplayBlocks, ReplayBlocks.Heading) {
    let blocks = try ReplayBlocks(
      input, columns(for: plan), parts: try parts(of: plan, input, facts))
    guard let heading = try await blocks.heading() else {
      throw InputError(.malformed, at: input.path, noRequests)
    }
    if plan.needsTimes, !heading.hasTimes {
      throw InputError("\(input.path): the trace has no times, and times were requested")
    }
    if plan.needsNextAccess, !heading.hasNextAccesses {
      try input.checkRepeatable("a policy that knows the future needs to read ahead")
      let future = try NextAccessColumn(input) {
        progress(Progress(phase: .lookingAhead, requests: $0, all: facts?.requests))
      }
      await blocks.fillNextAccesses(from: future)
    }
    return (blocks, heading)
  }

  /// Measures the trace if the plan needs it, or the objects must be counted all the same.
  static func facts(
    for plan: ReplayPlan, _ input: TraceInput, countsObjects: Bool = false,
    progress: (Int64) -> Void
  ) throws -> TraceTotals? {
    guard plan.needsFacts || countsObjects else { return nil }
    try input.checkRepeatable(
      plan.needsFacts
        ? "a share of the trace needs its size first"
        : "a sample of so many objects needs the number of all first")
    return try TraceTotals(input, countsObjects: plan.ignoresSizes, progress: progress)
  }

  private static let noRequests = "there are no requests in it"

  private struct Slot {
    var policy: Chosen<AnyPolicy>
    var asked: ReplayCapacity
    var capacity: Bytes
  }

  private static func slots(
    of plan: ReplayPlan, _ input: TraceInput, _ facts: TraceTotals?
  ) throws -> [Slot] {
    if let facts, facts.requests == 0 {
      throw InputError(.malformed, at: input.path, noRequests)
    }
    let footprint = facts?.footprint ?? 0
    return try plan.policies.flatMap { policy in
      try plan.capacities.map { asked in
        let whole = asked.resolved(footprint: footprint)
        // A share is one of the shard's own objects.
        let shard = asked.isShare ? nil : input.options.shard
        let capacity = shard.map { $0.part(of: whole) } ?? whole
        if let shard, capacity == .zero {
          throw InputError(
            "a capacity of \(whole.count) leaves nothing for some of \(shard.count) shards")
        }
        guard capacity > .zero else {
          throw InputError(
            "\(input.path): \(asked.text) of a footprint of \(footprint) is a capacity of 0")
        }
        return Slot(policy: policy, asked: asked, capacity: capacity)
      }
    }
  }

  private static func columns(for plan: ReplayPlan) -> RequestColumns {
    var columns: RequestColumns = [.costs]
    if !plan.ignoresSizes { columns.insert(.sizes) }
    if plan.needsTimes { columns.insert(.times) }
    if plan.expiry != nil { columns.insert(.timesToLive) }
    if plan.needsNextAccess { columns.insert(.nextAccesses) }
    return columns
  }

  /// Why a warm-up that leaves nothing to be counted is refused: its miss ratios would be those of
  /// no request.
  private static func nothingCounted(
    _ warmUp: ReplaySpan, _ requests: Int64, _ input: TraceInput
  ) -> InputError {
    InputError(
      "\(input.path): a warm-up of \(warmUp.text) leaves none of \(requests) requests to be "
        + "counted: expected a shorter one")
  }

  private static func parts(
    of plan: ReplayPlan, _ input: TraceInput, _ facts: TraceTotals?
  ) throws -> ReplayParts {
    let requests = facts?.requests ?? 0
    let interval = plan.interval?.resolved(requests: requests)
    switch interval {
    case .requests(0), .time(.zero): throw InputError("\(input.path): an interval has no length")
    default: break
    }
    let warmUp = plan.warmUp?.resolved(requests: requests)
    // Known before anything is replayed where the requests were counted.
    if let asked = plan.warmUp, case .requests(let count)? = warmUp, facts != nil,
      count >= requests, requests > 0
    {
      throw nothingCounted(asked, requests, input)
    }
    return ReplayParts(warmUp: warmUp, interval: interval)
  }

  private static func result(
    _ slots: [Slot], _ cells: [ReplayCell], _ blocks: ReplayBlocks, _ plan: ReplayPlan,
    _ shard: TraceShard?, countsObjects: Bool
  ) async -> ReplayResult {
    let hasIntervals = plan.interval != nil
    var rows: [ReplayResult.Row] = []
    for (slot, cell) in zip(slots, cells) {
      let counts = await cell.counts
      let entries = await cell.entries
      rows.append(
        ReplayResult.Row(
          policy: slot.policy.label, asked: slot.asked, capacity: slot.capacity,
          count: counts.reduce(into: ReplayCount()) { $0 += $1 },
          intervals: hasIntervals ? counts : [],
          occupancy: plan.expiry.map { _ in entries.reduce(into: Occupancy()) { $0 += $1 } },
          intervalOccupancies: hasIntervals ? entries : []))
    }
    return await ReplayResult(
      rows: rows, countsObjects: countsObjects, hasIntervals: hasIntervals,
      requests: blocks.requestCount, objects: blocks.objectCount,
      emptyCount: blocks.decoding.emptyCount, issues: blocks.decoding.issues,
      format: blocks.decoding.format, shard: shard)
  }
}
