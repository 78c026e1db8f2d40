internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

@Suite struct TraceShardTests {
  /// Numbers, texts and rows, read in one step and in two.
  @Test(arguments: ["ids", "texts", "id,size,time\n"], [true, false])
  func eachRequestBelongsToOneShard(kind: String, isWhole: Bool) throws {
    var random = SeededGenerator(seed: 3, purpose: .workload)
    let objects = (0..<40_000).map { _ in random.index(below: 500) }
    let isTable = kind.hasSuffix("\n")
    let lines = objects.enumerated().map { index, object in
      isTable ? "\(object),\(object + 1),\(7 + index)" : kind == "ids" ? "\(object)" : "o \(object)"
    }
    let text = (isTable ? kind : "") + lines.joined(separator: "\n") + "\n"
    try TraceFiles.with(Array(text.utf8), ending: isTable ? "csv" : "ids") { path in
      var (requests, objectCount) = (0, 0)
      var sizes: [Int64] = []
      for number in 1...3 {
        let read = try Self.read(path, try #require(TraceShard("\(number)/3")), isWhole)
        requests += read.block.count
        objectCount += read.objects
        // Dense, in order of appearance.
        expect(Set(read.block.keys).count, is: read.objects)
        expect(read.block.keys.max().map(Int.init), is: read.objects - 1)
        expect(read.block.times.allSatisfy { $0 < 40_000 * 1_000_000_000 })
        sizes += read.block.sizes
      }
      expect(requests, is: objects.count)
      expect(objectCount, is: Set(objects).count)
      expect(!isTable || sizes.sorted() == objects.map { Int64($0 + 1) }.sorted())
    }
  }

  @Test func capacitiesAddUp() {
    for count in [1, 2, 7, 1_000] {
      let parts = (1...count).compactMap { TraceShard("\($0)/\(count)") }
      expect(parts.count, is: count)
      for capacity in [0, 1, 999, 12_345, Int64.max] {
        let shares = parts.map { $0.part(of: Bytes(capacity)).count }
        expect(shares.reduce(0, +), is: capacity)
        expect((shares.max() ?? 0) - (shares.min() ?? 0) <= 1)
      }
    }
  }

  @Test(arguments: ["", "1", "0/2", "3/2", "1/0", "1/65537", "1/2/3", "a/2", "-1/2", "1/"])
  func whatIsNoShardIsNotRead(text: String) {
    expect(TraceShard(text) == nil)
  }

  /// All requests of a shard, in blocks of a thousand, and how many objects they are for.
  private static func read(
    _ path: String, _ shard: TraceShard, _ isWhole: Bool
  ) throws -> (block: RequestBlock, objects: Int) {
    var options = RequestOptions()
    options.shard = shard
    options.blockLength = 1_000
    options.givesKeys = isWhole
    var reader = try RequestReader(path: path, options: options)
    var interner = KeyInterner()
    var all = RequestBlock()
    while true {
      var (block, decoded) = (RequestBlock(), UnnumberedBlock())
      if isWhole {
        guard try reader.fill(&block) else { break }
      } else {
        guard try reader.fill(&decoded) else { break }
        block = decoded.block
        decoded.append(keysFrom: &interner, to: &block.keys)
      }
      all.keys += block.keys
      all.sizes += block.sizes
      all.times += block.times
    }
    return (all, isWhole ? reader.objectCount : interner.count)
  }
}
