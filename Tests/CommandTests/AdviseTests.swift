internal import SimCore
internal import Testing

/// Advice through the program.
@Suite struct AdviseTests {
  @Test(arguments: ["text", "markdown", "json"]) func adviceHasThreeForms(
    format: String
  ) async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "s.json")
    let ended = try await Program.run("advise", "s.json", "--format", format, in: folder)
    #expect(ended.status == 0 && ended.notes == [])
    #expect(ended.output.contains("Who waits?"))
    #expect(ended.output.contains("pre-cache") && ended.output.contains("download-manager"))
    if format == "json" { #expect(throws: Never.self) { try JSON.parse(Array(ended.output.utf8)) } }
    // Advice is an answer, not a report: it leaves nothing behind.
    #expect(try folder.names() == ["s.json"])
  }

  @Test func equalQuestionsHaveEqualAdvice() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(seeds: "[1, 2]"), to: "s.json")
    let one = try await Program.run("advise", "s.json", "--jobs", "1", in: folder)
    let two = try await Program.run("advise", "s.json", "--jobs", "2", in: folder)
    #expect(one.status == 0 && one.output == two.output)
  }

  @Test(
    arguments: [
      (["advise", "twiter"], 66), (["advise"], 64), (["advise", "s.json", "--format", "xml"], 64),
      (["advise", "access-log", "--trace", "none.log"], 66), (["advise", "wrong.json"], 65),
    ] as [([String], Int32)])
  func mistakesAreReported(arguments: [String], status: Int32) async throws {
    let folder = try Folder()
    try folder.write("{}", to: "wrong.json")
    let ended = try await Program(arguments: arguments, folder: folder).run()
    #expect(ended.status == status)
    #expect(ended.output == "" && !ended.notes.isEmpty)
  }
}
