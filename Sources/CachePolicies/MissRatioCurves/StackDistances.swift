package import SimCore

/// How many other objects were requested since an object's last request: its distance from the top
/// of an LRU stack.
///
/// Mattson, Gecsei, Slutz, Traiger: Evaluation Techniques for Storage Hierarchies, 1970,
/// doi:10.1147/sj.92.0078; counted by marks over time as Bennett and Kruskal (1975) do: each object
/// has one mark, at its last request. Marks are bits of words; how many there are before a word is
/// kept in running sums, which the newest word joins when it is full.
/// - Complexity: O(log objects) for a request, amortised.
struct ObjectStackDistances: ~Copyable {
  private static let absent = UInt32.max
  private static let wordBits = 64
  private static let firstSpan = 1 << 12

  /// By key: the time of its mark, or `absent`.
  private var times = Table<UInt32>()
  /// By time: the object of the mark, past ones too.
  private var owners = Table<ObjectKey>(count: firstSpan, filling: 0)
  private var marks = Table<UInt64>(count: firstSpan / wordBits, filling: 0)
  /// By word: how many marks are in those before it; the newest word counts as empty.
  private var sums = PrefixSums<UInt32>(count: firstSpan / wordBits)
  private var now = 0
  private(set) var count = 0

  /// Takes note of a request.
  /// - Returns: the object's place in the stack, 1 for the top; 0 when it was not in it.
  @inline(__always)
  mutating func request(_ key: ObjectKey) -> Int {
    if now == owners.count { makeTime() }
    times.reach(key, filling: Self.absent)
    let time = times[key]
    let rank = time == Self.absent ? 0 : unmark(Int(time))
    mark(key)
    return rank
  }

  @inline(__always)
  func prefetch(_ key: ObjectKey) { times.prefetch(key) }

  mutating func remove(_ key: ObjectKey) {
    _ = unmark(Int(times[key]))
    times[key] = Self.absent
  }

  @inline(__always)
  private mutating func mark(_ key: ObjectKey) {
    let word = now / Self.wordBits
    times[key] = UInt32(now)
    owners[now] = key
    marks[word] |= 1 << UInt64(now % Self.wordBits)
    count += 1
    now += 1
    if now % Self.wordBits == 0 { _ = sums.add(UInt32(marks[word].nonzeroBitCount), at: word) }
  }

  /// Takes a mark away and counts it and those after it.
  @inline(__always)
  private mutating func unmark(_ time: Int) -> Int {
    let word = time / Self.wordBits
    let bit: UInt64 = 1 << UInt64(time % Self.wordBits)
    let all = marks[word]
    marks[word] = all ^ bit
    let before = sums.add(word == now / Self.wordBits ? 0 : .max, at: word)
    let rank = count - Int(before) - (all & (bit - 1)).nonzeroBitCount
    count -= 1
    return rank
  }

  /// Closes the gaps between marks, in more time when they are few. - Complexity: O(time).
  @inline(never)
  private mutating func makeTime() {
    var next = 0
    for word in 0..<marks.count {
      var left = marks[word]
      while left != 0 {
        let owner = owners[word * Self.wordBits + left.trailingZeroBitCount]
        left &= left - 1
        owners[next] = owner
        times[owner] = UInt32(next)
        next += 1
      }
    }
    // At least as much time as marks is free afterwards, so that this is rare.
    let span = max(owners.count, 2 * (count + Self.wordBits).roundedUpToPowerOfTwo)
    if span > owners.count { owners.reach(Slot(span - 1), filling: 0) }
    marks = Table(count: span / Self.wordBits, filling: 0)
    sums = PrefixSums(count: marks.count)
    (now, count) = (0, 0)
    for _ in 0..<next { mark(owners[now]) }
  }
}

extension Int {
  var roundedUpToPowerOfTwo: Int {
    self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
  }
}

/// From a request to the next for the same object, counted in different objects: the size from
/// which on an LRU cache of objects of one size serves it.
///
/// Exact (Mattson, Gecsei, Slutz, Traiger, 1970; see `ObjectStackDistances`). Memory: about 20
/// bytes for each object.
package struct StackDistances: ~Copyable {
  private var ranks = ObjectStackDistances()

  package init() {}

  /// Tells the distance of each request that has one, in the order of the requests.
  /// - Complexity: O(log objects) for a request, amortised.
  package mutating func measure(_ keys: Span<ObjectKey>, _ tell: (Int) -> Void) {
    for index in keys.indices {
      let distance = ranks.request(keys[index])
      if distance > 0 { tell(distance) }
    }
  }
}

