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
        seed: seed, purpose: .policy, entity: names.object(ObjectKey(isSampled.count)).number)
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

/// One of several parts of a trace: all requests for the objects whose hash falls to it.
///
/// Each object belongs to one shard, the same one in every trace and for every seed, so shards can
/// be replayed in processes or on machines of their own, each with a part of the memory.
package struct TraceShard: Hashable, Sendable {
  package let number: Int
  package let count: Int

  package static let maximumCount = 65_536

  /// Reads a shard as it is written: `2/8`.
  /// - Returns: nil when it is nothing of that.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      (1...Self.maximumCount).contains(count), (1...count).contains(number)
    else { return nil }
    self.number = number
    self.count = count
  }

  /// Whether an object belongs to the shard. - Complexity: O(1).
  @inline(__always)
  package func contains(_ identifier: UInt64) -> Bool {
    // The hash as a part of 2⁶⁴, times the count: no shard is favoured.
    Int(Self.hash(identifier).multipliedFullWidth(by: UInt64(count)).high) == number - 1
  }

  /// The shard's part of a capacity: the parts of all shards add up to it, and differ by 1 at most.
  package func part(of capacity: Bytes) -> Bytes {
    func upTo(_ shards: Int) -> Int128 { Int128(capacity.count) * Int128(shards) / Int128(count) }
    return Bytes(Int64(upTo(number) - upTo(number - 1)))
  }

  /// Stafford's variant 13 of the 64-bit finaliser: another hash than the one by which tables place
  /// identifiers, so that those of one shard are spread over a whole table.
  private static func hash(_ identifier: UInt64) -> UInt64 {
    var z = identifier &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Which texts of a trace belong to a shard: each text is looked at once.
struct ShardTexts {
  private var belongs: [Bool] = []

  mutating func contains(_ number: Int, of texts: ByteInterner, _ shard: TraceShard) -> Bool {
    while belongs.count <= number {
      let name = ObjectName.text(Array(texts[UInt32(belongs.count)]))
      belongs.append(shard.contains(name.number))
    }
    return belongs[number]
  }
}
