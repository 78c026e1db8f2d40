extension Attack {
  private static let ids = Array("a\nb\na\nc\n".utf8)

  /// A command line beside a good trace.
  private static func trace(
    _ arguments: String..., status: Int32 = 64, says: String...
  ) -> Attack {
    Attack(
      name: arguments.joined(separator: " "), arguments: arguments, files: ["ids.txt": ids],
      status: status, says: says)
  }

  /// A file that is no trace, or a broken one.
  private static func broken(
    _ file: String, _ bytes: [UInt8], format: String? = nil, status: Int32 = 65, says: String...
  ) -> Attack {
    Attack(
      name: "replay \(file)",
      arguments: ["replay", file, "--capacity", "10"]
        + (format.map { ["--trace-format", $0] } ?? []),
      files: [file: bytes], status: status, says: [file] + says)
  }

  /// Capacities, policies, spans and seeds that make no sense.
  static let replays: [Attack] = [
    trace("replay", "ids.txt", "--capacity", "0", says: "--capacity", "'0'"),
    trace("replay", "ids.txt", "--capacity", "NaN", says: "--capacity", "'NaN'"),
    trace("replay", "ids.txt", "--capacity", "101%", says: "--capacity", "'101%'"),
    trace("replay", "ids.txt", "--capacity", "1e99", says: "--capacity", "'1e99'"),
    trace("replay", "ids.txt", "--capacity=-5", says: "--capacity", "'-5'"),
    trace("replay", "ids.txt", "--capacity", "", says: "--capacity"),
    trace("replay", "ids.txt", "--capacity", "inf%", says: "--capacity", "'inf%'"),
    trace("replay", "ids.txt", "--capacity", "99999999999999999999", says: "--capacity"),
    trace("replay", "ids.txt", "--policy", "lur", says: "--policy", "lur"),
    trace("replay", "ids.txt", "--policy", "", says: "--policy"),
    trace("replay", "ids.txt", "--policy", "lru:x=1", says: "--policy", "x"),
    trace("replay", "ids.txt", "--warmup", "110%", says: "--warmup", "'110%'"),
    trace("replay", "ids.txt", "--interval", "-1", says: "--interval"),
    trace("replay", "ids.txt", "--ttl", "never", says: "--ttl", "'never'"),
    trace("replay", "ids.txt", "--admission", "sometimes", says: "--admission"),
    trace("replay", "ids.txt", "--trace-format", "xls", says: "--trace-format", "xls"),
    trace("replay", "ids.txt", "--seed", "-1", says: "seed"),
    trace("replay", "ids.txt", "--jobs", "0", says: "--jobs"),
    trace("replay", "ids.txt", "--objects", "-1", says: "objects"),
    trace("replay", "ids.txt", "--output-format", "xml", says: "xml"),
    trace("mrc", "ids.txt", "--rate", "0", says: "--rate"),
    trace("mrc", "ids.txt", "--rate", "NaN", says: "--rate"),
    trace("mrc", "ids.txt", "--rate", "1.5", says: "--rate"),
    trace("mrc", "ids.txt", "--sample", "0", says: "--sample"),
    trace("mrc", "ids.txt", "--points", "1", says: "--points"),
    trace("mrc", "ids.txt", "--points", "1000000000", says: "--points"),
    trace("mrc", "ids.txt", "--every", "--rate", "0.1", says: "--every"),
    trace("mrc", "ids.txt", "--capacity", "-1%", says: "capacity"),
    trace("trace", "head", "0", "ids.txt", says: "number of requests"),
    trace("trace", "head", "999999999999", "ids.txt", says: "number of requests"),
    trace("trace", "filter", "ids.txt", says: "condition"),
    trace("trace", "filter", "ids.txt", "--after", "soon", says: "after"),
    trace("trace", "filter", "ids.txt", "--limit", "0", says: "--limit"),
    trace("trace", "sample", "ids.txt", "--rate", "2", says: "--rate"),
    trace("trace", "convert", "ids.txt", "--to", "xls", says: "xls"),
    trace("trace", "convert", "ids.txt", "--to", "oracle-general", says: "--output"),
    trace("trace", "generate", "--set", "requests=-1", says: "--set", "requests"),
    trace("trace", "generate", "--set", "rate=1e-8", says: "rate", "century", "found 1e-08"),
    trace("trace", "generate", "--set", "rate=1e-300", says: "rate", "century", "found 1e-300"),
    trace("trace", "generate", "--set", "requests=1000000000000", says: "requests", "4000000000"),
    trace("mrc", "ids.txt", "--points", "1000000000", says: "--points", "10000"),
    trace("trace", "generate", "--set", "zipf=NaN", says: "--set", "zipf"),
    trace("trace", "generate", "--set", "nonsense", says: "--set"),
    trace("replay", "no.bin", "--capacity", "1", status: 66, says: "no.bin"),
    trace("trace", "stats", "no.bin", status: 66, says: "no.bin"),
  ]

  /// Traces that are cut off, damaged, or not what they seem.
  static let brokenTraces: [Attack] = [
    broken("empty.txt", []),
    broken("half.txt.gz", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B]),
    broken("mark.gz", [0x1F, 0x8B]),
    broken("half.zst", [0x28, 0xB5, 0x2F, 0xFD, 0x24]),
    broken("odd.oracleGeneral.bin", [UInt8](repeating: 1, count: 25), says: "24"),
    broken("odd.bin", [UInt8](repeating: 7, count: 23), format: "oracle-general"),
    broken("types.csv", Array("time,id,size\n1,a,ten\n".utf8)),
    broken("minus.csv", Array("time,id,size\n1,a,-10\n".utf8)),
    broken("huge.csv", Array("time,id,size\n1,a,99999999999999999999\n".utf8)),
    broken("run.lis", Array("0 4294967296 0 0\n".utf8), says: "run.lis:1", "65536"),
    broken(
      "count.csv", Array("key,key_size,op,size,op_count\na,1,GET,5,1000000000000\n".utf8),
      says: "count.csv:2", "1000000"),
    broken("quote.csv", Array("time,id,size\n1,\"a,10\n".utf8)),
    broken("json.jsonl", Array("{\"id\": \n".utf8)),
    Attack(
      name: "a request trace that is a folder", arguments: ["trace", "stats", "here"],
      obstacle: .folder("here"), status: 74, says: ["here", "folder"]),
  ]

  /// Outputs that cannot be written.
  static let outputs: [Attack] = [
    trace(
      "replay", "ids.txt", "--ignore-size", "--capacity", "2", "--csv", "/dev/full", status: 74,
      says: "/dev/full",
      "No space"),
    trace("mrc", "ids.txt", "--csv", "/dev/full", status: 74, says: "/dev/full", "No space"),
    trace(
      "trace", "convert", "ids.txt", "--to", "ids", "-o", "/dev/full", status: 74, says: "/dev/full"
    ),
    trace("trace", "generate", "-o", "/dev/full", status: 74, says: "/dev/full"),
    trace(
      "trace", "sample", "ids.txt", "--rate", "1", "-o", "/proc/x/y.csv", status: 74,
      says: "/proc"),
    trace(
      "trace", "convert", "ids.txt", "--to", "oracle-general", "-o", "/dev/full", status: 74,
      says: "/dev/full"),
    trace(
      "replay", "ids.txt", "--ignore-size", "--capacity", "2", "--csv", "no/such/x.csv", status: 74,
      says: "no/such/x.csv"),
    trace(
      "replay", "ids.txt", "--ignore-size", "--capacity", "2", "--csv", ".", status: 74,
      says: "folder"),
    trace("mrc", "ids.txt", "--chart", "/proc/charts", status: 74, says: "/proc").answering,
    trace("mrc", "ids.txt", "--chart", "ids.txt", status: 74, says: "ids.txt").answering,
    trace("trace", "stats", "ids.txt", "--charts", "ids.txt/x", status: 74, says: "ids.txt")
      .answering,
    trace("trace", "convert", "ids.txt", "--to", "ids", "-o", ".", status: 74, says: "folder"),
    Attack(
      name: "a pipe without a reader", arguments: ["trace", "convert", "ids.txt", "-o", "pipe"],
      files: ["ids.txt": ids], obstacle: .pipe("pipe"), status: 74,
      says: ["pipe", "no process reads"]),
    Attack(
      name: "a pipe for the answer",
      arguments: ["replay", "ids.txt", "--ignore-size", "--capacity", "2", "--csv", "pipe"],
      files: ["ids.txt": ids], obstacle: .pipe("pipe"), status: 74,
      says: ["pipe", "no process reads"]),
    Attack(
      name: "a baseline on a full disk",
      arguments: ["baseline", "save", "small.json", "--output", "/dev/full"],
      files: ["small.json": Array(SmallScenario.text().utf8)], status: 74, says: ["/dev/full"]),
  ]
}
