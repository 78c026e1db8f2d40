internal import CachePolicies
internal import SimCore
internal import TestCases
internal import Testing

/// Miss counts that other simulators found on real traces.
@Suite struct GoldenTests {
  /// A policy with settings, and its misses at 128, 256 ... 1024 MiB.
  struct Row: CustomTestStringConvertible {
    var policy: String
    var settings: JSON
    var misses: [Int64]

    init(_ policy: String, _ settings: [(String, JSON)], _ misses: [Int64]) {
      self.policy = policy
      self.settings = .object(settings)
      self.misses = misses
    }

    init(_ policy: String, _ misses: [Int64]) { self.init(policy, [], misses) }

    var testDescription: String { "\(policy) \(settings.compact)" }
  }

  /// Misses on cloudPhysicsIO.oracleGeneral.bin: the numbers that libCacheSim's own tests expect
  /// (commit aa0fc40, October 2024); that of 2Q was found by another implementation of its rule.
  static let rows = [
    Row("lru", [93_374, 89_783, 83_572, 81_722, 72_494, 72_104, 71_972, 71_704]),
    Row("fifo", [93_403, 89_386, 84_387, 84_025, 72_498, 72_228, 72_182, 72_140]),
    Row("sieve", [91_699, 86_720, 78_578, 76_707, 69_945, 66_221, 64_445, 64_376]),
    Row("lfu", [91_699, 86_720, 78_578, 76_707, 69_945, 66_221, 64_445, 64_376]),
    Row("clock", [93_313, 89_775, 83_411, 81_328, 74_815, 72_283, 71_927, 64_456]),
    Row(
      "s3-fifo", [("rule", "libcachesim-2023")],
      [89_307, 82_387, 77_041, 76_791, 71_300, 70_343, 70_455, 70_355]),
    Row(
      "s3-fifo", [("rule", "libcachesim")],
      [90_117, 80_915, 75_060, 72_191, 69_815, 65_542, 60_799, 56_045]),
    Row("arc", [90_252, 85_861, 78_168, 74_297, 67_381, 65_685, 64_439, 64_772]),
    Row(
      "slru", [("rule", "libcachesim"), ("shares", [1, 1, 1, 1, 1])],
      [89_624, 86_725, 82_781, 80_203, 75_388, 65_645, 59_035, 56_063]),
    Row("gdsf", [89_068, 84_750, 74_853, 70_488, 67_919, 64_180, 61_029, 58_721]),
    Row("belady", [79_256, 70_724, 65_481, 61_594, 59_645, 57_599, 50_873, 48_974]),
    Row(
      "lfuda", [("rule", "libcachesim")],
      [92_637, 88_601, 82_001, 80_240, 73_214, 71_386, 70_415, 71_128]),
    Row("qd-lp", [88_746, 80_630, 76_450, 71_638, 67_380, 65_680, 66_125, 64_417]),
    Row("mru", [100_738, 95_058, 89_580, 85_544, 81_725, 77_038, 71_070, 66_919]),
    Row(
      "2q", [("rule", "libcachesim")],
      [91_729, 83_567, 82_245, 77_039, 72_182, 72_136, 72_113, 72_074]),
    Row(
      "lirs", [("rule", "libcachesim")],
      [89_819, 79_237, 73_143, 70_363, 68_405, 64_494, 58_640, 53_924]),
  ]

  @Test(arguments: rows)
  func missesAreThoseOfLibCacheSim(row: Row) throws {
    let policy = try PolicyCatalog.make(row.policy, row.settings)
    for (step, expected) in row.misses.enumerated() {
      let capacity = Bytes.mebibytes(128 * Int64(step + 1))
      let count = policy.replay([RealTrace.cloudPhysics.block], capacity: capacity, seed: 0)
      expect(count.requests, is: 113_872)
      expect(count.bytes, is: 4_368_040_448)
      expect(count.misses, is: expected, "\(capacity.count) bytes")
    }
  }

  /// libCacheSim 0.3.5, objects counted, on the same trace: an LRU-2 without a history.
  @Test(arguments: [(Int64(49), 0.943726), (490, 0.847855), (4_897, 0.790712)])
  func withoutAHistoryLRUKIsThatOfLibCacheSim(capacity: Int64, ratio: Double) throws {
    var block = RealTrace.cloudPhysics.block
    block.sizes = []
    let policy = try PolicyCatalog.make("lru-k", .object([("keepsHistory", false)]))
    let count = policy.replay([block], capacity: Bytes(capacity), seed: 0)
    expect((Double(count.misses) / Double(count.requests) - ratio).magnitude < 1e-6)
  }

  /// The same, by bytes.
  @Test(arguments: [(Int64(2_029_769), 0.836957), (20_297_697, 0.823064), (202_976_972, 0.7903)])
  func withSizesItIsToo(capacity: Int64, ratio: Double) throws {
    let policy = try PolicyCatalog.make("lru-k", .object([("keepsHistory", false)]))
    let count = policy.replay(
      [RealTrace.cloudPhysics.block], capacity: Bytes(capacity), seed: 0)
    expect((Double(count.misses) / Double(count.requests) - ratio).magnitude < 1e-6)
  }

  @Test(arguments: RealTrace.here)
  func missesAreThoseOfTheReferenceTable(trace: RealTrace) throws {
    let rows = ReferenceRow.all.filter { $0.trace == trace.rawValue }
    expect(rows.count >= 12)
    let sized = trace.block
    var unsized = sized
    unsized.sizes = []
    for row in rows {
      let policy = try PolicyCatalog.make(row.policy, JSON.parse(Array(row.settings.utf8)))
      let count = policy.replay(
        [row.isUnit ? unsized : sized], capacity: Bytes(row.capacity), seed: 0)
      expect(count.requests, is: row.requests)
      expect(count.misses, is: row.misses, "\(row)")
      if let ratio = row.byteMissRatio {
        let found = Double(count.missBytes) / Double(count.bytes)
        expect((found - ratio).magnitude < 1e-6, "\(row): \(found)")
      }
    }
  }
}

extension PolicyCatalog {
  static func make(_ name: String, _ settings: JSON) throws -> AnyPolicy {
    var problems = Problems()
    let made = entry(named: name)?.choice.make(settings, "settings", &problems)
    return try #require(made, "\(problems.all)").product
  }
}
