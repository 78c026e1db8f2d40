#if canImport(FoundationEssentials) && !canImport(Darwin)
internal import CachePolicies
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// The toolchain's own NSCache beside the model of it, operation by operation.
@Suite struct NSCacheDifferentialTests {
  private final class Box {
    let key: ObjectKey
    init(_ key: ObjectKey) { self.key = key }
  }

  /// What no cache here does, and the strategy therefore does itself: an object that costs more
  /// than the limit empties the class, which then trims it, too.
  @Test func anObjectThatCostsMoreThanTheLimitEmptiesTheClass() {
    let real = NSCache<NSNumber, Box>()
    real.totalCostLimit = 10
    real.setObject(Box(0), forKey: 0, cost: 4)
    real.setObject(Box(1), forKey: 1, cost: 12)
    expect(real.object(forKey: 0) == nil && real.object(forKey: 1) == nil)
  }

  /// Half of them with a limit of objects beside that of cost; costs change in place, too.
  @Test(arguments: 0..<60)
  func theModelHoldsWhatTheClassHolds(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    let limit = Int64(12 + random.index(below: 60))
    let most = seed % 2 == 0 ? Int.max : 1 + random.index(below: 12)
    let real = NSCache<NSNumber, Box>()
    real.totalCostLimit = Int(limit)
    real.countLimit = most == .max ? 0 : most
    let model = try #require(
      PolicyCatalog.entry(named: "nscache-corelibs")?.makeStore(Bytes(limit), 0))
    var costs: [ObjectKey: Int] = [:]
    for step in 0..<300 {
      let key = ObjectKey(random.index(below: 24))
      switch random.index(below: 10) {
      case 0:
        real.removeObject(forKey: NSNumber(value: key))
        _ = model.remove(key)
      case 1..<4:
        expect((real.object(forKey: NSNumber(value: key)) != nil), is: model.lookup(key) != nil)
      default:
        // A cost of zero is not limited: it is left to the counting limit.
        let cost = 1 + random.index(below: 12)
        let isResident = model.peek(key) != nil
        real.setObject(Box(key), forKey: NSNumber(value: key), cost: cost)
        // An object of the same cost takes the old one's place in the order.
        if isResident && costs[key] == cost { break }
        costs[key] = cost
        _ = model.remove(key)
        Self.insert(CacheEntry(key: key, size: Bytes(Int64(cost))), into: model, most: most)
      }
      for other in 0..<24 {
        let isThere = real.object(forKey: NSNumber(value: other)) != nil
        expect(isThere, is: model.peek(ObjectKey(other)) != nil, "step \(step), object \(other)")
      }
    }
  }

  /// As a tier does it: the limit of objects is kept first.
  private static func insert(_ entry: CacheEntry, into model: AnyCacheStore, most: Int) {
    while model.count >= most {
      if model.evict(toFit: entry) == nil { return }
    }
    _ = model.insert(entry) { _, _ in }
  }

  /// Objects without a cost are limited by their count alone: the newest leaves, and is the one
  /// that was just set.
  @Test(arguments: 1..<5)
  func objectsWithoutACostAreCounted(most: Int) throws {
    let real = NSCache<NSNumber, Box>()
    real.countLimit = most
    let model = try #require(
      PolicyCatalog.entry(named: "nscache-corelibs")?.makeStore(Bytes(1), 0))
    for key in 0..<8 as Range<ObjectKey> {
      real.setObject(Box(key), forKey: NSNumber(value: key))
      Self.insert(CacheEntry(key: key, size: .zero), into: model, most: most)
      for other in 0..<8 as Range<ObjectKey> {
        let isThere = real.object(forKey: NSNumber(value: other)) != nil
        expect(isThere == (model.peek(other) != nil) && isThere == (other <= key && other < most))
      }
    }
  }
}
#endif
