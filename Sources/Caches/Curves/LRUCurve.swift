public import SimCore

/// The miss ratios of LRU at every size in one pass: a request hits in each room that is at least
/// as large as its distance from the top of the stack.
///
/// Exact with all objects, when they count 1 each. With sizes it is exact for rooms that hold the
/// largest object, of objects that do not change; a smaller room keeps out what is larger than it
/// and has some more hits than this says. From a sample it is an estimate: SHARDS with the
/// adjustment of its section 3.6, at a fixed rate or of a fixed size.
public struct LRUCurve: ~Copyable {
  /// How many requests are looked at before the next step is done for all of them: what the steps
  /// hand on stays in the processor's first cache.
  private static let batch = 256

  private let sampling: CurveSampling
  private let countsObjects: Bool
  /// Objects whose hash is below this belong to the sample.
  private var threshold: UInt32
  private var ranks = RecencyRanks()
  private var depths = RecencyBytes()
  private var histogram: DistanceHistogram
  /// By distance: how many requests, at 0 those for objects that were not in the stack; used for
  /// the exact curve of objects that count 1.
  private var exact = Table<Int64>()
  /// The distances of a batch, or which of its requests are in the sample.
  private var scratch = Table<UInt32>(count: batch, filling: 0)
  /// The sample's hashes, largest first; used for a sample of a fixed size.
  private var hashes = SlotHeap<Int64>()
  private var requests: Int64 = 0
  private var bytes: Int64 = 0

  /// Begins a curve.
  /// - Parameters:
  ///   - capacities: the sizes at which it will be read, in growing order; the exact curve of
  ///     objects that count 1 can be read at any others.
  ///   - countsObjects: whether no block will have sizes.
  public init(capacities: [Bytes], countsObjects: Bool, sampling: CurveSampling = .all) {
    self.sampling = sampling
    self.countsObjects = countsObjects
    threshold = sampling.threshold
    histogram = DistanceHistogram(capacities: capacities.map(\.count))
  }

  /// Whether it is exact and of objects that count 1.
  private var isWhole: Bool { countsObjects && sampling == .all }

