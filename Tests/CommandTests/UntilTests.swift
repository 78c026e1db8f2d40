internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheSimCommand

/// `run --until`: seeds until the answer is known.
@Suite struct UntilTests {
  private static func run(_ folder: Folder, _ arguments: [String]) async throws -> Program.Ended {
    try await Program(
      arguments: arguments + ["--no-charts", "--robustness", "off", "--jobs", "2"], folder: folder
    ).run()
  }

  /// The report is that of a run with the seeds that it took, but for its command and the phrase
  /// that says why; and its command gives the same bytes.
  @Test func theReportIsThatOfItsSeeds() async throws {
    let folder = try Folder()
    let caching = #"[{"name": "on-demand"}, {"name": "url-cache"}]"#
    try folder.write(
      SmallScenario.text(seeds: "[4, 2]", duration: "1d", strategies: caching), to: "s.json")
    let until = ["--until", "0.1%", "--at-most-seeds", "7"]
    let ended = try await Self.run(
      folder, ["run", "s.json", "--output", "a", "--decide", "minimise network_requests"] + until)
    expect(ended.status, is: 0, "\(ended.notes)")
    let json = try JSON.parse(Array(folder.text("a/run.json").utf8))
    let seeds = try #require(json["seeds"]?.elements).compactMap { $0.integer.map { Int($0) } }
    expect(seeds == [4, 2, 5, 6, 7, 8, 9] || seeds == [4, 2, 5, 6, 7])
    let end = try #require(json["simulated"]?.elements?[1].string)
    expect(end.hasPrefix("\(seeds.count) seeds, "), "\(end)")
    expect(ended.output.contains("; \(end); "))
    let command = try #require(json["command"]?.string)
    expect(command.contains(" --seeds \(SeedList.text(seeds)) "), "\(command)")

    let words = ShellWord.all(in: command).map { String($0).replacing("'", with: "") }
    let again = try await Program(
      arguments: Array(words.dropFirst()) + ["--no-charts", "--output", "b"], folder: folder
    ).run()
    expect(again.status, is: 0, "\(again.notes)")
    try expect(folder.files(in: "a"), is: folder.files(in: "b"))

    let plain = try await Self.run(
      folder,
      [
        "run", "s.json", "--output", "c", "--decide", "minimise network_requests", "--seeds",
        SeedList.text(seeds),
      ])
    expect(plain.status, is: 0, "\(plain.notes)")
    for file in SmallScenario.tables where file.hasSuffix(".csv") {
      try expect(folder.text("a/\(file)"), is: folder.text("c/\(file)"), "\(file)")
    }
    let page = try folder.text("a/report.md").replacing(#"\_"#, with: "_").split { $0.isWhitespace }
      .joined(separator: " ")
    let other = try folder.text("c/report.md").replacing(#"\_"#, with: "_").split {
      $0.isWhitespace
    }.joined(separator: " ")
    expect(page.contains(" - \(end) - "))
    expect(
      page.replacing(" - \(end)", with: "").replacing(" --until 0.1% --at-most-seeds 7", with: ""),
      is: other)
  }

  @Test func formatsForProgramsTellItBesides() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(seeds: "[1, 2]", duration: "1d"), to: "s.json")
    let ended = try await Self.run(
      folder,
      ["run", "s.json", "--until", "5%", "--at-most-seeds", "2", "--format", "csv"])
    expect(ended.status, is: 0, "\(ended.notes)")
    expect(ended.notes.contains { $0.hasPrefix("note: 2 seeds, ") }, "\(ended.notes)")
    expect(!ended.output.contains("2 seeds, "))
  }

  @Test func wrongOnesAreRefused() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(seeds: "[1, 2, 3]", duration: "1d"), to: "s.json")
    try folder.write(
      SmallScenario.text(more: #" "warmUp": "steady","#), to: "steady.json")
    let share = "--until: expected a share above 0 % and below 100 % such as 5%, found"
    for (options, words) in [
      (["--until", "5"], "\(share) '5'"), (["--until", "0%"], "\(share) '0%'"),
      (["--until", "100%"], "\(share) '100%'"), (["--until=-5%"], "\(share) '-5%'"),
      (["--until", "some%"], "\(share) 'some%'"), (["--until", "0.05"], "\(share) '0.05'"),
      (["--at-most-seeds", "9"], "--at-most-seeds: expected --until beside it"),
      (["--until", "5%", "--at-most-seeds", "0"], "--at-most-seeds: expected 1 to 10000, found 0"),
      (
        ["--until", "5%", "--at-most-seeds", "2"],
        "--at-most-seeds: expected at least the 3 seeds that the run begins with, found 2"
      ),
      (["--until", "5%", "--baseline", "x"], "--until and --baseline: expected one of them"),
    ] {
      let ended = try await Self.run(folder, ["run", "s.json"] + options)
      expect(ended.status, is: 64, "\(options)")
      expect(ended.notes.joined(separator: " ").contains(words), "\(ended.notes)")
    }
    let steady = try await Self.run(folder, ["run", "steady.json", "--until", "5%"])
    expect(steady.status, is: 64)
    expect(steady.notes.joined().contains("--until: expected a warm-up of a time or a share"))
    expect(!folder.exists("Reports"))
  }

  @Test func seedsAreCountedOnFromTheLargest() {
    expect(SeedList.continued([3, 1, 9], to: 6), is: [3, 1, 9, 10, 11, 12])
    expect(SeedList.continued([3, 1], to: 1), is: [3, 1])
    expect(SeedList.continued([.max, 1], to: 5), is: [.max, 1, 0, 2, 3])
  }
}
