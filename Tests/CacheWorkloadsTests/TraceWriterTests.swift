internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

/// What is written says the same when it is read.
@Suite struct TraceWriterTests {
  @Test(arguments: 0..<12, [TraceForm.csv, .jsonl]) func rowsAndLinesComeBackAsTheyWere(
    seed: UInt64, form: TraceForm
  ) throws {
    let trace = RandomTrace(seed: seed)
    try TraceFiles.with(Array(trace.text.utf8)) { source in
      let first = try Self.read(source, columns: .all)
      let copy = source + ".copy"
      defer { TraceFiles.remove(copy) }
      try Self.write(first, to: copy, form)
      let second = try Self.read(copy, columns: .all)
      expect(second.block.equals(first.block))
      expect(second.objects, is: first.objects)
      expect(second.names.operations, is: first.names.operations)
      expect(second.names.tenants, is: first.names.tenants)
      expect(second.names.startTime, is: first.names.startTime)
    }
  }

  @Test(arguments: 0..<12) func recordsComeBackWithTheirNextAccesses(seed: UInt64) throws {
    let trace = RandomTrace(seed: seed)
    try TraceFiles.with(Array(trace.text.utf8)) { source in
      let first = try Self.read(source, columns: .onePass)
      let copy = source + ".copy"
      defer { TraceFiles.remove(copy) }
      try Self.write(first, to: copy, .oracleGeneral)
      let second = try Self.read(copy, columns: .all, format: "oracle-general")
      expect(second.block.keys, is: first.block.keys)
      expect(
        second.block.sizes,
        is: first.block.sizes.isEmpty
          ? first.block.keys.map { _ in 1 } : first.block.sizes)
      expect(second.block.nextAccesses, is: RealRequestTests.nextAccesses(first.block.keys))
      try expect(TraceFormat.detected(by: Self.sample(copy), path: "x").name, is: "oracle-general")
    }
  }

  private static func unfinished(_ path: String) -> [String] {
    UnfinishedEntry.names(beside: path, ending: UnfinishedEntry.ending)
  }

  @Test func aFileGetsItsNameWhenItIsWhole() throws {
    try TraceFiles.with([]) { source in
      let path = source + ".made"
      do {
        var writer = try TraceWriter(path: path, form: .ids)
        try writer.write(RequestBlock(), RequestNames())
        expect(!TraceFiles.isThere(path) && Self.unfinished(path).count == 1)
      }
      expect(!TraceFiles.isThere(path) && Self.unfinished(path) == [])
    }
  }

  @Test func whatCannotBeWrittenIsToldWithItsPath() throws {
    let error = #expect(throws: InputError.self) {
      _ = try TraceWriter(path: "/nowhere/x.csv", form: .csv)
    }
    expect(error?.reason == .unwritable && error?.place == "/nowhere/x.csv")
    let standard = #expect(throws: InputError.self) {
      _ = try TraceWriter(path: "-", form: .oracleGeneral)
    }
    expect(standard?.reason, is: .unwritable)
  }

  @Test func aSizeBeyondFourBytesDoesNotFitARecord() throws {
    var block = RequestBlock()
    block.keys = [0]
    block.sizes = [1 << 32]
    try TraceFiles.with([]) { source in
      var writer = try TraceWriter(path: source + ".made", form: .oracleGeneral)
      var message = ""
      do throws(InputError) {
        try writer.write(block, RequestNames(identifiers: [7]))
      } catch {
        message = error.message
      }
      expect(message.hasPrefix("request 1 has a size of 4294967296 bytes"))
    }
  }

  struct Read {
    var block: RequestBlock
    var names: RequestNames
    var objects: [ObjectName]
  }

  private static func read(
    _ path: String, columns: RequestColumns, format: String? = nil
  ) throws -> Read {
    var options = RequestOptions(columns: columns)
    options.keepsNames = true
    var reader = try RequestReader(
      path: path, format: format.flatMap(TraceFormat.named), options: options)
    var block = RequestBlock()
    _ = try reader.fill(&block)
    let names = reader.names
    return Read(
      block: block, names: names,
      objects: (0..<ObjectKey(names.objectCount)).map { names.object($0) })
  }

  private static func write(_ trace: Read, to path: String, _ form: TraceForm) throws {
    var writer = try TraceWriter(path: path, form: form, hiding: NameHiding(.nothing))
    try writer.write(trace.block, trace.names)
    try writer.finish()
  }

  private static func sample(_ path: String) throws -> TraceSample {
    var reader = try ByteReader(path: path)
    return TraceSample(try reader.peek(TraceSample.length))
  }
}

/// A trace whose columns and values are chosen by chance.
struct RandomTrace {
  let text: String

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    let names = ["time", "size", "op", "ttl", "cost", "tenant"].filter { _ in random.chance(0.6) }
    let isText = random.chance(0.5)
    var lines = [(["id"] + names).joined(separator: ",")]
    var time = random.index(below: 1_000_000)
    for _ in 0..<(1 + random.index(below: 200)) {
      let object = random.index(below: 30)
      time += random.index(below: 3)
      let fields = names.map { name in
        switch name {
        case "time": "\(time).\(random.index(below: 10))5"
        case "size": "\(1 + random.index(below: 10_000))"
        case "op": ["get", "\"a,b\"", "set"][random.index(below: 3)]
        case "ttl": ["0", "60", "0.125"][random.index(below: 3)]
        case "cost": "\(Double(random.index(below: 100)) / 8)"
        default: ["\"q\"\"x\"", "b", "c d"][random.index(below: 3)]
        }
      }
      let id = isText ? "\"o,\"\"\(object)\"" : "\(UInt64.max - UInt64(object))"
      lines.append(([id] + fields).joined(separator: ","))
    }
    text = lines.joined(separator: "\n") + "\n"
  }
}
