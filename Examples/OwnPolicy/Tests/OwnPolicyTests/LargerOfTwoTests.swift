import CacheSimKit
import OwnPolicy
import Testing

/// The policy beside bundled ones, on a hundred thousand requests of which the same few objects get
/// most.
@Suite struct LargerOfTwoTests {
  private static func requests(withSizes: Bool) -> RequestBlock {
    var random = SeededGenerator(seed: 1, purpose: .workload)
    var block = RequestBlock()
    for _ in 0..<100_000 {
      let key = random.index(below: 1 + random.index(below: 1 + random.index(below: 5_000)))
      block.keys.append(ObjectKey(key))
      if withSizes { block.sizes.append(Int64(1_000 + key * 7_919 % 50_000)) }
    }
    return block
  }

  private static func misses(of requests: RequestBlock, capacity: Bytes) throws -> [String: Int64] {
    // replay
    let results = CacheSim.replay(
      [requests],
      policies: [
        PolicyChoice(LargerOfTwo.self), try PolicyChoice(named: "lru"),
        try PolicyChoice(named: "belady"),
      ], capacities: [capacity])
    // end
    return Dictionary(uniqueKeysWithValues: results.map { ($0.policy, $0.count.misses) })
  }

  @Test func objectsOfOneSizeLeaveAsWithLRU() throws {
    let misses = try Self.misses(of: Self.requests(withSizes: false), capacity: Bytes(500))
    #expect(misses["larger-of-two"] == misses["lru"])
    #expect(misses["belady", default: 0] < misses["lru", default: 0])
  }

  @Test func itMissesLessThanLRUWhereSizesDiffer() throws {
    let misses = try Self.misses(of: Self.requests(withSizes: true), capacity: .megabytes(10))
    #expect(misses["lru"] == 65_070)
    #expect(misses["larger-of-two"] == 65_004)
  }

  @Test func itsOrderHoldsEachResidentOnce() {
    let requests = Self.requests(withSizes: true)
    let capacity = Bytes.megabytes(1)
    var cache = CacheStore(
      capacity: capacity, policy: LargerOfTwo(capacity: capacity, options: NoSettings(), seed: 1))
    var count = ReplayCount()
    cache.replay(requests, at: 0..<requests.count, count: &count)
    #expect(cache.brokenInvariant() == nil)
    #expect(cache.used <= capacity)
  }
}
