internal import CacheMetrics
internal import CachePolicies
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Two roads, one answer: where nothing costs time, nothing changes and nothing grows old, the
/// client simulation is a cache, and must count what the fast replay counts.
@Suite struct TwoRoadsTests {
  @Test(
    arguments: PolicyCatalog.all.filter { !$0.needsNextAccess && $0.name != "unbounded" }.map(
      \.name),
    Cases.some([40, 5, 150], oneIn: 3))
  func simulationAndReplayMissAlike(policy: String, capacity: Int64) throws {
    let keys = zipfKeys(count: 3_000, objects: 300, seed: 7)
    var headers = CacheHeaders()
    headers.maxAge = .days(365)
    headers.hasEntityTag = true
    var story = HandmadeStory()
    for key in 0..<300 { story.publish(ResourceIndex(key), size: 1_000) }
    story.at(0, .launch)
    for (index, key) in keys.enumerated() {
      story.visit(key, from: Double(index) + 1, for: 0.5)
    }
    story.at(Double(keys.count) + 2, .end)
    let bytes = Bytes(capacity * 1_000)
    let diary = try AnyStrategy.diary(
      of: "url-cache",
      settings: .object([
        ("memoryCapacity", bytes.json), ("diskCapacity", "0 B"), ("maximumEntryShare", 1),
        ("policy", JSON(.string(policy))),
      ]),
      in: .ideal(headers: [headers]), story)
    var block = RequestBlock()
    block.keys = keys
    block.sizes = Array(repeating: 1_000, count: keys.count)
    // What the first tier of device 0 is seeded with: policies that draw draw the same.
    var tier = SeededGenerator(seed: 1, purpose: .policy, entity: 0)
    let count = try #require(PolicyCatalog.entry(named: policy)).replay(
      [block], bytes, tier.next())
    expect(diary.count(.network), is: Int(count.misses))
    expect(diary.count(.memory), is: Int(count.requests - count.misses))
    expect(diary.summaries.first?.violations, is: [])
  }

  private func zipfKeys(count: Int, objects: Int, seed: UInt64) -> [ObjectKey] {
    var generator = SeededGenerator(seed: seed, purpose: .workload)
    var sums: [Double] = []
    var sum = 0.0
    for rank in 1...objects {
      sum += 1 / DeterministicMath.pow(Double(rank), 0.8)
      sums.append(sum)
    }
    return (0..<count).map { _ in
      let point = generator.unit() * sum
      return ObjectKey(sums.firstIndex { $0 > point } ?? objects - 1)
    }
  }
}
