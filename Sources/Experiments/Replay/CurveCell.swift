internal import Caches
internal import SimCore

/// Makes a curve, or some points of it.
protocol CurveCell: BlockReading {
  /// The curve so far.
  var points: [CurvePoint] { get }
  /// The share of the objects that it is made from.
  var rate: Double { get }
}

/// LRU's curve from its stack.
actor StackCell: CurveCell {
  private var curve: LRUCurve

  init(capacities: [Bytes], countsObjects: Bool, sampling: CurveSampling) {
    curve = LRUCurve(capacities: capacities, countsObjects: countsObjects, sampling: sampling)
  }

  func run(_ block: RequestBlock, _ parts: [ReplayParts.Part]) {
    curve.run(block, at: 0..<block.count)
  }
  var points: [CurvePoint] { curve.points() }
  var rate: Double { curve.rate }
  /// The curve at every size where it falls.
  var everyPoint: [CurvePoint] { curve.everyPoint() }
}

/// A policy's curve from rooms of each size.
actor SimulationCell: CurveCell {
  private var curve: MiniatureCurve
  let rate: Double

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
  var points: [CurvePoint] { curve.points() }
}
