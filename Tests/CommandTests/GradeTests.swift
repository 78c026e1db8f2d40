internal import Experiments
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// `cachesim grade`: planted submissions of each assignment, and what they earn.
@Suite struct GradeTests {
  /// A planted submission, and between which points it lies under any seeds.
  struct Planted: Sendable, CustomTestStringConvertible {
    var assignment: String
    var name: String
    var points: ClosedRange<Double>
    var testDescription: String { "\(assignment): \(name)" }
  }

  private static let planted = [
    Planted(assignment: "expiry", name: "good", points: 7...10),
    Planted(assignment: "expiry", name: "eager", points: 3...6.5),
    Planted(assignment: "expiry", name: "lazy", points: 2...4.5),
    Planted(assignment: "headers", name: "good", points: 7...10),
    Planted(assignment: "headers", name: "validates", points: 4...7.5),
    Planted(assignment: "headers", name: "greedy", points: 4...6),
    Planted(assignment: "headers", name: "forbids", points: 2...4),
    Planted(assignment: "ahead", name: "good", points: 6...10),
    Planted(assignment: "ahead", name: "everything", points: 0...5),
    Planted(assignment: "ahead", name: "nothing", points: 1...4.5),
    Planted(assignment: "day", name: "good", points: 9.5...10),
    Planted(assignment: "day", name: "asks-always", points: 5...8),
    Planted(assignment: "day", name: "both-wrong", points: 4...8),
    Planted(assignment: "day", name: "starter", points: 0...5),
  ]

  private static let key = "a key of the tests that has no course"

  private static func path(_ planted: Planted) -> String {
    let place = Checkout.root.appending(path: "Tests/Data/course/\(planted.assignment)")
    return place.appending(
      path: planted.assignment == "day" ? planted.name : planted.name + ".json"
    )
    .path
  }

  private static func graded(_ planted: Planted, isHidden: Bool) async throws -> JSON {
    let ended = try await Program(
      arguments: ["grade", path(planted), "--assignment", planted.assignment, "--format", "json"],
      folder: try Folder(), environment: ["CACHESIM_COURSE_KEY": isHidden ? key : nil]
    ).run()
    expect(ended.status, is: 0, "\(ended.notes)")
    return try JSON.parse(Array(ended.output.utf8))
  }

  @Test(arguments: planted, [false, true])
  func aPlantedSubmissionEarnsWhatItShould(planted: Planted, isHidden: Bool) async throws {
    let json = try await Self.graded(planted, isHidden: isHidden)
    let points = try #require(json["points"]?.real)
    expect(planted.points.contains(points), "\(points): \(json.text)")
    expect(json["most"]?.real, is: 10)
    expect((json["hidden"] == true), is: isHidden && planted.assignment != "day")
  }

  @Test func theKeyAloneDecidesTheSeeds() {
    let seeds = HiddenSeeds.of(Array(Self.key.utf8), for: "expiry")
    expect(Set(seeds).count == 5 && seeds == HiddenSeeds.of(Array(Self.key.utf8), for: "expiry"))
    expect(seeds != HiddenSeeds.of(Array(Self.key.utf8), for: "headers"))
    expect(seeds != HiddenSeeds.of(Array((Self.key + "!").utf8), for: "expiry"))
    expect(seeds.allSatisfy { $0 >= 0 })
  }

  /// Gradescope adds the scores of tests up itself.
  @Test func whatGradescopeReadsAddsUp() async throws {
    let folder = try Folder()
    let ended = try await Program.run(
      "grade", Self.path(Self.planted[0]), "--assignment", "expiry", "--format", "gradescope",
      in: folder)
    expect(ended.status, is: 0, "\(ended.notes)")
    let json = try JSON.parse(Array(ended.output.utf8))
    let tests = try #require(json["tests"]?.elements)
    expect(tests.count, is: 4)
    let sum = tests.reduce(0) { $0 + ($1["score"]?.real ?? 0) }
    expect(abs(sum - (json["score"]?.real ?? -1)) < 0.001)
    expect(tests.reduce(0) { $0 + ($1["max_score"]?.real ?? 0) }, is: 10)
    expect(tests.allSatisfy { ["passed", "failed"].contains($0["status"]?.string) })
  }

  @Test func aClassHasATableAndAPageForEach() async throws {
    let folder = try Folder()
    let paths = Self.planted.filter { $0.assignment == "day" }.map(Self.path)
    let ended = try await Program(
      arguments: ["grade"] + paths + ["--assignment", "day", "--output", "grades"], folder: folder
    ).run()
    expect(ended.status, is: 0, "\(ended.notes)")
    for name in ["good", "asks-always", "both-wrong", "starter"] {
      expect(ended.output.contains(name))
      expect(folder.exists("grades/\(name)/report.html"))
      expect(folder.exists("grades/\(name)/results.json"))
    }
  }

  /// What students begin with can be graded, and is the assignment's own scenario.
  @Test(arguments: Assignment.all.map(\.name))
  func aStarterIsTheAssignments(name: String) async throws {
    let place = Checkout.root.appending(path: "Examples/Course/\(name)")
    let all = try JSON.parse(
      Array(Data(contentsOf: Checkout.root.appending(path: "Data/assignments.json"))))
    let own = try #require(all["assignments"]?.elements?.first { $0["name"]?.string == name })
    let scenario = try JSON.parse(Array(Data(contentsOf: place.appending(path: "\(name).json"))))
    expect(scenario.compact, is: own["scenario"]?.compact)
    let ended = try await Program(
      arguments: ["grade", place.path, "--assignment", name, "--format", "json"],
      folder: try Folder()
    ).run()
    expect(ended.status, is: 0, "\(ended.notes)")
    let points = try JSON.parse(Array(ended.output.utf8))["points"]?.real ?? 10
    expect(points <= 5, "a starter is no solution")
  }
}
