package import SimCore

/// A sample of objects: all requests for a share of them, chosen by a hash of their names.
///
/// An object is in the sample if its hash, as a share of 2⁶⁴, is below the rate (Waldspurger, Park,
/// Garthwaite, Ahmad: Efficient MRC Construction with SHARDS, FAST 2015). The same names and seed
/// give the same sample in any trace. Memory: 1 byte for each object.
package struct SpatialSample {
  private let rate: Double
  private let seed: UInt64
  private var isSampled: [Bool] = []

  package init(rate: Double, seed: UInt64) {
    precondition((0...1).contains(rate), "a share of a whole")
    self.rate = rate
    self.seed = seed
  }

  /// Decides about objects that were met since. - Complexity: O(new objects).
  package mutating func meet(_ count: Int, _ names: RequestNames) {
    while isSampled.count < count {
      var random = SeededGenerator(
        seed: seed, purpose: .policy,
        entity: names.object(ObjectKey(isSampled.count)).number)
      isSampled.append(random.chance(rate))
    }
  }

  package func contains(_ key: ObjectKey) -> Bool { isSampled[Int(key)] }
}

extension RequestBlock {
  /// Keeps the requests at these indices, which ascend; next accesses no longer hold and are
  /// dropped.
  /// - Complexity: O(requests).
  package mutating func keep(_ kept: [Int]) {
    if kept.count < keys.count {
      keys.keep(kept)
      keepColumns(kept)
    }
    nextAccesses.removeAll(keepingCapacity: true)
  }

  /// The same for all columns but the keys, and only for the requests from an index on.
  mutating func keepColumns(_ kept: [Int], from start: Int = 0) {
    sizes.keep(kept, from: start)
    times.keep(kept, from: start)
    nextAccesses.removeAll(keepingCapacity: true)
    timesToLive.keep(kept, from: start)
    costs.keep(kept, from: start)
    operations.keep(kept, from: start)
    tenants.keep(kept, from: start)
  }
}

extension Array {
  /// Keeps the elements at these indices, which ascend, and all before one; an empty array stays.
  /// - Complexity: O(count).
  mutating func keep(_ kept: [Int], from start: Int = 0) {
    guard !isEmpty else { return }
    for (place, index) in kept.enumerated() { self[start + place] = self[index] }
    removeLast(count - start - kept.count)
  }
}
