internal import CachePolicies
internal import SimCore
internal import TestCases
internal import Testing

/// What holds for every policy of the catalogue.
struct PolicyLawsTests {
  @Test(arguments: PolicyCatalog.all)
  func aCacheKeepsItsInvariantsAfterEveryRequest(policy: PolicyCatalog.Entry) {
    for seed in 0..<8 as Range<UInt64> {
      var random = SeededGenerator(seed: seed, purpose: .workload)
      let store = policy.makeStore(Bytes(100), seed)
      var residents: [ObjectKey: Bytes] = [:]
      for step in 0..<400 {
        let key = ObjectKey(min(random.index(below: 60), random.index(below: 60)))
        // No sizes are kept before the first one that is not 1, which comes at any time.
        let drawn = Int64(random.index(below: 25)) + 1
        let size = Bytes(step < 50 * seed ? 1 : drawn)
        expect((store.peek(key) != nil), is: residents[key] != nil)
        if random.chance(0.1) {
          expect((store.remove(key) != nil), is: residents.removeValue(forKey: key) != nil)
        } else if store.lookup(
          Access(key: key, size: size.count),
          onEvict: { left, _ in expect(residents.removeValue(forKey: left.key), is: left.size) })
          == nil
        {
          let slot = store.insert(CacheEntry(key: key, size: size)) { left, _ in
            expect(residents.removeValue(forKey: left.key), is: left.size)
          }
          if slot != nil { residents[key] = size }
        }
        let used = residents.values.reduce(Bytes.zero, +)
        expect(store.used, is: used, "seed \(seed), step \(step)")
        expect(store.used <= Bytes(100), "seed \(seed), step \(step)")
        expect(store.count, is: residents.count, "seed \(seed), step \(step)")
        expect(store.brokenInvariant() == nil, "seed \(seed), step \(step)")
      }
      store.removeAll()
      expect(store.used == .zero && store.count == 0 && store.brokenInvariant() == nil)
      expect(residents.keys.allSatisfy { store.peek($0) == nil })
    }
  }

  @Test(arguments: PolicyCatalog.all)
  func whatIsLargerThanTheCapacityIsNotStoredAndNothingIsEvictedForIt(policy: PolicyCatalog.Entry) {
    let store = policy.makeStore(Bytes(10), 0)
    expect(store.insert(CacheEntry(key: 0, size: Bytes(4)), onEvict: noEviction) != nil)
    expect(store.insert(CacheEntry(key: 1, size: Bytes(11)), onEvict: noEviction) == nil)
    expect(store.insert(CacheEntry(key: 2, size: Bytes(6)), onEvict: noEviction) != nil)
    expect(store.used, is: Bytes(10))
  }

  @Test(arguments: PolicyCatalog.all)
  func whatFitsMissesOnlyOnce(policy: PolicyCatalog.Entry) {
    var block = RequestBlock()
    for round in 0..<100 as Range<ObjectKey> { block.keys += [round % 20, round % 7] }
    block.lookAhead()
    let count = policy.replay([block], Bytes(20), 0)
    expect(count.requests == 200 && count.bytes == 200)
    expect(count.misses == 20 && count.missBytes == 20)
  }

  @Test(arguments: PolicyCatalog.all)
  func aReplayDoesNotDependOnWhereBlocksEnd(policy: PolicyCatalog.Entry) {
    let block = Self.randomBlock(seed: 7)
    let whole = policy.replay([block], Bytes(60), 3)
    var parts: [RequestBlock] = []
    for start in stride(from: 0, to: block.count, by: 333) {
      var part = RequestBlock()
      part.keys = Array(block.keys.dropFirst(start).prefix(333))
      part.sizes = Array(block.sizes.dropFirst(start).prefix(333))
      parts.append(part)
    }
    expect(policy.replay(parts, Bytes(60), 3), is: whole)
  }

  @Test(arguments: PolicyCatalog.all)
  func aReplayCountsWhatTheVerbsDo(policy: PolicyCatalog.Entry) {
    let block = Self.randomBlock(seed: 11)
    let store = policy.makeStore(Bytes(60), 5)
    var count = ReplayCount()
    for (key, size) in zip(block.keys, block.sizes) {
      count.requests += 1
      count.bytes += size
      guard store.lookup(Access(key: key, size: size), onEvict: { _, _ in }) == nil else {
        continue
      }
      count.misses += 1
      count.missBytes += size
      _ = store.insert(CacheEntry(key: key, size: Bytes(size))) { _, _ in }
    }
    expect(policy.replay([block], Bytes(60), 5), is: count)
  }

  @Test(arguments: 0..<5 as Range<UInt64>)
  func aBiggerLRUNeverMissesMore(seed: UInt64) throws {
    var block = Self.randomBlock(seed: seed)
    block.sizes = []
    let lru = try #require(PolicyCatalog.entry(named: "lru"))
    let misses = (1...30).map { lru.replay([block], Bytes($0), 0).misses }
    expect(misses, is: misses.sorted(by: >))
    expect(Set(misses).count > 20)
  }

  /// Belady's MIN admits every object; a cache that may refuse is no better than one that admits
  /// all with a capacity larger by one.
  @Test(arguments: PolicyCatalog.all, 0..<4 as Range<UInt64>)
  func noPolicyMissesLessThanBelady(policy: PolicyCatalog.Entry, seed: UInt64) throws {
    var block = Self.randomBlock(seed: seed)
    block.sizes = []
    block.lookAhead()
    let belady = try #require(PolicyCatalog.entry(named: "belady"))
    for capacity in [1, 3, 10, 25, 40] as [Int64] {
      let mayRefuse = ["nscache-corelibs", "unbounded", "w-tinylfu"].contains(policy.name)
      let least = belady.replay([block], Bytes(capacity + (mayRefuse ? 1 : 0)), 0).misses
      expect(policy.replay([block], Bytes(capacity), 0).misses >= least, "\(capacity)")
    }
  }

  @Test func withoutHitsAClockIsAQueue() throws {
    var block = RequestBlock()
    for round in 0..<5_000 as Range<ObjectKey> { block.keys.append(round % 101) }
    let clock = try #require(PolicyCatalog.entry(named: "clock")).replay([block], Bytes(100), 0)
    expect(clock, is: PolicyCatalog.entry(named: "fifo")?.replay([block], Bytes(100), 0))
    expect(clock.misses, is: 5_000)
  }

  static func randomBlock(seed: UInt64) -> RequestBlock {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var block = RequestBlock()
    for _ in 0..<2_000 {
      block.keys.append(ObjectKey(min(random.index(below: 50), random.index(below: 50))))
      block.sizes.append(Int64(random.index(below: 9)) + 1)
    }
    return block
  }

  private func noEviction(_ left: CacheEntry, _: Slot) { Issue.record("\(left) was evicted") }
}

extension PolicyCatalog.Entry: CustomTestStringConvertible {
  var testDescription: String { name }
}