/// The miss ratios of LRU at every capacity in one pass (Mattson): a request hits in each cache
/// that is at least as large as its distance from the top of the stack.
///
/// Exact with all objects, when they count 1 each. With sizes it is exact for caches that hold the
/// largest object, of objects that do not change; a smaller cache keeps out what is larger than it
/// and has some more hits than this says. From a sample it is an estimate: SHARDS with the
/// adjustment of its section 3.6, at a fixed rate or of a fixed size, each miss ratio with its
/// standard error (`SamplingError`). Memory for a sample goes by its own objects alone.
package struct StackDistanceCurve: ~Copyable {
  /// How many requests are looked at before the next step is done for all of them: what the steps
  /// hand on stays in the processor's first cache.
  private static let batch = 256

  private let sampling: SHARDSSampling
  private let countsObjects: Bool
  private let salt: UInt64
  /// Objects whose hash is below this belong to the sample.
  private var threshold: UInt32
  private var whole: StackSample
  private let groups: [SampleGroup]
  private var numbers = SampleNumbers()
  /// By distance: how many requests, at 0 those for objects that were not in the stack; used for
  /// the exact curve of objects that count 1.
  private var exact = Table<Int64>()
  private var scratch = Table<UInt32>(count: batch, filling: 0)
  /// The sample's hashes, largest first; used for a sample of a fixed size.
  private var hashes = IndexedHeap<Int64>()
  private var requests: Int64 = 0
  private var bytes: Int64 = 0

  /// Begins a curve.
  /// - Parameters:
  ///   - capacities: the sizes at which it will be read, in growing order; the exact curve of
  ///     objects that count 1 can be read at any others.
  ///   - countsObjects: whether no block will have sizes.
  ///   - seed: chooses the sample.
  package init(
    capacities: [Bytes], countsObjects: Bool, sampling: SHARDSSampling = .all, seed: UInt64 = 0
  ) {
    self.sampling = sampling
    self.countsObjects = countsObjects
    salt = SHARDSSampling.salt(seed: seed)
    threshold = sampling.threshold
    let sizes = capacities.map(\.count)
    whole = StackSample(capacities: sizes, countsObjects: countsObjects)
    let isSampled = sampling != .all
    groups = (0..<SamplingError.groupCount).map { _ in
      SampleGroup(capacities: isSampled ? sizes : [], countsObjects: countsObjects)
    }
  }

  /// Whether it is exact and of objects that count 1.
  private var isWhole: Bool { countsObjects && sampling == .all }

  /// Takes note of a part of a block.
  /// - Complexity: O(log objects) for each request of the sample.
  package mutating func run(_ block: borrowing RequestBlock, at range: Range<Int>) {
    requests += Int64(range.count)
    if countsObjects {
      bytes += Int64(range.count)
    } else {
      let sizes = ContiguousArray(block.sizes)
      for index in range { bytes += sizes[index] }
    }
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + Self.batch, range.upperBound)
      switch sampling {
      case .all where countsObjects: runExact(block, at: start..<end)
      case .all: runAll(block, at: start..<end)
      default: runSample(block, at: start..<end)
      }
      start = end
    }
  }

  /// Takes note of a batch: all distances first, then how often each was there, as a place of the
  /// histogram is seldom in the cache.
  private mutating func runExact(_ block: borrowing RequestBlock, at batch: Range<Int>) {
    let column = ContiguousArray(block.keys)
    let keys = column.span
    for index in batch {
      whole.ranks.prefetch(keys.keyToPrefetch(at: index, in: keys.indices))
      let distance = UInt32(whole.ranks.request(keys[index]))
      scratch[index - batch.lowerBound] = distance
      exact.prefetch(distance)
    }
    exact.reach(Slot(whole.ranks.count), filling: 0)
    for place in 0..<batch.count { exact[scratch[place]] += 1 }
  }

  private mutating func runAll(_ block: borrowing RequestBlock, at batch: Range<Int>) {
    let column = ContiguousArray(block.keys)
    let keys = column.span
    for index in batch {
      whole.prefetch(keys.keyToPrefetch(at: index, in: keys.indices))
      _ = whole.take(keys[index], size: block.sizes[index], rate: 1, weight: 1)
    }
  }

  /// Takes note of a batch: first which requests are in the sample, without a branch that cannot be
  /// foreseen, then these.
  private mutating func runSample(_ block: borrowing RequestBlock, at batch: Range<Int>) {
    let column = ContiguousArray(block.keys)
    let keys = column.span
    var count = 0
    for index in batch {
      scratch[count] = UInt32(index - batch.lowerBound)
      let hash = SHARDSSampling.hash(SHARDSSampling.bits(keys[index], salt: salt))
      count += hash < threshold ? 1 : 0
    }
    for place in 0..<count {
      let index = batch.lowerBound + Int(scratch[place])
      take(keys[index], size: countsObjects ? 1 : block.sizes[index])
    }
  }

  private mutating func take(_ key: ObjectKey, size: Int64) {
    let bits = SHARDSSampling.bits(key, salt: salt)
    let hash = SHARDSSampling.hash(bits)
    // The threshold may have become lower since the batch was looked at.
    guard hash < threshold else { return }
    let number = numbers.number(of: key)
    // When the rate becomes lower, what was counted before weighs less: so what is counted
    // afterwards weighs more.
    let (rate, weight) = (rate, Double(sampling.threshold) / Double(threshold))
    let isNew = whole.take(number, size: size, rate: rate, weight: weight)
    _ = groups[SamplingError.group(bits)].sample.take(
      number, size: size, rate: rate / Double(SamplingError.groupCount), weight: weight)
    if isNew, case .objects(let most) = sampling { admit(number, hash, most) }
  }

  /// The share of the objects that is in the sample now.
  package var rate: Double { Double(threshold) / Double(SHARDSSampling.modulus) }

  /// How many objects are in the sample, or were met when it is of all.
  package var sampledCount: Int { isWhole ? whole.ranks.count : numbers.count }

  /// Takes an object into a sample of a fixed size; when it is too large, those of the largest hash
  /// leave.
  private mutating func admit(_ number: Slot, _ hash: UInt32, _ most: Int) {
    hashes.insert(number, -Int64(hash))
    guard hashes.count > most, let largest = hashes.first else { return }
    threshold = UInt32(-hashes.priority(of: largest))
    while let first = hashes.first, -hashes.priority(of: first) >= Int64(threshold) {
      hashes.remove(first)
      let bits = SHARDSSampling.bits(numbers.remove(first), salt: salt)
      whole.remove(first)
      groups[SamplingError.group(bits)].sample.remove(first)
    }
  }

  /// The curve so far. - Complexity: O(distances + capacities).
  package borrowing func points() -> [MissRatioPoint] {
    if isWhole { return points(at: whole.histogram.capacities.map { Bytes($0) }) }
    let factor = Double(threshold) / Double(sampling.threshold)
    let (requests, bytes) = (Double(requests) * rate, Double(bytes) * rate)
    let points = whole.histogram.points(requests: requests, bytes: bytes, factor: factor)
    guard sampling != .all else { return points }
    let count = Double(SamplingError.groupCount)
    var curves: [[MissRatioPoint]] = []
    for group in groups {
      curves.append(
        group.sample.histogram.points(
          requests: requests / count, bytes: bytes / count, factor: factor))
    }
    return SamplingError.estimated(points, from: curves, rate: rate)
  }

  /// The curve so far at other sizes; only the exact curve of objects that count 1 has them.
  /// - Parameter capacities: in growing order.
  /// - Complexity: O(distances + capacities).
  package borrowing func points(at capacities: [Bytes]) -> [MissRatioPoint] {
    precondition(isWhole, "only the exact curve has every size")
    var misses = requests
    var next = 1
    var points: [MissRatioPoint] = []
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
  package borrowing func everyPoint() -> [MissRatioPoint] {
    precondition(isWhole, "only the exact curve has every size")
    var misses = requests
    var points: [MissRatioPoint] = []
    points.reserveCapacity(exact.count)
    points.append(point(0, misses: misses))
    for distance in 1..<max(exact.count, 1) where exact[distance] > 0 {
      misses -= exact[distance]
      points.append(point(Int64(distance), misses: misses))
    }
    return points
  }

  private borrowing func point(_ capacity: Int64, misses: Int64) -> MissRatioPoint {
    MissRatioPoint(
      capacity: Bytes(capacity), misses: Double(misses), requests: Double(requests),
      missBytes: Double(misses), bytes: Double(requests))
  }
}
