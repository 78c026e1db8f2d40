internal import CachePolicies
internal import SimCore
internal import TestCases
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
    expect(misses(at: [0, 5, 9, 10, 19, 20], expiry), is: [0, 10, 20])
  }

  @Test func aSlidingLifetimeBeginsAnewWithEachHit() {
    let expiry = Expiry(.sliding, after: .seconds(10))
    expect(misses(at: [0, 5, 14, 23, 33, 34], expiry), is: [0, 33])
  }

  @Test func theRequestsTimeToLiveOverridesTheDefault() {
    expect(misses(at: [0, 3, 4], Expiry(.absolute, after: .seconds(10)), lives: 4), is: [0, 4])
    expect(misses(at: [0, 1_000_000], Expiry(.absolute)), is: [0])
  }

  @Test func aCopyThatIsJustDueIsHitOnceMoreWhereTheRequestComesFirst() {
    let due: [Int64] = [0, 5, 15, 16, 25, 36]
    var sliding = Expiry(.sliding, after: .seconds(10))
    expect(misses(at: due, sliding), is: [0, 15, 36])
    sliding.check = .before
    expect(misses(at: due, sliding), is: [0, 15, 36])
    // At 15 the copy was last used at 5; it lives on, and at 36 the last use was at 25.
    sliding.check = .after
    expect(misses(at: due, sliding), is: [0])
    // A hit does not prolong an absolute lifetime: what is due leaves after it.
    expect(misses(at: due, Expiry(.absolute, after: .seconds(10), check: .after)), is: [0, 16])
  }

  /// An LRU cache as a list of copies, the one used longest ago first.
  private struct ListedCache {
    var expiry: Expiry
    var copies: [(key: ObjectKey, deadline: Int64)] = []

    mutating func misses(_ access: Access, capacity: Int) -> Bool {
      defer { if expiry.check == .after { copies.removeAll { $0.deadline <= access.time } } }
      copies.removeAll {
        $0.deadline <= access.time
          && (expiry.check == .before || expiry.check == .lookup && $0.key == access.key)
      }
      let deadline = access.time + (expiry.timeToLive?.nanoseconds ?? 0)
      if let place = copies.firstIndex(where: { $0.key == access.key }) {
        let copy = copies.remove(at: place)
        copies.append((access.key, expiry.rule == .sliding ? deadline : copy.deadline))
        return false
      }
      if copies.count == capacity { copies.removeFirst() }
      copies.append((access.key, deadline))
      return true
    }
  }

  @Test(arguments: Expiry.Check.allCases, 0..<10 as Range<UInt64>)
  func everyCheckAnswersAsAListThatIsSearched(check: Expiry.Check, seed: UInt64) {
    for rule in Expiry.Rule.allCases {
      var random = SeededGenerator(seed: seed, purpose: .workload)
      let expiry = Expiry(rule, after: TimeSpan(nanoseconds: 20), check: check)
      var listed = ListedCache(expiry: expiry)
      var store = CacheStore(
        capacity: Bytes(6), policy: LRU(capacity: Bytes(6), options: NoSettings(), seed: 0),
        expiry: expiry)
      var time: Int64 = 0
      for step in 0..<500 {
        time += Int64(random.index(below: 6))
        let access = Access(key: ObjectKey(random.index(below: 12)), time: time)
        var block = RequestBlock()
        block.keys = [access.key]
        block.times = [time]
        var count = ReplayCount()
        store.replay(block, at: 0..<1, count: &count)
        let missed = listed.misses(access, capacity: 6)
        expect((count.misses == 1), is: missed, "\(rule), step \(step)")
        expect(store.count, is: listed.copies.count, "\(rule), step \(step)")
        expect(store.brokenInvariant() == nil)
        if random.chance(0.1), let copy = listed.copies.first {
          expect(store.remove(copy.key) != nil)
          listed.copies.removeFirst()
        }
      }
    }
  }

  @Test(arguments: PolicyCatalog.all)
  func anUnlimitedLifetimeChangesNoCount(policy: PolicyCatalog.Entry) {
    let block = PolicyLawsTests.randomBlock(seed: 2)
    expect(
      policy.standard.replay([block], capacity: Bytes(60), seed: 1, expiry: Expiry(.absolute)),
      is: policy.replay([block], Bytes(60), 1))
  }

  @Test(arguments: PolicyCatalog.all)
  func everyPolicyMissesCopiesThatHaveExpired(policy: PolicyCatalog.Entry) {
    for check in [Expiry.Check.before, .after] {
      var block = PolicyLawsTests.randomBlock(seed: 4)
      block.times = block.keys.indices.map { Int64($0) }
      let expiry = Expiry(.sliding, after: TimeSpan(nanoseconds: 4), check: check)
      let count = policy.standard.replay([block], capacity: Bytes(60), seed: 1, expiry: expiry)
      expect(count.misses > policy.replay([block], Bytes(60), 1).misses)
    }
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
    expect((Double(count.misses) / 100_000 - 0.25).magnitude < 0.005)
  }
}
