internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

@Suite struct TraceStatisticsTests {
  @Test func aTraceByHandIsCountedRight() throws {
    var block = RequestBlock()
    block.keys = [0, 1, 0, 2, 0, 1]
    block.sizes = [10, 20, 10, 5, 12, 20]
    block.times = [0, 1, 1, 3, 2, 4].map { $0 * 1_000_000_000 }
    block.timesToLive = [0, 60, 0, 0, 30, 0].map { $0 * 1_000_000_000 }
    block.operations = [0, 1, 0, 0, 0, 1]
    var statistics = TraceStatistics()
    statistics.add(block)
    let summary = statistics.summary(operations: ["get", "set"], tenants: [])
    expect(summary.requests == 6 && summary.objects == 3 && summary.oneHitObjects == 1)
    expect(summary.requestedBytes == 77 && summary.footprintBytes == 37)
    expect(summary.sizeChanges == 1 && summary.timesBack == 1)
    expect(summary.durationNanoseconds, is: 4_000_000_000)
    expect(summary.requestsPerSecond, is: 1.5)
    let sizes = try #require(summary.objectSizes)
    expect(sizes.least == 5 && sizes.p50 == 12 && sizes.greatest == 20)
    // Distances 2, 2 and 4.
    expect(summary.reuseDistances.counts, is: [0, 2, 1])
    expect(summary.timeToLive?.requests == 2 && summary.timeToLive?.mean == 45e9)
    expect(summary.operations.map(\.requests), is: [4, 2])
    expect(summary.popularity.map(\.requests), is: [3, 2, 1])
    expect(summary.intervals.reduce(0) { $0 + $1.requests }, is: 6)
    expect(summary.intervals.reduce(0) { $0 + $1.newObjects }, is: 3)
  }

  @Test func countsByAPowerLawAreFittedExactly() throws {
    // 2^20 / rank², for ranks that are powers of two: a straight line of slope −2.
    let counts = (1...200).map { Int64((1e12 / Double($0 * $0)).rounded()) }
    let fit = try #require(TraceSummary.ZipfFit(descending: counts))
    expect(abs(fit.exponent - 2) < 1e-6 && fit.rSquared > 0.999_999_9 && fit.ranks == 200)
    expect(abs(fit.requests(atRank: 10) / 1e10 - 1) < 1e-6)
    expect(TraceSummary.ZipfFit(descending: [5, 5, 5, 1])?.exponent, is: 0)
    expect(TraceSummary.ZipfFit(descending: [5, 5, 1]) == nil)
  }

  @Test(arguments: 1...8) func intervalsCountEachObjectOnceHoweverTheyWereMerged(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var use = IntervalUse()
    var requests: [(index: Int64, object: Int)] = []
    var last: [Int: Int64] = [:]
    var index: Int64 = 0
    for _ in 0..<2_000 {
      index += random.chance(0.1) ? Int64(random.index(below: 40)) : 0
      let object = random.index(below: 50)
      use.count(index: index, previous: last.updateValue(index, forKey: object), bytes: 2)
      requests.append((index, object))
    }
    expect(use.level > 0)
    var seen: Set<Int> = []
    for (place, interval) in use.summaries.enumerated() {
      let inside = requests.filter { Int($0.index >> use.level) == place }
      let objects = Set(inside.map(\.object))
      expect(interval.requests == inside.count && interval.bytes == 2 * inside.count)
      expect(interval.objects == objects.count)
      expect(interval.newObjects == objects.subtracting(seen).count)
      seen.formUnion(objects)
    }
  }

  @Test func aPowerHistogramKnowsWhereMostNumbersEnd() {
    var histogram = PowerHistogram()
    for number in Int64(1)...100 { histogram.add(number) }
    expect(histogram.counts, is: [1, 2, 4, 8, 16, 32, 37])
    expect(histogram.mean == 50.5 && histogram.bound(ofPercent: 50) == 64)
    expect(histogram.bound(ofPercent: 1) == 2 && histogram.bound(ofPercent: 100) == 128)
    expect(PowerHistogram().bound(ofPercent: 50), is: 1)
  }

  @Test(arguments: [0.01, 0.3, 1]) func aSampleKeepsItsShareOfObjects(rate: Double) {
    var sample = SpatialSample(rate: rate, seed: 9)
    let count = 20_000
    sample.meet(count, RequestNames(identifiers: (0..<UInt64(count)).map { $0 * 8 }))
    let share = Double((0..<ObjectKey(count)).count { sample.contains($0) }) / Double(count)
    expect(abs(share - rate) < 4 * (rate / Double(count)).squareRoot())
  }

  @Test func keptRequestsKeepTheirColumns() {
    var block = RequestBlock()
    block.keys = [0, 1, 2]
    block.sizes = [10, 20, 30]
    block.nextAccesses = [.max, .max, .max]
    block.costs = [1, 2, 3]
    block.keep([0, 2])
    expect(block.keys == [0, 2] && block.sizes == [10, 30] && block.costs == [1, 3])
    expect(block.nextAccesses.isEmpty && block.times.isEmpty)
  }
}
