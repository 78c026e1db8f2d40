internal import Experiments
internal import Foundation
internal import TestCases
internal import Testing

/// The command that a run names as the next step works as it is printed, where it is printed.
@Suite struct NextStepTests {
  /// The commands behind "Why: " in a run's output, by their words.
  private static func steps(of output: String) -> [String] {
    output.split(separator: "\n").compactMap { line in
      line.range(of: "Why: ").map { String(line[$0.upperBound...]) }
    }
  }

  /// A command line as a shell takes it.
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    var isEscaped = false
    for character in line {
      switch character {
      case "'" where !isEscaped:
        isQuoted.toggle()
        word = word ?? ""
      case "\\" where !isQuoted && !isEscaped:
        isEscaped = true
        continue
      case " " where !isQuoted && !isEscaped:
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
      isEscaped = false
    }
    return words + [word].compactMap(\.self)
  }

  /// Runs, and then what the run names; gives the commands.
  @discardableResult
  private static func follow(_ arguments: [String], in folder: Folder) async throws -> [String] {
    let ended = try await Program(
      arguments: ["run"] + arguments + ["--no-charts", "--output", "out"], folder: folder
    ).run()
    try #require(ended.status == 0, "\(arguments): \(ended.notes)")
    let last = try #require(ended.output.split(separator: "\n").last)
    expect(last.hasSuffix("."), "\(last)")
    let page = try folder.text("out/report.md")
    let steps = steps(of: ended.output)
    for step in steps {
      let words = words(of: step)
      try #require(words.first == "cachesim", "\(step)")
      let next = try await Program(arguments: Array(words.dropFirst()), folder: folder).run()
      expect(next.status, is: 0, "\(step): \(next.notes)")
      // The report names the same one.
      expect(page.contains("Why: `\(step)`"), "\(step)")
    }
    return steps
  }

  private static let small = [
    "--seeds", "1..2", "--devices", "1", "--duration", "1d", "--set", "warmUp=null",
  ]

  @Test(arguments: Cases.some(BundledScenarios.known.map(\.name), oneIn: 4))
  func ofEachBundledScenario(name: String) async throws {
    try await Self.follow([name] + Self.small, in: try Folder())
  }

  private static let strategies = """
    [{"name": "on-demand", "label": "it's kept, 1 h", "settings": {"staleAfter": "1h"}},
     {"name": "url-cache"}, {"name": "network-only"}]
    """

  @Test(arguments: ["small.json", "a folder/it's small.json", "deep/er/small.json"])
  func ofAFileAsItWasTyped(path: String) async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(seeds: "[1, 2]", strategies: Self.strategies), to: path)
    let steps = try await Self.follow(
      [
        path, "--set", "workload.friends=4", "--devices", "2", "--decide",
        "minimise network_requests", "--strategies", "url-cache,it's kept, 1 h", "--duration", "1d",
      ], in: folder)
    let step = try #require(steps.first)
    expect(step.contains("--set 'workload.friends=4' --decide 'minimise network_requests'"))
    expect(!step.contains("--strategies"))
    let whole = try Folder()
    try whole.write(SmallScenario.text(seeds: "[1, 2]", strategies: Self.strategies), to: path)
    try await expect(
      Self.follow([whole.url(path).path], in: whole).count, is: 1)
  }

  @Test func ofEachNetwork() async throws {
    let folder = try Folder()
    try folder.write(SmallScenario.text(seeds: "[1, 2]", strategies: Self.strategies), to: "s.json")
    let steps = try await Self.follow(["s.json", "--networks", "wifi,slow-4g"], in: folder)
    expect(steps.count == 2 && steps[1].contains("--varied slow-4g"))
  }

  @Test func ofAChoiceBetweenValues() async throws {
    let folder = try Folder()
    let more = #"""

      "decide": {"objectives": "minimise network_requests", "between": "values"},
      "vary": {"path": "strategies[0].settings.staleAfter", "values": ["15s", "1h"]},
      """#
    try folder.write(
      SmallScenario.text(seeds: "[1, 2]", strategies: Self.strategies, more: more), to: "s.json")
    let steps = try await Self.follow(["s.json"], in: folder)
    expect(steps.count == 1 && steps[0].contains(":staleAfter=1h"))
  }

  @Test func ofAStory() async throws {
    let folder = try Folder()
    let story = Checkout.root.appending(path: "Scenarios/morning.jsonl")
    try folder.write(try String(contentsOf: story, encoding: .utf8), to: "my stories/day.jsonl")
    try await Self.follow(["my stories/day.jsonl"], in: folder)
  }
}
