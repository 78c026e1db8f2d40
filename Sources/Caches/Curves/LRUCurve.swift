public import SimCore

/// The miss ratios of LRU at every size in one pass: a request hits in each room that is at least
/// as large as its distance from the top of the stack.
///
/// Exact with all objects, when they count 1 each. With sizes it is exact for rooms that hold the
/// largest object, of objects that do not change; a smaller room keeps out what is larger than it
/// and has some more hits than this says. From a sample it is an estimate: SHARDS with the
/// adjustment of its section 3.6, at a fixed rate or of a fixed size.
public struct LRUCurve: ~Copyable {
  private let sampling: CurveSampling
  private let countsObjects: Bool
  /// Objects whose hash is below this belong to the sample.
  private var threshold: UInt32
  private var ranks = RecencyRanks()
  private var depths = RecencyBytes()
  private var histogram: DistanceHistogram
  /// By distance: how many requests; used for the exact curve of objects that count 1.
  private var exact = Table<Int64>()
  /// The sample's hashes, largest first; used for a sample of a fixed size.
  private var hashes = SlotHeap<Int64>()
  private var requests: Int64 = 0
  private var bytes: Int64 = 0

  /// Begins a curve.
  /// - Parameters:
  ///   - capacities: the sizes at which it will be read, in growing order.
  ///   - countsObjects: whether no block will have sizes.
  public init(capacities: [Bytes], countsObjects: Bool, sampling: CurveSampling = .all) {
    self.sampling = sampling
    self.countsObjects = countsObjects
    threshold = sampling.threshold
    histogram = DistanceHistogram(capacities: capacities.map(\.count))
  }

  /// Takes note of a part of a block.
  /// - Complexity: O(log objects) for each request of the sample.
  public mutating func run(_ block: borrowing RequestBlock, at range: Range<Int>) {
    requests += Int64(range.count)
    if countsObjects {
      bytes += Int64(range.count)
      if sampling == .all { runExact(block, at: range) } else { runSample(block, at: range) }
    } else {
      let sizes = block.sizes.span
      for index in range { bytes += sizes[index] }
      runSample(block, at: range)
    }
  }

  private mutating func runExact(_ block: borrowing RequestBlock, at range: Range<Int>) {
    let keys = block.keys.span
    for index in range {
      guard let distance = ranks.request(keys[index]) else { continue }
      exact.reach(Slot(distance), filling: 0)
      exact[distance] += 1
    }
  }

  private mutating func runSample(_ block: borrowing RequestBlock, at range: Range<Int>) {
    let keys = block.keys.span
    for index in range {
      let key = keys[index]
      let hash = CurveSampling.hash(key)
      guard hash < threshold else { continue }
      let size = countsObjects ? 1 : block.sizes[index]
      if let distance = distance(to: key, size: size) {
        histogram.add(scaled(distance), requests: 1, bytes: Double(size))
      } else {
        histogram.add(nil, requests: 1, bytes: Double(size))
        if case .objects(let most) = sampling { admit(key, hash, most) }
      }
    }
  }

  private mutating func distance(to key: ObjectKey, size: Int64) -> Int64? {
    guard countsObjects else { return depths.request(key, size: size) }
    guard let rank = ranks.request(key) else { return nil }
    return Int64(rank)
  }

  /// A distance in the sample as one among all objects.
  private func scaled(_ distance: Int64) -> Int64 {
    threshold == CurveSampling.modulus
      ? distance : Int64((Double(distance) / rate).rounded(.up))
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
    if countsObjects, sampling == .all { return exactPoints() }
    return histogram.points(requests: Double(requests) * rate, bytes: Double(bytes) * rate)
  }

  /// The sizes at which one place more saves a miss, each with its misses, and size 0; only of the
  /// exact curve of objects that count 1. - Complexity: O(distances).
  public borrowing func everyPoint() -> [CurvePoint] {
    precondition(countsObjects && sampling == .all, "only the exact curve has every size")
    var misses = requests
    var points = [point(0, misses: misses)]
    for distance in 0..<exact.count where exact[distance] > 0 {
      misses -= exact[distance]
      points.append(point(Int64(distance), misses: misses))
    }
    return points
  }

  private borrowing func exactPoints() -> [CurvePoint] {
    var misses = requests
    var next = 0
    var points: [CurvePoint] = []
    for capacity in histogram.capacities {
      while next < exact.count, Int64(next) <= capacity {
        misses -= exact[next]
        next += 1
      }
      points.append(point(capacity, misses: misses))
    }
    return points
  }

  private borrowing func point(_ capacity: Int64, misses: Int64) -> CurvePoint {
    CurvePoint(
      capacity: Bytes(capacity), misses: Double(misses), requests: Double(requests),
      missBytes: Double(misses), bytes: Double(requests))
  }
}
