internal import SimCore
internal import TestCases
internal import Testing
internal import TraceFixtures

@testable internal import CachePolicies

/// LIRS held to two programs of others: its authors' and libCacheSim.
struct LIRSTests {
  /// What libCacheSim 0.3.5 answered, request by request.
  struct ReferenceLog: CustomTestStringConvertible {
    var trace: RealTrace
    var capacity: Int64
    var isUnit = false
    var misses: Int64
    var missBytes: Int64
    /// Of its answers in order, a byte of 1 for each hit and of 0 for each miss: FNV-1a, 64 bits.
    var digest: UInt64

    var testDescription: String {
      "\(trace.rawValue), \(capacity)\(isUnit ? " objects" : "")"
    }
  }

  /// Recorded with the package of PyPI. Left out are two logs (CloudPhysics at 49 objects,
  /// Twitter's at 200,000 B) in which an object that is not resident is hit there.
  static let logs: [ReferenceLog] = [
    log(.cloudPhysics, 1 << 20, 95_645, 4_308_294_144, 0x03dd_8b5b_bbda_52f2),
    log(.cloudPhysics, 4 << 20, 94_362, 4_295_686_144, 0x2a54_9586_0593_8abf),
    log(.cloudPhysics, 128 << 20, 89_819, 4_060_558_336, 0xc653_b7fd_5c65_60e6),
    log(.cloudPhysics, 256 << 20, 79_237, 3_525_952_512, 0xdb83_b576_2d93_8b8a),
    log(.cloudPhysics, 384 << 20, 73_143, 3_199_406_080, 0xfa3a_8d7f_18ea_ce36),
    log(.cloudPhysics, 512 << 20, 70_363, 3_011_810_816, 0xa788_7596_cf44_68d6),
    log(.cloudPhysics, 640 << 20, 68_405, 2_848_310_272, 0x2384_4521_f514_38d6),
    log(.cloudPhysics, 768 << 20, 64_494, 2_580_918_784, 0x2515_7218_d3e2_f8f5),
    log(.cloudPhysics, 896 << 20, 58_640, 2_361_375_744, 0xe08e_dee5_1c7c_209d),
    log(.cloudPhysics, 1_024 << 20, 53_924, 2_288_325_120, 0xd66e_bcd5_3e17_78e5),
    log(.cloudPhysics, 2_029_769, 94_565, 4_297_287_168, 0x534c_a416_8ce8_1314),
    log(.cloudPhysics, 20_297_697, 93_607, 4_269_956_096, 0x7c3e_1487_ed78_5570),
    log(.cloudPhysics, 202_976_972, 84_149, 3_813_192_192, 0xbee3_1992_7864_38d4),
    log(.cloudPhysics, 490, isUnit: true, 94_678, 94_678, 0xfd77_0222_2d4e_a46d),
    log(.cloudPhysics, 4_897, isUnit: true, 85_609, 85_609, 0x30b4_ef52_987a_9aac),
    log(.adaptSize, 10_000_000, 44_518, 350_445_798, 0x03fb_ce40_29d3_32b8),
    log(.webCacheSim, 1_000, 1_593, 3_911, 0x6515_8592_7966_2fa4),
    log(.twitter, 2_000_000, 56_255, 12_114_422, 0x2539_7929_d11d_420c),
    log(.web07, 200, 46_816, 46_816, 0x28a0_a6b0_ae3f_46a3),
    log(.web07, 2_000, 32_536, 32_536, 0xfb3f_01f7_e1f6_cd33),
  ].filter { RealTrace.here.contains($0.trace) }

  private static func log(
    _ trace: RealTrace, _ capacity: Int64, isUnit: Bool = false, _ misses: Int64,
    _ missBytes: Int64, _ digest: UInt64
  ) -> ReferenceLog {
    ReferenceLog(
      trace: trace, capacity: capacity, isUnit: isUnit, misses: misses, missBytes: missBytes,
      digest: digest)
  }

  @Test(arguments: logs)
  func everyRequestIsAnsweredAsByLibCacheSim(log: ReferenceLog) {
    var block = log.trace.block
    if log.isUnit { block.sizes = [] }
    block.keepFirstSizes()
    var options = LIRS.Options()
    options.rule = .libCacheSim
    var store = CacheStore<LIRS>(capacity: Bytes(log.capacity), options: options)
    var (misses, missBytes) = (Int64(0), Int64(0))
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    for (index, key) in block.keys.enumerated() {
      let size = block.sizes.isEmpty ? 1 : block.sizes[index]
      let isHit = store.lookup(key) != nil
      if !isHit {
        misses += 1
        missBytes += size
        _ = store.insert(CacheEntry(key: key, size: Bytes(size))) { _, _ in }
      }
      digest = (digest ^ (isHit ? 1 : 0)) &* 0x100_0000_01b3
    }
    expect(store.brokenInvariant() == nil)
    expect(misses == log.misses && missBytes == log.missBytes, "\(misses), \(missBytes)")
    expect(digest, is: log.digest)
  }

