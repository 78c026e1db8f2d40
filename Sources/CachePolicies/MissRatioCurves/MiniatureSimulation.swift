package import SimCore

/// The miss ratios of any policy at several capacities, estimated by miniature caches: a sample of
/// the objects, and capacities smaller by the same share.
///
/// Waldspurger, Saemundsson, Ahmad, Park: Cache Modeling and Optimization using Miniature
/// Simulations, USENIX ATC 2017. At a rate of 1 it is the whole simulation. As in SHARDS, what a
/// sample has too many or too few requests of counts as hits of the most popular objects. A copy
/// of a cache is never smaller than one byte or object; with sizes it must hold the largest objects
/// of the sample to tell anything. Each group of the sample has still smaller copies, which tell
/// the standard error (`SamplingError`).
package struct MiniatureSimulation: ~Copyable {
  private let threshold: UInt32
  private let capacities: [Bytes]
  private let replays: [AnyReplay]
  /// By group: its caches; none when all objects are in the sample.
  private let groups: [[AnyReplay]]
  private let salt: UInt64
  private var requests: Int64 = 0
  private var bytes: Int64 = 0
  private var sample = RequestBlock()
  /// By group: those of them that are its own.
  private var groupSamples: [RequestBlock]
  /// By key: the key in the sample, counted by first appearance there; `Slot.max`: none yet.
  private var numbers = Table<ObjectKey>()
  private var numberCount: ObjectKey = 0
  private var groupNumbers: [ObjectKey] = []
  private var groupCounts: [ObjectKey]

  /// Begins a curve.
  /// - Parameters:
  ///   - capacities: of the whole caches.
  ///   - rate: the share of the objects that is in the sample, above 0 and at most 1.
  ///   - seed: chooses the sample, and is for a policy that tosses coins.
  ///   - countsObjects: whether no block will have sizes.
  package init(
    _ policy: AnyPolicy, capacities: [Bytes], rate: Double, seed: UInt64, expiry: Expiry? = nil,
    countsObjects: Bool
  ) {
    let threshold = SHARDSSampling.rate(rate).threshold
    self.threshold = threshold
    self.capacities = capacities
    salt = SHARDSSampling.salt(seed: seed)
    func replays(_ share: Double) -> [AnyReplay] {
      capacities.map { capacity in
        let small = share == 1 ? capacity : Bytes(rounding: Double(capacity.count) * share)
        return policy.makeReplay(
          capacity: max(small, Bytes(1)), seed: seed, expiry: expiry, countsObjects: countsObjects)
      }
    }
    let share = Double(threshold) / Double(SHARDSSampling.modulus)
    self.replays = replays(share)
    let count = share < 1 ? SamplingError.groupCount : 0
    groups = (0..<count).map { _ in replays(share / Double(count)) }
    groupSamples = Array(repeating: RequestBlock(), count: count)
    groupCounts = Array(repeating: 0, count: count)
  }

  /// How many objects are in the sample; of all objects they are not counted.
  package var sampledCount: Int { Int(numberCount) }

  /// Replays a part of a block.
  /// - Complexity: O(requests), and the policy's for those of the sample in every cache.
  package mutating func run(_ block: borrowing RequestBlock, at range: Range<Int>) {
    requests += Int64(range.count)
    if threshold == SHARDSSampling.modulus {
      for replay in replays { replay.run(block, at: range) }
      return
    }
    if block.sizes.isEmpty {
      bytes += Int64(range.count)
    } else {
      let sizes = ContiguousArray(block.sizes)
      for index in range { bytes += sizes[index] }
    }
    draw(from: block, at: range)
    for replay in replays { replay.run(sample) }
    for (group, sample) in zip(groups, groupSamples) {
      for replay in group { replay.run(sample) }
    }
  }

  private mutating func draw(from block: borrowing RequestBlock, at range: Range<Int>) {
    sample.removeAll()
    for group in groupSamples.indices { groupSamples[group].removeAll() }
    let keys = ContiguousArray(block.keys)
    for index in range {
      let bits = SHARDSSampling.bits(keys[index], salt: salt)
      guard SHARDSSampling.hash(bits) < threshold else { continue }
      let group = SamplingError.group(bits)
      let number = number(of: keys[index], group)
      sample.append(number, of: block, at: index)
      groupSamples[group].append(groupNumbers[Int(number)], of: block, at: index)
    }
  }

  private mutating func number(of key: ObjectKey, _ group: Int) -> ObjectKey {
    numbers.reach(key, filling: .max)
    if numbers[key] == .max {
      numbers[key] = numberCount
      numberCount += 1
      groupNumbers.append(groupCounts[group])
      groupCounts[group] += 1
    }
    return numbers[key]
  }

  package borrowing func points() -> [MissRatioPoint] {
    guard !groups.isEmpty else {
      return zip(capacities, replays).map { capacity, replay in
        let count = replay.count
        return MissRatioPoint(
          capacity: capacity, misses: Double(count.misses), requests: Double(count.requests),
          missBytes: Double(count.missBytes), bytes: Double(count.bytes))
      }
    }
    let share = Double(threshold) / Double(SHARDSSampling.modulus)
    let points = points(of: replays, share: share)
    let own = share / Double(groups.count)
    return SamplingError.estimated(
      points, from: groups.map { self.points(of: $0, share: own) }, rate: share)
  }

  /// What caches tell that are smaller by a share and met that share of the objects.
  private borrowing func points(of replays: [AnyReplay], share: Double) -> [MissRatioPoint] {
    let (all, allBytes) = (Double(requests) * share, Double(bytes) * share)
    return zip(capacities, replays).map { capacity, replay in
      let count = replay.count
      return MissRatioPoint(
        capacity: capacity, misses: min(Double(count.misses), all), requests: all,
        missBytes: min(Double(count.missBytes), allBytes), bytes: allBytes)
    }
  }
}

extension RequestBlock {
  /// Adds a request of another block under another key, with all that the block tells of it.
  fileprivate mutating func append(
    _ key: ObjectKey, of block: borrowing RequestBlock, at index: Int
  ) {
    keys.append(key)
    if index < block.sizes.count { sizes.append(block.sizes[index]) }
    if index < block.times.count { times.append(block.times[index]) }
    if index < block.nextAccesses.count { nextAccesses.append(block.nextAccesses[index]) }
    if index < block.timesToLive.count { timesToLive.append(block.timesToLive[index]) }
    if index < block.costs.count { costs.append(block.costs[index]) }
  }
}
