package import SimCore

/// One of several parts of a trace: all requests for the objects whose hash falls to it.
///
/// Each object belongs to one shard, the same one in every trace and for every seed, so shards can
/// be replayed in processes or on machines of their own, each with a part of the memory.
package struct TraceShard: Hashable, Sendable {
  /// Which one, from 1.
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
