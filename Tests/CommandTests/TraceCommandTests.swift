internal import CacheWorkloads
internal import Foundation
internal import SimCore
internal import Testing

@Suite struct TraceCommandTests {
  private static let rows = "time,id,size,op\n1,a,10,get\n2,b,20,set\n3,a,10,get\n65,c,5,get\n"

  private static func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(rows, to: "t.csv")
    return folder
  }

  @Test func headPrintsTheFirstRequests() async throws {
    let folder = try Self.folder()
    let ended = try await Program.run("trace", "head", "2", "t.csv", in: folder)
    #expect(ended.status == 0 && ended.notes == [])
    #expect(ended.output == "time,id,size,op\n1,a,10,get\n2,b,20,set\n")
    let lines = try await Program.run(
      "trace", "head", "1", "t.csv", "--format", "jsonl", in: folder)
    #expect(lines.output == #"{"time":1,"id":"a","size":10,"op":"get"}"# + "\n")
  }

  @Test(arguments: ["cat t.csv", "gzip -c t.csv", "cat t.csv | gzip -c | cat"])
  func standardInputIsRead(source: String) async throws {
    let folder = try Self.folder()
    let script = "\(source) | \"$0\" trace convert - --to csv"
    let program = Program(
      arguments: ["-c", script, Program.file.path], folder: folder,
      executable: URL(filePath: "/bin/sh"))
    let ended = try await program.run()
    #expect(ended.status == 0 && ended.output == Self.rows)
  }

  @Test func aPipeThatBreaksOffIsAnError() async throws {
    let folder = try Self.folder()
    let script =
      "i=0; while [ $i -lt 2000 ]; do echo $i$i$i; i=$((i+1)); done | gzip -c | head -c 3000 "
      + "| \"$0\" trace stats - --trace-format ids"
    let ended = try await Program(
      arguments: ["-c", script, Program.file.path], folder: folder,
      executable: URL(filePath: "/bin/sh")
    ).run()
    #expect(ended.status == 65 && ended.output == "")
    #expect(ended.notes.first?.hasPrefix("error: -: the data are damaged or cut off") == true)
  }

  @Test func recordsAreWrittenAndReadBack() async throws {
    let folder = try Self.folder()
    let made = try await Program.run(
      "trace", "convert", "t.csv", "--output", "t.oracleGeneral.bin", in: folder)
    #expect(made.status == 0 && made.notes == ["4 requests are in t.oracleGeneral.bin"])
    let back = try await Program.run("trace", "convert", "t.oracleGeneral.bin", in: folder)
    #expect(
      back.output == "time,id,size,next\n1,0,10,3\n2,1,20,-1\n3,0,10,-1\n65,2,5,-1\n")
    let check = try await Program.run(
      "trace", "check", "t.oracleGeneral.bin", "--format", "json", in: folder)
    let json = try JSON.parse(Array(check.output.utf8))
    #expect(json["requests"]?.integer == 4 && json["wrong_next"]?.integer == 0)
  }

  @Test(arguments: [
    (["--op", "set"], "2,b,20,set\n"), (["--after", "2s", "--before", "1m"], "3,a,10,get\n"),
    (["--key", "a", "--limit", "1"], "1,a,10,get\n"), (["--max-size", "5"], "65,c,5,get\n"),
    (["--min-size", "11 B"], "2,b,20,set\n"), (["--key", "z"], ""),
  ])
  func aFilterKeepsWhatMeetsItsConditions(flags: [String], rows: String) async throws {
    let folder = try Self.folder()
    let ended = try await Program(
      arguments: ["trace", "filter", "t.csv"] + flags, folder: folder
    ).run()
    #expect(ended.status == 0)
    #expect(ended.output == "time,id,size,op\n" + rows)
  }

  @Test func aSampleOfAllIsAll() async throws {
    let folder = try Self.folder()
    for unit in ["object", "request"] {
      let ended = try await Program.run(
        "trace", "sample", "t.csv", "--rate", "1", "--by", unit, in: folder)
      #expect(ended.output == Self.rows)
      #expect(ended.notes == ["sampled 3 of 3 objects, 4 of 4 requests"])
    }
  }

  /// The counts are those of the rows that are written.
  @Test func aSampleReportsItsCounts() async throws {
    let folder = try Folder()
    let made = try await Program.run(
      "trace", "generate", "--set", "requests=400", "--set", "objects=40", "--output", "t.csv",
      in: folder)
    #expect(made.status == 0)
    let all = Set(try folder.text("t.csv").split(separator: "\n").dropFirst()).count
    for unit in ["object", "request"] {
      let ended = try await Program.run(
        "trace", "sample", "t.csv", "--rate", "0.4", "--by", unit, in: folder)
      let rows = ended.output.split(separator: "\n").dropFirst()
      #expect((1..<400).contains(rows.count))
      #expect(
        ended.notes == [
          "sampled \(Set(rows).count) of \(all) objects, \(rows.count) of 400 requests"
        ])
      let quiet = try await Program.run(
        "trace", "sample", "t.csv", "--rate", "0.4", "--by", unit, "--quiet", in: folder)
      #expect(quiet.notes == [] && quiet.output == ended.output)
    }
  }

  @Test func aMadeTraceIsTheSameEachTime() async throws {
    let folder = try Folder()
    let arguments = [
      "trace", "generate", "--set", "requests=500", "--set", "objects=40", "--set",
      "sizes=lognormal", "--set", "rate=5", "--seed", "7",
    ]
    let first = try await Program(arguments: arguments, folder: folder).run()
    let second = try await Program(arguments: arguments, folder: folder).run()
    #expect(first.status == 0 && first.output == second.output)
    #expect(first.output.split(separator: "\n").count == 501)
  }

  @Test func statisticsAreTheSameAsTextAndAsJSON() async throws {
    let folder = try Self.folder()
    let text = try await Program.run("trace", "stats", "t.csv", in: folder)
    #expect(text.status == 0)
    let lines = text.output.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.contains(["requests", "4"]) && lines.contains(["objects", "3"]))
    #expect(lines.contains(["duration", "64", "s"]))
    let ended = try await Program.run("trace", "stats", "t.csv", "--format", "json", in: folder)
    let json = try JSON.parse(Array(ended.output.utf8))
    #expect(json["requests"]?.integer == 4 && json["footprint_bytes"]?.integer == 35)
    #expect(json["one_hit_ratio"]?.real == 2.0 / 3)
    #expect(json["stack_distance_objects"]?["mean"]?.real == 2)
  }

  @Test func checkReportsEveryMalformedLine() async throws {
    let folder = try Self.folder()
    try folder.write("id,size\na,1\nb,x\nc\na,2\nd,0\n", to: "bad.csv")
    let ended = try await Program.run("trace", "check", "bad.csv", "--format", "json", in: folder)
    #expect(ended.status == 65)
    let json = try JSON.parse(Array(ended.output.utf8))
    #expect(json["malformed"]?.integer == 2 && json["empty"]?.integer == 1)
    #expect(json["size_changes"]?.integer == 1)
    #expect((json["examples"]?.elements ?? []).map { $0["position"]?.integer } == [3, 4])
    #expect(try await Program.run("trace", "check", "t.csv", in: folder).status == 0)
  }

  @Test(arguments: [
    (["head", "1", "none.csv"], 66, "error: none.csv: there is no such file"),
    (["head", "1", "bad.csv"], 65, "error: bad.csv:2: the size is no whole number"),
    (["head", "0", "t.csv"], 64, "Error: the number of requests: expected 1 to 2000000"),
    (["stats", "t.csv", "--trace-format", "cvs"], 64, "(did you mean 'csv'?)"),
    (["stats", "t.csv", "--trace-setting", "id=x"], 64, "name the format too"),
    (
      ["stats", "t.csv", "--trace-format", "csv", "--trace-setting", "idd=x"], 64,
      "unknown setting 'idd' (did you mean 'id'?)"
    ),
    (
      ["stats", "t.csv", "--trace-format", "csv", "--trace-setting", "id=x"], 65,
      "there is no column 'x'"
    ),
    (["convert", "t.csv", "--to", "oracle-general"], 64, "name one with --output"),
    (["convert", "t.csv", "--to", "cvs"], 64, "did you mean 'csv'?"),
    (["convert", "t.csv", "--output", "no/where.csv"], 74, "error: no/where.csv: cannot be"),
    (["filter", "t.csv"], 64, "name at least one condition"),
    (["filter", "t.csv", "--tenant", "x"], 65, "the trace has no tenants"),
    (["sample", "t.csv", "--rate", "0"], 64, "expected a share above 0"),
    (["generate", "--set", "zip=1"], 64, "unknown setting 'zip' (did you mean 'zipf'?)"),
    (
      ["generate", "--set", "loopShare=0.7", "--set", "oneHitShare=0.7"], 64,
      "at most 1 together"
    ),
    (["stats", "empty.csv"], 65, "there are no requests in it"),
  ])
  func mistakesAreReported(arguments: [String], status: Int32, words: String) async throws {
    let folder = try Self.folder()
    try folder.write("id,size\na,x\n", to: "bad.csv")
    try folder.write("", to: "empty.csv")
    let ended = try await Program(arguments: ["trace"] + arguments, folder: folder).run()
    #expect(ended.status == status)
    #expect(ended.output == "")
    #expect(ended.notes.contains { $0.contains(words) }, "\(ended.notes)")
  }

  @Test(arguments: ["stats", "head", "convert", "filter", "sample", "generate", "check"])
  func everyPartGivesAnExample(part: String) async throws {
    let ended = try await Program.run("trace", part, "--help", in: try Folder())
    #expect(ended.status == 0)
    #expect(ended.output.contains("  cachesim trace \(part)"))
  }

  @Test(arguments: TraceFormat.catalog.names) func everyFormatIsDescribed(name: String) async throws
  {
    let ended = try await Program.run("describe", name, in: try Folder())
    #expect(ended.status == 0)
    #expect(ended.output.contains("\(name) (trace format)"))
  }
}
