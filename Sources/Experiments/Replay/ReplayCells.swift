internal import CachePolicies
internal import CacheWorkloads
internal import SimCore

/// Something that reads a trace block by block and never writes one.
protocol BlockConsumer: Actor {
  func run(_ block: RequestBlock, _ parts: [ReplayParts.Part])
}

/// Hands blocks to many readers, several at once.
enum BlockDispatcher {
  /// Runs all cells over all blocks; with several jobs, the next block is read meanwhile.
  static func run(
    _ cells: [any BlockConsumer], from blocks: ReplayBlocks, jobs: Int,
    progress: @Sendable (Int64) -> Void
  ) async throws {
    if blocks.hasTwoSteps { return try await runInSteps(cells, blocks, progress) }
    var current = try await blocks.next()
    while let now = current {
      var following: ReplayBlocks.Next?
      var waiting = cells[...]
      var readsAhead = jobs > 1
      try await TaskWindow.run(width: jobs) { () -> TaskWindow.Work<ReplayBlocks.Next?>? in
        if readsAhead {
          readsAhead = false
          return { try await blocks.next() }
        }
        guard let cell = waiting.popFirst() else { return nil }
        return {
          await cell.run(now.block, now.parts)
          return nil
        }
      } finish: { read in
        following = read ?? following
      }
      current = following
      if jobs == 1 { current = try await blocks.next() }
      await progress(blocks.requestCount)
    }
  }
}

extension BlockDispatcher {
  /// What a step of the pipeline has done.
  private enum Product: Sendable {
    case decoded(UnnumberedBlock)
    case ended
    case numbered(ReplayBlocks.Next)
    case replayed
  }

  /// A pipeline of decoding, numbering and cells, for few cells, over which the reading would have
  /// to be waited for.
  ///
  /// Each step begins its next block as soon as the step before has one and the step behind has
  /// taken the last one: between two steps one block waits at most.
  private static func runInSteps(
    _ cells: [any BlockConsumer], _ blocks: ReplayBlocks, _ progress: @Sendable (Int64) -> Void
  ) async throws {
    var (isDecoding, isNumbering, hasEnded) = (false, false, false)
    var decoded: UnnumberedBlock?
    var numbered: ReplayBlocks.Next?
    var current: ReplayBlocks.Next?
    var waiting: ArraySlice<any BlockConsumer> = []
    var runningCount = 0
    var requestCount: Int64 = 0
    // More steps at once than processors: whichever ends, the next one is there.
    try await TaskWindow.run(width: cells.count + 2) { () -> TaskWindow.Work<Product>? in
      if current == nil, let next = numbered.take() { (current, waiting) = (next, cells[...]) }
      if !isNumbering, numbered == nil, let block = decoded.take() {
        isNumbering = true
        return { .numbered(try await blocks.number(block)) }
      }
      if let now = current, let cell = waiting.popFirst() {
        runningCount += 1
        return {
          await cell.run(now.block, now.parts)
          return .replayed
        }
      }
      guard !isDecoding, !hasEnded, decoded == nil else { return nil }
      isDecoding = true
      return { try await blocks.decode().map { .decoded($0) } ?? .ended }
    } finish: { product in
      switch product {
      case .decoded(let block): (isDecoding, decoded) = (false, block)
      case .ended: (isDecoding, hasEnded) = (false, true)
      case .numbered(let next): (isNumbering, numbered) = (false, next)
      case .replayed:
        runningCount -= 1
        guard runningCount == 0, waiting.isEmpty else { break }
        requestCount += Int64(current?.block.count ?? 0)
        current = nil
        progress(requestCount)
      }
    }
  }
}

/// One policy at one capacity: replays block after block.
actor ReplayCell: BlockConsumer {
  private let replay: AnyReplay
  /// By interval.
  private(set) var counts: [ReplayCount] = []
  /// How many entries there were, by interval; counted where copies expire.
  private(set) var entries: [Occupancy] = []

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
      let occupancy = replay.takeOccupancy()
      guard part.interval >= 0 else { continue }
      while counts.count <= part.interval {
        counts.append(ReplayCount())
        entries.append(Occupancy())
      }
      counts[part.interval] += replay.count - before
      entries[part.interval] += occupancy
    }
  }
}

/// Makes a curve, or some points of it.
protocol CurveCell: BlockConsumer {
  /// The curve so far, at those of the sizes that the cell is made for.
  func points(at capacities: [Bytes]) -> [MissRatioPoint]
  /// The curve at every size where it falls; nil: that is not known.
  var everyPoint: [MissRatioPoint]? { get }
  /// The share of the objects that it is made from.
  var rate: Double { get }
  /// How many objects that is, where it is not all.
  var sampledCount: Int { get }
}

/// LRU's curve from its stack.
actor StackCell: CurveCell {
  private var curve: StackDistanceCurve
  /// Whether it can be read at any size.
  private let isWhole: Bool

  init(capacities: [Bytes], countsObjects: Bool, sampling: SHARDSSampling, seed: UInt64) {
    isWhole = countsObjects && sampling == .all
    curve = StackDistanceCurve(
      capacities: capacities, countsObjects: countsObjects, sampling: sampling, seed: seed)
  }

  func run(_ block: RequestBlock, _ parts: [ReplayParts.Part]) {
    curve.run(block, at: 0..<block.count)
  }

  func points(at capacities: [Bytes]) -> [MissRatioPoint] {
    isWhole ? curve.points(at: capacities) : curve.points()
  }
  var everyPoint: [MissRatioPoint]? { isWhole ? curve.everyPoint() : nil }
  var rate: Double { curve.rate }
  var sampledCount: Int { curve.sampledCount }
}

/// A policy's curve from caches of each capacity.
actor SimulationCell: CurveCell {
  private var curve: MiniatureSimulation
  let rate: Double
  let everyPoint: [MissRatioPoint]? = nil

  init(_ policy: AnyPolicy, capacities: [Bytes], rate: Double, seed: UInt64, countsObjects: Bool) {
    self.rate = rate
    curve = MiniatureSimulation(
      policy, capacities: capacities, rate: rate, seed: seed, countsObjects: countsObjects)
  }

  func run(_ block: RequestBlock, _ parts: [ReplayParts.Part]) {
    curve.run(block, at: 0..<block.count)
  }

  func points(at capacities: [Bytes]) -> [MissRatioPoint] { curve.points() }
  var sampledCount: Int { curve.sampledCount }
}
