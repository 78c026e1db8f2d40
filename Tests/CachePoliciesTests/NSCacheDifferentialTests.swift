#if canImport(FoundationEssentials) && !canImport(Darwin)
internal import CachePolicies
internal import Foundation
internal import SimCore
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
    #expect(real.object(forKey: 0) == nil && real.object(forKey: 1) == nil)
  }

  @Test(arguments: 0..<40)
  func theModelHoldsWhatTheClassHolds(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    let limit = Int64(12 + random.index(below: 60))
    let real = NSCache<NSNumber, Box>()
    real.totalCostLimit = Int(limit)
    let model = try #require(
      PolicyCatalog.makeStore(named: "nscache-corelibs", capacity: Bytes(limit), seed: 0))
    var costs: [ObjectKey: Int] = [:]
    for step in 0..<300 {
      let key = ObjectKey(random.index(below: 24))
      switch random.index(below: 10) {
      case 0:
        real.removeObject(forKey: NSNumber(value: key))
        _ = model.remove(key)
      case 1..<4:
        #expect((real.object(forKey: NSNumber(value: key)) != nil) == (model.lookup(key) != nil))
      default:
        // A cost of zero is not limited: it is left to the counting limit.
        let cost = 1 + random.index(below: 12)
        let isResident = model.peek(key) != nil
        // An object of the same cost takes the old one's place in the order. One of another cost
        // is removed first: setting it in place leaves a wrong link in the class's list, after
        // which the class is no longer in order.
        if isResident && costs[key] != cost { real.removeObject(forKey: NSNumber(value: key)) }
        real.setObject(Box(key), forKey: NSNumber(value: key), cost: cost)
        if isResident && costs[key] == cost { break }
        costs[key] = cost
        _ = model.remove(key)
        _ = model.insert(CacheEntry(key: key, size: Bytes(Int64(cost)))) { _, _ in }
      }
      for other in 0..<24 {
        let isThere = real.object(forKey: NSNumber(value: other)) != nil
        #expect(isThere == (model.peek(ObjectKey(other)) != nil), "step \(step), object \(other)")
      }
    }
  }
}
#endif
