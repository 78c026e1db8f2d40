internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// Compressed traces; a program that is not installed is no failure.
@Suite struct CompressionTests {
  /// The compressions whose programs are there.
  static let present = Compression.allCases.filter { (try? pack([1], $0)) != nil }

  @Test(arguments: present, [0, 1, 100, 3_000_000]) func expandedBytesAreTheSame(
    compression: Compression, count: Int
  ) throws {
    let bytes = Self.noise(count)
    try TraceFiles.with(try Self.pack(bytes, compression)) { path in
      let contents = try ByteReader.contents(of: path, limit: 1 << 30)
      expect(contents, is: bytes)
    }
  }

  @Test(arguments: present, FormatSample.all) func everyFormatMayBeCompressed(
    compression: Compression, sample: FormatSample
  ) throws {
    let packed = try Self.pack(sample.bytes, compression)
    let block = try TraceText.read(packed, columns: .all, format: sample.format)
    expect(block.equals(sample.block))
  }

  @Test(arguments: present, [1, 9, 100_000]) func dataThatAreCutOffAreAnError(
    compression: Compression, missing: Int
  ) throws {
    let packed = try Self.pack(Self.numbers, compression)
    let error = try TraceText.error(Array(packed.dropLast(missing)), format: "ids")
    expect(error.reason, is: .malformed)
    expect(error.message.hasPrefix("the data are damaged or cut off"))
  }

  @Test(arguments: present) func damagedDataAreAnError(compression: Compression) throws {
    var packed = try Self.pack(Self.numbers, compression)
    for place in stride(from: packed.count / 2, to: packed.count / 2 + 64, by: 1) {
      packed[place] ^= 0x55
    }
    try expect(TraceText.error(packed, format: "ids").reason, is: .malformed)
  }

  @Test(arguments: present) func aReaderThatIsLetGoLeavesNoProgramBehind(
    compression: Compression
  ) throws {
    let packed = try Self.pack(Self.noise(3_000_000), compression)
    try TraceFiles.with(packed) { path in
      for _ in 0..<20 {
        var reader = try ByteReader(path: path)
        try expect(reader.peek(1_000).count, is: 1_000)
      }
    }
  }

  /// Lines of numbers that compress badly.
  private static let numbers: [UInt8] = {
    var random = SeededGenerator(seed: 3, purpose: .workload)
    return (0..<60_000).flatMap { _ in "\(random.next())\n".utf8 }
  }()

  private static func noise(_ count: Int) -> [UInt8] {
    var random = SeededGenerator(seed: 4, purpose: .workload)
    return (0..<count).map { UInt8(truncatingIfNeeded: $0 % 7 == 0 ? random.next() : 5) }
  }

  struct NotInstalled: Error {}

  /// The bytes as the compression's program packs them.
  static func pack(_ bytes: [UInt8], _ compression: Compression) throws -> [UInt8] {
    guard let child = ChildProcess([compression.rawValue, "-c"], input: nil) else {
      throw NotInstalled()
    }
    var packed: [UInt8] = []
    var waiting = bytes[...]
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      while !child.hasOutput(whileFeedingIsPossible: true) {
        if let sent = waiting.isEmpty ? nil : child.send(Array(waiting.prefix(1 << 16))) {
          waiting = waiting.dropFirst(sent)
        } else {
          child.endInput()
        }
      }
      let limit = buffer.count
      let count = buffer.withUnsafeMutableBytes {
        $0.baseAddress.map { child.read(into: $0, limit: limit) } ?? 0
      }
      if count <= 0 { break }
      packed += buffer.prefix(count)
    }
    try #require(child.end().status == 0)
    return packed
  }
}