  /// Takes note of a part of a block.
  /// - Complexity: O(log objects) for each request of the sample.
  public mutating func run(_ block: borrowing RequestBlock, at range: Range<Int>) {
    requests += Int64(range.count)
    if countsObjects {
      bytes += Int64(range.count)
    } else {
      let sizes = block.sizes.span
      for index in range { bytes += sizes[index] }
    }
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + Self.batch, range.upperBound)
      if isWhole { runExact(block, at: start..<end) } else { runSample(block, at: start..<end) }
      start = end
    }
  }

  /// Takes note of a batch: all distances first, then how often each was there, as a place of the
  /// histogram is seldom in the cache.
  private mutating func runExact(_ block: borrowing RequestBlock, at batch: Range<Int>) {
    let keys = block.keys.span
    for index in batch {
      ranks.expect(keys.ahead(of: index, in: keys.indices))
      let distance = UInt32(ranks.request(keys[index]))
      scratch[index - batch.lowerBound] = distance
      exact.fetch(distance)
    }
    exact.reach(Slot(ranks.count), filling: 0)
    for place in 0..<batch.count { exact[scratch[place]] += 1 }
  }

  /// Takes note of a batch: first which requests are in the sample, without a branch that cannot be
  /// foreseen, then these.
  private mutating func runSample(_ block: borrowing RequestBlock, at batch: Range<Int>) {
    let keys = block.keys.span
    var count = 0
    for index in batch {
      scratch[count] = UInt32(index - batch.lowerBound)
      count += CurveSampling.hash(keys[index]) < threshold ? 1 : 0
    }
    for place in 0..<count {
      let soon = scratch[min(place + Span<ObjectKey>.lead, count - 1)]
      expect(keys[batch.lowerBound + Int(soon)])
      let index = batch.lowerBound + Int(scratch[place])
      take(keys[index], size: countsObjects ? 1 : block.sizes[index])
    }
  }

  @inline(__always)
  private func expect(_ key: ObjectKey) {
    if countsObjects { ranks.expect(key) } else { depths.expect(key) }
  }

  /// Takes note of a request of the sample.
  @inline(__always)
  private mutating func take(_ key: ObjectKey, size: Int64) {
    guard case .objects(let most) = sampling else {
      histogram.add(scaled(distance(to: key, size: size)), bytes: Double(size))
      return
    }
    // The threshold may have become lower since the batch was looked at.
    let hash = CurveSampling.hash(key)
    guard hash < threshold else { return }
    let distance = distance(to: key, size: size)
    histogram.add(scaled(distance), bytes: Double(size))
    if distance == nil { admit(key, hash, most) }
  }

  @inline(__always)
  private mutating func distance(to key: ObjectKey, size: Int64) -> Int64? {
    guard countsObjects else { return depths.request(key, size: size) }
    let rank = ranks.request(key)
    return rank > 0 ? Int64(rank) : nil
  }

  /// A distance in the sample as one among all objects.
  @inline(__always)
  private func scaled(_ distance: Int64?) -> Int64? {
    guard let distance, threshold < CurveSampling.modulus else { return distance }
    return Int64((Double(distance) / rate).rounded(.up))
  }

  /// The share of the objects that is in the sample now.
  public var rate: Double { Double(threshold) / Double(CurveSampling.modulus) }

  /// Takes an object into a sample of a fixed size; when it is too large, those of the largest hash
  /// leave, and what was counted before weighs as much less as the rate is lower.
  private mutating func admit(_ key: ObjectKey, _ hash: UInt32, _ most: Int) {
    hashes.insert(key, -Int64(hash))
    guard hashes.count > most, let largest = hashes.first else { return }
    let before = rate
    threshold = UInt32(-hashes.priority(of: largest))
    while let first = hashes.first, -hashes.priority(of: first) >= Int64(threshold) {
      hashes.remove(first)
      if countsObjects { ranks.remove(first) } else { depths.remove(first) }
    }
    histogram.scale(by: rate / before)
  }

  /// The curve so far. - Complexity: O(distances + capacities).
  public borrowing func points() -> [CurvePoint] {
    if isWhole { return points(at: histogram.capacities.map { Bytes($0) }) }
    return histogram.points(requests: Double(requests) * rate, bytes: Double(bytes) * rate)
  }

  /// The curve so far at other sizes; only the exact curve of objects that count 1 has them.
  /// - Parameter capacities: in growing order.
  /// - Complexity: O(distances + capacities).
  public borrowing func points(at capacities: [Bytes]) -> [CurvePoint] {
    precondition(isWhole, "only the exact curve has every size")
    var misses = requests
    var next = 1
    var points: [CurvePoint] = []
    for capacity in capacities {
      while next < exact.count, Int64(next) <= capacity.count {
        misses -= exact[next]
        next += 1
      }
      points.append(point(capacity.count, misses: misses))
    }
    return points
  }

  /// The sizes at which one place more saves a miss, each with its misses, and size 0; only of the
  /// exact curve of objects that count 1. - Complexity: O(distances).
  public borrowing func everyPoint() -> [CurvePoint] {
    precondition(isWhole, "only the exact curve has every size")
    var misses = requests
    var points: [CurvePoint] = []
    points.reserveCapacity(exact.count)
    points.append(point(0, misses: misses))
    for distance in 1..<max(exact.count, 1) where exact[distance] > 0 {
      misses -= exact[distance]
      points.append(point(Int64(distance), misses: misses))
    }
    return points
  }

  private borrowing func point(_ capacity: Int64, misses: Int64) -> CurvePoint {
    CurvePoint(
      capacity: Bytes(capacity), misses: Double(misses), requests: Double(requests),
      missBytes: Double(misses), bytes: Double(requests))
  }
}