  /// At these sizes the default differs from libCacheSim's; Docs/Compatibility.md has the reasons.
  @Test func byDefaultTheMissesAreNearThoseOfLibCacheSim() throws {
    let policy = try PolicyCatalog.make("lirs", .object([]))
    let expected: [Int64] = [
      89_819, 79_237, 73_143, 70_363, 68_405, 64_494, 58_640, 53_924,
    ]
    let differences = expected.enumerated().map { step, misses in
      let capacity = Bytes.mebibytes(128 * Int64(step + 1))
      return policy.replay([RealTrace.cloudPhysics.block], capacity: capacity, seed: 0).misses
        - misses
    }
    expect(differences, is: [0, 14, -16, 0, 1, -6, 352, -11])
    var units = RealTrace.cloudPhysics.block
    units.sizes = []
    expect(
      [49, 490, 4_897].map { policy.replay([units], capacity: Bytes($0), seed: 0).misses },
      is: [100_404, 94_678, 85_624])
  }

  /// The ghost that is requested is not dropped for the evictions that make room for it.
  ///
  /// A cache of 3 with a queue of 1, and ghosts of 1 byte: 2 is evicted for 3 and has the only
  /// ghost. When 2 comes back, the eviction of 3 would drop it.
  @Test func aRequestedGhostIsNotDroppedForItsOwnInsertion() {
    var options = LIRS.Options()
    options.ghostShare = 0.34
    var store = CacheStore<LIRS>(capacity: Bytes(3), options: options)
    for key in [0, 1, 2, 3, 2] as [ObjectKey] { _ = store.request(Self.unit(key)) }
    // 2 had a ghost, so it is of low recency, and 0 passes through the queue.
    expect(store.request(Self.unit(4)).left, is: [Self.unit(0)])
    expect(store.request(Self.unit(2)).isHit)
  }

  private static func unit(_ key: ObjectKey) -> CacheEntry { CacheEntry(key: key, size: Bytes(1)) }
}

/// The default and the authors' own program (lirs.c) on the traces of their paper.
struct LIRSAuthorsTests {
  /// A trace, a capacity, and the misses that the program counts.
  typealias Row = (trace: String, capacity: Int64, misses: Int64)

  /// The program gives the queue a hundredth of the cache and at least two blocks, forgets nothing
  /// that has left, and takes a block that is requested twice in a row for one request.
  static let rows: [Row] = [
    ("multi1", 100, 8_841), ("multi1", 200, 8_251), ("multi1", 500, 7_033),
    ("multi1", 1_000, 5_011), ("cs", 100, 6_300), ("cs", 400, 5_113), ("gli", 500, 3_994),
    ("gli", 1_000, 2_964), ("scan", 500, 38_145), ("zigzag", 500, 51_901),
  ].filter { TraceFile.path(path($0.0)) != nil }

  @Test(.enabled(if: rows.count == 10, "\(TraceFile.absence)"), arguments: rows)
  func theMissesAreThoseOfTheAuthorsProgram(row: Row) throws {
    let share: JSON = row.capacity == 100 ? 0.02 : 0.01
    let policy = try PolicyCatalog.make(
      "lirs", .object([("ghostShare", 1_000), ("hirShare", share)]))
    let block = try Self.read(row.trace)
    let count = policy.replay([block], capacity: Bytes(row.capacity), seed: 0)
    expect(count.misses, is: row.misses)
  }

  private static func path(_ trace: String) -> String { "block/lirs-\(trace).txt" }

  /// The blocks of a trace, a number a line, without repeats; lines with a star are left out.
  private static func read(_ trace: String) throws -> RequestBlock {
    let bytes = try #require(TraceFile.bytes(path(trace)))
    var block = RequestBlock()
    var keys: [Substring: ObjectKey] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    where line.allSatisfy(\.isNumber) {
      let key = keys[line] ?? ObjectKey(keys.count)
      keys[line] = key
      if block.keys.last != key { block.keys.append(key) }
    }
    return block
  }
}

extension RequestBlock {
  /// Gives each request the size that its object had at first.
  fileprivate mutating func keepFirstSizes() {
    var first: [ObjectKey: Int64] = [:]
    for index in sizes.indices {
      if let size = first[keys[index]] {
        sizes[index] = size
      } else {
        first[keys[index]] = sizes[index]
      }
    }
  }
}
