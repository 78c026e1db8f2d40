internal import Caches
internal import SimCore
internal import Testing

/// Miss counts that other simulators found on real traces.
@Suite(.enabled(if: RealTrace.isThere, "no traces beside the checkout"))
struct GoldenTests {
  /// Misses at 128, 256 ... 1024 MiB on cloudPhysicsIO.oracleGeneral.bin: the numbers that
  /// libCacheSim's own tests expect (commit aa0fc40, October 2024).
  @Test(arguments: [
    ("lru", [93_374, 89_783, 83_572, 81_722, 72_494, 72_104, 71_972, 71_704]),
    ("fifo", [93_403, 89_386, 84_387, 84_025, 72_498, 72_228, 72_182, 72_140]),
    ("sieve", [91_699, 86_720, 78_578, 76_707, 69_945, 66_221, 64_445, 64_376]),
  ])
  func missesAreThoseOfLibCacheSim(policy: String, misses: [Int64]) throws {
    let entry = try #require(PolicyCatalog.entry(named: policy))
    for (step, expected) in misses.enumerated() {
      let capacity = Bytes.mebibytes(128 * Int64(step + 1))
      let count = entry.replay([RealTrace.cloudPhysics.block], capacity, 0)
      #expect(count.requests == 113_872)
      #expect(count.bytes == 4_368_040_448)
      #expect(count.misses == expected, "\(capacity.count) bytes")
    }
  }

  @Test(arguments: RealTrace.allCases)
  func missesAreThoseOfTheReferenceTable(trace: RealTrace) throws {
    let rows = ReferenceRow.all.filter { $0.trace == trace.rawValue }
    #expect(rows.count >= 12)
    let sized = trace.block
    var unsized = sized
    unsized.sizes = []
    for row in rows {
      let entry = try #require(PolicyCatalog.entry(named: row.policy))
      let count = entry.replay([row.isUnit ? unsized : sized], Bytes(row.capacity), 0)
      #expect(count.requests == row.requests)
      #expect(count.misses == row.misses, "\(row)")
      if let ratio = row.byteMissRatio {
        let found = Double(count.missBytes) / Double(count.bytes)
        #expect((found - ratio).magnitude < 1e-6, "\(row): \(found)")
      }
    }
  }
}
