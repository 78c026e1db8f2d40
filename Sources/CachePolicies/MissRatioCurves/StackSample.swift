internal import SimCore

/// LRU's stack of a sample of objects, and how often requests were at which distance in it.
struct StackSample: ~Copyable {
  private let countsObjects: Bool
  /// The stack, when objects count 1.
  var ranks = ObjectStackDistances()
  private var depths = ByteStackDistances()
  private var histogram: StackDistanceHistogram

  init(capacities: [Int64], countsObjects: Bool) {
    self.countsObjects = countsObjects
    histogram = StackDistanceHistogram(capacities: capacities)
  }

  /// The sizes at which its curve is read.
  var capacities: [Int64] { histogram.capacities }

  @inline(__always)
  func prefetch(_ key: ObjectKey) {
    if countsObjects { ranks.prefetch(key) } else { depths.prefetch(key) }
  }

  /// Takes note of a request.
  /// - Parameters:
  ///   - rate: the share of all objects that is in the stack: a distance among all objects is so
  ///     much larger.
  ///   - weight: how many requests it stands for.
  /// - Returns: whether the object was not in the stack.
  /// - Complexity: O(log objects), amortised.
  @inline(__always)
  mutating func take(_ key: ObjectKey, size: Int64, rate: Double, weight: Double) -> Bool {
    let distance = distance(to: key, size: size)
    let scaled = distance.map { rate < 1 ? Int64((Double($0) / rate).rounded(.up)) : $0 }
    histogram.add(scaled, bytes: Double(size), weight: weight)
    return distance == nil
  }

  @inline(__always)
  private mutating func distance(to key: ObjectKey, size: Int64) -> Int64? {
    guard countsObjects else { return depths.request(key, size: size) }
    let rank = ranks.request(key)
    return rank > 0 ? Int64(rank) : nil
  }

  /// Forgets an object that is in the stack; what was counted of it stays.
  mutating func remove(_ key: ObjectKey) {
    if countsObjects { ranks.remove(key) } else { depths.remove(key) }
  }

  /// The curve so far, as `StackDistanceHistogram` makes it. - Complexity: O(capacities).
  func points(requests: Double, bytes: Double, factor: Double) -> [MissRatioPoint] {
    histogram.points(requests: requests, bytes: bytes, factor: factor)
  }
}

/// The objects of a sample by small numbers, so that tables over them are as large as the sample
/// and not as the trace.
struct SampleNumbers {
  private var numbers: [ObjectKey: Slot] = [:]
  private var keys: [ObjectKey] = []
  private var free: [Slot] = []

  var count: Int { numbers.count }

  mutating func number(of key: ObjectKey) -> Slot {
    if let number = numbers[key] { return number }
    let number = free.popLast() ?? Slot(keys.count)
    if Int(number) == keys.count { keys.append(key) } else { keys[Int(number)] = key }
    numbers[key] = number
    return number
  }

  /// Takes a number back.
  /// - Returns: the object that had it.
  mutating func remove(_ number: Slot) -> ObjectKey {
    let key = keys[Int(number)]
    numbers[key] = nil
    free.append(number)
    return key
  }
}
