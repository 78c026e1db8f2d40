internal import CachePolicies
internal import SimCore

/// One policy at one capacity: replays block after block.
actor ReplayCell: BlockReading {
  private let replay: AnyReplay
  private var intervals: [ReplayCount] = []

  /// Begins with an empty cache.
  init(_ policy: AnyPolicy, capacity: Bytes, of plan: ReplayPlan, countsObjects: Bool) {
    let gated = plan.admission.map { policy.admitted(by: $0) } ?? policy
    replay = gated.makeReplay(
      capacity: capacity, seed: plan.seed, expiry: plan.expiry, countsObjects: countsObjects)
  }

  /// Answers a block; what belongs to the warm-up is not counted.
  func run(_ block: RequestBlock, _ parts: [ReplayParts.Part]) {
    for part in parts {
      let before = replay.count
      replay.run(block, at: part.range)
      guard part.interval >= 0 else { continue }
      while intervals.count <= part.interval { intervals.append(ReplayCount()) }
      intervals[part.interval] += replay.count - before
    }
  }

  /// What was counted, interval by interval.
  var counts: [ReplayCount] { intervals }
}
