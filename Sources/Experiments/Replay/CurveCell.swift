internal import Caches
internal import SimCore

/// Makes a curve, or some points of it.
protocol CurveCell: BlockReading {
  /// The curve so far, at those of the sizes that the cell is made for.
  func points(at capacities: [Bytes]) -> [CurvePoint]
  /// The curve at every size where it falls; nil: that is not known.
  var everyPoint: [CurvePoint]? { get }
  /// The share of the objects that it is made from.
  var rate: Double { get }
}

/// LRU's curve from its stack.
actor StackCell: CurveCell {
  private var curve: LRUCurve
  /// Whether it can be read at any size.
  private let isWhole: Bool

  init(capacities: [Bytes], countsObjects: Bool, sampling: CurveSampling) {
    isWhole = countsObjects && sampling == .all
    curve = LRUCurve(capacities: capacities, countsObjects: countsObjects, sampling: sampling)
  }

  func run(_ block: RequestBlock, _ parts: [ReplayParts.Part]) {
    curve.run(block, at: 0..<block.count)
  }

  func points(at capacities: [Bytes]) -> [CurvePoint] {
    isWhole ? curve.points(at: capacities) : curve.points()
  }
  var everyPoint: [CurvePoint]? { isWhole ? curve.everyPoint() : nil }
  var rate: Double { curve.rate }
}

/// A policy's curve from rooms of each size.
actor SimulationCell: CurveCell {
  private var curve: MiniatureCurve
  let rate: Double
  let everyPoint: [CurvePoint]? = nil

  init(
    _ policy: AnyPolicy, capacities: [Bytes], rate: Double, seed: UInt64, countsObjects: Bool
  ) {
    self.rate = rate
    curve = MiniatureCurve(
      policy, capacities: capacities, rate: rate, seed: seed, countsObjects: countsObjects)
  }

  func run(_ block: RequestBlock, _ parts: [ReplayParts.Part]) {
    curve.run(block, at: 0..<block.count)
  }

  func points(at capacities: [Bytes]) -> [CurvePoint] { curve.points() }
}
