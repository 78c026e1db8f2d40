internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CachePolicies

/// Each policy against its twin, request by request: the same hits, and the same victims.
struct TwinTests {
  private static var withoutJitter: WTinyLFU.Options {
    var options = WTinyLFU.Options()
    options.jitter = false
    return options
  }
  private static var libCacheSim: LIRS.Options {
    var options = LIRS.Options()
    options.rule = .libCacheSim
    return options
  }

  @Test(arguments: 1...3 as ClosedRange<Int64>)
  func everyShortTraceIsAnsweredAlike(capacity: Int64) {
    checkWorlds(LRU.self, LRUTwin.self, capacity: capacity)
    checkWorlds(FIFO.self, FIFOTwin.self, capacity: capacity)
    checkWorlds(SIEVE.self, SIEVETwin.self, capacity: capacity)
    checkWorlds(MRU.self, MRUTwin.self, capacity: capacity)
    checkWorlds(Clock.self, ClockTwin.self, capacity: capacity)
    checkWorlds(LFU.self, LFUTwin.self, capacity: capacity)
    checkWorlds(LFUDA.self, LFUDATwin.self, capacity: capacity)
    checkWorlds(GDSF.self, GDSFTwin.self, capacity: capacity)
    checkWorlds(SLRU.self, SLRUTwin.self, capacity: capacity)
    checkWorlds(TwoQ.self, TwoQTwin.self, capacity: capacity)
    checkWorlds(ARC.self, ARCTwin.self, capacity: capacity)
    checkWorlds(S3FIFO.self, S3FIFOTwin.self, capacity: capacity)
    checkWorlds(LRUK.self, LRUKTwin.self, capacity: capacity)
    checkWorlds(NSCacheCorelibs.self, NSCacheCorelibsTwin.self, capacity: capacity)
    checkWorlds(LIRS.self, LIRSTwin.self, capacity: capacity)
    checkWorlds(LIRS.self, LibCacheSimLIRSTwin.self, Self.libCacheSim, capacity: capacity)
    checkWorlds(WTinyLFU.self, WTinyLFUTwin.self, Self.withoutJitter, capacity: capacity)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func randomTracesWithSizesAndRemovalsAreAnsweredAlike(seed: UInt64) {
    checkRandom(LRU.self, LRUTwin.self, seed: seed)
    checkRandom(FIFO.self, FIFOTwin.self, seed: seed)
    checkRandom(SIEVE.self, SIEVETwin.self, seed: seed)
    checkRandom(MRU.self, MRUTwin.self, seed: seed)
    checkRandom(Clock.self, ClockTwin.self, seed: seed)
    checkRandom(LFU.self, LFUTwin.self, seed: seed)
    checkRandom(LFUDA.self, LFUDATwin.self, seed: seed)
    checkRandom(GDSF.self, GDSFTwin.self, seed: seed)
    checkRandom(SLRU.self, SLRUTwin.self, seed: seed)
    checkRandom(TwoQ.self, TwoQTwin.self, seed: seed)
    checkRandom(ARC.self, ARCTwin.self, seed: seed)
    checkRandom(S3FIFO.self, S3FIFOTwin.self, seed: seed)
    checkRandom(LRUK.self, LRUKTwin.self, seed: seed)
    checkRandom(NSCacheCorelibs.self, NSCacheCorelibsTwin.self, seed: seed)
    checkRandom(LIRS.self, LIRSTwin.self, seed: seed)
    checkRandom(LIRS.self, LibCacheSimLIRSTwin.self, Self.libCacheSim, seed: seed)
    checkRandom(WTinyLFU.self, WTinyLFUTwin.self, Self.withoutJitter, seed: seed)
  }

  /// Traces of seven requests for four objects, of which two bits each name one; the shorter ones
  /// are their beginnings. Of those that differ by the objects' names alone `make test` has one.
  private static let worlds = (0..<(1 << 14)).filter { world in
    var known = 0
    return Cases.areAll
      || (0..<7).allSatisfy { step in
        let object = world >> (2 * step) & 3
        defer { known = max(known, object + 1) }
        return object <= known
      }
  }

  private func checkWorlds<Policy: EvictionPolicy & ~Copyable, T: Twin>(
    _: Policy.Type, _: T.Type, _ options: Policy.Options = Policy.Options(), capacity: Int64
  ) {
    let capacity = Bytes(capacity)
    for world in Self.worlds {
      var store = CacheStore<Policy>(capacity: capacity, options: options)
      var twin = T(capacity: capacity.count)
      for step in 0..<7 {
        let entry = CacheEntry(key: ObjectKey(world >> (2 * step) & 3), size: Bytes(1))
        let answer = store.request(entry)
        let expected = twin.request(entry, capacity: capacity)
        guard answer != expected else { continue }
        Issue.record(
          "\(Policy.name), world \(world), request \(step): \(answer), expected \(expected)")
        return
      }
    }
  }

  private func checkRandom<Policy: EvictionPolicy & ~Copyable, T: Twin>(
    _: Policy.Type, _: T.Type, _ options: Policy.Options = Policy.Options(), seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    let capacity = Bytes(Int64(random.index(below: 60)) + 1)
    var store = CacheStore<Policy>(capacity: capacity, options: options)
    var twin = T(capacity: capacity.count)
    for step in 0..<400 {
      let key = ObjectKey(min(random.index(below: 30), random.index(below: 30)))
      if random.chance(0.1) {
        expect(
          (store.remove(key) != nil), is: twin.remove(key),
          "\(Policy.name), seed \(seed), step \(step)")
      } else {
        let entry = CacheEntry(key: key, size: Bytes(Int64(random.index(below: 12)) + 1))
        let answer = store.request(entry)
        expect(
          answer, is: twin.request(entry, capacity: capacity),
          "\(Policy.name), seed \(seed), step \(step)")
      }
      expect(store.used.count, is: twin.used)
    }
    expect(store.count, is: twin.queue.count)
  }
}

extension CacheStore where Policy: ~Copyable {
  init(capacity: Bytes, options: Policy.Options) {
    self.init(
      capacity: capacity, policy: Policy(capacity: capacity, options: options, seed: 0))
  }

  /// Looks up, and inserts what misses.
  mutating func request(_ entry: CacheEntry) -> Answer {
    var answer = Answer()
    let access = Access(key: entry.key, size: entry.size.count)
    answer.isHit = lookup(access) { left, _ in answer.left.append(left) } != nil
    if answer.isHit { return answer }
    _ = insert(entry) { left, _ in answer.left.append(left) }
    return answer
  }
}
