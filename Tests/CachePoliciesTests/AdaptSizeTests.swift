internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CachePolicies

/// The filter that tunes itself.
struct AdaptSizeTests {
  /// Small objects that are requested again and again, and large ones that are not.
  private static func mixture(seed: UInt64) -> RequestBlock {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var block = RequestBlock()
    var next: ObjectKey = 400
    for _ in 0..<30_000 {
      if random.chance(0.5) {
        block.keys.append(ObjectKey(random.index(below: 400)))
        block.sizes.append(100)
      } else {
        block.keys.append(next)
        block.sizes.append(20_000)
        next += 1
      }
    }
    return block
  }

  private func misses(_ block: RequestBlock, _ admission: AnyAdmission, seed: UInt64) throws
    -> Int64
  {
    try PolicyCatalog.make("lru", .object([])).admitted(by: admission)
      .replay([block], capacity: Bytes(50_000), seed: seed).misses
  }

  private var tuned: AnyAdmission {
    var options = AdaptSize.Options()
    options.window = 2_000
    options.scale = .megabytes(1)
    return AnyAdmission(AdaptSize.self, options: options)
  }

  @Test func itKeepsOutWhatNeverHits() throws {
    let block = Self.mixture(seed: 1)
    let open = try misses(block, AnyAdmission(AdmitAll.self), seed: 1)
    let filtered = try misses(block, tuned, seed: 1)
    // Of the 15,000 requests for large objects none can hit; nearly all others do once tuned.
    expect(open > 26_000)
    expect(filtered < 17_500)
  }

  @Test func aSeedIsAnAnswer() throws {
    let block = Self.mixture(seed: 2)
    try expect(misses(block, tuned, seed: 3), is: misses(block, tuned, seed: 3))
    try expect(misses(block, tuned, seed: 3) != misses(block, tuned, seed: 4))
  }

  /// With one size the model is Che's approximation of LRU, which is known to be close.
  @Test func theModelPredictsWhatLRUDoes() throws {
    let block = ZipfBlock.make(objects: 2_000, requests: 100_000, seed: 9)
    var counts = [Int64](repeating: 0, count: 2_000)
    for key in block.keys { counts[Int(key)] += 1 }
    var model = AdaptSizeModel(capacity: 200)
    for count in counts where count > 0 { model.add(size: 1, rate: Double(count)) }
    let predicted = model.hits(scale: 1e12) / 100_000
    let count = try PolicyCatalog.make("lru", .object([]))
      .replay([block], capacity: Bytes(200), seed: 0)
    expect((1 - count.missRatio - predicted).magnitude < 0.01)
  }
}
