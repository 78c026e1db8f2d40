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

  /// Makes a sample of a share of all objects.
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
        entity: Self.number(of: names.object(ObjectKey(isSampled.count))))
      isSampled.append(random.chance(rate))
    }
  }

  /// Whether an object that was met is in the sample.
  package func contains(_ key: ObjectKey) -> Bool { isSampled[Int(key)] }

  /// A name as a number: itself, or FNV-1a of its bytes (Fowler, Noll, Vo, 1991).
  private static func number(of name: ObjectName) -> UInt64 {
    switch name {
    case .number(let number): number
    case .text(let bytes):
      bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
  }
}

extension RequestBlock {
  /// Keeps the requests at these indices, which ascend; next accesses no longer hold and are
  /// dropped.
  /// - Complexity: O(requests).
  package mutating func keep(_ kept: [Int]) {
    nextAccesses.removeAll(keepingCapacity: true)
    if kept.count == keys.count { return }
    Self.keep(kept, of: &keys)
    Self.keep(kept, of: &sizes)
    Self.keep(kept, of: &times)
    Self.keep(kept, of: &timesToLive)
    Self.keep(kept, of: &costs)
    Self.keep(kept, of: &operations)
    Self.keep(kept, of: &tenants)
  }

  private static func keep<Element>(_ kept: [Int], of column: inout [Element]) {
    guard !column.isEmpty else { return }
    for (place, index) in kept.enumerated() { column[place] = column[index] }
    column.removeLast(column.count - kept.count)
  }
}
