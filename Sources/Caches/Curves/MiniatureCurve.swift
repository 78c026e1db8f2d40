public import SimCore

/// The miss ratios of any policy at several sizes, estimated by small copies of the rooms: a
/// sample of the objects, and rooms smaller by the same share.
///
/// Waldspurger, Saemundsson, Ahmad, Park: Cache Modeling and Optimization using Miniature
/// Simulations, USENIX ATC 2017. At a rate of 1 it is the whole simulation. As in SHARDS, what a
/// sample has too many or too few requests of counts as hits of the most popular objects. A copy
/// of a room is never smaller than one byte or object; with sizes it must hold the largest objects
/// of the sample to tell anything.
public struct MiniatureCurve: ~Copyable {
  private let threshold: UInt32
  private let capacities: [Bytes]
  private let replays: [AnyReplay]
  private var requests: Int64 = 0
  private var bytes: Int64 = 0
  /// The sample's requests of a block.
  private var sample = RequestBlock()
  /// By key: the key in the sample, counted by first appearance there; `Slot.max`: none yet.
  private var numbers = Table<ObjectKey>()
  private var numberCount: ObjectKey = 0

  /// Begins a curve.
  /// - Parameters:
  ///   - capacities: the sizes of the rooms.
  ///   - rate: the share of the objects that is in the sample, above 0 and at most 1.
  ///   - seed: for a policy that tosses coins.
  ///   - expiry: how long copies live; nil: for ever.
  ///   - countsObjects: whether no block will have sizes.
  public init(
    _ policy: AnyPolicy, capacities: [Bytes], rate: Double, seed: UInt64, expiry: Expiry? = nil,
    countsObjects: Bool
  ) {
    let threshold = CurveSampling.rate(rate).threshold
    self.threshold = threshold
    self.capacities = capacities
    let share = Double(threshold) / Double(CurveSampling.modulus)
    replays = capacities.map { capacity in
      let small = share == 1 ? capacity : Bytes(rounding: Double(capacity.count) * share)
      return policy.makeReplay(
        capacity: max(small, Bytes(1)), seed: seed, expiry: expiry, countsObjects: countsObjects)
    }
  }

  /// Replays a part of a block.
  /// - Complexity: O(requests), and the policy's for those of the sample in every room.
  public mutating func run(_ block: borrowing RequestBlock, at range: Range<Int>) {
    requests += Int64(range.count)
    if threshold == CurveSampling.modulus {
      for replay in replays { replay.run(block, at: range) }
      return
    }
    if block.sizes.isEmpty {
      bytes += Int64(range.count)
    } else {
      let sizes = block.sizes.span
      for index in range { bytes += sizes[index] }
    }
    draw(from: block, at: range)
    for replay in replays { replay.run(sample) }
  }

  private mutating func draw(from block: borrowing RequestBlock, at range: Range<Int>) {
    sample.removeAll()
    let keys = block.keys.span
    for index in range where CurveSampling.hash(keys[index]) < threshold {
      sample.keys.append(number(of: keys[index]))
      if index < block.sizes.count { sample.sizes.append(block.sizes[index]) }
      if index < block.times.count { sample.times.append(block.times[index]) }
      if index < block.nextAccesses.count {
        sample.nextAccesses.append(block.nextAccesses[index])
      }
      if index < block.timesToLive.count { sample.timesToLive.append(block.timesToLive[index]) }
      if index < block.costs.count { sample.costs.append(block.costs[index]) }
    }
  }

  private mutating func number(of key: ObjectKey) -> ObjectKey {
    numbers.reach(key, filling: .max)
    if numbers[key] == .max {
      numbers[key] = numberCount
      numberCount += 1
    }
    return numbers[key]
  }

  /// The curve so far.
  public borrowing func points() -> [CurvePoint] {
    let share = Double(threshold) / Double(CurveSampling.modulus)
    return zip(capacities, replays).map { capacity, replay in
      let count = replay.count
      guard share < 1 else {
        return CurvePoint(
          capacity: capacity, misses: Double(count.misses), requests: Double(count.requests),
          missBytes: Double(count.missBytes), bytes: Double(count.bytes))
      }
      let (all, allBytes) = (Double(requests) * share, Double(bytes) * share)
      return CurvePoint(
        capacity: capacity, misses: min(Double(count.misses), all), requests: all,
        missBytes: min(Double(count.missBytes), allBytes), bytes: allBytes)
    }
  }
}
