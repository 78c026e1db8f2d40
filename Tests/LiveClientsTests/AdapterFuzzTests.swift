internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import Experiments
internal import Foundation
internal import LiveClients
internal import Results
internal import SimCore
internal import StructureFixtures
internal import TestCases
internal import Testing

/// Whatever a client says in its lines, its row ends, with a message where it could not be used,
/// and the same way each time.
@Suite struct AdapterFuzzTests {
  private static let story = """
    {"event": "story", "version": 1, "complete": true}
    {"event": "publish", "resource": "picture", "kind": "image", "size": "5 kB"}
    {"event": "publish", "resource": "page", "kind": "model", "size": "20 kB", "parts": ["picture"]}
    {"at": "08:00", "event": "open", "resource": "page", "for": "20s"}
    {"at": "09:00", "event": "publish", "resource": "page", "size": "24 kB"}
    {"at": "09:10", "event": "open", "resource": "page", "for": "1m"}
    {"at": "+5s", "event": "refresh", "resource": "page"}
    {"at": "09:20", "event": "background"}
    {"at": "10:05", "event": "crash"}
    {"at": "10:10", "event": "open", "resource": "page", "for": "5s"}
    """

  /// Runs a client that reads a line, says the next of its own, and ends with them.
  /// - Returns: what was said of it, and the violations of the books.
  private static func run(_ lines: [String]) async throws -> (messages: [String], books: [String]) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cachesim-fuzz-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let said = folder.appending(path: "said")
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: said)
    let script = folder.appending(path: "client")
    let text = """
      exec 3<'\(said.path)'
      while read -r line; do IFS= read -r answer <&3 || exit 0; printf '%s\\n' "$answer"; done

      """
    try Data(text.utf8).write(to: script)
    var command = ClientCommand(name: "client", command: "sh '\(script.path)'")
    command.patience = .seconds(5)
    let seat = LiveSeat(command)
    let story = folder.appending(path: "story.jsonl")
    try Data(Self.story.utf8).write(to: story)
    let tree = ScenarioStory.scenario(
      playing: try Story(text: Self.story, named: "s"), at: story.path)
    let file = try ScenarioFile(bytes: Array(tree.text.utf8), file: "s.json", name: "s") { root in
      .object((root.members ?? []).map { ($0.name, $0.name == "seeds" ? [1] : $0.value) })
    }
    let question = try file.restricted(
      to: [seat.choice, StrategyChoice(named: "network-only")],
      in: file.scenario.withoutExpectations, varied: nil)
    let result = try await Runner.run(question, jobs: 1, command: "").result
    return (seat.messages, result.violations)
  }

  @Test(arguments: StructureCorpus.seeds(8))
  func whateverAClientSaysItsRowEnds(seed: UInt64) async throws {
    let corpus = try StructureCorpus.lines("adapter.jsonl")
    var mutator = StructureMutator(seed: seed, corpus: corpus)
    let lines = mutator.mutated(lines: corpus, changes: 5).enumerated().map { place, json in
      // Mostly what it is asked for; otherwise nothing behind the first line would be tried.
      guard let members = json.members, mutator.random.chance(0.9) else { return json.compact }
      let others = members.filter { $0.name != "id" }.map { ($0.name, $0.value) }
      return JSON.object([("id", JSON(.integer(Int64(place + 1))))] + others).compact
    }
    let first = try await Self.run(lines)
    expect(first.books, is: [], "seed \(seed)")
    expect(first.messages.allSatisfy { !$0.isEmpty }, "seed \(seed)")
    try await expect(Self.run(lines).messages, is: first.messages, "seed \(seed)")
  }
}
