internal import SimCore
internal import TestCases
internal import Testing
internal import TraceFixtures

@testable internal import CacheWorkloads

/// Real traces of requests, where they lie next to the checkout.
@Suite struct RealRequestTests {
  /// A file, the format that its content identifies, and what the traces' own page counts in it.
  struct Real: CustomTestStringConvertible {
    var file: String
    var format: String
    var requests: Int
    var objects: Int
    var testDescription: String { file }
  }

  static let all = [
    Real(file: "cloudPhysicsIO.csv", format: "csv", requests: 113_872, objects: 48_974),
    Real(file: "cloudPhysicsIO.txt", format: "ids", requests: 113_872, objects: 48_974),
    Real(file: "cloudPhysicsIO.vscsi", format: "vscsi", requests: 113_872, objects: 48_974),
    Real(
      file: "cloudPhysicsIO.oracleGeneral.bin", format: "oracle-general", requests: 113_872,
      objects: 48_974),
    Real(
      file: "twitter_cluster52_first250k.csv", format: "csv", requests: 250_000, objects: 47_198),
    Real(file: "cache2k-web07.be32", format: "be32", requests: 76_118, objects: 20_484),
    Real(file: "cache2k-orm-night.be32", format: "be32", requests: 1_000_000, objects: 41_350),
    Real(file: "adaptsize-request.txt", format: "webcachesim", requests: 66_987, objects: 36_815),
    Real(file: "webcachesim-test.tr", format: "webcachesim", requests: 10_492, objects: 960),
    Real(file: "corda-vaultservice.be64", format: "be64", requests: 135_702, objects: 90_468),
    Real(file: "arc-P3.lis", format: "arc", requests: 3_912_296, objects: 762_543),
  ].filter { TraceFiles.exists("block/" + $0.file) }

  @Test(.enabled(if: !all.isEmpty, "\(TraceFile.absence)"), arguments: all)
  func aRealTraceIsToldByItsContentAndCountedRight(real: Real) throws {
    var reader = try RequestReader(path: TraceFiles.path("block/" + real.file))
    expect(reader.format.name, is: real.format)
    var block = RequestBlock()
    var count = 0
    while try reader.fill(&block) { count += block.count }
    expect(count, is: real.requests)
    expect(reader.objectCount, is: real.objects)
    expect(reader.issues.malformedCount, is: 0)
  }

  @Test(.enabled(if: TraceFiles.exists("block/cloudPhysicsIO.csv"), "\(TraceFile.absence)"))
  func fourFormatsOfOneTraceTellTheSameKeys() throws {
    let names = ["csv", "txt", "vscsi", "oracleGeneral.bin"]
    let blocks = try names.map { try Self.block("block/cloudPhysicsIO.\($0)", columns: .all) }
    for block in blocks.dropFirst() {
      let isSame = block.keys == blocks[0].keys
      expect(isSame)
    }
    let hasSameSizes = blocks[0].sizes == blocks[2].sizes
    expect(hasSameSizes)
    expect(Self.sizeChanges(blocks[0]), is: 16_469)
    expect(Self.sizeChanges(blocks[3]), is: 0)
    let hasSameTimes = blocks[0].times == blocks[3].times
    expect(hasSameTimes)
    expect(zip(blocks[2].times, blocks[3].times).allSatisfy { abs($0 - $1) <= 1_000_000_000 })
    let isRight = blocks[3].nextAccesses == Self.nextAccesses(blocks[3].keys)
    expect(isRight)
    expect(blocks[0].operations.count, is: blocks[2].operations.count)
  }

  @Test(
    .enabled(if: TraceFiles.exists("block/twitter_cluster52_first250k.csv"), "\(TraceFile.absence)")
  )
  func aNextAccessBeyondACutTraceIsNever() throws {
    let block = try Self.block("block/twitter_cluster52_first250k.csv", columns: .all)
    let isRight = block.nextAccesses == Self.nextAccesses(block.keys)
    expect(isRight)
  }

  static func block(_ path: String, columns: RequestColumns) throws -> RequestBlock {
    var reader = try RequestReader(
      path: TraceFiles.path(path), options: RequestOptions(columns: columns))
    var block = RequestBlock()
    _ = try reader.fill(&block)
    return block
  }

  /// The index of the next request for the same object, found from the end.
  static func nextAccesses(_ keys: [ObjectKey]) -> [Int64] {
    var next = [Int64](repeating: .max, count: keys.count)
    var last: [ObjectKey: Int64] = [:]
    for index in keys.indices.reversed() {
      next[index] = last.updateValue(Int64(index), forKey: keys[index]) ?? .max
    }
    return next
  }

  /// How often a request has another size than the one before for the same object.
  private static func sizeChanges(_ block: RequestBlock) -> Int {
    var last: [ObjectKey: Int64] = [:]
    return zip(block.keys, block.sizes).count { key, size in
      last.updateValue(size, forKey: key).map { $0 != size } ?? false
    }
  }
}
