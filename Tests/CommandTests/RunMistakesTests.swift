internal import Foundation
internal import Testing

/// A run that cannot be: the exit status says why, standard error says where, and nothing is left.
@Suite struct RunMistakesTests {
  @Test func anUnknownScenarioIsReportedWithTheNearestName() async throws {
    let folder = try Folder()
    let ended = try await Program.run("run", "twiter", in: folder)
    #expect(ended.status == 66)
    #expect(
      ended.notes == [
        "error: no scenario 'twiter': there is no such file, and no bundled scenario of that name "
          + "(did you mean 'twitter'?)"
      ])
    #expect(ended.output == "")
    #expect(try folder.names() == [])
  }

  @Test func anUnknownNetworkIsReportedAtTheFlag() async throws {
    let folder = try Folder()
    let ended = try await Program.run("run", "menus", "--networks", "wifi,wify", in: folder)
    #expect(ended.status == 64)
    #expect(
      ended.notes.first
        == "Error: --networks: unknown network 'wify' (did you mean 'wifi'?)")
    #expect(try folder.names() == [])
  }

  @Test func aMissingPathIsNoBundledScenario() async throws {
    let folder = try Folder()
    let ended = try await Program.run("run", "other/twitter.json", in: folder)
    #expect(ended.status == 66)
    #expect(ended.notes.count == 1)
    #expect(ended.notes.first?.hasPrefix("error: no scenario 'other/twitter.json'") == true)
  }

  @Test func allMistakesOfAScenarioAreReportedAtOnce() async throws {
    let folder = try Folder()
    let text = """
      {
        "question": "Who waits?",
        "devices": 0,
        "durration": "2d",
        "workload": {"name": "timelins"},
        "strategies": [
          {"name": "on-demand", "settings": {"staleAfter": "soon"}},
          {"name": "on-demand"}, {"name": "preache"}
        ]
      }
      """
    try folder.write(text, to: "wrong.json")
    let ended = try await Program.run("run", "wrong.json", in: folder)
    #expect(ended.status == 65)
    #expect(ended.output == "")
    #expect(
      ended.notes == [
        "wrong.json:3:14: devices: expected 1 to 1000000, found 0",
        "wrong.json:4:3: durration: unknown setting 'durration' (did you mean 'duration'?)",
        "wrong.json:5:24: workload.name: unknown workload 'timelins' (did you mean 'timelines'?)",
        "wrong.json:7:54: strategies[0].settings.staleAfter: expected a length of time such as "
          + "\"15m\" or \"150ms\", \"0s\" to \"3650d\" or null, found the text \"soon\"",
        "wrong.json:8:37: strategies[2].name: unknown strategy 'preache' "
          + "(did you mean 'pre-cache'?)",
      ])
    #expect(try folder.names() == ["wrong.json"])
  }

  @Test func aSyntaxErrorIsReportedWithItsPlace() async throws {
    let folder = try Folder()
    try folder.write("{\n  \"question\": \"ä?\", }\n", to: "wrong.json")
    let ended = try await Program.run("run", "wrong.json", in: folder)
    #expect(ended.status == 65)
    #expect(ended.notes == ["wrong.json:2:21: expected a name in double quotes, found '}'"])
    #expect(try folder.names() == ["wrong.json"])
  }

  @Test(arguments: [
    ("missing.log", nil, 66), ("missing.har", nil, 66), ("empty.har", "", 65),
    ("broken.har", #"{"log": {"entries": ["#, 65), ("other.har", #"{"rows": []}"#, 65),
    ("empty.log", "", 65), ("prose.log", "Once upon a time\nthere was a log.\n", 65),
  ])
  func aTraceThatIsMissingOrWrongIsReported(name: String, text: String?, status: Int32) async throws
  {
    let folder = try Folder()
    if let text { try folder.write(text, to: name) }
    let ended = try await Program.run("run", "access-log", "--trace", name, in: folder)
    #expect(ended.status == status)
    #expect(ended.notes.contains { $0.hasPrefix("error: ") && $0.contains(name) })
    #expect(ended.output == "")
    #expect(!folder.exists("Reports"))
  }

  @Test(arguments: ["taken", "taken/below"])
  func aFileInTheFoldersPlaceIsReported(output: String) async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    try folder.write("mine", to: "taken")
    let ended = try await Program.run("run", "small.json", "--output", output, in: folder)
    #expect(ended.status == 74)
    #expect(ended.notes.count == 1)
    #expect(ended.notes.first?.contains("taken") == true)
    #expect(try folder.text("taken") == "mine")
    #expect(try folder.names() == ["small.json", "taken"])
  }

  @Test(arguments: [
    ["run", "small.json", "--jobs", "0"], ["run", "small.json", "--jobs", "many"],
    ["run", "small.json", "--colour"], ["run", "small.json", "--color", "red"], ["run"],
    ["run", "small.json", "--output", ""], ["run", "small.json", "--output", "/"],
    ["run", "small.json", "--output", "."], ["run", "small.json", "--output", "x/../.."], ["walk"],
    ["list", "everything"], ["list", "metrics", "--format", "xml"], ["describe", "nothing"],
  ])
  func aCommandThatIsNotUnderstoodIsReported(arguments: [String]) async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(), to: "small.json")
    let ended = try await Program(arguments: arguments, folder: folder).run()
    #expect(ended.status == 64)
    #expect(ended.output == "")
    #expect(ended.notes.first?.lowercased().hasPrefix("error: ") == true)
    #expect(try folder.names() == ["small.json"])
  }
}
