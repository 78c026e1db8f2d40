internal import CachePolicies
internal import SimCore

/// Makes a curve, or some points of it.
protocol CurveCell: BlockReading {
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

  init(
    _ policy: AnyPolicy, capacities: [Bytes], rate: Double, seed: UInt64, countsObjects: Bool
  ) {
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
