internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CachePolicies

/// LRU with a time after the last request, and a floor of bytes.
struct TLRUTests {
  private static func options(_ seconds: Int64, floor: Int64) -> TLRU.Options {
    var options = TLRU.Options()
    options.timeToLive = .seconds(seconds)
    options.floor = Bytes(floor)
    return options
  }

  /// What is there after requests for objects of 10 B at these seconds, in a cache of 100 B whose
  /// entries leave after 20 s.
  private static func residents(
    _ requests: [(key: ObjectKey, second: Int64)], floor: Int64
  ) -> [ObjectKey] {
    var store = CacheStore(
      capacity: Bytes(100),
      policy: TLRU(capacity: Bytes(100), options: options(20, floor: floor), seed: 0))
    for (key, second) in requests {
      if store.lookup(Access(key: key, time: second * 1_000_000_000)) == nil {
        _ = store.insert(CacheEntry(key: key, size: Bytes(10))) { _, _ in }
      }
      expect(store.brokenInvariant() == nil)
    }
    return store.all.map(\.entry.key).sorted()
  }

  /// At 20 s object 1 is 20 s old, which is not longer than 20 s; at 21 s it leaves, and at 60 s
  /// all but what was requested then.
  @Test func whatWasNotRequestedForLongLeavesAtTheNextAccess() {
    let first: [(ObjectKey, Int64)] = [(1, 0), (2, 5), (3, 10)]
    expect(Self.residents(first + [(3, 20)], floor: 0), is: [1, 2, 3])
    expect(Self.residents(first + [(3, 21)], floor: 0), is: [2, 3])
    expect(Self.residents(first + [(4, 60)], floor: 0), is: [4])
    // A hit begins an entry's time anew; one that is over is hit once more by the next access.
    expect(Self.residents(first + [(1, 15), (1, 35), (4, 36)], floor: 0), is: [1, 4])
    expect(Self.residents(first + [(1, 60)], floor: 0), is: [1])
  }

  /// Of four objects of 10 B all are over at 60 s; with a floor of 20 B two stay, with one of 15 B
  /// too, as a third one less would leave 10 B.
  @Test func downToTheFloorNothingLeavesForItsAge() {
    let requests: [(ObjectKey, Int64)] = [(1, 0), (2, 1), (3, 2), (4, 60)]
    expect(Self.residents(requests, floor: 20), is: [3, 4])
    expect(Self.residents(requests, floor: 15), is: [3, 4])
    expect(Self.residents(requests, floor: 40), is: [1, 2, 3, 4])
    // The capacity holds all the same.
    let many = (1...12 as ClosedRange<ObjectKey>).map { (key: $0, second: Int64($0)) }
    expect(Self.residents(many, floor: 100), is: Array(3...12))
  }

  /// Without a floor it counts what LRU counts whose copies leave behind the access, a nanosecond
  /// later as they leave when due; with a floor of the capacity it is LRU.
  @Test(arguments: 0..<8 as Range<UInt64>)
  func itIsLRUWithALifetimeAndAFloor(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var block = RequestBlock()
    var now: Int64 = 0
    for _ in 0..<5_000 {
      now += Int64(random.index(below: 4_000_000_000))
      block.keys.append(ObjectKey(min(random.index(below: 80), random.index(below: 80))))
      block.times.append(now)
    }
    block.sizes = block.keys.map { Int64($0 % 7) + 1 }
    func misses(_ policy: AnyPolicy, _ expiry: Expiry? = nil) -> Int64 {
      policy.replay([block], capacity: Bytes(90), seed: 0, expiry: expiry).misses
    }
    let lru = AnyPolicy(LRU.self, options: NoSettings())
    let none = misses(AnyPolicy(TLRU.self, options: Self.options(20, floor: 0)))
    let due = TimeSpan(nanoseconds: TimeSpan.seconds(20).nanoseconds + 1)
    expect(none, is: misses(lru, Expiry(.sliding, after: due, check: .after)))
    let some = misses(AnyPolicy(TLRU.self, options: Self.options(20, floor: 45)))
    let all = misses(AnyPolicy(TLRU.self, options: Self.options(20, floor: 90)))
    expect(all, is: misses(lru))
    expect(none > all && some <= none && some >= all)
  }
}
