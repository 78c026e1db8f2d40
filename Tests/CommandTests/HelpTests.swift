internal import Experiments
internal import Testing

@Suite struct HelpTests {
  @Test func theHelpListsHowTheCommandEnds() async throws {
    let ended = try await Program.run("--help", in: try Folder())
    #expect(ended.status == 0)
    let lines = ended.output.split(separator: "\n")
    for status in ["0", "1", "2", "64", "65", "66", "69", "74", "130"] {
      #expect(lines.contains { $0.hasPrefix("  \(status) ") }, "\(status)")
    }
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(!ended.output.contains("\u{1B}"))
  }

  @Test(arguments: [
    "init", "run", "sweep", "merge", "advise", "explain", "compare", "baseline", "replay", "mrc",
    "list",
    "describe", "schema", "http-check", "live", "serve", "drive",
  ])
  func everyCommandGivesAnExample(command: String) async throws {
    let ended = try await Program.run(command, "--help", in: try Folder())
    #expect(ended.status == 0)
    #expect(ended.output.contains("  cachesim \(command)"))
  }

  @Test func theVersionIsThatOfTheReports() async throws {
    let ended = try await Program.run("--version", in: try Folder())
    #expect(ended.status == 0)
    // A build by `make` says its commit, too.
    let words = ended.output.split(whereSeparator: \.isWhitespace)
    #expect(words.first.map(String.init) == ProgramVersion.text)
    #expect(words.count <= 2 && ended.output.hasSuffix("\n"))
  }
}
