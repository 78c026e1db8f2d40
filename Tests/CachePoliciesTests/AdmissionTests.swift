internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CachePolicies

/// Which missed objects are admitted.
struct AdmissionTests {
  private func lru(with admission: AnyAdmission) throws -> AnyPolicy {
    try PolicyCatalog.make("lru", .object([])).admitted(by: admission)
  }

  @Test(arguments: PolicyCatalog.names)
  func aFilterThatAdmitsAllChangesNothing(policy: String) throws {
    let block = PolicyLawsTests.randomBlock(seed: 5)
    let plain = try PolicyCatalog.make(policy, .object([]))
    let filtered = plain.admitted(by: AnyAdmission(AdmitAll.self))
    expect(
      filtered.replay([block], capacity: Bytes(60), seed: 3),
      is: plain.replay([block], capacity: Bytes(60), seed: 3))
  }

  @Test(arguments: AnyAdmission.catalog.names)
  func aCacheWithAFilterKeepsItsInvariants(filter: String) throws {
    var problems = Problems()
    let json = JSON.object([("name", JSON(.string(filter)))])
    let chosen = try #require(AnyAdmission.catalog.read(json, path: "", &problems))
    let store = try lru(with: chosen.product).makeStore(capacity: Bytes(40), seed: 1)
    let block = PolicyLawsTests.randomBlock(seed: 9)
    for (key, size) in zip(block.keys, block.sizes) where store.lookup(key) == nil {
      _ = store.insert(CacheEntry(key: key, size: Bytes(size))) { _, _ in }
      expect(store.used <= Bytes(40) && store.brokenInvariant() == nil)
    }
  }

  @Test func onlySmallObjectsAreAdmitted() throws {
    var options = SizeThreshold.Options()
    options.largest = Bytes(5)
    let store = try lru(with: AnyAdmission(SizeThreshold.self, options: options))
      .makeStore(capacity: Bytes(100), seed: 0)
    expect(store.insert(CacheEntry(key: 0, size: Bytes(6)), onEvict: { _, _ in }) == nil)
    expect(store.insert(CacheEntry(key: 1, size: Bytes(5)), onEvict: { _, _ in }) != nil)
  }

  @Test func theSecondMissIsAdmittedAndTheThirdRequestHits() throws {
    var block = RequestBlock()
    block.keys = [7, 8, 7, 7, 8, 8, 9]
    let count = try lru(with: AnyAdmission(SecondHit.self))
      .replay([block], capacity: Bytes(10), seed: 0)
    expect(count.misses, is: 5)
  }

  @Test func whatTheSketchHasCountedTwiceIsAdmitted() throws {
    var block = RequestBlock()
    block.keys = [7, 8, 7, 7, 8, 8, 9]
    let count = try lru(with: AnyAdmission(TinyLFU.self))
      .replay([block], capacity: Bytes(10), seed: 0)
    expect(count.misses, is: 5)
  }

  @Test(arguments: [0.0, 0.25, 1.0])
  func objectsAreAdmittedAsOftenAsTheProbabilitySays(probability: Double) {
    var options = RandomAdmission.Options()
    options.probability = probability
    var filter = RandomAdmission(capacity: Bytes(1), options: options, seed: 4)
    let admitted = (0..<10_000).count { _ in filter.admits(CacheEntry(key: 0, size: Bytes(1))) }
    // Four deviations of a binomial count of 10,000.
    expect((Double(admitted) - 10_000 * probability).magnitude <= 200)
  }

  @Test(arguments: [(Int64(0), 10_000.0), (1_000_000, 3_679), (3_000_000, 498)])
  func largerObjectsAreAdmittedExponentiallyLessOften(size: Int64, expected: Double) {
    var filter = SizeProbability(capacity: Bytes(1), options: SizeProbability.Options(), seed: 4)
    let admitted = (0..<10_000).count { _ in filter.admits(CacheEntry(key: 0, size: Bytes(size))) }
    expect((Double(admitted) - expected).magnitude <= 200)
  }
}
