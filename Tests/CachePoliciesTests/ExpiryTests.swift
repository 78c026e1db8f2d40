internal import CachePolicies
internal import SimCore
internal import Testing

/// Copies that expire.
struct ExpiryTests {
  /// Requests for one object at these seconds; the answer is which of them missed.
  private func misses(at seconds: [Int64], _ expiry: Expiry, lives: Int64 = 0) -> [Int64] {
    var store = CacheStore(
      capacity: Bytes(10), policy: LRU(capacity: Bytes(10), options: NoSettings(), seed: 0),
      expiry: expiry)
    return seconds.filter { second in
      let access = Access(
        key: 3, time: second * 1_000_000_000, timeToLive: lives * 1_000_000_000)
      if store.lookup(access) != nil { return false }
      _ = store.insert(CacheEntry(key: 3, size: Bytes(1)), for: access) { _, _ in }
      return true
    }
  }

  @Test func anAbsoluteLifetimeEndsHoweverOftenTheCopyIsHit() {
    let expiry = Expiry(.absolute, after: .seconds(10))
    #expect(misses(at: [0, 5, 9, 10, 19, 20], expiry) == [0, 10, 20])
  }

  @Test func aSlidingLifetimeBeginsAnewWithEachHit() {
    let expiry = Expiry(.sliding, after: .seconds(10))
    #expect(misses(at: [0, 5, 14, 23, 33, 34], expiry) == [0, 33])
  }

  @Test func theRequestsTimeToLiveOverridesTheDefault() {
    #expect(misses(at: [0, 3, 4], Expiry(.absolute, after: .seconds(10)), lives: 4) == [0, 4])
    #expect(misses(at: [0, 1_000_000], Expiry(.absolute)) == [0])
  }

  @Test(arguments: PolicyCatalog.all)
  func anUnlimitedLifetimeChangesNoCount(policy: PolicyCatalog.Entry) {
    let block = PolicyLawsTests.randomBlock(seed: 2)
    #expect(
      policy.standard.replay([block], capacity: Bytes(60), seed: 1, expiry: Expiry(.absolute))
        == policy.replay([block], Bytes(60), 1))
  }

  /// Of requests that come as a Poisson process with rate λ, a copy with an absolute life T answers
  /// the share λT/(1+λT).
  @Test func theHitRatioIsThatOfTheClosedForm() throws {
    var random = SeededGenerator(seed: 1, purpose: .workload)
    var block = RequestBlock()
    var time = 0.0
    for _ in 0..<100_000 {
      time += random.exponential(mean: 1e9)
      block.keys.append(0)
      block.times.append(Int64(time))
    }
    let count = try PolicyCatalog.make("lru", .object([])).replay(
      [block], capacity: Bytes(1), seed: 0, expiry: Expiry(.absolute, after: .seconds(3)))
    #expect((Double(count.misses) / 100_000 - 0.25).magnitude < 0.005)
  }
}
