internal import CacheWorkloads
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@Suite struct TraceCommandTests {
  private static let rows = "time,id,size,op\n1,a,10,get\n2,b,20,set\n3,a,10,get\n65,c,5,get\n"

  private static func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(rows, to: "t.csv")
    return folder
  }

  /// The counts are those of the rows that are written.
  @Test func aSampleReportsItsCounts() async throws {
    let folder = try Folder()
    let made = try await Program.run(
      "trace", "generate", "--set", "requests=400", "--set", "objects=40", "--output", "t.csv",
      in: folder)
    expect(made.status, is: 0)
    let all = Set(try folder.text("t.csv").split(separator: "\n").dropFirst()).count
    for unit in ["object", "request"] {
      let ended = try await Program.run(
        "trace", "sample", "t.csv", "--rate", "0.4", "--by", unit, in: folder)
      let rows = ended.output.split(separator: "\n").dropFirst()
      expect((1..<400).contains(rows.count))
      expect(
        ended.notes,
        is: [
          "sampled \(Set(rows).count) of \(all) objects, \(rows.count) of 400 requests"
        ])
      let quiet = try await Program.run(
        "trace", "sample", "t.csv", "--rate", "0.4", "--by", unit, "--quiet", in: folder)
      expect(quiet.notes == [] && quiet.output == ended.output)
    }
  }

  @Test func statisticsAreTheSameAsTextAndAsJSON() async throws {
    let folder = try Self.folder()
    let text = try await Program.run("trace", "stats", "t.csv", in: folder)
    expect(text.status, is: 0)
    let lines = text.output.split(separator: "\n").map { $0.split(separator: " ") }
    expect(lines.contains(["requests", "4"]) && lines.contains(["objects", "3"]))
    expect(lines.contains(["duration", "64", "s"]))
    let ended = try await Program.run("trace", "stats", "t.csv", "--format", "json", in: folder)
    let json = try JSON.parse(Array(ended.output.utf8))
    expect(json["requests"]?.integer == 4 && json["footprint_bytes"]?.integer == 35)
    expect(json["one_hit_ratio"]?.real, is: 2.0 / 3)
    expect(json["stack_distance_objects"]?["mean"]?.real, is: 2)
  }

  @Test(arguments: TraceFormat.catalog.names) func everyFormatIsDescribed(name: String) async throws
  {
    let ended = try await Program.run("describe", name, in: try Folder())
    expect(ended.status, is: 0)
    expect(ended.output.contains("\(name) (trace format)"))
  }
}
