internal import CachePolicies
internal import SimCore
internal import TestCases
internal import Testing

/// Unit-size caches count what the verbs count.
struct UnitRoomTests {
  /// Policies with such caches, with settings.
  static let policies: [(String, JSON)] = [
    ("lru", .object([])), ("fifo", .object([])), ("sieve", .object([])), ("clock", .object([])),
    ("clock", .object([("bits", 3)])), ("belady", .object([])), ("s3-fifo", .object([])),
    ("s3-fifo", .object([("rule", "libcachesim")])),
    ("s3-fifo", .object([("rule", "libcachesim-2023")])),
    ("s3-fifo", .object([("threshold", 1), ("ghostShare", 0.1), ("smallShare", 0.5)])),
    ("s3-fifo", .object([("rule", "libcachesim"), ("ghostShare", 3.0)])),
  ]

  @Test(arguments: policies) func theyMissWhatTheVerbsMiss(name: String, settings: JSON) throws {
    let policy = try PolicyCatalog.make(name, settings)
    for seed in 0..<6 as Range<UInt64> {
      let block = Self.block(seed: seed, objects: 60 + 40 * Int(seed))
      for capacity in [1, 2, 3, 7, 19, 20, 21, 29, 50, 97, 400] as [Int64] {
        let slow = policy.makeReplay(capacity: Bytes(capacity), seed: 0)
        let fast = policy.makeReplay(capacity: Bytes(capacity), seed: 0, countsObjects: true)
        for start in stride(from: 0, to: block.count, by: 97) {
          let part = start..<min(start + 97, block.count)
          slow.run(block, at: part)
          fast.run(block, at: part)
          expect(slow.count, is: fast.count, "\(name), \(capacity) objects, \(part), seed \(seed)")
          if slow.count != fast.count { return }
        }
      }
    }
  }

  /// Few objects that are requested again and again among many that are not, in changing places.
  private static func block(seed: UInt64, objects: Int) -> RequestBlock {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var block = RequestBlock()
    for step in 0..<4_000 {
      let draws = (0..<3).map { _ in random.index(below: objects) }
      let base = step / 1_500 * objects / 3
      block.keys.append(ObjectKey(base + (draws.min() ?? 0)))
    }
    block.lookAhead()
    return block
  }
}
